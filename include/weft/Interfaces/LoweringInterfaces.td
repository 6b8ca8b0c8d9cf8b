//===- LoweringInterfaces.td - models as tensor programs ---*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_LOWERINGINTERFACES_TD
#define WEFT_INTERFACES_LOWERINGINTERFACES_TD

include "mlir/IR/Interfaces.td"

def LayerLoweringInterface : OpInterface<"LayerLoweringInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    A layer that can be written out as operations on its leaves.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds what `weft.call` of the layer means. `method` is the name behind
        the layer in `@embed::@attend`, and empty in `@embed`. `leaves` are the
        parameters in the order of `visitLeaves`; `operands` are those of the
        call. What cannot be built is reported at `loc`.
      }],
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "lowerCall",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::llvm::StringRef":$method, "::mlir::ValueRange":$leaves,
           "::mlir::ValueRange":$operands)>
  ];
}

def OptimizerLoweringInterface : OpInterface<"OptimizerLoweringInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    An optimiser whose step can be written out.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds one step: the new parameters, then the new state, in the order of
        `weft.update`. Every parameter is computed from its own gradient and
        slots alone, element by element, save for the norm of all gradients.
      }],
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "lowerUpdate",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$params, "::mlir::ValueRange":$grads,
           "::mlir::ValueRange":$state)>
  ];
}

#endif // WEFT_INTERFACES_LOWERINGINTERFACES_TD
