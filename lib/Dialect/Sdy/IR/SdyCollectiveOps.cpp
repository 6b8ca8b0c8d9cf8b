//===- SdyCollectiveOps.cpp - collectives on whole tensors ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every verifier applies the step to the operand's sharding and compares what
// comes out with `out_sharding`. Openness and priorities play no part in that:
// they speak to propagation, not to the layout.
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"
#include "Verification.h"
#include "weft/Dialect/Sdy/IR/MeshLookup.h"

using namespace mlir;
using namespace weft;
using namespace weft::sdy;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `max` or `min` before the axes; a sum may be written and is not kept.
static OptionalParseResult parseReduction(OpAsmParser &parser,
                                          ReductionKindAttr &attr) {
  ReductionKind kind = ReductionKind::Sum;
  OptionalParseResult result = parseOptionalReduction(parser, kind);
  if (result.has_value() && succeeded(*result) && kind != ReductionKind::Sum)
    attr = ReductionKindAttr::get(parser.getContext(), kind);
  return result;
}

static void printReduction(OpAsmPrinter &printer, Operation *,
                           ReductionKindAttr attr) {
  printer << stringifyReductionKind(attr.getValue());
}

#define GET_OP_CLASSES
#include "weft/Dialect/Sdy/IR/SdyCollectiveOps.cpp.inc"

void SdyDialect::registerCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Sdy/IR/SdyCollectiveOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// What to do if the operand has no sharding.
enum class MissingSharding { Reject, IsReplicated };
/// Whether both sides may be on meshes that differ in the order of devices.
enum class MeshOrder { Same, MayDiffer };

/// The shardings before and after a step.
class Step {
public:
  explicit Step(Operation *op) : op(op) {}

  LogicalResult init(Value tensor, TensorShardingAttr outSharding,
                     MissingSharding missing,
                     MeshOrder order = MeshOrder::Same) {
    if (failed(verifySharding(op, outSharding, tensor.getType(),
                              "out_sharding: ")))
      return failure();
    FailureOr<ResolvedSharding> resolved =
        resolveSharding(op, outSharding, "out_sharding: ");
    if (failed(resolved))
      return failure();
    after = *resolved;
    TensorShardingAttr inSharding = getSharding(tensor);
    if (!inSharding && missing == MissingSharding::Reject)
      return op->emitOpError("needs an operand with a sharding");
    if (!inSharding) {
      before = {after.meshAttr, after.mesh,
                Sharding::closed(after.sharding.rank())};
      return success();
    }
    if (failed(resolved = resolveSharding(op, inSharding, "operand: ")))
      return failure();
    before = *resolved;
    return verifyMeshes(order);
  }

  const Mesh &mesh() const { return after.mesh; }

  /// The axes of each dimension, one list for each.
  FailureOr<SmallVector<AxisList>> perDim(ListOfAxisRefListsAttr attr) {
    if (attr.getValue().size() != after.sharding.rank())
      return op->emitOpError("lists axes for ")
             << attr.getValue().size()
             << " dimensions, but the tensor has rank "
             << after.sharding.rank();
    return resolveAxesPerDim(op, mesh(), attr);
  }

  /// A flat list of axes, in the order of the mesh.
  FailureOr<AxisList> sortedAxes(AxisRefListAttr attr) {
    FailureOr<AxisList> axes = resolveAxes(op, mesh(), attr.getValue());
    if (failed(axes))
      return failure();
    for (size_t i = 1; i < axes->size(); ++i)
      if ((*axes)[i] < (*axes)[i - 1])
        return op->emitOpError("lists axis ")
               << mesh().toString((*axes)[i - 1]) << " before "
               << mesh().toString((*axes)[i])
               << "; the order of the mesh is expected";
    return axes;
  }

  /// Takes axes off the end of a dimension.
  LogicalResult remove(int64_t dim, const AxisList &axes) {
    AxisList &own = before.sharding.dims[dim].axes;
    AxisList old = own;
    if (own.removeSuffix(axes))
      return success();
    return op->emitOpError("cannot take ")
           << list(axes) << " off dimension " << dim << ", which is split over "
           << list(old);
  }

  /// Adds axes to the end of a dimension.
  void append(int64_t dim, const AxisList &axes) {
    before.sharding.dims[dim].axes.append(axes);
  }

  /// No axis of the step may already split the operand.
  LogicalResult verifyUnused(const AxisList &axes) {
    for (auto [i, dim] : llvm::enumerate(before.sharding.dims))
      for (AxisRef axis : axes)
        if (dim.axes.overlaps(axis))
          return op->emitOpError("axis ")
                 << mesh().toString(axis) << " already splits dimension " << i
                 << " of the operand";
    return success();
  }

  LogicalResult verifyDims() {
    for (auto [i, own, out] :
         llvm::enumerate(before.sharding.dims, after.sharding.dims))
      if (!(own.axes == out.axes))
        return op->emitOpError("makes dimension ")
               << i << " split over " << list(own.axes)
               << ", but out_sharding has " << list(out.axes);
    return success();
  }

  /// The axes of the step become unreduced.
  LogicalResult verifyMadeUnreduced(const AxisList &axes) {
    AxisList expected = before.sharding.unreduced;
    expected.append(axes);
    expected.sortAndMerge();
    AxisList found = after.sharding.unreduced;
    found.sortAndMerge();
    if (expected == found)
      return success();
    return op->emitOpError("makes the value unreduced over ")
           << list(expected) << ", but out_sharding has " << list(found);
  }

  ResolvedSharding before, after;

private:
  Operation *op;

  std::string list(const AxisList &axes) const {
    return "[" + mesh().toString(axes) + "]";
  }

  LogicalResult verifyMeshes(MeshOrder order) {
    bool agree = order == MeshOrder::MayDiffer
                     ? before.mesh.hasSameAxes(after.mesh)
                     : before.meshAttr == after.meshAttr;
    if (!agree)
      return op->emitOpError("goes from the mesh ")
             << before.meshAttr << " to " << after.meshAttr
             << (order == MeshOrder::MayDiffer
                     ? "; only the order of devices may change"
                     : "; only a collective_permute may change the mesh");
    if (before.sharding.rank() != after.sharding.rank())
      return op->emitOpError("the operand's sharding has ")
             << before.sharding.rank() << " dimensions, but out_sharding has "
             << after.sharding.rank();
    return success();
  }
};
} // namespace

LogicalResult AllGatherOp::verify() {
  Step step(*this);
  if (failed(step.init(getTensor(), getOutSharding(), MissingSharding::Reject)))
    return failure();
  FailureOr<SmallVector<AxisList>> axes = step.perDim(getGatheringAxes());
  if (failed(axes))
    return failure();
  for (auto [i, list] : llvm::enumerate(*axes))
    if (failed(step.remove(i, list)))
      return failure();
  return step.verifyDims();
}

/// What slicing and reduce-scattering have in common.
static LogicalResult verifySlice(Operation *op, Value tensor,
                                 TensorShardingAttr outSharding,
                                 ListOfAxisRefListsAttr slicingAxes) {
  Step step(op);
  if (failed(step.init(tensor, outSharding, MissingSharding::IsReplicated)))
    return failure();
  FailureOr<SmallVector<AxisList>> axes = step.perDim(slicingAxes);
  if (failed(axes))
    return failure();
  for (const AxisList &list : *axes)
    if (failed(step.verifyUnused(list)))
      return failure();
  for (auto [i, list] : llvm::enumerate(*axes))
    step.append(i, list);
  return step.verifyDims();
}

LogicalResult AllSliceOp::verify() {
  return verifySlice(*this, getTensor(), getOutSharding(), getSlicingAxes());
}

LogicalResult ReduceScatterOp::verify() {
  return verifySlice(*this, getTensor(), getOutSharding(),
                     getReduceScatterAxes());
}

LogicalResult ShardedToUnreducedOp::verify() {
  Step step(*this);
  if (failed(step.init(getTensor(), getOutSharding(), MissingSharding::Reject)))
    return failure();
  FailureOr<SmallVector<AxisList>> axes = step.perDim(getAxes());
  if (failed(axes))
    return failure();
  AxisList all;
  for (auto [i, list] : llvm::enumerate(*axes)) {
    if (failed(step.remove(i, list)))
      return failure();
    all.append(list);
  }
  return failed(step.verifyDims()) ? failure() : step.verifyMadeUnreduced(all);
}

LogicalResult AllReduceOp::verify() {
  Step step(*this);
  if (failed(step.init(getTensor(), getOutSharding(),
                       MissingSharding::IsReplicated)))
    return failure();
  FailureOr<AxisList> axes = step.sortedAxes(getReductionAxes());
  if (failed(axes) || failed(step.verifyUnused(*axes)) ||
      failed(step.verifyDims()))
    return failure();
  for (AxisRef axis : *axes) {
    if (step.before.sharding.replicated.overlaps(axis))
      return emitOpError("reduces over axis ")
             << step.mesh().toString(axis) << ", on which the operand is "
             << "replicated";
    if (step.after.sharding.unreduced.overlaps(axis))
      return emitOpError("reduces over axis ")
             << step.mesh().toString(axis)
             << ", but out_sharding is still unreduced over it";
  }
  return success();
}

LogicalResult ReplicatedToUnreducedOp::verify() {
  Step step(*this);
  if (failed(step.init(getTensor(), getOutSharding(),
                       MissingSharding::IsReplicated)))
    return failure();
  FailureOr<AxisList> axes = step.sortedAxes(getAxes());
  if (failed(axes))
    return failure();
  if (axes->empty())
    return emitOpError("lists no axis, so it has no effect");
  if (failed(step.verifyUnused(*axes)) || failed(step.verifyDims()))
    return failure();
  return step.verifyMadeUnreduced(*axes);
}

LogicalResult AllToAllOp::verify() {
  Step step(*this);
  if (failed(step.init(getTensor(), getOutSharding(), MissingSharding::Reject)))
    return failure();
  ArrayRef<AllToAllParamAttr> params = getParams().getValue();
  if (params.empty())
    return emitOpError("moves no axis, so it has no effect");
  int64_t rank = step.after.sharding.rank(), previous = -1;
  SmallVector<bool> seen(rank, false);
  for (AllToAllParamAttr param : params) {
    for (int64_t dim : {param.getSrcDim(), param.getTgtDim()}) {
      if (dim < 0 || dim >= rank)
        return emitOpError("names dimension ")
               << dim << ", but the tensor has rank " << rank;
      if (std::exchange(seen[dim], true))
        return emitOpError("names dimension ") << dim << " twice";
    }
    if (param.getSrcDim() < previous)
      return emitOpError("moves axes from dimension ")
             << previous << " before dimension " << param.getSrcDim()
             << "; source dimensions must ascend";
    previous = param.getSrcDim();
    FailureOr<AxisList> axes = resolveAxes(*this, step.mesh(), param.getAxes());
    if (failed(axes) || failed(step.remove(param.getSrcDim(), *axes)))
      return failure();
    step.append(param.getTgtDim(), *axes);
  }
  return step.verifyDims();
}

LogicalResult CollectivePermuteOp::verify() {
  Step step(*this);
  if (failed(step.init(getTensor(), getOutSharding(), MissingSharding::Reject,
                       MeshOrder::MayDiffer)))
    return failure();
  for (auto [i, own, out] :
       llvm::enumerate(step.before.sharding.dims, step.after.sharding.dims))
    if (own.axes.numShards() != out.axes.numShards())
      return emitOpError("has dimension ")
             << i << " in " << own.axes.numShards()
             << " parts, but out_sharding makes " << out.axes.numShards();
  return success();
}
