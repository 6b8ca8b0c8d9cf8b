//===- MemoryInterface.td - memory of an op ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_MEMORYINTERFACE_TD
#define WEFT_INTERFACES_MEMORYINTERFACE_TD

include "mlir/IR/Interfaces.td"

def MemoryInterface : OpInterface<"MemoryInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    What an op on local values does with the memory of its operands, where that
    is more than to read them and to write its results elsewhere. Ops that work
    element by element need not say so: their sharding rule does.
  }];
  let methods = [
    InterfaceMethod<[{
        The number of the operand that result `result` is the same memory as, if
        any: a reshape gives what it takes.
      }],
      "::std::optional<unsigned>", "getAliasedOperand",
      (ins "unsigned":$result),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::std::nullopt;">,
    InterfaceMethod<[{
        Whether results can be written over operands of the same size that
        nobody needs afterwards: an update of a slice changes its operand.
      }],
      "bool", "canOverwriteOperands", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Whether each element of the operands is read once, so that an operand
        can be computed while the op runs and need not be stored.
      }],
      "bool", "readsOperandsOnce", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Whether to compute the op again costs less than to read its result from
        memory: an addition, but no exponential.
      }],
      "bool", "isCheapToRepeat", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Whether the result can be added to what is in memory, instead of being
        stored: a product of matrices can.
      }],
      "bool", "canAddInPlace", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Whether region arguments are variables that the op keeps in place from
        turn to turn, and that begin as its operands.
      }],
      "bool", "keepsVariables", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
  ];
}

#endif // WEFT_INTERFACES_MEMORYINTERFACE_TD
