//===- SdyCollectiveOps.cpp - collectives on whole tensors ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every verifier builds the step as a value, applies it to the operand's
// sharding and compares what comes out with `out_sharding` (ReshardStep.h).
// Openness and priorities play no part in that: they speak to propagation, not
// to the layout.
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"
#include "Verification.h"
#include "weft/Dialect/Sdy/IR/MeshLookup.h"
#include "weft/Sharding/ReshardStep.h"

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

/// Checks one collective: `begin`, then one of the functions that read its
/// axes, then `verify`.
class StepVerifier {
public:
  StepVerifier(Operation *op, StepKind kind) : op(op) { step.kind = kind; }

  /// Reads the shardings on both sides.
  LogicalResult begin(Value tensor, TensorShardingAttr outSharding,
                      MissingSharding missing) {
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
      before = after;
      before.sharding = Sharding::closed(after.sharding.rank());
      return success();
    }
    if (failed(resolved = resolveSharding(op, inSharding, "operand: ")))
      return failure();
    before = *resolved;
    return verifyMeshes();
  }

  LogicalResult readAxes(ListOfAxisRefListsAttr attr) {
    FailureOr<SmallVector<AxisList>> lists =
        resolveAxesPerDim(op, after.mesh, attr);
    if (failed(lists))
      return failure();
    step.dims.assign(lists->begin(), lists->end());
    return success();
  }

  /// A flat list is in the order of the mesh.
  LogicalResult readAxes(AxisRefListAttr attr) {
    FailureOr<AxisList> axes = resolveAxes(op, after.mesh, attr.getValue());
    if (failed(axes))
      return failure();
    step.axes = *axes;
    for (size_t i = 1; i < axes->size(); ++i)
      if ((*axes)[i] < (*axes)[i - 1])
        return op->emitOpError("lists axis ")
               << after.mesh.toString((*axes)[i - 1]) << " before "
               << after.mesh.toString((*axes)[i])
               << "; the order of the mesh is expected";
    return success();
  }

  /// Moves are in the order of their source dimensions.
  LogicalResult readMoves(AllToAllParamListAttr attr) {
    for (AllToAllParamAttr param : attr.getValue()) {
      FailureOr<AxisList> axes = resolveAxes(op, after.mesh, param.getAxes());
      if (failed(axes))
        return failure();
      if (!step.moves.empty() && param.getSrcDim() < step.moves.back().from)
        return op->emitOpError("moves axes from dimension ")
               << step.moves.back().from << " before dimension "
               << param.getSrcDim() << "; source dimensions must ascend";
      step.moves.push_back({*axes, param.getSrcDim(), param.getTgtDim()});
    }
    return success();
  }

  LogicalResult verify() {
    // Shardy has collectives over no axes; its own cleanup drops them.
    if (isEmpty()) {
      if (before.sharding.hasSameLayout(after.sharding))
        return success();
      return op->emitOpError("names no axes, but changes the sharding");
    }
    if (llvm::Error error = checkStep(after.mesh, step, after.sharding.rank()))
      return report(std::move(error));
    for (AxisRef axis : step.axes)
      if (step.kind == StepKind::AllReduce &&
          before.sharding.replicated.overlaps(axis))
        return op->emitOpError("combines over ")
               << after.mesh.toString(axis)
               << ", on which the operand is replicated";
    return report(
        checkStepResult(after.mesh, step, before.sharding, after.sharding));
  }

private:
  Operation *op;
  ReshardStep step;
  ResolvedSharding before, after;

  bool isEmpty() const {
    return step.kind != StepKind::CollectivePermute && step.axes.empty() &&
           step.moves.empty() &&
           step.dims.size() ==
               (hasAxesPerDimension(step.kind) ? after.sharding.rank() : 0) &&
           llvm::all_of(step.dims, [](const AxisList &l) { return l.empty(); });
  }

  LogicalResult report(llvm::Error error) {
    if (!error)
      return success();
    return op->emitOpError(llvm::toString(std::move(error)));
  }

  /// Only a permute may change the mesh, and only its order of devices.
  LogicalResult verifyMeshes() {
    bool mayDiffer = step.kind == StepKind::CollectivePermute;
    bool agree = mayDiffer ? before.mesh.hasSameAxes(after.mesh)
                           : before.meshAttr == after.meshAttr;
    if (!agree)
      return op->emitOpError("goes from the mesh ")
             << before.meshAttr << " to " << after.meshAttr
             << (mayDiffer ? "; only the order of devices may change"
                           : "; only a collective_permute may change the mesh");
    if (before.sharding.rank() != after.sharding.rank())
      return op->emitOpError("the operand's sharding has ")
             << before.sharding.rank() << " dimensions, but out_sharding has "
             << after.sharding.rank();
    return success();
  }
};
} // namespace

/// A collective whose axes are one attribute.
template <typename Axes>
static LogicalResult verifyStep(Operation *op, StepKind kind, Value tensor,
                                TensorShardingAttr outSharding, Axes axes,
                                MissingSharding missing) {
  StepVerifier verifier(op, kind);
  if (failed(verifier.begin(tensor, outSharding, missing)) ||
      failed(verifier.readAxes(axes)))
    return failure();
  return verifier.verify();
}

LogicalResult AllGatherOp::verify() {
  return verifyStep(*this, StepKind::AllGather, getTensor(), getOutSharding(),
                    getGatheringAxes(), MissingSharding::Reject);
}

LogicalResult AllSliceOp::verify() {
  return verifyStep(*this, StepKind::AllSlice, getTensor(), getOutSharding(),
                    getSlicingAxes(), MissingSharding::IsReplicated);
}

LogicalResult ReduceScatterOp::verify() {
  return verifyStep(*this, StepKind::ReduceScatter, getTensor(),
                    getOutSharding(), getReduceScatterAxes(),
                    MissingSharding::IsReplicated);
}

LogicalResult ShardedToUnreducedOp::verify() {
  return verifyStep(*this, StepKind::ShardedToUnreduced, getTensor(),
                    getOutSharding(), getAxes(), MissingSharding::Reject);
}

LogicalResult AllReduceOp::verify() {
  return verifyStep(*this, StepKind::AllReduce, getTensor(), getOutSharding(),
                    getReductionAxes(), MissingSharding::IsReplicated);
}

LogicalResult ReplicatedToUnreducedOp::verify() {
  if (getAxes().getValue().empty())
    return emitOpError("lists no axis, so it has no effect");
  return verifyStep(*this, StepKind::ReplicatedToUnreduced, getTensor(),
                    getOutSharding(), getAxes(), MissingSharding::IsReplicated);
}

LogicalResult AllToAllOp::verify() {
  if (getParams().getValue().empty())
    return emitOpError("moves no axis, so it has no effect");
  StepVerifier verifier(*this, StepKind::AllToAll);
  if (failed(verifier.begin(getTensor(), getOutSharding(),
                            MissingSharding::Reject)) ||
      failed(verifier.readMoves(getParams())))
    return failure();
  return verifier.verify();
}

LogicalResult CollectivePermuteOp::verify() {
  StepVerifier verifier(*this, StepKind::CollectivePermute);
  if (failed(verifier.begin(getTensor(), getOutSharding(),
                            MissingSharding::Reject)))
    return failure();
  return verifier.verify();
}
