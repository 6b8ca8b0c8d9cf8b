//===- CollectiveOps.cpp - communication between devices --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/CollectiveOps.h"

#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/CollectiveOps.cpp.inc"

void StablehloDialect::addCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/CollectiveOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {

/// What the members of `replica_groups` must be.
enum class Members {
  /// Every device once; groups of one size.
  Uniform,
  /// Every device once; small groups are padded with -1.
  Padded,
  /// Some devices, none twice.
  Some,
};

} // namespace

/// Checks the groups of a collective and gives their size where it is known.
static FailureOr<std::optional<int64_t>>
verifyGroups(const Reporter &report, Attribute attr, Members members) {
  if (auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(attr))
    return axes.getGroupSize();
  auto groups = cast<DenseIntElementsAttr>(attr);
  if (groups.getType().getRank() != 2)
    return report("replica_groups has type ", groups.getType(),
                  "; it must have one row per group");
  // No groups: all devices are in one, however many there are.
  if (groups.empty())
    return std::optional<int64_t>();
  std::optional<int64_t> groupSize = groups.getType().getDimSize(1);
  int64_t numEntries = groups.getNumElements();
  // A splat may stand for more elements than could ever be visited.
  if (groups.isSplat() && numEntries > 1)
    return report("replica_groups contains device ",
                  groups.getSplatValue<int64_t>(), " twice");

  // Not a DenseSet: that keeps two of the numbers a file may hold for itself.
  llvm::SmallSet<int64_t, 16> seen;
  int64_t numPadding = 0;
  for (int64_t device : groups.getValues<int64_t>()) {
    if (device == -1 && members == Members::Padded) {
      ++numPadding;
      continue;
    }
    if (device < 0)
      return report("replica_groups contains ", device,
                    "; a device has a number of at least 0");
    if (!seen.insert(device).second)
      return report("replica_groups contains device ", device, " twice");
  }
  if (members == Members::Some)
    return groupSize;
  int64_t numDevices = numEntries - numPadding;
  for (int64_t device = 0; device < numDevices; ++device)
    if (!seen.contains(device))
      return report("replica_groups has ", numDevices, " devices, but device ",
                    device, " is missing");
  return numPadding ? std::optional<int64_t>() : groupSize;
}

static LogicalResult verifyGlobalIds(const Reporter &report, bool useGlobalIds,
                                     std::optional<ChannelHandleAttr> channel) {
  if (useGlobalIds && (!channel || channel->getHandle() <= 0))
    return report("use_global_device_ids needs a channel handle above 0");
  return success();
}

/// The mesh that groups are named by exists.
static LogicalResult verifyMeshSymbol(Operation *op, Attribute groups,
                                      SymbolTableCollection &symbolTable) {
  auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(groups);
  auto symbol =
      axes ? dyn_cast<FlatSymbolRefAttr>(axes.getMesh()) : FlatSymbolRefAttr();
  if (symbol && !symbolTable.lookupNearestSymbolFrom(op, symbol))
    return op->emitOpError("refers to mesh ")
           << symbol << ", which is not defined";
  return success();
}

/// As many results as operands, and at least one.
static LogicalResult verifyPairs(const Reporter &report, Operation *op) {
  if (op->getNumOperands() == 0)
    return report("needs at least one operand");
  if (op->getNumOperands() != op->getNumResults())
    return report("has ", op->getNumOperands(), " operands, but ",
                  op->getNumResults(), " results");
  return success();
}

/// A group of unknown size scales a dimension by an unknown factor.
static FailureOr<int64_t> scaleSize(const Reporter &report, int64_t size,
                                    std::optional<int64_t> factor) {
  if (!factor)
    return ShapedType::kDynamic;
  std::optional<int64_t> scaled = multiplySizes(size, *factor);
  if (!scaled)
    return report("a dimension of size ", size, " times ", *factor,
                  " overflows 64 bits");
  return *scaled;
}

/// `size` cut into `parts`, which must divide it.
static FailureOr<int64_t> divideSize(const Reporter &report, int64_t dim,
                                     int64_t size,
                                     std::optional<int64_t> parts) {
  if (!parts || ShapedType::isDynamic(size))
    return ShapedType::kDynamic;
  if (*parts == 0 || size % *parts != 0)
    return report("dimension ", dim, " has size ", size, ", which ", *parts,
                  " does not divide");
  return size / *parts;
}

/// The result has the given shape and the element type of the operand.
static LogicalResult verifyResult(const Reporter &report,
                                  ArrayRef<int64_t> shape, Type element,
                                  Type result) {
  if (failed(verifyShape(report, "the result", shape, result)))
    return failure();
  return verifyElementType(report, "the result", element, result);
}

//===----------------------------------------------------------------------===//
// AllGatherOp
//===----------------------------------------------------------------------===//

/// However many devices a group has, each adds `operand` elements.
static LogicalResult verifyMultiple(const Reporter &report, int64_t dim,
                                    int64_t operand, int64_t result) {
  if (ShapedType::isDynamic(operand) || ShapedType::isDynamic(result) ||
      (operand == 0 ? result == 0 : result % operand == 0))
    return success();
  return report("dimension ", dim, " of the result has size ", result,
                ", which is no multiple of the operand's ", operand);
}

LogicalResult AllGatherOp::verify() {
  Reporter report(*this);
  FailureOr<std::optional<int64_t>> groupSize =
      verifyGroups(report, getReplicaGroups(), Members::Uniform);
  if (failed(groupSize) || failed(verifyPairs(report, *this)) ||
      failed(
          verifyGlobalIds(report, getUseGlobalDeviceIds(), getChannelHandle())))
    return failure();
  int64_t dim = getAllGatherDim();
  for (auto [operand, result] :
       llvm::zip_equal(getOperandTypes(), getResultTypes())) {
    auto type = cast<RankedTensorType>(operand);
    if (failed(verifyDimension(report, "all_gather_dim", dim, type.getRank())))
      return failure();
    SmallVector<int64_t> shape(type.getShape());
    FailureOr<int64_t> size = scaleSize(report, shape[dim], *groupSize);
    if (failed(size))
      return failure();
    int64_t operandSize = shape[dim];
    shape[dim] = *size;
    if (failed(verifyResult(report, shape, type.getElementType(), result)) ||
        failed(verifyMultiple(report, dim, operandSize,
                              cast<ShapedType>(result).getDimSize(dim))))
      return failure();
  }
  return success();
}

LogicalResult
AllGatherOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMeshSymbol(*this, getReplicaGroups(), symbolTable);
}

//===----------------------------------------------------------------------===//
// AllReduceOp
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::verify() {
  Reporter report(*this);
  if (failed(verifyGroups(report, getReplicaGroups(), Members::Padded)) ||
      failed(verifyPairs(report, *this)) ||
      failed(
          verifyGlobalIds(report, getUseGlobalDeviceIds(), getChannelHandle())))
    return failure();
  for (auto [operand, result] :
       llvm::zip_equal(getOperandTypes(), getResultTypes())) {
    auto type = cast<RankedTensorType>(operand);
    FailureOr<SmallVector<Type>> accumulated = verifyReducer(
        report, "the computation", getComputation(), type.getElementType());
    if (failed(accumulated) ||
        failed(verifyResult(report, type.getShape(), accumulated->front(),
                            result)))
      return failure();
  }
  return success();
}

LogicalResult
AllReduceOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMeshSymbol(*this, getReplicaGroups(), symbolTable);
}

//===----------------------------------------------------------------------===//
// AllToAllOp
//===----------------------------------------------------------------------===//

LogicalResult AllToAllOp::verify() {
  Reporter report(*this);
  FailureOr<std::optional<int64_t>> groupSize =
      verifyGroups(report, getReplicaGroups(), Members::Uniform);
  if (failed(groupSize) || failed(verifyPairs(report, *this)))
    return failure();
  int64_t splitDim = getSplitDimension(), concatDim = getConcatDimension(),
          count = getSplitCount();
  if (count <= 0)
    return report("split_count is ", count, "; it must be positive");
  if (*groupSize && **groupSize != count)
    return report("split_count is ", count, ", but the groups have ",
                  **groupSize, " devices");
  for (auto [operand, result] :
       llvm::zip_equal(getOperandTypes(), getResultTypes())) {
    auto type = cast<RankedTensorType>(operand);
    if (failed(verifyDimension(report, "split_dimension", splitDim,
                               type.getRank())) ||
        failed(verifyDimension(report, "concat_dimension", concatDim,
                               type.getRank())))
      return failure();
    SmallVector<int64_t> shape(type.getShape());
    FailureOr<int64_t> part =
        divideSize(report, splitDim, shape[splitDim], count);
    if (failed(part))
      return failure();
    shape[splitDim] = *part;
    FailureOr<int64_t> whole = scaleSize(report, shape[concatDim], count);
    if (failed(whole))
      return failure();
    shape[concatDim] = *whole;
    if (failed(verifyResult(report, shape, type.getElementType(), result)))
      return failure();
  }
  return success();
}

LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMeshSymbol(*this, getReplicaGroups(), symbolTable);
}

//===----------------------------------------------------------------------===//
// CollectiveBroadcastOp, CollectivePermuteOp, CrossReplicaSumOp
//===----------------------------------------------------------------------===//

LogicalResult CollectiveBroadcastOp::verify() {
  return verifyGroups(Reporter(*this), getReplicaGroups(), Members::Some);
}

LogicalResult
CollectiveBroadcastOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMeshSymbol(*this, getReplicaGroups(), symbolTable);
}

LogicalResult CollectivePermuteOp::verify() {
  Reporter report(*this);
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  ShapedType type = pairs.getType();
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return report("source_target_pairs has type ", type,
                  "; it must have rows of a source and a target");
  if (pairs.isSplat() && type.getDimSize(0) > 1)
    return report("source_target_pairs has source ",
                  pairs.getSplatValue<int64_t>(), " twice");
  llvm::SmallSet<int64_t, 16> sources, targets;
  for (auto [index, device] : llvm::enumerate(pairs.getValues<int64_t>())) {
    bool isSource = index % 2 == 0;
    if (device < 0)
      return report("source_target_pairs contains ", device,
                    "; a device has a number of at least 0");
    if (!(isSource ? sources : targets).insert(device).second)
      return report("source_target_pairs has ",
                    isSource ? "source " : "target ", device, " twice");
  }
  return success();
}

LogicalResult CrossReplicaSumOp::verify() {
  return verifyGroups(Reporter(*this), getReplicaGroups(), Members::Padded);
}

//===----------------------------------------------------------------------===//
// ReduceScatterOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceScatterOp::verify() {
  Reporter report(*this);
  FailureOr<std::optional<int64_t>> groupSize =
      verifyGroups(report, getReplicaGroups(), Members::Uniform);
  if (failed(groupSize) ||
      failed(
          verifyGlobalIds(report, getUseGlobalDeviceIds(), getChannelHandle())))
    return failure();
  RankedTensorType operand = getOperand().getType();
  int64_t dim = getScatterDimension();
  if (failed(
          verifyDimension(report, "scatter_dimension", dim, operand.getRank())))
    return failure();
  SmallVector<int64_t> shape(operand.getShape());
  FailureOr<int64_t> part = divideSize(report, dim, shape[dim], *groupSize);
  FailureOr<SmallVector<Type>> accumulated = failure();
  if (succeeded(part))
    accumulated = verifyReducer(report, "the computation", getComputation(),
                                operand.getElementType());
  if (failed(accumulated))
    return failure();
  shape[dim] = *part;
  return verifyResult(report, shape, accumulated->front(), getType());
}

LogicalResult
ReduceScatterOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifyMeshSymbol(*this, getReplicaGroups(), symbolTable);
}

//===----------------------------------------------------------------------===//
// PartitionIdOp, ReplicaIdOp
//===----------------------------------------------------------------------===//

static Type getIdType(MLIRContext *context) {
  return RankedTensorType::get(
      {}, IntegerType::get(context, 32, IntegerType::Unsigned));
}

LogicalResult PartitionIdOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>, Adaptor,
                                              SmallVectorImpl<Type> &inferred) {
  inferred.push_back(getIdType(context));
  return success();
}

LogicalResult ReplicaIdOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location>, Adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  inferred.push_back(getIdType(context));
  return success();
}

//===----------------------------------------------------------------------===//
// AsyncStartOp, AsyncDoneOp
//===----------------------------------------------------------------------===//

LogicalResult AsyncStartOp::verify() {
  Reporter report(*this);
  if (failed(verifyRegionArguments(report, "the body", getBody(),
                                   getOperandTypes())) ||
      failed(verifyRegionResults(report, "the body", getBody(),
                                 cast<FutureType>(getType()).getTypes())))
    return failure();
  if (!llvm::hasNItems(getBody().front(), 2))
    return report("the body must be one op and a return");
  return success();
}

LogicalResult AsyncDoneOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  llvm::append_range(
      inferred, cast<FutureType>(adaptor.getOperand().getType()).getTypes());
  return success();
}
