//===- SpecAttrs.td - partition specs and axis rules -------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SPECATTRS_TD
#define WEFT_DIALECT_WEFT_IR_SPECATTRS_TD

include "weft/Dialect/Weft/IR/ShardingAttrs.td"

def Weft_SpecAttr : Weft_Attr<"Spec", "spec"> {
  let summary = "How a tensor is split, without naming a mesh";
  let description = [{
    One entry per dimension, as in a sharding: `_` (not split), `"model"`,
    `("data", "model")` (major to minor), a sub-axis `"model":(1)2`, or `?`
    (left to propagation). There are no priorities. A name is a mesh axis or a
    logical axis that `weft.axis_rules` maps to mesh axes. Inside ops the list
    is written alone.

    ```mlir
    #weft.spec<[_, "model", ("data", "model":(1)2)]>
    ```
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::weft::DimShardingAttr">:$dims);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number of dimensions the spec describes.
    int64_t getRank() const { return getDims().size(); }

    /// Whether no dimension is split: the tensor is whole everywhere.
    bool isReplicated() const;
  }];
}

def Weft_AxisRuleAttr : Weft_Attr<"AxisRule", "axis_rule"> {
  let summary = "Where one logical axis goes";
  let description = [{
    Maps a logical axis to mesh axes, major to minor, or to none (`_`).

    ```mlir
    #weft.axis_rule<"mlp" -> "model">
    #weft.axis_rule<"embed" -> _>
    ```
  }];
  let parameters = (ins StringRefParameter<"the logical axis">:$logical,
      OptionalArrayRefParameter<"::weft::AxisRefAttr">:$axes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_AxisRuleArrayAttr
    : TypedArrayAttrBase<Weft_AxisRuleAttr, "rules for logical axes">;

def Weft_SpecRuleAttr : Weft_Attr<"SpecRule", "spec_rule"> {
  let summary = "The spec of all leaves that a pattern matches";
  let description = [{
    The pattern is a path, in which `**` stands for any number of names and `*`
    for one, then, after a colon, conditions on the leaf: its `rank`, its
    `shape` (`*` for any size) or the `kind` of member it belongs to.

    ```mlir
    #weft.spec_rule<"**/kernel:rank=2" -> [_, "model"]>
    #weft.spec_rule<"blocks/*/mlp/{up,gate}/kernel" -> ["data", "model"]>
    #weft.spec_rule<"**:kind=embed,shape=32000x*" -> ["model", _]>
    ```
  }];
  let parameters = (ins StringRefParameter<"which leaves">:$pattern,
                        "::weft::SpecAttr":$spec);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_SpecRuleArrayAttr
    : TypedArrayAttrBase<Weft_SpecRuleAttr, "rules for specs">;

#endif // WEFT_DIALECT_WEFT_IR_SPECATTRS_TD
