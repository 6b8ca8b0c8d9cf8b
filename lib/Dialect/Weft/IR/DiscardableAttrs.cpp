//===- DiscardableAttrs.cpp - shardings and rules on any op -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Sharding/LocalShape.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// On ops: weft.shardings, weft.rule, weft.local
//===----------------------------------------------------------------------===//

/// One entry per result; an op without results may say where it runs.
static LogicalResult verifyShardingsAttr(Operation *op, Attribute value) {
  auto shardings = dyn_cast<ShardingsAttr>(value);
  if (!shardings)
    return op->emitOpError() << "'weft.shardings' must be a #weft.shardings, "
                                "not "
                             << value;
  size_t expected = std::max(1u, op->getNumResults());
  if (shardings.size() != expected)
    return op->emitOpError()
           << "'weft.shardings' has " << shardings.size()
           << " entries, but the op has " << op->getNumResults() << " results";
  return success();
}

/// The mesh is looked up here, once the symbol table is complete.
LogicalResult
ShardingsAttr::verifySymbolUses(Operation *op,
                                SymbolTableCollection &tables) const {
  // An attribute of another name means something else to somebody else.
  if (op->getDiscardableAttr("weft.shardings") != *this)
    return success();
  if (op->getNumResults() != 0)
    return verifyShardings(op, getShardings(), op->getResultTypes(), "result",
                           &tables);
  MeshBinding binding = lookupMesh(op, getShardings()[0].getMesh(), &tables);
  if (binding && !binding.mesh.isMaximal())
    return binding.note(
        op->emitOpError()
        << "has no results, so its sharding can only name a single device");
  return success();
}

static LogicalResult verifyRuleTensors(Operation *op, TypeRange types,
                                       ArrayRef<TensorFactorsAttr> tensors,
                                       StringRef what) {
  if (types.size() != tensors.size())
    return op->emitOpError() << "'weft.rule' has " << tensors.size() << " "
                             << what << "s, but the op has " << types.size();
  for (auto [i, type, tensor] : llvm::enumerate(types, tensors)) {
    std::optional<ArrayRef<int64_t>> shape = getShardedShape(type);
    if (shape && shape->size() != tensor.getDims().size())
      return op->emitOpError()
             << "'weft.rule' gives " << what << " " << i << " "
             << tensor.getDims().size() << " dimensions, but its rank is "
             << shape->size();
  }
  return success();
}

static LogicalResult verifyRuleAttr(Operation *op, Attribute value) {
  auto rule = dyn_cast<RuleAttr>(value);
  if (!rule)
    return op->emitOpError()
           << "'weft.rule' must be a #weft.rule, not " << value;
  if (failed(verifyRuleTensors(op, op->getOperandTypes(), rule.getOperands(),
                               "operand")))
    return failure();
  return verifyRuleTensors(op, op->getResultTypes(), rule.getResults(),
                           "result");
}

/// A per-shard function: all its types are those of one device.
static LogicalResult verifyLocalAttr(Operation *op, Attribute value) {
  if (!isa<UnitAttr>(value))
    return op->emitOpError()
           << "'weft.local' is a unit attribute and has no value, not "
           << value;
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError() << "'weft.local' is for functions";
  return success();
}

LogicalResult WeftDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() == "weft.local")
    return verifyLocalAttr(op, attr.getValue());
  if (attr.getName() == "weft.whole")
    return op->emitOpError() << "'weft.whole' is for arguments and results of "
                                "functions with 'weft.local'";
  if (attr.getName() == "weft.shardings")
    return verifyShardingsAttr(op, attr.getValue());
  if (attr.getName() == "weft.rule")
    return verifyRuleAttr(op, attr.getValue());
  if (attr.getName() == "weft.sharding")
    return op->emitOpError() << "'weft.sharding' is for function arguments and "
                                "results; on an op write 'weft.shardings'";
  return success();
}

//===----------------------------------------------------------------------===//
// On functions: weft.sharding, weft.whole
//===----------------------------------------------------------------------===//

/// The attributes of an argument or a result, with its type and a name for it:
/// "argument 0: ".
namespace {
struct Place {
  FunctionOpInterface function;
  Type type;
  DictionaryAttr attrs;
  std::string what;

  bool isLocal() const { return function->hasAttr("weft.local"); }
  InFlightDiagnostic emitError() const {
    return FunctionOpInterface(function)->emitOpError(what);
  }
};
} // namespace

/// `weft.whole` is the type of all shards together: it differs from the local
/// one in sizes only.
static LogicalResult verifyWholeAttr(const Place &place, Attribute value) {
  if (!place.isLocal())
    return place.emitError()
           << "'weft.whole' is for functions with 'weft.local'; types are "
              "whole in others";
  auto attr = dyn_cast<TypeAttr>(value);
  auto whole = attr ? dyn_cast<RankedTensorType>(attr.getValue()) : nullptr;
  auto local = dyn_cast<RankedTensorType>(place.type);
  if (!whole || !whole.hasStaticShape())
    return place.emitError()
           << "'weft.whole' must be a static tensor type, not " << value;
  if (!local || local.getRank() != whole.getRank() ||
      local.getElementType() != whole.getElementType())
    return place.emitError() << "'weft.whole' is " << whole
                             << ", which has no shard of type " << place.type;
  return success();
}

/// The local type is that of a shard of the whole one.
static LogicalResult verifyLocalShape(const Place &place, ShardingAttr sharding,
                                      Type wholeType) {
  auto whole = dyn_cast<RankedTensorType>(wholeType);
  auto local = dyn_cast<RankedTensorType>(place.type);
  MeshBinding binding =
      lookupMesh(FunctionOpInterface(place.function), sharding.getMesh());
  if (!binding || !whole || !local || !whole.hasStaticShape())
    return success();
  llvm::Expected<Sharding> value = toSharding(toMesh(binding.mesh), sharding);
  if (!value) {
    llvm::consumeError(value.takeError());
    return success();
  }
  SmallVector<int64_t, 4> expected = localShape(whole.getShape(), *value);
  if (local.getShape() == ArrayRef<int64_t>(expected))
    return success();
  InFlightDiagnostic diagnostic = place.emitError();
  diagnostic << "a shard of " << whole << " has type " << whole.clone(expected)
             << ", not " << local;
  if (whole == local)
    diagnostic << "; state the type of all shards together as 'weft.whole'";
  return diagnostic;
}

static LogicalResult verifyShardingAttr(const Place &place, Attribute value) {
  auto sharding = dyn_cast<ShardingAttr>(value);
  if (!sharding)
    return place.emitError()
           << "'weft.sharding' must be a #weft.sharding, not " << value;
  Type type = place.type;
  if (auto whole = place.attrs.getAs<TypeAttr>("weft.whole"))
    type = whole.getValue();
  if (failed(verifySharding(FunctionOpInterface(place.function), sharding, type,
                            place.what, /*tables=*/nullptr)))
    return failure();
  return place.isLocal() ? verifyLocalShape(place, sharding, type) : success();
}

static LogicalResult verifyPlaceAttr(const Place &place, NamedAttribute attr) {
  if (attr.getName() == "weft.shardings")
    return place.emitError() << "'weft.shardings' is for ops; here write "
                                "'weft.sharding'";
  if (attr.getName() == "weft.whole")
    return verifyWholeAttr(place, attr.getValue());
  if (attr.getName() == "weft.sharding")
    return verifyShardingAttr(place, attr.getValue());
  return success();
}

LogicalResult WeftDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned regionIndex,
                                                    unsigned argIndex,
                                                    NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || argIndex >= function.getNumArguments())
    return success();
  return verifyPlaceAttr({function, function.getArgumentTypes()[argIndex],
                          function.getArgAttrDict(argIndex),
                          ("argument " + Twine(argIndex) + ": ").str()},
                         attr);
}

LogicalResult WeftDialect::verifyRegionResultAttribute(Operation *op,
                                                       unsigned regionIndex,
                                                       unsigned resultIndex,
                                                       NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || resultIndex >= function.getNumResults())
    return success();
  return verifyPlaceAttr({function, function.getResultTypes()[resultIndex],
                          function.getResultAttrDict(resultIndex),
                          ("result " + Twine(resultIndex) + ": ").str()},
                         attr);
}
