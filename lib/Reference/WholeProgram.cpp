//===- WholeProgram.cpp - sharding ops in whole programs --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a program of whole tensors a sharding changes no value. Only a manual
// region needs devices: it is run once per place along its axes, on a machine
// of its own.
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"
#include "MeshGroups.h"
#include "ReferenceModels.h"
#include "Strided.h"

#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/TrainingOps.h"
#include "weft/Reference/Reducer.h"
#include "weft/Runtime/Machine.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <cstring>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
template <typename Op>
struct IdentityModel
    : ReferenceInterface::ExternalModel<IdentityModel<Op>, Op> {
  bool isElementwise(Operation *) const { return true; }
  Error evaluate(Operation *, Evaluation &evaluation) const {
    evaluation.setResults(evaluation.getOperands());
    return Error::success();
  }
};

struct ShardingGroupModel
    : ReferenceInterface::ExternalModel<ShardingGroupModel, ShardingGroupOp> {
  Error evaluate(Operation *, Evaluation &) const { return Error::success(); }
};

struct ScopeModel : ReferenceInterface::ExternalModel<ScopeModel, ScopeOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto results = evaluation.runRegion(cast<ScopeOp>(op).getBody(),
                                        evaluation.getOperands());
    if (!results)
      return results.takeError();
    evaluation.setResults(*results);
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// Manual regions
//===----------------------------------------------------------------------===//

/// How a manual region cuts a value: per dimension, by which of its axes.
struct ManualCut {
  SmallVector<AxisList, 4> dims;
  AxisList unreduced;
  /// How partial values are combined.
  runtime::Reduction reduction = runtime::Reduction::Add;
};

/// A manual region with its mesh and axes.
struct ManualRegion {
  ManualOp op;
  Mesh mesh;
  AxisList axes;
  SmallVector<ManualCut> inputs, outputs;
};

/// What a device holds of a value: sizes of a shard, and where it begins.
struct Shard {
  Dims offsets, sizes;
};
} // namespace

static Expected<SmallVector<ManualCut>>
getCuts(const Mesh &mesh, const AxisList &manual, ShardingsAttr shardings) {
  SmallVector<ManualCut> cuts;
  for (ShardingAttr attr : shardings) {
    Expected<Sharding> sharding = toSharding(mesh, attr);
    if (!sharding)
      return sharding.takeError();
    auto keepManual = [&](const AxisList &axes) {
      AxisList kept;
      for (AxisRef axis : axes)
        if (manual.overlaps(axis))
          kept.append(axis);
      return kept;
    };
    ManualCut cut;
    for (const DimSharding &dim : sharding->dims)
      cut.dims.push_back(keepManual(dim.axes));
    cut.unreduced = keepManual(sharding->unreduced);
    cut.reduction = toReduction(sharding->unreducedKind);
    cuts.push_back(std::move(cut));
  }
  return cuts;
}

static Expected<ManualRegion> resolve(Evaluation &evaluation, ManualOp op) {
  MeshBinding binding = lookupMesh(op, op.getMeshRef());
  if (!binding)
    return evaluation.error("the mesh of the region is not declared");
  ManualRegion region{op, toMesh(binding.mesh), {}, {}, {}};
  Expected<AxisList> axes =
      toAxisList(region.mesh, op.getManualAxesAttr().getAxes());
  if (!axes)
    return evaluation.error("{0}", llvm::toString(axes.takeError()));
  region.axes = std::move(*axes);
  auto inputs = getCuts(region.mesh, region.axes, op.getInShardings());
  if (!inputs)
    return evaluation.error("{0}", llvm::toString(inputs.takeError()));
  auto outputs = getCuts(region.mesh, region.axes, op.getOutShardings());
  if (!outputs)
    return evaluation.error("{0}", llvm::toString(outputs.takeError()));
  region.inputs = std::move(*inputs);
  region.outputs = std::move(*outputs);
  // One part would have to be the identity, which not all of them have here.
  for (const ManualCut &cut : region.inputs)
    if (!cut.unreduced.empty() && cut.reduction != runtime::Reduction::Add)
      return evaluation.error("the interpreter gives manual regions partial "
                              "sums, but no values to be combined by {0}",
                              runtime::getName(cut.reduction));
  return region;
}

static Shard getShard(const Mesh &mesh, const ManualCut &cut,
                      ArrayRef<int64_t> whole, int64_t position) {
  Shard shard;
  for (auto [size, axes] : llvm::zip_equal(whole, cut.dims)) {
    const int64_t local = size / axes.numShards();
    shard.sizes.push_back(local);
    shard.offsets.push_back(local * mesh.shardIndex(position, axes));
  }
  return shard;
}

static View getShardView(const ArrayType &whole, const Shard &shard) {
  View view = getView(whole);
  for (auto [offset, stride] : llvm::zip_equal(shard.offsets, view.strides))
    view.offset += offset * stride;
  return view;
}

/// The shard of a whole tensor, in the memory of `device`.
static Expected<Tensor> cut(const Mesh &mesh, const ManualCut &how,
                            const Tensor &whole, int64_t position,
                            runtime::Device &device, runtime::OpLabel label) {
  const Shard shard = getShard(mesh, how, whole.getDims(), position);
  auto type = ArrayType::get(whole.getElementType(), shard.sizes);
  if (!type)
    return type.takeError();
  auto buffer = device.allocate(type->getNumBytes(), label);
  if (!buffer)
    return buffer.takeError();
  Tensor result(*type, std::move(*buffer));
  // A whole value is a sum of which the first device has all.
  if (mesh.shardIndex(position, how.unreduced) != 0) {
    std::memset(result.mutableData(), 0, type->getNumBytes());
    return result;
  }
  copyStrided(runtime::getByteWidth(whole.getElementType()), shard.sizes,
              whole.data(), getShardView(whole.getType(), shard),
              result.mutableData(), getView(*type));
  return result;
}

static Expected<Evaluation::Results>
cutAll(const ManualRegion &region, ArrayRef<Datum> inputs, int64_t position,
       runtime::Device &device, runtime::OpLabel label) {
  Evaluation::Results shards;
  for (auto [input, how] : llvm::zip_equal(inputs, region.inputs)) {
    if (!input.isTensor()) {
      shards.push_back(input);
      continue;
    }
    auto shard =
        cut(region.mesh, how, input.getTensor(), position, device, label);
    if (!shard)
      return shard.takeError();
    shards.push_back(std::move(*shard));
  }
  return shards;
}

/// Puts together the shards of those devices that are number `part` along the
/// axes over which the result is partial; of several that hold the same shard,
/// the last is taken.
static void joinPart(const ManualRegion &region, const ManualGrid &grid,
                     unsigned number, int64_t part,
                     ArrayRef<Evaluation::Results> shards, Tensor &whole) {
  const ManualCut &how = region.outputs[number];
  for (auto [device, results] : llvm::enumerate(shards)) {
    const int64_t position = grid.getPosition(device);
    if (region.mesh.shardIndex(position, how.unreduced) != part)
      continue;
    const Tensor &local = results[number].getTensor();
    const Shard shard = getShard(region.mesh, how, whole.getDims(), position);
    copyStrided(runtime::getByteWidth(local.getElementType()), shard.sizes,
                local.data(), getView(local.getType()), whole.mutableData(),
                getShardView(whole.getType(), shard));
  }
}

/// The results of the region from those of the devices.
static Error join(Evaluation &evaluation, const ManualRegion &region,
                  const ManualGrid &grid,
                  ArrayRef<Evaluation::Results> shards) {
  for (auto [i, how] : llvm::enumerate(region.outputs)) {
    if (!shards.front()[i].isTensor()) {
      evaluation.setResult(i, shards.front()[i]);
      continue;
    }
    Expected<Tensor> whole = evaluation.allocateResult(i);
    if (!whole)
      return whole.takeError();
    joinPart(region, grid, i, 0, shards, *whole);
    for (int64_t part = 1; part < how.unreduced.numShards(); ++part) {
      auto add =
          runtime::getReduceFunction(how.reduction, whole->getElementType());
      if (!add)
        return evaluation.error("{0}", llvm::toString(add.takeError()));
      Expected<Tensor> more = evaluation.allocateResult(i);
      if (!more)
        return more.takeError();
      joinPart(region, grid, i, part, shards, *more);
      (*add)(whole->mutableData(), {whole->data(), more->data()},
             whole->getNumElements());
    }
    evaluation.setResult(i, std::move(*whole));
  }
  return Error::success();
}

/// Calls `visit` for each op of the region and of the functions called there.
static void walkWithCalls(Region &body, function_ref<void(Operation *)> visit) {
  SmallVector<Region *> work = {&body};
  llvm::SmallPtrSet<Region *, 4> seen = {&body};
  while (!work.empty())
    work.pop_back_val()->walk([&](Operation *op) {
      visit(op);
      auto call = dyn_cast<CallOpInterface>(op);
      if (!call)
        return;
      auto callee =
          dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
      if (callee && !callee.isExternal() &&
          seen.insert(&callee.getFunctionBody()).second)
        work.push_back(&callee.getFunctionBody());
    });
}

/// Whether an op inside counts devices, in replica groups or by asking for its
/// own number.
static bool countsDevices(Region &body) {
  bool found = false;
  walkWithCalls(body, [&](Operation *op) {
    auto meaning = dyn_cast<ReferenceInterface>(op);
    found |= meaning && meaning.countsDevices();
  });
  return found;
}

/// The axes of the region and of all manual regions inside it: its devices
/// stand for all of them, so that these can communicate along any. Where
/// devices are counted, all of them are needed; along the axes that are not
/// manual they do the same.
static AxisList getAllAxes(const ManualRegion &region) {
  AxisList all = region.axes;
  if (countsDevices(ManualOp(region.op).getBody()))
    for (unsigned axis = 0; axis < region.mesh.axes().size(); ++axis) {
      AxisRef whole = region.mesh.whole(axis);
      if (!all.overlaps(whole))
        all.append(whole);
    }
  walkWithCalls(ManualOp(region.op).getBody(), [&](Operation *op) {
    auto inner = dyn_cast<ManualOp>(op);
    if (!inner)
      return;
    Expected<AxisList> axes =
        toAxisList(region.mesh, inner.getManualAxesAttr().getAxes());
    if (!axes)
      return llvm::consumeError(axes.takeError());
    for (AxisRef axis : *axes)
      if (!all.overlaps(axis))
        all.append(axis);
  });
  all.sortAndMerge();
  return all;
}

static Error runOnMachine(Evaluation &evaluation, const ManualRegion &region) {
  const ManualGrid grid(region.mesh, getAllAxes(region));
  runtime::MachineOptions options;
  options.numDevices = grid.getAxes().numShards();
  options.token = evaluation.getDevice().getCancellationToken();
  auto machine = runtime::Machine::create(std::move(options));
  if (!machine)
    return evaluation.error("{0}", llvm::toString(machine.takeError()));
  std::vector<Evaluation::Results> results((*machine)->getNumDevices());
  ManualOp op = region.op;
  Error error = (*machine)->run([&](runtime::Device &device) -> Error {
    auto shards =
        cutAll(region, evaluation.getOperands(),
               grid.getPosition(device.getId()), device, evaluation.getLabel());
    if (!shards)
      return shards.takeError();
    auto returned = evaluation.runRegionOn(device, grid, op.getBody(), *shards);
    if (!returned)
      return returned.takeError();
    results[device.getId()] = std::move(*returned);
    return Error::success();
  });
  if (error)
    return error;
  error = join(evaluation, region, grid, results);
  // The shards belong to the machine's memory, which ends here.
  results.clear();
  return error;
}

/// Inside another manual region the devices are there already: the region's
/// results are gathered among those along its axes.
static Error runNested(Evaluation &evaluation, const ManualRegion &region) {
  auto member = getMember(evaluation, ManualOp(region.op).getMeshRef(),
                          ManualOp(region.op).getManualAxesAttr().getAxes());
  if (!member)
    return member.takeError();
  auto shards = cutAll(region, evaluation.getOperands(), member->position,
                       evaluation.getDevice(), evaluation.getLabel());
  if (!shards)
    return shards.takeError();
  auto returned = evaluation.runRegion(ManualOp(region.op).getBody(), *shards);
  if (!returned)
    return returned.takeError();
  auto exchangeAlong = [&](const AxisList &axes) {
    AxisMember along{region.mesh, axes, member->position,
                     region.mesh.shardIndex(member->position, axes),
                     axes.numShards()};
    return Exchange::create(evaluation, getDevices(evaluation, along));
  };
  for (auto [i, how] : llvm::enumerate(region.outputs)) {
    Datum result = std::move((*returned)[i]);
    for (auto [dim, axes] : llvm::enumerate(how.dims)) {
      if (axes.empty())
        continue;
      auto exchange = exchangeAlong(axes);
      if (!exchange)
        return exchange.takeError();
      auto joined = exchange->allGather(result.getTensor(), dim);
      if (!joined)
        return joined.takeError();
      result = std::move(*joined);
    }
    if (!how.unreduced.empty()) {
      auto exchange = exchangeAlong(how.unreduced);
      if (!exchange)
        return exchange.takeError();
      auto sum = exchange->allReduce(result.getTensor(),
                                     Combiner{how.reduction, nullptr});
      if (!sum)
        return sum.takeError();
      result = std::move(sum->front());
    }
    evaluation.setResult(i, std::move(result));
  }
  return Error::success();
}

namespace {
struct ManualModel : ReferenceInterface::ExternalModel<ManualModel, ManualOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<ManualRegion> region = resolve(evaluation, cast<ManualOp>(op));
    if (!region)
      return region.takeError();
    if (evaluation.getGrid())
      return runNested(evaluation, *region);
    return runOnMachine(evaluation, *region);
  }
};
} // namespace

void weft::reference::attachWholeProgramModels(MLIRContext &context) {
  attachModels<IdentityModel, BarrierOp, ConstrainOp, DataFlowEdgeOp,
               FuncDataFlowEdgeOp, ReshardOp, StopGradientOp>(context);
  ManualOp::attachInterface<ManualModel>(context);
  ScopeOp::attachInterface<ScopeModel>(context);
  ShardingGroupOp::attachInterface<ShardingGroupModel>(context);
}
