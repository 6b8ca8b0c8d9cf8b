//===- ChloBase.td - chlo dialect -------------------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CHLO_IR_CHLOBASE_TD
#define WEFT_DIALECT_CHLO_IR_CHLOBASE_TD

include "weft/Dialect/Stablehlo/IR/StablehloBase.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let summary = "the client ops above StableHLO";
  let description = [{
    Functions that the StableHLO specification leaves to its clients: special
    functions, ops that broadcast their operands, and a few structured ops.
    Textual forms and attributes are those of jaxlib.
  }];
  let cppNamespace = "::weft::chlo";
  // Complex numbers occur as values of `chlo.constant_like`.
  let dependentDialects = ["::mlir::complex::ComplexDialect",
      "::weft::stablehlo::StablehloDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
  private:
    void addAttributes();
  }];
}

/// An op of the dialect.
class Chlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Chlo_Dialect, mnemonic, traits>;

#endif // WEFT_DIALECT_CHLO_IR_CHLOBASE_TD
