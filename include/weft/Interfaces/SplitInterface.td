//===- SplitInterface.td - ops that use a module's state ---*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_SPLITINTERFACE_TD
#define WEFT_INTERFACES_SPLITINTERFACE_TD

include "mlir/IR/Interfaces.td"

def SplitInterface : OpInterface<"SplitInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    An op of a method that reads or changes the state of its module. When the
    method becomes a function over the leaves, the op becomes ops on tensors;
    all other ops are copied as they are.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds what the op means where `splitter` stands, and tells it the
        values of the results. Reports what cannot be split.
      }],
      "::llvm::LogicalResult", "split",
      (ins "::weft::MethodSplitter &":$splitter)>
  ];
}

#endif // WEFT_INTERFACES_SPLITINTERFACE_TD
