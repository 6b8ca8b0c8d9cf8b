//===- SdyBase.td - sdy dialect ----------------------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYBASE_TD
#define WEFT_DIALECT_SDY_IR_SDYBASE_TD

include "mlir/IR/OpBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "Shardy's textual form";
  let cppNamespace = "::weft::sdy";
}

#endif // WEFT_DIALECT_SDY_IR_SDYBASE_TD
