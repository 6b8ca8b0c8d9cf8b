//===- ModuleBase.td - what members of a module share ------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MODULEBASE_TD
#define WEFT_DIALECT_WEFT_IR_MODULEBASE_TD

include "mlir/IR/SymbolInterfaces.td"
include "weft/Dialect/Weft/IR/InitializerAttrs.td"
include "weft/Dialect/Weft/IR/ModuleInterfaces.td"
include "weft/Dialect/Weft/IR/SpecAttrs.td"

/// An op whose leaves have specs: they are checked against the mesh.
class Weft_ProviderOp<string mnemonic, list<Trait> traits = []>
    : Weft_Op<mnemonic, !listconcat([Symbol, HasParent<"ModuleDefOp">,
          DeclareOpInterfaceMethods<Weft_ParameterProviderInterface>,
          DeclareOpInterfaceMethods<SymbolUserOpInterface>], traits)>;

/// A layer checks its leaves against its specs and initialisers in `verify`,
/// and the axes against the mesh in `verifySymbolUses`.
class Weft_LayerOp<string mnemonic, list<Trait> traits = []>
    : Weft_ProviderOp<mnemonic, !listconcat(traits,
          [DeclareOpInterfaceMethods<Weft_CallTargetInterface>])> {
  let hasVerifier = 1;
  code specUses = [{
    ::llvm::LogicalResult
    $cppClass::verifySymbolUses(::mlir::SymbolTableCollection &symbols) {
      return ::weft::verifyLeafAxes(*this, symbols);
    }
  }];
  let extraClassDefinition = specUses;
}

#endif // WEFT_DIALECT_WEFT_IR_MODULEBASE_TD
