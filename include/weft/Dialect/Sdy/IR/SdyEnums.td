//===- SdyEnums.td - enumerations of the sdy dialect -------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYENUMS_TD
#define WEFT_DIALECT_SDY_IR_SDYENUMS_TD

include "weft/Dialect/Sdy/IR/SdyBase.td"
include "mlir/IR/EnumAttr.td"

/// The numbers are part of the generic form (`allowed_direction = 1 : i32`).
def Sdy_PropagationDirection
    : I32EnumAttr<"PropagationDirection", "ways in which shardings may flow", [
        I32EnumAttrCase<"None", 0, "NONE">,
        I32EnumAttrCase<"Forward", 1, "FORWARD">,
        I32EnumAttrCase<"Backward", 2, "BACKWARD">,
        I32EnumAttrCase<"Both", 3, "BOTH">]> {
  let cppNamespace = "::weft::sdy";
}

def Sdy_ReductionKind
    : I32EnumAttr<"ReductionKind", "how pending parts are combined", [
        I32EnumAttrCase<"Sum", 0, "sum">,
        I32EnumAttrCase<"Max", 1, "max">,
        I32EnumAttrCase<"Min", 2, "min">]> {
  let cppNamespace = "::weft::sdy";
}

def Sdy_EdgeNodeKind
    : I32EnumAttr<"EdgeNodeKind", "which side of an op a value is on", [
        I32EnumAttrCase<"Operand", 0, "operand">,
        I32EnumAttrCase<"Result", 1, "result">]> {
  let cppNamespace = "::weft::sdy";
}

#endif // WEFT_DIALECT_SDY_IR_SDYENUMS_TD
