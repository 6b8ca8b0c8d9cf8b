//===- MovementOps.td - movement ops ----------------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

def Stablehlo_ConstantOp : Stablehlo_InferredOp<"constant", [ConstantLike, Pure]> {
  let summary = "A tensor known at compile time";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_TD
