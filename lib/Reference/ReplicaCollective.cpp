//===- ReplicaCollective.cpp - collectives over replica groups --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device runs one partition of one replica: device number = replica * number
// of partitions + partition. Replica groups name replicas, partitions or
// devices, depending on whether the op has a channel and on
// use_global_device_ids.
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"
#include "MeshGroups.h"
#include "ReferenceModels.h"

#include "weft/Dialect/Stablehlo/IR/CollectiveOps.h"
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Sharding/DeviceGroups.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

namespace {
/// What the numbers in replica groups mean.
enum class GroupMode {
  /// Replicas; each partition for itself.
  Replica,
  /// Partitions; each replica for itself.
  Partition,
  /// Replicas, with all their partitions.
  ReplicaAndPartition,
  /// Devices.
  Flattened,
};

struct Process {
  int64_t numReplicas, numPartitions;
  int64_t replica, partition;

  unsigned getDevice(int64_t otherReplica, int64_t otherPartition) const {
    return otherReplica * numPartitions + otherPartition;
  }
};
} // namespace

/// A module that states neither number is one replica on all devices.
static Expected<Process> getProcess(Evaluation &evaluation) {
  const int64_t numDevices = evaluation.getDevice().getNumDevices();
  int64_t replicas = evaluation.getProgram().getNumReplicas();
  int64_t partitions = evaluation.getProgram().getNumPartitions();
  if (replicas == 0)
    replicas =
        partitions == 0 ? 1 : std::max<int64_t>(1, numDevices / partitions);
  if (partitions == 0)
    partitions = std::max<int64_t>(1, numDevices / replicas);
  if (replicas * partitions != numDevices)
    return evaluation.error(
        "the module is for {0} replicas of {1} partitions, but it runs on {2} "
        "devices",
        replicas, partitions, numDevices);
  const int64_t id = evaluation.getDevice().getId();
  return Process{replicas, partitions, id / partitions, id % partitions};
}

template <typename Op> static bool hasChannel(Op op) {
  auto channel = op.getChannelHandle();
  return channel && channel->getHandle() > 0;
}

template <typename Op> static GroupMode getMode(Op op) {
  if constexpr (requires { op.getUseGlobalDeviceIds(); }) {
    if (!hasChannel(op))
      return GroupMode::Replica;
    return op.getUseGlobalDeviceIds() ? GroupMode::Flattened
                                      : GroupMode::ReplicaAndPartition;
  } else if constexpr (requires { op.getChannelHandle(); }) {
    return hasChannel(op) ? GroupMode::Partition : GroupMode::Replica;
  } else {
    return GroupMode::Replica;
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// The devices that a group of numbers stands for.
static SmallVector<unsigned> expandGroup(const Process &process, GroupMode mode,
                                         ArrayRef<int64_t> group) {
  SmallVector<unsigned> devices;
  const int64_t numPartitions =
      mode == GroupMode::ReplicaAndPartition ? process.numPartitions : 1;
  for (int64_t partition = 0; partition < numPartitions; ++partition)
    for (int64_t number : group) {
      if (mode == GroupMode::Replica)
        devices.push_back(process.getDevice(number, process.partition));
      else if (mode == GroupMode::Partition)
        devices.push_back(process.getDevice(process.replica, number));
      else if (mode == GroupMode::ReplicaAndPartition)
        devices.push_back(process.getDevice(number, partition));
      else
        devices.push_back(number);
    }
  return devices;
}

static int64_t getOwnNumber(const Process &process, GroupMode mode) {
  if (mode == GroupMode::Partition)
    return process.partition;
  if (mode == GroupMode::Flattened)
    return process.getDevice(process.replica, process.partition);
  return process.replica;
}

static int64_t getLimit(const Process &process, GroupMode mode) {
  if (mode == GroupMode::Partition)
    return process.numPartitions;
  if (mode == GroupMode::Flattened)
    return process.numPartitions * process.numReplicas;
  return process.numReplicas;
}

static Expected<SmallVector<unsigned>> findGroup(Evaluation &evaluation,
                                                 const Process &process,
                                                 GroupMode mode,
                                                 DenseIntElementsAttr groups) {
  const int64_t own = getOwnNumber(process, mode);
  const int64_t limit = getLimit(process, mode);
  // No groups at all mean one group of everybody.
  if (groups.getNumElements() == 0)
    return expandGroup(process, mode, llvm::to_vector(llvm::seq(limit)));
  const int64_t length = groups.getType().getDimSize(1);
  auto numbers = llvm::to_vector(groups.getValues<int64_t>());
  for (size_t begin = 0; begin < numbers.size(); begin += length) {
    SmallVector<int64_t> group;
    for (int64_t number : ArrayRef(numbers).slice(begin, length)) {
      if (number == -1) // padding
        continue;
      if (number < 0 || number >= limit)
        return evaluation.error("a replica group names {0}, but there are "
                                "only {1} of its kind",
                                number, limit);
      group.push_back(number);
    }
    if (llvm::is_contained(group, own))
      return expandGroup(process, mode, group);
  }
  return evaluation.error("no replica group names {0}, which device {1} is",
                          own, evaluation.getDevice().getId());
}

/// Groups along the axes of a mesh that is written in place or declared.
static Expected<SmallVector<unsigned>>
findGroup(Evaluation &evaluation, stablehlo::ReplicaGroupMeshAxesAttr groups) {
  SmallVector<MeshAxis> meshAxes;
  SmallVector<int64_t> ids;
  Mesh mesh;
  if (stablehlo::MeshAttr inlined = groups.getInlineMesh()) {
    for (stablehlo::MeshAxisAttr axis : inlined.getAxes())
      meshAxes.push_back({axis.getName(), axis.getSize()});
    if (DenseIntElementsAttr order = inlined.getDeviceIds())
      ids = llvm::to_vector(order.getValues<int64_t>());
    Expected<Mesh> made = Mesh::create(meshAxes, ids);
    if (!made)
      return evaluation.error("{0}", llvm::toString(made.takeError()));
    mesh = std::move(*made);
  } else {
    MeshBinding binding = lookupMesh(evaluation.getOp(), groups.getMesh());
    if (!binding)
      return evaluation.error("mesh {0} is not declared", groups.getMesh());
    mesh = toMesh(binding.mesh);
  }
  SmallVector<AxisRef> axes;
  for (Attribute attr : groups.getAxes()) {
    auto axis = cast<stablehlo::AxisRefAttr>(attr);
    stablehlo::SubAxisInfoAttr part = axis.getSubAxisInfo();
    Expected<AxisRef> ref =
        part ? mesh.resolve(axis.getName(), part.getPreSize(), part.getSize())
             : mesh.resolve(axis.getName());
    if (!ref)
      return evaluation.error("{0}", llvm::toString(ref.takeError()));
    axes.push_back(*ref);
  }
  std::optional<int64_t> position =
      mesh.positionOf(evaluation.getDevice().getId());
  if (!position || *position >= mesh.numDevices())
    return evaluation.error("the mesh has no device {0}",
                            evaluation.getDevice().getId());
  SmallVector<unsigned> devices;
  for (int64_t i = 0, count = AxisList(axes).numShards(); i < count; ++i)
    devices.push_back(mesh.deviceAt(moveAlong(mesh, *position, axes, i)));
  return devices;
}

/// The devices of the op's group, this one included.
template <typename Op>
static Expected<Exchange> begin(Evaluation &evaluation, Op op) {
  Expected<Process> process = getProcess(evaluation);
  if (!process)
    return process.takeError();
  Attribute groups = op.getReplicaGroupsAttr();
  auto onMesh = dyn_cast<stablehlo::ReplicaGroupMeshAxesAttr>(groups);
  auto devices = onMesh ? findGroup(evaluation, onMesh)
                        : findGroup(evaluation, *process, getMode(op),
                                    cast<DenseIntElementsAttr>(groups));
  if (!devices)
    return devices.takeError();
  return Exchange::create(evaluation, *devices);
}

Expected<Exchange>
weft::reference::findConfiguredGroup(Evaluation &evaluation) {
  auto call = cast<stablehlo::CustomCallOp>(evaluation.getOp());
  auto config =
      dyn_cast_if_present<DictionaryAttr>(call.getBackendConfigAttr());
  auto groups =
      config ? config.getAs<DenseIntElementsAttr>("replica_groups") : nullptr;
  if (!groups || groups.getType().getRank() != 2 ||
      !groups.getElementType().isInteger(64))
    return evaluation.error("the call needs 'replica_groups' in its "
                            "configuration, as a matrix of i64");
  Expected<Process> process = getProcess(evaluation);
  if (!process)
    return process.takeError();
  auto devices = findGroup(evaluation, *process, GroupMode::Partition, groups);
  if (!devices)
    return devices.takeError();
  return Exchange::create(evaluation, *devices);
}

static Error finish(Evaluation &evaluation, unsigned i,
                    Expected<Tensor> result) {
  if (!result)
    return result.takeError();
  evaluation.setResult(i, std::move(*result));
  return Error::success();
}

namespace {

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

template <typename Model, typename Op>
struct CountingModel : ReferenceInterface::ExternalModel<Model, Op> {
  bool countsDevices(Operation *) const { return true; }
};

struct AllGatherModel : CountingModel<AllGatherModel, stablehlo::AllGatherOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto gather = cast<stablehlo::AllGatherOp>(op);
    Expected<Exchange> exchange = begin(evaluation, gather);
    if (!exchange)
      return exchange.takeError();
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (Error error = finish(evaluation, i,
                               exchange->allGather(evaluation.getOperand(i),
                                                   gather.getAllGatherDim())))
        return error;
    return Error::success();
  }
};

struct AllReduceModel : CountingModel<AllReduceModel, stablehlo::AllReduceOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto reduce = cast<stablehlo::AllReduceOp>(op);
    Expected<Exchange> exchange = begin(evaluation, reduce);
    if (!exchange)
      return exchange.takeError();
    const Combiner combiner = getCombiner(reduce.getComputation());
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      auto result = exchange->allReduce(evaluation.takeOperand(i), combiner);
      if (!result)
        return result.takeError();
      evaluation.setResult(i, std::move(result->front()));
    }
    return Error::success();
  }
};

struct AllToAllModel : CountingModel<AllToAllModel, stablehlo::AllToAllOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto all = cast<stablehlo::AllToAllOp>(op);
    Expected<Exchange> exchange = begin(evaluation, all);
    if (!exchange)
      return exchange.takeError();
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (Error error = finish(evaluation, i,
                               exchange->allToAll(evaluation.getOperand(i),
                                                  all.getSplitDimension(),
                                                  all.getConcatDimension())))
        return error;
    return Error::success();
  }
};

struct CollectiveBroadcastModel
    : CountingModel<CollectiveBroadcastModel,
                    stablehlo::CollectiveBroadcastOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<Exchange> exchange =
        begin(evaluation, cast<stablehlo::CollectiveBroadcastOp>(op));
    if (!exchange)
      return exchange.takeError();
    return finish(evaluation, 0,
                  exchange->broadcast(evaluation.getOperand(0),
                                      exchange->getDevices().front()));
  }
};

/// Everybody takes part, whether in a pair or not: who is no target gets zeros.
struct CollectivePermuteModel
    : CountingModel<CollectivePermuteModel, stablehlo::CollectivePermuteOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto permute = cast<stablehlo::CollectivePermuteOp>(op);
    Expected<Process> process = getProcess(evaluation);
    if (!process)
      return process.takeError();
    const GroupMode mode = getMode(permute);
    const int64_t limit = getLimit(*process, mode);
    auto numbers =
        llvm::to_vector(permute.getSourceTargetPairs().getValues<int64_t>());
    SmallVector<std::pair<unsigned, unsigned>> pairs;
    for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
      for (int64_t number : {numbers[i], numbers[i + 1]})
        if (number < 0 || number >= limit)
          return evaluation.error(
              "a pair names {0}, but there are only {1} of its kind", number,
              limit);
      auto devices = expandGroup(*process, mode, {numbers[i], numbers[i + 1]});
      pairs.push_back({devices[0], devices[1]});
    }
    auto exchange = Exchange::create(
        evaluation,
        expandGroup(*process, mode, llvm::to_vector(llvm::seq(limit))));
    if (!exchange)
      return exchange.takeError();
    return finish(evaluation, 0,
                  exchange->permute(evaluation.getOperand(0), pairs));
  }
};

struct CrossReplicaSumModel
    : CountingModel<CrossReplicaSumModel, stablehlo::CrossReplicaSumOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<Exchange> exchange =
        begin(evaluation, cast<stablehlo::CrossReplicaSumOp>(op));
    if (!exchange)
      return exchange.takeError();
    auto result = exchange->allReduce(evaluation.takeOperand(0),
                                      {runtime::Reduction::Add});
    if (!result)
      return result.takeError();
    evaluation.setResult(0, std::move(result->front()));
    return Error::success();
  }
};

struct ReduceScatterModel
    : CountingModel<ReduceScatterModel, stablehlo::ReduceScatterOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto scatter = cast<stablehlo::ReduceScatterOp>(op);
    Expected<Exchange> exchange = begin(evaluation, scatter);
    if (!exchange)
      return exchange.takeError();
    return finish(evaluation, 0,
                  exchange->reduceScatter(
                      evaluation.getOperand(0), scatter.getScatterDimension(),
                      getCombiner(scatter.getComputation())));
  }
};

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

template <typename Op, int64_t Process::*number>
struct NumberModel : CountingModel<NumberModel<Op, number>, Op> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    Expected<Process> process = getProcess(evaluation);
    if (!process)
      return process.takeError();
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    result->mutableAs<uint32_t>()[0] = (*process).*number;
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};
} // namespace

void weft::reference::attachReplicaCollectiveModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  AllGatherOp::attachInterface<AllGatherModel>(context);
  AllReduceOp::attachInterface<AllReduceModel>(context);
  AllToAllOp::attachInterface<AllToAllModel>(context);
  CollectiveBroadcastOp::attachInterface<CollectiveBroadcastModel>(context);
  CollectivePermuteOp::attachInterface<CollectivePermuteModel>(context);
  CrossReplicaSumOp::attachInterface<CrossReplicaSumModel>(context);
  PartitionIdOp::attachInterface<
      NumberModel<PartitionIdOp, &Process::partition>>(context);
  ReduceScatterOp::attachInterface<ReduceScatterModel>(context);
  ReplicaIdOp::attachInterface<NumberModel<ReplicaIdOp, &Process::replica>>(
      context);
}
