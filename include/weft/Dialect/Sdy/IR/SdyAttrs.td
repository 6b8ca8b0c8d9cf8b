//===- SdyAttrs.td - attributes of the sdy dialect ---------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an attribute can check without knowing the mesh or the tensor, it checks
// when it is built; the rest is checked by the op that carries it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYATTRS_TD
#define WEFT_DIALECT_SDY_IR_SDYATTRS_TD

include "weft/Dialect/Sdy/IR/SdyBase.td"
include "mlir/IR/AttrTypeBase.td"

class Sdy_Attr<string name, string attrMnemonic> : AttrDef<Sdy_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

class Sdy_List<string elementType>
    : OptionalArrayRefParameter<"::weft::sdy::" # elementType>;

//===----------------------------------------------------------------------===//
// Meshes and axes
//===----------------------------------------------------------------------===//

def Sdy_MeshAxisAttr : Sdy_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "A named axis of a mesh";
  let description = "Written `\"data\"=2`. The size is at least 1.";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let genVerifyDecl = 1;
}

def Sdy_MeshAttr : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "The axes of a mesh, major to minor, and the order of its devices";
  let description = [{
    Without `device_ids` device number `i` sits at position `i`. A list of ids is
    a permutation of all positions; the identity is dropped when the text is
    read. Two meshes have no axes: the empty one, which fits any other mesh, and
    the maximal one, which names a single device.

    ```mlir
    #sdy.mesh<["data"=2, "model"=2]>
    #sdy.mesh<["data"=2, "model"=2], device_ids=[0, 2, 1, 3]>
    #sdy.mesh<[]>
    #sdy.mesh<[], device_ids=[3]>
    ```
  }];
  let parameters = (ins Sdy_List<"MeshAxisAttr">:$axes,
      OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// A mesh of exactly one device, `<[], device_ids=[3]>`.
    bool isMaximal() const {
      return getAxes().empty() && getDeviceIds().size() == 1;
    }
  }];
}

def Sdy_SubAxisInfoAttr : Sdy_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "Which part of an axis a sub-axis is";
  let description = [{
    `(2)4` views an axis of size 16 as [2, 4, 2] and takes the middle part: the
    first number is the product of the sizes major to the part, the second is
    the size of the part.
  }];
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
}

def Sdy_AxisRefAttr : Sdy_Attr<"AxisRef", "axis_ref"> {
  let summary = "A whole axis of a mesh, or a part of one";
  let description = "Written `\"model\"` or, for a part, `\"model\":(2)4`.";
  let parameters = (ins StringRefParameter<>:$name,
      OptionalParameter<"::weft::sdy::SubAxisInfoAttr">:$subAxisInfo);
}

def Sdy_AxisRefListAttr : Sdy_Attr<"AxisRefList", "axis_ref_list"> {
  let summary = "A list of axes";
  let description = "Written `{\"data\", \"model\":(1)2}`.";
  let parameters = (ins Sdy_List<"AxisRefAttr">:$value);
}

def Sdy_ListOfAxisRefListsAttr
    : Sdy_Attr<"ListOfAxisRefLists", "list_of_axis_ref_lists"> {
  let summary = "A list of axes for each dimension";
  let description = "Written `[{\"data\"}, {}, {\"model\"} ]`.";
  let parameters = (ins Sdy_List<"AxisRefListAttr">:$value);
}

def Sdy_ManualAxesAttr : Sdy_Attr<"ManualAxes", "manual_axes"> {
  let summary = "The axes on which a region is written per device";
  let description = "Written `{\"data\"}`. Only whole axes can be manual.";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$value);
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

def Sdy_DimensionShardingAttr
    : Sdy_Attr<"DimensionSharding", "dimension_sharding"> {
  let summary = "The axes that split one dimension, major to minor";
  let description = [{
    `{"data", "model"}` is closed: no other axis may split the dimension.
    `{"data", ?}` is open. A suffix `p2` is a priority: the smaller the number,
    the earlier propagation honours it; none means 0.
  }];
  let parameters = (ins Sdy_List<"AxisRefAttr">:$axes, "bool":$isClosed,
      OptionalParameter<"::std::optional<int64_t>">:$priority);
}

def Sdy_TensorShardingAttr : Sdy_Attr<"TensorSharding", "sharding"> {
  let summary = "How one tensor is split over a mesh";
  let description = [{
    Names a mesh (a symbol, or a mesh in place) and gives one entry per
    dimension of the tensor. `replicated` lists axes that may not be used to
    split the tensor further; `unreduced` lists axes along which each device
    holds a part that is yet to be combined, by addition unless `max` or `min`
    is written.

    ```mlir
    #sdy.sharding<@grid, [{"data"}, {"model", ?}p1], replicated={"x"}, unreduced=max{"y"}>
    #sdy.sharding<mesh<["data"=2]>, [{"data"}, {} ]>
    ```
  }];
  let parameters = (ins "::mlir::Attribute":$meshOrRef,
      Sdy_List<"DimensionShardingAttr">:$dimShardings,
      Sdy_List<"AxisRefAttr">:$replicatedAxes,
      Sdy_List<"AxisRefAttr">:$unreducedAxes,
      DefaultValuedParameter<"::weft::sdy::ReductionKind",
                             "::weft::sdy::ReductionKind::Sum">:$reductionKind);
  let genVerifyDecl = 1;
}

def Sdy_TensorShardingPerValueAttr
    : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let summary = "One sharding for each result, operand or argument";
  let description = [{
    ```mlir
    #sdy.sharding_per_value<[<@grid, [{"data"} ]>, <@grid, []>]>
    ```
  }];
  let parameters = (ins Sdy_List<"TensorShardingAttr">:$shardings);
}

//===----------------------------------------------------------------------===//
// Sharding rules
//===----------------------------------------------------------------------===//

def Sdy_DimMappingAttr : Sdy_Attr<"DimMapping", "dim_mapping"> {
  let summary = "The factors of one dimension, major to minor";
  let description = [{
    A run of factor names: `ij` is factor 0 then factor 1. Factors 0 to 17 are
    called `i` to `z`, the following ones `z_1`, `z_2`, ...
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factorIndices);
}

def Sdy_TensorMappingAttr : Sdy_Attr<"TensorMapping", "tensor_mapping"> {
  let summary = "The factors of each dimension of a tensor";
  let description = "Written `[i, jk]`; a scalar is `[]`.";
  let parameters = (ins Sdy_List<"DimMappingAttr">:$dimMappings);
}

def Sdy_OpShardingRuleAttr : Sdy_Attr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "Which dimensions of an op's tensors belong together";
  let description = [{
    Dimensions with the same factor are split alike. A factor that is in none of
    the groups passes through. `custom` marks a rule that a user wrote.

    ```mlir
    #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>
    ```
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"int64_t">:$factorSizes,
      Sdy_List<"TensorMappingAttr">:$operandMappings,
      Sdy_List<"TensorMappingAttr">:$resultMappings,
      OptionalArrayRefParameter<"int64_t">:$reductionFactors,
      OptionalArrayRefParameter<"int64_t">:$needReplicationFactors,
      OptionalArrayRefParameter<"int64_t">:$permutationFactors,
      OptionalArrayRefParameter<"int64_t">:$blockedPropagationFactors,
      DefaultValuedParameter<"bool", "false">:$isCustomRule);
}

//===----------------------------------------------------------------------===//
// Parameters of collectives
//===----------------------------------------------------------------------===//

def Sdy_AllToAllParamAttr : Sdy_Attr<"AllToAllParam", "all_to_all_param"> {
  let summary = "Axes that move from one dimension to another";
  let description = "Written `{\"data\"}: 0->2`.";
  let parameters = (ins Sdy_List<"AxisRefAttr">:$axes, "int64_t":$srcDim,
      "int64_t":$tgtDim);
}

def Sdy_AllToAllParamListAttr
    : Sdy_Attr<"AllToAllParamList", "all_to_all_param_list"> {
  let summary = "The moves of one all-to-all";
  let description = "Written `[{\"data\"}: 0->2, {\"model\"}: 1->3]`.";
  let parameters = (ins Sdy_List<"AllToAllParamAttr">:$value);
}

//===----------------------------------------------------------------------===//
// Notes of Shardy's debug options
//===----------------------------------------------------------------------===//

def Sdy_EdgeValueRefAttr : Sdy_Attr<"EdgeValueRef", "edge_value_ref"> {
  let summary = "One operand or result of an op";
  let description = "Written `operand-0` or `result-1`.";
  let parameters = (ins "::weft::sdy::EdgeNodeKind":$kind, "int64_t":$index);
}

def Sdy_AxisToPropagationDetailsAttr
    : Sdy_Attr<"AxisToPropagationDetails", "axis_to_propagation_details"> {
  let summary = "From which value to which values an axis went";
  let description = "Written `{\"model\" = operand-1 -> [operand-0, result-0]}`.";
  let parameters = (ins "::weft::sdy::AxisRefAttr":$axis,
      "::weft::sdy::EdgeValueRefAttr":$source,
      Sdy_List<"EdgeValueRefAttr">:$targets);
}

def Sdy_PropagationOneStepAttr
    : Sdy_Attr<"PropagationOneStep", "propagation_one_step"> {
  let summary = "What happened to an op in one step of propagation";
  let description = "Written `{step-2 = [{\"y\" = operand-1 -> [result-0]}]}`.";
  let parameters = (ins "int64_t":$stepIndex,
      Sdy_List<"AxisToPropagationDetailsAttr">:$axisEntries);
}

def Sdy_PropagationEdgesAttr : Sdy_Attr<"PropagationEdges", "propagation_edges"> {
  let summary = "What happened to an op in all steps of propagation";
  let description = [{
    ```mlir
    #sdy.propagation_edges<[{step-2 = [{"y" = operand-1 -> [result-0]} ]} ]>
    ```
  }];
  let parameters = (ins Sdy_List<"PropagationOneStepAttr">:$value);
}

#endif // WEFT_DIALECT_SDY_IR_SDYATTRS_TD
