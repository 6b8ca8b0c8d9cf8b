//===- ShardingAttrs.td - meshes and shardings -------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHARDINGATTRS_TD
#define WEFT_DIALECT_WEFT_IR_SHARDINGATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/SymbolInterfaces.td"
include "weft/Dialect/Weft/IR/WeftBase.td"

/// A discardable attribute whose mesh is looked up when the symbol table is
/// verified, where lookups are hashed.
def Weft_SymbolUserAttr : DeclareAttrInterfaceMethods<SymbolUserAttrInterface>;

class Weft_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Weft_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

def Weft_MeshAxisAttr : Weft_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "A named axis of a mesh and its size";
  let description = [{
    Written `"data" = 2` inside a mesh.

    ```mlir
    #weft.mesh_axis<"data" = 2>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the axis">:$name,
                        "int64_t":$size);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_MeshAttr : Weft_Attr<"Mesh", "mesh"> {
  let summary = "Devices arranged along named axes";
  let description = [{
    The axes are listed major to minor: device `d` has the coordinates of the
    mixed-radix number `d`. `device_ids` gives another order: position `p` of
    the mesh is device `device_ids[p]`. It must be a permutation of
    `0 .. n-1`, and the identity is dropped.

    A mesh without axes is *empty*: it stands for any mesh. With one device id
    it is *maximal*: the value lives on that device alone.

    ```mlir
    #weft.mesh<"data" = 2, "model" = 4>
    #weft.mesh<"x" = 2, "y" = 2, device_ids = [0, 2, 1, 3]>
    #weft.mesh<>
    #weft.mesh<device_ids = [3]>
    ```
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::weft::MeshAxisAttr">:$axes,
      OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<::weft::MeshAxisAttr>":$axes,
        CArg<"::llvm::ArrayRef<int64_t>", "{}">:$deviceIds), [{
      return $_get($_ctxt, axes, dropIdentityOrder(axes, deviceIds));
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Neither axes nor device: matches any mesh.
    bool isEmpty() const { return getAxes().empty() && getDeviceIds().empty(); }

    /// One device by its id, no axes.
    bool isMaximal() const {
      return getAxes().empty() && !getDeviceIds().empty();
    }

    /// The axis called `name`, or null.
    ::weft::MeshAxisAttr lookup(::llvm::StringRef name) const;

    /// `deviceIds`, or nothing if it lists the devices of `axes` in order.
    static ::llvm::ArrayRef<int64_t>
    dropIdentityOrder(::llvm::ArrayRef<::weft::MeshAxisAttr> axes,
                      ::llvm::ArrayRef<int64_t> deviceIds);
  }];
}

//===----------------------------------------------------------------------===//
// Axis references
//===----------------------------------------------------------------------===//

def Weft_SubAxisAttr : Weft_Attr<"SubAxis", "sub_axis"> {
  let summary = "The part of an axis that an axis reference means";
  let description = [{
    An axis of size 8 seen as `[2, 4, 1]` has a part of size 4 below a part of
    size 2: `(2)4`, the product of what is major to it (the pre-size), then its
    own size.

    ```mlir
    #weft.sub_axis<(2)4>
    ```
  }];
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_AxisRefAttr : Weft_Attr<"AxisRef", "axis_ref"> {
  let summary = "An axis of a mesh, or a part of one";
  let description = [{
    The whole axis `"a"`, or a sub-axis `"a":(2)4` of it.

    ```mlir
    #weft.axis_ref<"a">
    #weft.axis_ref<"a":(2)4>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the axis">:$name,
                        OptionalParameter<"::weft::SubAxisAttr">:$subAxis);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$name,
        CArg<"::weft::SubAxisAttr", "{}">:$subAxis), [{
      return $_get($_ctxt, name, subAxis);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

def Weft_DimShardingAttr : Weft_Attr<"DimSharding", "dim"> {
  let summary = "How one dimension is split";
  let description = [{
    The axes that split the dimension, major to minor. A closed dimension stays
    as written; an open one (`?`) may be split further by propagation. The
    priority (`p1`) delays the dimension to a later round of propagation; the
    smaller number is stronger, and none means 0.

    | text | meaning |
    |---|---|
    | `_` | closed, not split |
    | `?` | open, not split so far |
    | `"a"` | closed, split over `a` |
    | `("a", "b")` | closed, split over `a`, each part over `b` |
    | `("a", ?)` | split over `a`, open |
    | `("a", ?) p1`, `? p2` | with a priority |

    ```mlir
    #weft.dim<("a", "b":(1)2, ?) p1>
    ```
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::weft::AxisRefAttr">:$axes,
      "bool":$isOpen,
      OptionalParameter<"std::optional<int64_t>">:$priority);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins
        CArg<"::llvm::ArrayRef<::weft::AxisRefAttr>", "{}">:$axes,
        CArg<"bool", "false">:$isOpen,
        CArg<"std::optional<int64_t>", "std::nullopt">:$priority), [{
      return $_get($_ctxt, axes, isOpen, priority);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_ShardingAttr : Weft_Attr<"Sharding", "sharding"> {
  let summary = "How a tensor is laid out over a mesh";
  let description = [{
    One entry per dimension. `replicated` lists axes that may not be used to
    split the tensor further. `unreduced` lists axes along which the devices
    hold partial results still to be combined, by addition unless another
    reducer is named. No axis is used twice.

    Sizes need not divide: every shard has the ceiling of size over count, and
    the last shards may be short or empty.

    ```mlir
    #weft.sharding<@mesh, [_, "model", ("a", ?)]>
    #weft.sharding<@mesh, ["data", _], replicated = ["model"]>
    #weft.sharding<@mesh, [_], unreduced = max ["model"]>
    #weft.sharding<mesh<"a" = 2>, ["a"]>
    ```

    On a maximal mesh the list is empty whatever the rank of the tensor.
  }];
  let parameters = (ins
      "::mlir::Attribute":$mesh,
      OptionalArrayRefParameter<"::weft::DimShardingAttr">:$dims,
      OptionalArrayRefParameter<"::weft::AxisRefAttr">:$replicated,
      OptionalArrayRefParameter<"::weft::AxisRefAttr">:$unreduced,
      "::weft::ReducerKind":$unreducedKind);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::mlir::Attribute":$mesh,
        "::llvm::ArrayRef<::weft::DimShardingAttr>":$dims,
        CArg<"::llvm::ArrayRef<::weft::AxisRefAttr>", "{}">:$replicated,
        CArg<"::llvm::ArrayRef<::weft::AxisRefAttr>", "{}">:$unreduced,
        CArg<"::weft::ReducerKind", "::weft::ReducerKind::Add">:$kind), [{
      // Without unreduced axes the reducer has no meaning; keep one spelling.
      if (unreduced.empty())
        kind = ::weft::ReducerKind::Add;
      return $_get($_ctxt, mesh, dims, replicated, unreduced, kind);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The mesh if it is written inside the sharding, else null.
    ::weft::MeshAttr getInlineMesh() const {
      return ::llvm::dyn_cast<::weft::MeshAttr>(getMesh());
    }

    /// The symbol of the mesh, or null if the mesh is inline.
    ::mlir::FlatSymbolRefAttr getMeshSymbol() const {
      return ::llvm::dyn_cast<::mlir::FlatSymbolRefAttr>(getMesh());
    }
  }];
}

def Weft_ShardingsAttr : Weft_Attr<"Shardings", "shardings",
    [Weft_SymbolUserAttr]> {
  let summary = "One sharding for each result of an op";
  let description = [{
    ```mlir
    %0 = stablehlo.add %a, %b
        {weft.shardings = #weft.shardings<[<@mesh, ["data", _]>]>} : tensor<8x8xf32>
    ```
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::weft::ShardingAttr">:$shardings);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    size_t size() const { return getShardings().size(); }
    ::weft::ShardingAttr operator[](size_t i) const {
      return getShardings()[i];
    }
    auto begin() const { return getShardings().begin(); }
    auto end() const { return getShardings().end(); }
  }];
}

//===----------------------------------------------------------------------===//
// Parts of ops
//===----------------------------------------------------------------------===//

def Weft_AxesAttr : Weft_Attr<"Axes", "axes"> {
  let summary = "Axes in order, major to minor";
  let description = [{
    ```mlir
    #weft.axes<["data", "model":(1)2]>
    ```
  }];
  let parameters = (ins
      OptionalArrayRefParameter<"::weft::AxisRefAttr">:$axes);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    bool empty() const { return getAxes().empty(); }
    size_t size() const { return getAxes().size(); }
    auto begin() const { return getAxes().begin(); }
    auto end() const { return getAxes().end(); }
  }];
}

def Weft_ReducerAttr : Weft_Attr<"Reducer", "reducer"> {
  let summary = "How values of several devices are combined";
  let description = [{
    One of `add`, `mul`, `max`, `min`, `and`, `or`, `xor`.

    ```mlir
    #weft.reducer<max>
    ```
  }];
  let parameters = (ins "::weft::ReducerKind":$value);
  let hasCustomAssemblyFormat = 1;
}

def Weft_StepAttr : Weft_Attr<"Step", "step"> {
  let summary = "The collective that a reshard stands for";
  let description = [{
    A step in terms of whole tensors: which axes a collective adds to, drops
    from or moves between the dimensions.

    | text | meaning |
    |---|---|
    | `all_gather [_, "a"]` | drops minor axes, one entry per dimension |
    | `all_slice [_, "a"]` | adds minor axes |
    | `reduce_scatter max [_, "a"]` | combines partial values and adds the axes |
    | `sharded_to_unreduced [_, "a"]` | drops the axes; the value becomes unreduced over them |
    | `all_reduce max ["a", "b"]` | combines partial values |
    | `replicated_to_unreduced ["a"]` | one device keeps the value |
    | `all_to_all ["a"] 0 -> 2, ["b"] 1 -> 3` | moves minor axes to other dimensions |
    | `collective_permute` | other axes or device order, as many shards |

    The reducer is `add` when none is written.

    `lists` holds one list for each dimension, the one list of `all_reduce` and
    `replicated_to_unreduced`, or one for each move of `all_to_all`; `moves`
    holds source and target of each move in turn.

    ```mlir
    #weft.step<all_to_all ["a"] 0 -> 2>
    ```
  }];
  let parameters = (ins
      "::weft::StepKind":$kind,
      "::weft::ReducerKind":$reducer,
      OptionalArrayRefParameter<"::weft::AxesAttr">:$lists,
      OptionalArrayRefParameter<"int64_t">:$moves);
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::weft::StepKind":$kind,
        CArg<"::llvm::ArrayRef<::weft::AxesAttr>", "{}">:$lists,
        CArg<"::weft::ReducerKind", "::weft::ReducerKind::Add">:$reducer,
        CArg<"::llvm::ArrayRef<int64_t>", "{}">:$moves), [{
      return $_get($_ctxt, kind, reducer, lists, moves);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_PropagationDirection : I32EnumAttr<"PropagationDirection",
    "the ways that shardings may pass", [
      I32EnumAttrCase<"None", 0, "none">,
      I32EnumAttrCase<"Forward", 1, "forward">,
      I32EnumAttrCase<"Backward", 2, "backward">]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}

def Weft_PropagationDirectionAttr : EnumAttr<Weft_Dialect,
    Weft_PropagationDirection, "direction"> {
  let summary = "The way that shardings may pass";
  let description = [{
    `forward` from operand to result, `backward` from result to operand, or
    `none`.
  }];
}

/// A mesh that an op names: a symbol, or the mesh itself.
def Weft_MeshRefAttr : Attr<
    Or<[FlatSymbolRefAttr.predicate, Weft_MeshAttr.predicate]>,
    "a mesh or a reference to one"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

#endif // WEFT_DIALECT_WEFT_IR_SHARDINGATTRS_TD
