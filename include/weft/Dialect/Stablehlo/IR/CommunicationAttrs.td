//===- CommunicationAttrs.td - channels, aliases and groups of devices -*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_COMMUNICATIONATTRS_TD
#define WEFT_DIALECT_STABLEHLO_IR_COMMUNICATIONATTRS_TD

include "weft/Dialect/Stablehlo/IR/DimensionNumbers.td"

def Stablehlo_ChannelHandleAttr
    : Stablehlo_DimensionNumbers<"ChannelHandle", "channel_handle"> {
  let summary = "The channel over which ops of several programs meet";
  let description = [{
    The types are 0 (none), 1 (device to device), 2 (device to host) and 3
    (host to device).

    ```mlir
    #stablehlo.channel_handle<handle = 1, type = 1>
    ```
  }];
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
}

def Stablehlo_OutputOperandAliasAttr
    : Stablehlo_DimensionNumbers<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "A result of a custom call that shares its operand's buffer";
  let description = [{
    The tuple indices lead to the result and into the operand; they are empty
    where there is no tuple.

    ```mlir
    #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1,
                                    operand_tuple_indices = []>
    ```
  }];
  let parameters = (ins Stablehlo_Dims<>:$output_tuple_indices,
      "int64_t":$operand_index, Stablehlo_Dims<>:$operand_tuple_indices);
}

//===----------------------------------------------------------------------===//
// Groups of devices by mesh axes
//===----------------------------------------------------------------------===//

def Stablehlo_SubAxisInfoAttr : AttrDef<Stablehlo_Dialect, "SubAxisInfo"> {
  let mnemonic = "sub_axis_info";
  let summary = "The part of a mesh axis that is used";
  let description = [{
    The axis is thought of as `pre_size` by `size` by the rest, and the middle
    is meant.

    ```mlir
    #stablehlo<sub_axis_info(2)4>
    ```
  }];
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
  let genVerifyDecl = 1;
}

def Stablehlo_AxisRefAttr
    : Stablehlo_DimensionNumbers<"AxisRef", "axis_ref"> {
  let summary = "A mesh axis, or a part of one";
  let description = [{
    ```mlir
    #stablehlo.axis_ref<name = "x">
    #stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the axis">:$name,
      OptionalParameter<"::weft::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
}

def Stablehlo_MeshAxisAttr
    : Stablehlo_DimensionNumbers<"MeshAxis", "mesh_axis"> {
  let summary = "A named axis of a mesh";
  let description = [{
    ```mlir
    #stablehlo.mesh_axis<name = "x", size = 4>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the axis">:$name,
      "int64_t":$size);
  let genVerifyDecl = 1;
}

def Stablehlo_MeshAttr : AttrDef<Stablehlo_Dialect, "Mesh"> {
  let mnemonic = "mesh";
  let summary = "A mesh of devices";
  let description = [{
    Devices are numbered in row-major order unless `device_ids` says otherwise.

    ```mlir
    #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>],
                    device_ids=dense<[0, 2, 1, 3]> : tensor<4xi64>>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::weft::stablehlo::MeshAxisAttr">:$axes,
    OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]` (`,` `device_ids` `` `=` `` $device_ids^)?
    `>`
  }];
  let genVerifyDecl = 1;
}

def Stablehlo_ReplicaGroupMeshAxesAttr
    : Stablehlo_DimensionNumbers<"ReplicaGroupMeshAxes",
                                 "replica_group_mesh_axes"> {
  let summary = "Groups of devices that differ only along some mesh axes";
  let description = [{
    The mesh is a symbol or a `#stablehlo.mesh`; the axes are an array of
    `#stablehlo.axis_ref`.

    ```mlir
    #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
    ```
  }];
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The mesh itself where it is written in place, else null.
    ::weft::stablehlo::MeshAttr getInlineMesh();
    /// The number of devices in a group; nothing when it is not known (the
    /// mesh is a symbol) or does not fit.
    std::optional<int64_t> getGroupSize();
  }];
}

/// Groups of devices: a matrix with one row per group, padded with -1, or the
/// axes of a mesh.
def Stablehlo_ReplicaGroups : AnyAttrOf<[I64ElementsAttr,
    Stablehlo_ReplicaGroupMeshAxesAttr], "groups of devices">;

#endif // WEFT_DIALECT_STABLEHLO_IR_COMMUNICATIONATTRS_TD
