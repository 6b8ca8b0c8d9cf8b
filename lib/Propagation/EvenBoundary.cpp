//===- EvenBoundary.cpp - arguments and results in equal shards -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Propagation/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <numeric>

namespace weft {
#define GEN_PASS_DEF_EVENBOUNDARY
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The longest prefix of `dim` that splits `size` evenly. The axis after it may
/// lend a part; in an open dimension, which a caller has to be told about, only
/// whole axes are kept.
static AxisList cutToSize(const Mesh &mesh, const DimSharding &dim,
                          int64_t size) {
  AxisList result;
  for (AxisRef axis : dim.axes) {
    int64_t part = std::gcd(size, int64_t(axis.size));
    if (dim.isOpen && !mesh.isWhole(axis))
      break;
    if (part != axis.size) {
      if (part > 1 && !dim.isOpen)
        result.append(axis.prefix(part));
      break;
    }
    result.append(axis);
    size /= part;
  }
  return result;
}

namespace {
struct EvenBoundary : weft::impl::EvenBoundaryBase<EvenBoundary> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      FailureOr<ArrayAttr> arguments = cut(function, function.getArgAttrsAttr(),
                                           function.getArgumentTypes());
      FailureOr<ArrayAttr> results =
          cut(function, function.getResAttrsAttr(), function.getResultTypes());
      if (failed(arguments) || failed(results))
        return signalPassFailure();
      function.setArgAttrsAttr(*arguments);
      function.setResAttrsAttr(*results);
    }
  }

  FailureOr<ArrayAttr> cut(Operation *function, ArrayAttr dictionaries,
                           ArrayRef<Type> types) {
    SmallVector<Attribute> result;
    if (!dictionaries)
      return dictionaries;
    for (auto [attribute, type] : llvm::zip_equal(dictionaries, types)) {
      NamedAttrList list(cast<DictionaryAttr>(attribute));
      auto sharding = dyn_cast_or_null<ShardingAttr>(list.get("weft.sharding"));
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (sharding && tensor && tensor.hasStaticShape()) {
        FailureOr<ShardingAttr> even = cut(function, sharding, tensor);
        if (failed(even))
          return failure();
        list.set("weft.sharding", *even);
      }
      result.push_back(list.getDictionary(&getContext()));
    }
    return ArrayAttr::get(&getContext(), result);
  }

  FailureOr<ShardingAttr> cut(Operation *function, ShardingAttr attr,
                              RankedTensorType type) {
    MeshBinding binding = lookupMesh(getOperation(), attr.getMesh());
    if (!binding || binding.mesh.isMaximal())
      return attr;
    Mesh mesh = toMesh(binding.mesh);
    // The verifier has seen it; but it can be switched off.
    llvm::Expected<Sharding> sharding = toSharding(mesh, attr);
    if (!sharding)
      return function->emitError() << llvm::toString(sharding.takeError());
    for (auto [dim, size] : llvm::zip(sharding->dims, type.getShape())) {
      AxisList kept = cutToSize(mesh, dim, size);
      if (kept == dim.axes)
        continue;
      dim.axes = kept;
      ++numCut;
    }
    return toAttr(attr.getMesh(), mesh, *sharding);
  }
};
} // namespace
