//===- Verification.cpp - checks of shardings against meshes ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verification.h"

#include "weft/Dialect/Sdy/IR/MeshLookup.h"

using namespace mlir;
using namespace weft;
using namespace weft::sdy;

/// Turns an error about values into a diagnostic about `op`.
static LogicalResult report(Operation *op, const Twine &where,
                            llvm::Error error) {
  if (!error)
    return success();
  return op->emitOpError(where) << llvm::toString(std::move(error));
}

//===----------------------------------------------------------------------===//
// From attributes to values
//===----------------------------------------------------------------------===//

static Mesh getMeshValue(sdy::MeshAttr attr) {
  SmallVector<MeshAxis, 4> axes;
  for (sdy::MeshAxisAttr axis : attr.getAxes())
    axes.push_back({axis.getName(), axis.getSize()});
  return Mesh::createUnchecked(axes, attr.getDeviceIds());
}

namespace {
/// Lists of axes as written, not yet merged. They lie one after the other in
/// one vector; `get` is for when nothing is added any more.
class WrittenLists {
public:
  WrittenLists(Operation *op, const Mesh &mesh, const Twine &where)
      : op(op), mesh(mesh), where(where.str()) {}

  /// Adds a list, each axis of which must be in the mesh.
  LogicalResult add(ArrayRef<sdy::AxisRefAttr> attrs) {
    for (sdy::AxisRefAttr attr : attrs) {
      SubAxisInfoAttr part = attr.getSubAxisInfo();
      llvm::Expected<AxisRef> axis =
          part ? mesh.resolve(attr.getName(), part.getPreSize(), part.getSize())
               : mesh.resolve(attr.getName());
      if (!axis)
        return report(op, where, axis.takeError());
      axes.push_back(*axis);
    }
    ends.push_back(axes.size());
    return success();
  }

  ArrayRef<AxisRef> get(size_t list) const {
    size_t begin = list ? ends[list - 1] : 0;
    return ArrayRef(axes).slice(begin, ends[list] - begin);
  }

private:
  Operation *op;
  const Mesh &mesh;
  std::string where;
  SmallVector<AxisRef, 8> axes;
  SmallVector<size_t, 8> ends;
};
} // namespace

/// Lists whose order has no meaning are written in the order of the mesh.
static LogicalResult verifySorted(Operation *op, const Mesh &mesh,
                                  ArrayRef<AxisRef> axes, const Twine &where,
                                  StringRef what) {
  for (size_t i = 1; i < axes.size(); ++i)
    if (axes[i] < axes[i - 1])
      return op->emitOpError(where)
             << what << " lists " << mesh.toString(axes[i - 1]) << " before "
             << mesh.toString(axes[i]) << "; the order of the mesh is expected";
  return success();
}

static ReducerKind getReducerKind(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return ReducerKind::Add;
  case ReductionKind::Max:
    return ReducerKind::Max;
  case ReductionKind::Min:
    return ReducerKind::Min;
  }
  llvm_unreachable("all reductions are listed");
}

FailureOr<ResolvedSharding> weft::sdy::resolveSharding(Operation *op,
                                                       TensorShardingAttr attr,
                                                       const Twine &where) {
  ResolvedSharding resolved;
  resolved.meshAttr = lookupMesh(op, attr.getMeshOrRef());
  if (!resolved.meshAttr)
    return op->emitOpError(where) << "names the mesh " << attr.getMeshOrRef()
                                  << ", which the module does not declare";
  resolved.mesh = getMeshValue(resolved.meshAttr);
  const Mesh &mesh = resolved.mesh;

  WrittenLists lists(op, mesh, where);
  for (DimensionShardingAttr dim : attr.getDimShardings())
    if (failed(lists.add(dim.getAxes())))
      return failure();
  if (failed(lists.add(attr.getReplicatedAxes())) ||
      failed(lists.add(attr.getUnreducedAxes())))
    return failure();

  SmallVector<WrittenDim, 6> dims;
  for (auto [i, dim] : llvm::enumerate(attr.getDimShardings()))
    dims.push_back({lists.get(i), !dim.getIsClosed(), dim.getPriority()});
  ArrayRef<AxisRef> replicated = lists.get(dims.size());
  ArrayRef<AxisRef> unreduced = lists.get(dims.size() + 1);
  if (failed(report(op, where, checkAxes(mesh, dims, replicated, unreduced))) ||
      failed(verifySorted(op, mesh, replicated, where, "replicated")) ||
      failed(verifySorted(op, mesh, unreduced, where, "unreduced")))
    return failure();

  for (const WrittenDim &dim : dims)
    resolved.sharding.dims.push_back(
        {AxisList(dim.axes), dim.isOpen, dim.priority});
  resolved.sharding.replicated = AxisList(replicated);
  resolved.sharding.unreduced = AxisList(unreduced);
  resolved.sharding.unreducedKind = getReducerKind(attr.getReductionKind());
  return resolved;
}

FailureOr<AxisList> weft::sdy::resolveAxes(Operation *op, const Mesh &mesh,
                                           ArrayRef<sdy::AxisRefAttr> attrs) {
  WrittenLists lists(op, mesh, "");
  if (failed(lists.add(attrs)) ||
      failed(report(op, "", checkAxes(mesh, lists.get(0)))))
    return failure();
  return AxisList(lists.get(0));
}

FailureOr<SmallVector<AxisList>>
weft::sdy::resolveAxesPerDim(Operation *op, const Mesh &mesh,
                             ListOfAxisRefListsAttr attr) {
  WrittenLists lists(op, mesh, "");
  for (AxisRefListAttr list : attr.getValue())
    if (failed(lists.add(list.getValue())))
      return failure();
  SmallVector<WrittenDim, 6> dims;
  for (size_t i = 0; i < attr.getValue().size(); ++i)
    dims.push_back({lists.get(i), /*isOpen=*/false, std::nullopt});
  if (failed(report(op, "", checkAxes(mesh, dims, {}, {}))))
    return failure();
  return llvm::map_to_vector(
      dims, [](const WrittenDim &dim) { return AxisList(dim.axes); });
}

//===----------------------------------------------------------------------===//
// Shardings of values
//===----------------------------------------------------------------------===//

/// Inside a manual computation its axes are spent: each device sees only its
/// part along them.
static LogicalResult verifyNotManual(Operation *op, const Mesh &mesh,
                                     const Sharding &sharding,
                                     const Twine &where) {
  for (auto manual = op->getParentOfType<ManualComputationOp>(); manual;
       manual = manual->getParentOfType<ManualComputationOp>()) {
    for (StringAttr name : manual.getManualAxes().getValue()) {
      std::optional<int32_t> axis = mesh.find(name.getValue());
      if (!axis || !sharding.uses(mesh.whole(*axis)))
        continue;
      InFlightDiagnostic diagnostic = op->emitOpError(where)
                                      << "uses axis " << name
                                      << ", which is manual here";
      diagnostic.attachNote(manual.getLoc())
          << "it is made manual by this computation";
      return diagnostic;
    }
  }
  return success();
}

/// Only ranked tensors can be split; a token or a scalar has an empty list.
static LogicalResult verifyForType(Operation *op, const ResolvedSharding &value,
                                   Type type, const Twine &where) {
  if (auto tuple = dyn_cast<TupleType>(type); tuple && tuple.size() == 1)
    type = tuple.getType(0);
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !shaped.hasRank())
    return op->emitOpError(where) << "a value of type " << type
                                  << " has no rank, so it cannot be sharded";
  const Sharding &sharding = value.sharding;
  if (!shaped || value.mesh.isMaximal()) {
    if (sharding.dims.empty() && sharding.replicated.empty() &&
        sharding.unreduced.empty())
      return success();
    InFlightDiagnostic diagnostic = op->emitOpError(where);
    if (shaped)
      diagnostic << "the mesh is a single device";
    else
      diagnostic << "a value of type " << type << " cannot be split";
    return diagnostic << ", so the sharding must be empty: write []";
  }
  if (static_cast<int64_t>(sharding.rank()) != shaped.getRank())
    return op->emitOpError(where)
           << "the sharding has " << sharding.rank()
           << " dimensions, but the tensor has rank " << shaped.getRank();
  return success();
}

LogicalResult weft::sdy::verifySharding(Operation *op, TensorShardingAttr attr,
                                        Type type, const Twine &where) {
  FailureOr<ResolvedSharding> value = resolveSharding(op, attr, where);
  if (failed(value))
    return failure();
  if (failed(verifyForType(op, *value, type, where)))
    return failure();
  return verifyNotManual(op, value->mesh, value->sharding, where);
}

LogicalResult weft::sdy::verifyShardings(Operation *op,
                                         TensorShardingPerValueAttr attr,
                                         TypeRange types, StringRef what) {
  ArrayRef<TensorShardingAttr> shardings = attr.getShardings();
  if (shardings.size() != types.size())
    return op->emitOpError("has ") << shardings.size() << " shardings for "
                                   << types.size() << " " << what << "s";
  for (auto [i, sharding, type] : llvm::enumerate(shardings, types))
    if (failed(
            verifySharding(op, sharding, type, what + " " + Twine(i) + ": ")))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Computations with a body
//===----------------------------------------------------------------------===//

/// Checks the types on one side of a body, `local` being those inside.
static LogicalResult verifyTypes(Operation *op, TypeRange expected,
                                 TypeRange local, StringRef what) {
  if (expected.size() != local.size())
    return op->emitOpError("has ") << expected.size() << " " << what
                                   << "s, but its body has " << local.size();
  for (auto [i, outer, inner] : llvm::enumerate(expected, local))
    if (outer != inner)
      return op->emitOpError(what) << " " << i << " must have type " << outer
                                   << " in the body, found " << inner;
  return success();
}

LogicalResult weft::sdy::verifyBodyTypes(Operation *op, TypeRange inputs,
                                         TypeRange outputs) {
  Block &body = op->getRegion(0).front();
  if (failed(verifyTypes(op, inputs, body.getArgumentTypes(), "operand")))
    return failure();
  return verifyTypes(op, outputs, body.getTerminator()->getOperandTypes(),
                     "result");
}

namespace {
/// The checks of one manual computation.
class ManualVerifier {
public:
  explicit ManualVerifier(ManualComputationOp op) : op(op) {}

  LogicalResult verify() {
    SmallVector<Type> inputs, outputs;
    if (failed(verifyNames()) ||
        failed(localTypes(op.getInShardings(), op.getOperandTypes(), "operand",
                          inputs)) ||
        failed(localTypes(op.getOutShardings(), op.getResultTypes(), "result",
                          outputs)))
      return failure();
    return verifyBodyTypes(op, inputs, outputs);
  }

private:
  ManualComputationOp op;
  sdy::MeshAttr common; // of all shardings that name one

  bool isManual(StringRef name) {
    return llvm::any_of(op.getManualAxes().getValue(), [&](StringAttr manual) {
      return manual.getValue() == name;
    });
  }

  /// An axis becomes manual once.
  LogicalResult verifyNames() {
    ArrayRef<StringAttr> names = op.getManualAxes().getValue();
    for (auto [i, name] : llvm::enumerate(names))
      if (llvm::is_contained(names.take_front(i), name))
        return op.emitOpError("lists the manual axis ") << name << " twice";
    for (auto outer = op->getParentOfType<ManualComputationOp>(); outer;
         outer = outer->getParentOfType<ManualComputationOp>())
      for (StringAttr name : outer.getManualAxes().getValue())
        if (llvm::is_contained(names, name)) {
          InFlightDiagnostic diagnostic = op.emitOpError("makes axis ")
                                          << name << " manual a second time";
          diagnostic.attachNote(outer.getLoc())
              << "it is made manual by this computation";
          return diagnostic;
        }
    return success();
  }

  /// All shardings speak of one mesh, and the manual axes are in it.
  LogicalResult verifyMesh(sdy::MeshAttr mesh, const Twine &where) {
    if (mesh.getAxes().empty())
      return success();
    if (common && common != mesh)
      return op.emitOpError(where)
             << "is on the mesh " << mesh << ", but others are on " << common;
    if (common)
      return success();
    common = mesh;
    for (StringAttr name : op.getManualAxes().getValue())
      if (llvm::none_of(mesh.getAxes(), [&](sdy::MeshAxisAttr axis) {
            return axis.getName() == name.getValue();
          }))
        return op.emitOpError("makes axis ")
               << name << " manual, which is not in the mesh " << mesh;
    return success();
  }

  /// The manual axes of a dimension, which come first.
  FailureOr<AxisList> manualPart(const Mesh &mesh, const AxisList &axes,
                                 const Twine &where, int64_t dim) {
    AxisList manual;
    std::optional<AxisRef> free;
    for (AxisRef axis : axes) {
      if (!isManual(mesh.axes()[axis.axis].name)) {
        free = axis;
        continue;
      }
      if (free)
        return op.emitOpError(where)
               << "dimension " << dim << " is split over the manual axis "
               << mesh.toString(axis) << " after the free axis "
               << mesh.toString(*free) << "; manual axes come first";
      manual.append(axis);
    }
    return manual;
  }

  /// What a device sees of a value of type `type`.
  FailureOr<Type> localType(TensorShardingAttr attr, Type type,
                            const Twine &where) {
    FailureOr<ResolvedSharding> value = resolveSharding(op, attr, where);
    if (failed(value) || failed(verifyMesh(value->meshAttr, where)))
      return failure();
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || value->mesh.isMaximal())
      return type;
    SmallVector<int64_t> shape(tensor.getShape());
    for (auto [i, dim] : llvm::enumerate(value->sharding.dims)) {
      FailureOr<AxisList> axes = manualPart(value->mesh, dim.axes, where, i);
      if (failed(axes))
        return failure();
      int64_t count = axes->numShards();
      if (ShapedType::isDynamic(shape[i]))
        continue;
      if (shape[i] % count != 0)
        return op.emitOpError(where)
               << "dimension " << i << " of size " << shape[i]
               << " is not a multiple of " << count
               << ", the size of its manual axes";
      shape[i] /= count;
    }
    return Type(tensor.clone(shape));
  }

  LogicalResult localTypes(TensorShardingPerValueAttr shardings,
                           TypeRange types, StringRef what,
                           SmallVectorImpl<Type> &local) {
    if (failed(verifyShardings(op, shardings, types, what)))
      return failure();
    for (auto [i, sharding, type] :
         llvm::enumerate(shardings.getShardings(), types)) {
      FailureOr<Type> inner =
          localType(sharding, type, what + " " + Twine(i) + ": ");
      if (failed(inner))
        return failure();
      local.push_back(*inner);
    }
    return success();
  }
};
} // namespace

LogicalResult weft::sdy::verifyManualComputation(ManualComputationOp op) {
  return ManualVerifier(op).verify();
}
