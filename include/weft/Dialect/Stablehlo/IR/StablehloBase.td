//===- StablehloBase.td - stablehlo dialect ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD
#define WEFT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD

include "mlir/IR/OpBase.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let summary = "the published StableHLO op set";
  let cppNamespace = "::weft::stablehlo";
  let dependentDialects = ["::mlir::quant::QuantDialect"];
}

#endif // WEFT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD
