//===- ElementwiseOps.td - elementwise ops ----------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

class Stablehlo_UnaryOp<string mnemonic, Type tensor>
    : Stablehlo_SameTypesOp<mnemonic, [Pure, Elementwise]> {
  let arguments = (ins tensor:$operand);
  let results = (outs tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def Stablehlo_AbsOp : Stablehlo_UnaryOp<"abs", Stablehlo_Tensor>;

#endif // WEFT_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD
