//===- LayerAttrs.td - attributes of layers ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_LAYERATTRS_TD
#define WEFT_DIALECT_WEFT_IR_LAYERATTRS_TD

include "weft/Dialect/Weft/IR/ShardingAttrs.td"

def Weft_PadSame : I32EnumAttrCase<"Same", 0, "same">;
def Weft_PadValid : I32EnumAttrCase<"Valid", 1, "valid">;
def Weft_PadCircular : I32EnumAttrCase<"Circular", 2, "circular">;
def Weft_PadReflect : I32EnumAttrCase<"Reflect", 3, "reflect">;
def Weft_PadCausal : I32EnumAttrCase<"Causal", 4, "causal">;
def Weft_PaddingKind : I32EnumAttr<"PaddingKind",
    "what a window sees outside of its input",
    [Weft_PadSame, Weft_PadValid, Weft_PadCircular, Weft_PadReflect,
     Weft_PadCausal]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}
def Weft_PaddingKindAttr
    : EnumAttr<Weft_Dialect, Weft_PaddingKind, "padding"> {
  let summary = "What a window sees outside of its input";
  let description = [{
    | kind | meaning |
    |---|---|
    | `same` | zeros, so that the output has the size of the input over the stride |
    | `valid` | nothing: the window stays inside |
    | `circular` | the other end of the input |
    | `reflect` | the input mirrored at its end |
    | `causal` | zeros, all before the input; for one spatial dimension |
  }];
  let assemblyFormat = "`<` $value `>`";
}

#endif // WEFT_DIALECT_WEFT_IR_LAYERATTRS_TD
