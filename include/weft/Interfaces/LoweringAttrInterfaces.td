//===- LoweringAttrInterfaces.td - settings as values ------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_LOWERINGATTRINTERFACES_TD
#define WEFT_INTERFACES_LOWERINGATTRINTERFACES_TD

include "mlir/IR/Interfaces.td"

def InitializerLoweringInterface
    : AttrInterface<"InitializerLoweringInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    An initialiser whose values can be computed in the program.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds the first value of a parameter of `type` from a random key,
        `tensor<2xui32>`. Each element is a function of the key and of its own
        index, so that a device that holds a part makes only that part, and the
        values are the same however the parameter is split. What cannot be built
        is reported at `loc`.
      }],
      "::llvm::FailureOr<::mlir::Value>", "buildInitialValue",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::RankedTensorType":$type, "::mlir::Value":$key)>
  ];
}

def ScheduleLoweringInterface : AttrInterface<"ScheduleLoweringInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    A schedule whose value can be computed in the program.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds the value at the step `count`, a `tensor<i32>` counted from 0, or
        null for a constant schedule, as a scalar tensor of `element`, a float
        type in which it is also computed.
      }],
      "::mlir::Value", "buildValueAt",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$count, "::mlir::Type":$element)>
  ];
}

#endif // WEFT_INTERFACES_LOWERINGATTRINTERFACES_TD
