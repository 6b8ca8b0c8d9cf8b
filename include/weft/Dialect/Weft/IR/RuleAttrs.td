//===- RuleAttrs.td - sharding rules of ops ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_RULEATTRS_TD
#define WEFT_DIALECT_WEFT_IR_RULEATTRS_TD

include "weft/Dialect/Weft/IR/ShardingAttrs.td"

def Weft_FactorAttr : Weft_Attr<"Factor", "factor"> {
  let summary = "A factor of a sharding rule";
  let description = [{
    Dimensions of operands and results that hold the same factor are split
    together. The kind says what splitting it means:

    | word | meaning |
    |---|---|
    | (none) | passes through: each shard is computed by itself |
    | `reduction` | shards are partial results, to be combined |
    | `need_replication` | the op cannot be computed in shards of it |
    | `permutation` | shards need data of their neighbours |

    A factor that is also `blocked` is never propagated.

    ```mlir
    #weft.factor<k = 8 reduction>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the factor">:$name,
                        "int64_t":$size,
                        "::weft::FactorKind":$kind,
                        "bool":$isBlocked);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$name, "int64_t":$size,
        CArg<"::weft::FactorKind", "::weft::FactorKind::PassThrough">:$kind,
        CArg<"bool", "false">:$isBlocked), [{
      return $_get($_ctxt, name, size, kind, isBlocked);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_DimFactorsAttr : Weft_Attr<"DimFactors", "dim_factors"> {
  let summary = "The factors of one dimension";
  let description = [{
    Indices into the factors of the rule, major to minor. Inside a rule the
    names are written instead: `m`, or `(h, d)` for several.

    ```mlir
    #weft.dim_factors<[0, 2]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$factors);
  let assemblyFormat = "`<` `[` $factors `]` `>`";
}

def Weft_TensorFactorsAttr : Weft_Attr<"TensorFactors", "tensor_factors"> {
  let summary = "The factors of each dimension of a tensor";
  let description = [{
    ```mlir
    #weft.tensor_factors<[<[0]>, <[1, 2]>]>
    ```
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::weft::DimFactorsAttr">:$dims);
  let hasCustomAssemblyFormat = 1;
}

def Weft_RuleAttr : Weft_Attr<"Rule", "rule"> {
  let summary = "Which dimensions of an op move together";
  let description = [{
    One list of factors for each operand, one for each result, then the
    factors. A dimension that is the product of several factors lists them in
    parentheses, major to minor. The factors come with their sizes and kinds
    (see `#weft.factor`). A `custom` rule was written by a person: it is
    kept as it is, and no reshards are inserted for the op.

    ```mlir
    #weft.rule<([m, k], [k, n]) -> ([m, n]), [m = 8, n = 16, k = 4 reduction]>
    #weft.rule<([(a, b), c]) -> ([a, b, c]), [a = 2, b = 4, c = 3]>
    ```

    Written on an op as `weft.rule`, it takes the place of the rule that Weft
    has for that op.
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::weft::FactorAttr">:$factors,
      OptionalArrayRefParameter<"::weft::TensorFactorsAttr">:$operands,
      OptionalArrayRefParameter<"::weft::TensorFactorsAttr">:$results,
      "bool":$isCustom);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<::weft::FactorAttr>":$factors,
        "::llvm::ArrayRef<::weft::TensorFactorsAttr>":$operands,
        "::llvm::ArrayRef<::weft::TensorFactorsAttr>":$results,
        CArg<"bool", "false">:$isCustom), [{
      return $_get($_ctxt, factors, operands, results, isCustom);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_RULEATTRS_TD
