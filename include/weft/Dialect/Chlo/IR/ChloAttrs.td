//===- ChloAttrs.td - attributes of the chlo dialect ------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CHLO_IR_CHLOATTRS_TD
#define WEFT_DIALECT_CHLO_IR_CHLOATTRS_TD

include "weft/Dialect/Chlo/IR/ChloBase.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

// They have the cases of StableHLO's enumerations of the same names, but are
// written with this dialect's prefix: `#chlo<comparison_direction LT>`.

class Chlo_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::weft::chlo";
  let genSpecializedAttr = 0;
}

def Chlo_ComparisonDirection : Chlo_Enum<"ComparisonDirection",
    "comparison direction", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
  I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirectionAttr : EnumAttr<Chlo_Dialect,
    Chlo_ComparisonDirection, "comparison_direction">;

def Chlo_ComparisonType : Chlo_Enum<"ComparisonType",
    "comparison type", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
  I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
  I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonTypeAttr : EnumAttr<Chlo_Dialect, Chlo_ComparisonType,
    "comparison_type">;

def Chlo_Precision : Chlo_Enum<"Precision",
    "speed against accuracy of a contraction", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
  I32EnumAttrCase<"HIGHEST", 2>]>;
def Chlo_PrecisionAttr : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

def Chlo_RaggedDotDimensionNumbers : AttrDef<Chlo_Dialect,
    "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "The roles of the dimensions of a ragged contraction";
  let description = [{
    As for `stablehlo.dot_general`, plus the dimension of the left operand that
    is divided into groups of varying sizes, and the dimension of the right
    operand that counts the groups. Empty lists are left out.

    ```mlir
    #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$lhsBatchingDimensions,
    OptionalArrayRefParameter<"int64_t">:$rhsBatchingDimensions,
    OptionalArrayRefParameter<"int64_t">:$lhsContractingDimensions,
    OptionalArrayRefParameter<"int64_t">:$rhsContractingDimensions,
    OptionalArrayRefParameter<"int64_t">:$lhsRaggedDimensions,
    OptionalArrayRefParameter<"int64_t">:$rhsGroupDimensions
  );
  let hasCustomAssemblyFormat = 1;
}

#endif // WEFT_DIALECT_CHLO_IR_CHLOATTRS_TD
