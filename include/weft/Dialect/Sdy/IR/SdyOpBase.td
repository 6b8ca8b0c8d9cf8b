//===- SdyOpBase.td - base of the sdy ops ------------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYOPBASE_TD
#define WEFT_DIALECT_SDY_IR_SDYOPBASE_TD

include "weft/Dialect/Sdy/IR/SdyAttrs.td"
include "weft/Dialect/Sdy/IR/SdyEnums.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

#endif // WEFT_DIALECT_SDY_IR_SDYOPBASE_TD
