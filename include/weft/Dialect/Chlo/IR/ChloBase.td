//===- ChloBase.td - chlo dialect --------------------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CHLO_IR_CHLOBASE_TD
#define WEFT_DIALECT_CHLO_IR_CHLOBASE_TD

include "mlir/IR/OpBase.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let summary = "the chlo ops that JAX emits";
  let cppNamespace = "::weft::chlo";
}

#endif // WEFT_DIALECT_CHLO_IR_CHLOBASE_TD
