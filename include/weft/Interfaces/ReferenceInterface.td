//===- ReferenceInterface.td - the meaning of an op ------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_REFERENCEINTERFACE_TD
#define WEFT_INTERFACES_REFERENCEINTERFACE_TD

include "mlir/IR/Interfaces.td"

def ReferenceInterface : OpInterface<"ReferenceInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Says what an op computes, for the interpreter that everything else is
    checked against. A program with an op that lacks this interface is refused
    before it runs; terminators need none.
  }];
  let methods = [
    InterfaceMethod<[{
        Computes the results from the operands. Called from the threads of all
        devices at once, so it changes nothing but `evaluation`.
      }],
      "::llvm::Error", "evaluate",
      (ins "::weft::reference::Evaluation &":$evaluation)>,
    InterfaceMethod<[{
        Whether the op gives each element of its results from the elements at
        the same place of its operands, whatever their shape. A region of such
        ops is run once for many elements (see Evaluation::runLanes).
      }],
      "bool", "isElementwise", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Whether the op names devices by their numbers among all of the program,
        as replica groups do, and not by their places along named axes.
      }],
      "bool", "countsDevices", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        The reduction that a region makes which does nothing but this op on its
        two arguments.
      }],
      "::std::optional<::weft::runtime::Reduction>", "getReduction", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::std::nullopt;">,
    InterfaceMethod<[{
        The bytes that evaluating the op takes at most besides its operands and
        results: `weft plan --engine reference` counts them.
      }],
      "double", "getWorkBytes", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return 0;">,
  ];
}

#endif // WEFT_INTERFACES_REFERENCEINTERFACE_TD
