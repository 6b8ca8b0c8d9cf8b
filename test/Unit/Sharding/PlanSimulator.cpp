//===- PlanSimulator.cpp - runs a reshard plan ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanSimulator.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static int64_t productOf(llvm::ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

LocalTensor LocalTensor::window(int64_t dim, int64_t begin,
                                int64_t size) const {
  LocalTensor out{shape, {}};
  out.shape[dim] = size;
  out.values.assign(productOf(out.shape), PlanSimulator::poison);
  int64_t inner = productOf(llvm::ArrayRef(shape).drop_front(dim + 1));
  int64_t outer = productOf(llvm::ArrayRef(shape).take_front(dim));
  for (int64_t o = 0; o != outer; ++o)
    for (int64_t i = 0; i != size; ++i)
      for (int64_t n = 0; n != inner; ++n)
        if (begin + i >= 0 && begin + i < shape[dim])
          out.values[(o * size + i) * inner + n] =
              values[(o * shape[dim] + begin + i) * inner + n];
  return out;
}

LocalTensor LocalTensor::join(const std::vector<LocalTensor> &parts,
                              int64_t dim) {
  LocalTensor out{parts[0].shape, {}};
  out.shape[dim] = 0;
  for (const LocalTensor &part : parts)
    out.shape[dim] += part.shape[dim];
  int64_t outer = productOf(llvm::ArrayRef(out.shape).take_front(dim));
  int64_t inner = productOf(llvm::ArrayRef(out.shape).drop_front(dim + 1));
  for (int64_t o = 0; o != outer; ++o)
    for (const LocalTensor &part : parts) {
      int64_t run = part.shape[dim] * inner;
      out.values.insert(out.values.end(), part.values.begin() + o * run,
                        part.values.begin() + (o + 1) * run);
    }
  return out;
}

//===----------------------------------------------------------------------===//
// Reducers
//===----------------------------------------------------------------------===//

static int64_t combine(ReducerKind kind, int64_t a, int64_t b) {
  if (a == PlanSimulator::poison || b == PlanSimulator::poison)
    return PlanSimulator::poison;
  switch (kind) {
  case ReducerKind::Add:
    return a + b;
  case ReducerKind::Mul:
    return a * b;
  case ReducerKind::Max:
    return std::max(a, b);
  case ReducerKind::Min:
    return std::min(a, b);
  case ReducerKind::And:
    return a & b;
  case ReducerKind::Or:
    return a | b;
  case ReducerKind::Xor:
    return a ^ b;
  }
  return 0;
}

static int64_t identity(ReducerKind kind) {
  switch (kind) {
  case ReducerKind::Mul:
    return 1;
  case ReducerKind::Max:
    return INT64_MIN + 1; // the least that is not poison
  case ReducerKind::Min:
    return INT64_MAX;
  case ReducerKind::And:
    return -1;
  default:
    return 0;
  }
}

/// What one of `count` partial values contributes to `total`: different on all
/// of them, where the reducer allows it.
static int64_t partOf(ReducerKind kind, int64_t total, int64_t number,
                      int64_t count) {
  auto noise = [&](int64_t n) { return (total * 31 + n * 17) % 1000 + 1; };
  bool owner = number == total % count;
  int64_t others = 0;
  switch (kind) {
  case ReducerKind::Add:
  case ReducerKind::Xor:
    for (int64_t n = 0; n != count; ++n)
      if (n != total % count)
        others = combine(kind, others, noise(n));
    if (!owner)
      return noise(number);
    return kind == ReducerKind::Add ? total - others : total ^ others;
  case ReducerKind::Mul:
    return owner ? total : 1;
  case ReducerKind::Max:
    return owner ? total : total - noise(number);
  case ReducerKind::Min:
    return owner ? total : total + noise(number);
  case ReducerKind::And:
    return owner ? total : total | noise(number);
  case ReducerKind::Or:
    return owner ? total : total & noise(number);
  }
  return 0;
}

static LocalTensor combineAll(const std::vector<LocalTensor> &in,
                              ReducerKind kind) {
  LocalTensor out = in[0];
  for (size_t i = 1; i < in.size(); ++i)
    for (auto [a, b] : llvm::zip(out.values, in[i].values))
      a = combine(kind, a, b);
  return out;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

PlanSimulator::PlanSimulator(const ReshardRequest &request) : request(request) {
  const Mesh &mesh =
      request.fromMesh.isMaximal() ? request.toMesh : request.fromMesh;
  for (int64_t p = 0; p != mesh.numDevices(); ++p)
    devices[mesh.deviceAt(p)];
}

std::vector<PlanSimulator::Group>
PlanSimulator::groups(const Mesh &mesh, const AxisList &axes) const {
  std::map<int64_t, Group> byRest;
  for (int64_t p = 0; p != mesh.numDevices(); ++p) {
    llvm::SmallVector<int64_t> rest = mesh.coordinates(p);
    for (AxisRef axis : axes)
      rest[axis.axis] -=
          mesh.coordinate(p, axis) * (mesh.axes()[axis.axis].size / axis.end());
    Group &group = byRest[mesh.positionAt(rest)];
    group.resize(axes.numShards());
    group[mesh.shardIndex(p, axes)] = mesh.deviceAt(p);
  }
  std::vector<Group> all;
  for (auto &[rest, group] : byRest)
    all.push_back(group);
  return all;
}

/// The number of the element of the whole tensor at each place of a device's
/// shard, -1 for padding. On a maximal mesh, one device has all.
std::vector<int64_t> PlanSimulator::wholeIndices(const Mesh &mesh,
                                                 const Sharding &sharding,
                                                 int64_t device) const {
  std::vector<int64_t> indices{0};
  bool absent = mesh.isMaximal() && mesh.deviceAt(0) != device;
  for (auto [i, size] : llvm::enumerate(request.shape)) {
    int64_t count = 1, number = 0;
    if (!mesh.isMaximal()) {
      const AxisList &axes = sharding.dims[i].axes;
      count = axes.numShards();
      number = mesh.shardIndex(*mesh.positionOf(device), axes);
    }
    int64_t local = (size + count - 1) / count;
    std::vector<int64_t> longer;
    for (int64_t index : indices)
      for (int64_t k = number * local; k != (number + 1) * local; ++k)
        longer.push_back(index < 0 || k >= size || absent ? -1
                                                          : index * size + k);
    indices = std::move(longer);
  }
  if (absent)
    indices.assign(indices.size(), -1);
  return indices;
}

static std::vector<int64_t> localShapeOf(llvm::ArrayRef<int64_t> shape,
                                         const Sharding &sharding) {
  std::vector<int64_t> local(shape);
  for (auto [size, dim] : llvm::zip(local, sharding.dims)) {
    int64_t count = dim.axes.numShards();
    size = (size + count - 1) / count;
  }
  return local;
}

/// Any number that is not small.
static int64_t valueOf(int64_t index) { return index * 13 + 5; }

void PlanSimulator::load() {
  const Sharding &from = request.from;
  for (auto &[device, tensor] : devices) {
    tensor.shape = localShapeOf(request.shape, from);
    tensor.values.clear();
    int64_t count = from.unreduced.numShards(), number = 0;
    if (count > 1)
      number = request.fromMesh.shardIndex(*request.fromMesh.positionOf(device),
                                           from.unreduced);
    for (int64_t index : wholeIndices(request.fromMesh, from, device))
      tensor.values.push_back(
          index < 0 ? poison
          : count > 1
              ? partOf(from.unreducedKind, valueOf(index), number, count)
              : valueOf(index));
  }
}

std::string PlanSimulator::check() const {
  const Sharding &to = request.to;
  std::vector<Group> all{{}};
  if (request.toMesh.isMaximal())
    all = {{request.toMesh.deviceAt(0)}};
  else
    all = groups(request.toMesh, to.unreduced);
  for (const Group &group : all) {
    std::vector<LocalTensor> parts;
    for (int64_t device : group)
      parts.push_back(devices.at(device));
    LocalTensor whole = combineAll(parts, to.unreducedKind);
    if (whole.shape != localShapeOf(request.shape, to))
      return "the result has another shape";
    std::vector<int64_t> indices =
        wholeIndices(request.toMesh, to, group.front());
    for (auto [index, value] : llvm::zip(indices, whole.values))
      if (index >= 0 && value != valueOf(index))
        return "device " + std::to_string(group.front()) + " has " +
               std::to_string(value) + " for element " + std::to_string(index);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

LocalTensor PlanSimulator::realigned(const PlanStep &step,
                                     const std::vector<LocalTensor> &in,
                                     int64_t number) const {
  const Realignment &blocks = step.realignment;
  std::vector<LocalTensor> parts;
  for (const Realignment::Piece &piece : blocks.pieces) {
    int64_t source = number + piece.source;
    bool exists = source >= 0 && source < static_cast<int64_t>(in.size());
    LocalTensor part =
        in[exists ? source : 0].window(step.dim, piece.begin, piece.length);
    if (!exists)
      part.values.assign(part.values.size(), poison);
    parts.push_back(part);
  }
  LocalTensor buffer =
      LocalTensor::join(parts, step.dim).window(step.dim, 0, blocks.bufferSize);
  int64_t offset = blocks.offsetScale * number + blocks.offsetBase;
  offset = std::clamp<int64_t>(offset, 0, blocks.bufferSize - blocks.newBlock);
  return buffer.window(step.dim, offset, blocks.newBlock);
}

LocalTensor PlanSimulator::result(const PlanStep &step,
                                  const std::vector<LocalTensor> &in,
                                  int64_t number) const {
  int64_t dim = step.dim;
  auto own = [&](const LocalTensor &tensor) {
    return tensor.window(dim, number * step.after[dim], step.after[dim]);
  };
  LocalTensor out = in[number];
  switch (step.kind) {
  case PlanStepKind::AllGather:
    return LocalTensor::join(in, dim).window(dim, 0, step.after[dim]);
  case PlanStepKind::AllSlice:
    return own(out);
  case PlanStepKind::AllToAll: {
    std::vector<LocalTensor> parts;
    for (const LocalTensor &tensor : in)
      parts.push_back(own(tensor));
    return LocalTensor::join(parts, step.concatDim)
        .window(step.concatDim, 0, step.after[step.concatDim]);
  }
  case PlanStepKind::Permute: {
    out.values.assign(out.values.size(), poison);
    llvm::SmallVector<int64_t> pairs = permutePairs(step);
    for (size_t i = 0; i < pairs.size(); i += 2)
      if (pairs[i + 1] == number)
        out = in[pairs[i]];
    return out;
  }
  case PlanStepKind::Broadcast:
    return in[step.source];
  case PlanStepKind::AllReduce:
    return combineAll(in, step.reducer);
  case PlanStepKind::ReduceScatter:
    return own(combineAll(in, step.reducer));
  case PlanStepKind::Realign:
    return realigned(step, in, number);
  case PlanStepKind::Resize:
    for (size_t i = 0; i != step.after.size(); ++i)
      out = out.window(i, 0, step.after[i]);
    return out;
  case PlanStepKind::KeepFirst:
    if (number != 0)
      out.values.assign(out.values.size(), identity(step.reducer));
    return out;
  case PlanStepKind::PadWhole: {
    LocalTensor rest = out;
    rest.values.assign(rest.values.size(), identity(step.reducer));
    std::vector<LocalTensor> parts(in.size(), rest);
    parts[number] = out;
    return LocalTensor::join(parts, dim).window(dim, 0, step.after[dim]);
  }
  }
  return out;
}

void PlanSimulator::runOn(const PlanStep &step, const Group &group) {
  std::vector<LocalTensor> in;
  for (int64_t device : group)
    in.push_back(devices.at(device));
  for (auto [number, device] : llvm::enumerate(group))
    devices[device] = result(step, in, number);
}

std::string PlanSimulator::run(const ReshardPlan &plan) {
  for (const PlanStep &step : plan.steps) {
    if (llvm::ArrayRef(devices.begin()->second.shape) !=
        llvm::ArrayRef(step.before))
      return "a step begins with another shape";
    const Mesh &mesh = step.onTargetMesh ? request.toMesh : request.fromMesh;
    for (const Group &group : groups(mesh, step.axes))
      runOn(step, group);
    if (llvm::ArrayRef(devices.begin()->second.shape) !=
        llvm::ArrayRef(step.after))
      return "a step ends with another shape";
  }
  return "";
}
