//===- ModuleInterfaces.td - what members of a module answer *- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MODULEINTERFACES_TD
#define WEFT_DIALECT_WEFT_IR_MODULEINTERFACES_TD

include "mlir/IR/OpBase.td"

def Weft_ParameterProviderInterface
    : OpInterface<"ParameterProviderInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    A member of a module that contributes leaves to the state: a parameter, a
    layer, a submodule, an optimiser.
  }];
  let methods = [
    InterfaceMethod<[{
        Tells `visitor` every leaf of this op, in the order of the state. Paths
        are relative to the op: `kernel` for a linear layer, the empty string
        for a parameter. Ops that do not verify may tell fewer leaves, never
        ones without a type.
      }],
      "void", "visitLeaves", (ins "::weft::LeafVisitor &":$visitor)>
  ];
}

def Weft_CallTargetInterface : OpInterface<"CallTargetInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    A member of a module that `weft.call` can call: a method, a layer, or a
    submodule.
  }];
  let methods = [
    InterfaceMethod<[{
        The types of the results of a call with `operands`. `method` is the name
        behind the member in `@embed::@attend`, and empty in `@embed`. What does
        not fit is reported through `emitError`.
      }],
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Type>>", "inferCallTypes",
      (ins "::llvm::StringRef":$method, "::mlir::TypeRange":$operands,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::mlir::SymbolTableCollection &":$symbols)>
  ];
}

def Weft_OptimizerInterface : OpInterface<"OptimizerInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    A rule that moves parameters against their gradients.
  }];
  let methods = [
    InterfaceMethod<[{
        The names of the tensors kept for each parameter, each of the shape of
        the parameter: `mu` and `nu` for Adam, none for plain descent.
      }],
      "::llvm::SmallVector<::llvm::StringRef>", "getSlots">,
    InterfaceMethod<[{
        Whether the number of steps so far is part of the state.
      }],
      "bool", "countsSteps">
  ];
}

#endif // WEFT_DIALECT_WEFT_IR_MODULEINTERFACES_TD
