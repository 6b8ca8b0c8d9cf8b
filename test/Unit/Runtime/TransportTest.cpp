//===- TransportTest.cpp - collectives against a sequential model -*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of collectives over random groups run on threads and, op by
// op, in a model that has neither threads nor chunks. The reducer is neither
// commutative nor associative, so that any other order than by rank shows.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Machine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>

using namespace weft::runtime;

namespace {

using Bytes = std::vector<uint8_t>;

/// One collective of a program; each device takes part in one of the groups.
struct Step {
  CollectiveKind kind;
  ElementType type;
  std::vector<std::vector<unsigned>> groups;
  /// Of the input, row-major.
  ArrayType::Dims dims;
  /// Gathered, scattered or split; and where all-to-all concatenates.
  unsigned dim = 0, concatDim = 0;
  std::vector<std::pair<unsigned, unsigned>> pairs;
  unsigned rootRank = 0;
};

/// x, y -> 31 x + y on each byte: the order of operands matters.
llvm::Error mix(void *result, llvm::ArrayRef<const void *> operands,
                size_t bytes) {
  auto *out = static_cast<uint8_t *>(result);
  for (size_t i = 0; i < bytes; ++i) {
    uint8_t value = static_cast<const uint8_t *>(operands[0])[i];
    for (const void *operand : operands.drop_front())
      value = 31 * value + static_cast<const uint8_t *>(operand)[i];
    out[i] = value;
  }
  return llvm::Error::success();
}

/// Splits all devices into groups of random sizes and orders.
std::vector<std::vector<unsigned>> randomGroups(unsigned numDevices,
                                                std::mt19937 &random) {
  std::vector<unsigned> devices(numDevices);
  std::iota(devices.begin(), devices.end(), 0);
  if (random() % 2)
    std::shuffle(devices.begin(), devices.end(), random);
  std::vector<std::vector<unsigned>> groups;
  for (size_t begin = 0; begin < devices.size();) {
    const size_t size = random() % 3 == 0
                            ? devices.size() - begin
                            : 1 + random() % (devices.size() - begin);
    groups.emplace_back(devices.begin() + begin,
                        devices.begin() + begin + size);
    begin += size;
  }
  return groups;
}

/// Groups of equal size, as split dimensions need.
std::vector<std::vector<unsigned>> equalGroups(unsigned numDevices,
                                               std::mt19937 &random) {
  std::vector<unsigned> sizes;
  for (unsigned size = 1; size <= numDevices; ++size)
    if (numDevices % size == 0)
      sizes.push_back(size);
  const unsigned size = sizes[random() % sizes.size()];
  std::vector<std::vector<unsigned>> groups(numDevices / size);
  for (unsigned device = 0; device < numDevices; ++device)
    groups[device % groups.size()].push_back(device);
  return groups;
}

Step randomStep(unsigned numDevices, unsigned maxElements,
                std::mt19937 &random) {
  Step step;
  step.kind = static_cast<CollectiveKind>(random() % 7);
  llvm::ArrayRef<ElementType> types = getAllElementTypes();
  step.type = types[random() % types.size()];
  const bool needsEqual = step.kind == CollectiveKind::ReduceScatter ||
                          step.kind == CollectiveKind::AllToAll;
  step.groups = needsEqual ? equalGroups(numDevices, random)
                           : randomGroups(numDevices, random);
  step.dims.resize(1 + random() % 3);
  for (int64_t &dim : step.dims)
    dim = random() % 6;
  step.dim = random() % step.dims.size();
  step.concatDim = random() % step.dims.size();
  if (needsEqual)
    step.dims[step.dim] *= step.groups[0].size();
  else if (random() % 4 == 0)
    step.dims[0] = random() % maxElements;
  const std::vector<unsigned> &group = step.groups[0];
  step.rootRank = random() % group.size();
  if (step.kind == CollectiveKind::Permute) {
    step.groups = {std::vector<unsigned>(numDevices)};
    std::iota(step.groups[0].begin(), step.groups[0].end(), 0);
    std::vector<unsigned> targets = step.groups[0];
    std::shuffle(targets.begin(), targets.end(), random);
    for (unsigned source = 0; source < numDevices; ++source)
      if (random() % 4)
        step.pairs.push_back({source, targets[source]});
  }
  return step;
}

ArrayType getInputType(const Step &step) {
  return llvm::cantFail(ArrayType::get(step.type, step.dims));
}

Bytes makeInput(const Step &step, unsigned stepIndex, unsigned device) {
  Bytes bytes(getInputType(step).getNumBytes());
  uint32_t state = stepIndex * 10007 + device;
  for (uint8_t &byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = state >> 24;
  }
  return bytes;
}

uint64_t getOutputBytes(const Step &step, unsigned groupSize) {
  const uint64_t bytes = getInputType(step).getNumBytes();
  if (step.kind == CollectiveKind::AllGather)
    return bytes * groupSize;
  if (step.kind == CollectiveKind::ReduceScatter)
    return bytes / groupSize;
  return step.kind == CollectiveKind::Barrier ? 0 : bytes;
}

const std::vector<unsigned> &getGroupOf(const Step &step, unsigned device) {
  for (const std::vector<unsigned> &group : step.groups)
    if (llvm::is_contained(group, device))
      return group;
  return step.groups[0];
}

uint64_t getProduct(llvm::ArrayRef<int64_t> dims) {
  uint64_t product = 1;
  for (int64_t dim : dims)
    product *= dim;
  return product;
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

/// Calls `visit(index)` for all index tuples below `dims`.
void forEachIndex(llvm::ArrayRef<int64_t> dims,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit) {
  if (getProduct(dims) == 0)
    return;
  ArrayType::Dims index(dims.size(), 0);
  while (true) {
    visit(index);
    size_t d = dims.size();
    while (d > 0 && ++index[d - 1] == dims[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

uint8_t *elementAt(Bytes &bytes, llvm::ArrayRef<int64_t> dims,
                   llvm::ArrayRef<int64_t> index, unsigned width) {
  uint64_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d)
    offset = offset * dims[d] + index[d];
  return &bytes[offset * width];
}

Bytes reduceAll(std::vector<Bytes> &inputs) {
  Bytes result = inputs[0];
  for (size_t k = 1; k < inputs.size(); ++k)
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = 31 * result[i] + inputs[k][i];
  return result;
}

/// The output of the member at `rank`, element by element.
Bytes expectedOutput(const Step &step, const std::vector<unsigned> &group,
                     unsigned rank, std::vector<Bytes> inputs) {
  const unsigned width = getByteWidth(step.type);
  const int64_t n = group.size();
  Bytes output(getOutputBytes(step, n), 0);
  ArrayType::Dims outDims = step.dims;
  switch (step.kind) {
  case CollectiveKind::AllReduce:
    return reduceAll(inputs);
  case CollectiveKind::AllGather:
    outDims[step.dim] *= n;
    forEachIndex(outDims, [&](llvm::ArrayRef<int64_t> index) {
      ArrayType::Dims from(index);
      const int64_t source = index[step.dim] / step.dims[step.dim];
      from[step.dim] %= step.dims[step.dim];
      std::memcpy(elementAt(output, outDims, index, width),
                  elementAt(inputs[source], step.dims, from, width), width);
    });
    return output;
  case CollectiveKind::ReduceScatter: {
    Bytes whole = reduceAll(inputs);
    outDims[step.dim] /= n;
    forEachIndex(outDims, [&](llvm::ArrayRef<int64_t> index) {
      ArrayType::Dims from(index);
      from[step.dim] += rank * outDims[step.dim];
      std::memcpy(elementAt(output, outDims, index, width),
                  elementAt(whole, step.dims, from, width), width);
    });
    return output;
  }
  case CollectiveKind::AllToAll: {
    outDims[step.dim] /= n;
    ArrayType::Dims partDims = outDims;
    outDims[step.concatDim] *= n;
    forEachIndex(outDims, [&](llvm::ArrayRef<int64_t> index) {
      ArrayType::Dims from(index);
      const int64_t source = index[step.concatDim] / partDims[step.concatDim];
      from[step.concatDim] %= partDims[step.concatDim];
      from[step.dim] += rank * partDims[step.dim];
      std::memcpy(elementAt(output, outDims, index, width),
                  elementAt(inputs[source], step.dims, from, width), width);
    });
    return output;
  }
  case CollectiveKind::Permute:
    for (auto [source, target] : step.pairs)
      if (target == group[rank])
        return inputs[source];
    return output;
  case CollectiveKind::Broadcast:
    return inputs[step.rootRank % n];
  case CollectiveKind::Barrier:
  case CollectiveKind::Transfer:
    return output;
  }
  return output;
}

Bytes expectedOutput(const Step &step, unsigned stepIndex, unsigned device) {
  const std::vector<unsigned> &group = getGroupOf(step, device);
  std::vector<Bytes> inputs;
  for (unsigned member : group)
    inputs.push_back(makeInput(step, stepIndex, member));
  const unsigned rank = llvm::find(group, device) - group.begin();
  return expectedOutput(step, group, rank, std::move(inputs));
}

//===----------------------------------------------------------------------===//
// On threads
//===----------------------------------------------------------------------===//

llvm::Error runStep(Device &device, const Step &step, unsigned stepIndex,
                    bool inPlace, Bytes &output) {
  Transport &transport = device.getTransport();
  const std::vector<unsigned> &members = getGroupOf(step, device.getId());
  llvm::Expected<const Group *> found = transport.getGroup(members);
  if (!found)
    return found.takeError();
  const Group &group = **found;
  const CallSite site{{"test.op", "program"}, stepIndex + 1};
  Bytes input = makeInput(step, stepIndex, device.getId());
  output.assign(getOutputBytes(step, members.size()), 0xcc);
  const unsigned width = getByteWidth(step.type);
  auto reducer = [&](void *result, llvm::ArrayRef<const void *> operands,
                     size_t count) {
    return mix(result, operands, count * width);
  };
  // No elements, no blocks: their number does not matter.
  const uint64_t numBlocks = std::max<uint64_t>(
      1, getProduct(llvm::ArrayRef(step.dims).take_front(step.dim)));
  switch (step.kind) {
  case CollectiveKind::AllReduce:
    if (inPlace)
      output = input;
    return transport.allReduce(device, site, group, step.type,
                               inPlace ? output : input, output, reducer);
  case CollectiveKind::AllGather:
    return transport.allGather(device, site, group, step.type, numBlocks, input,
                               output);
  case CollectiveKind::ReduceScatter:
    return transport.reduceScatter(device, site, group, step.type, numBlocks,
                                   input, output, reducer);
  case CollectiveKind::AllToAll: {
    llvm::Expected<AllToAllLayout> layout = AllToAllLayout::get(
        getInputType(step), step.dim, step.concatDim, members.size());
    if (!layout)
      return layout.takeError();
    return transport.allToAll(device, site, group, step.type, *layout, input,
                              output);
  }
  case CollectiveKind::Permute:
    return transport.permute(device, site, group, step.type, step.pairs, input,
                             output);
  case CollectiveKind::Broadcast: {
    const unsigned root = members[step.rootRank % members.size()];
    if (root != device.getId())
      input.clear();
    return transport.broadcast(device, site, group, step.type, root, input,
                               output);
  }
  case CollectiveKind::Barrier:
  case CollectiveKind::Transfer:
    return transport.barrier(device, site, group);
  }
  return llvm::Error::success();
}

void runRandomProgram(unsigned numDevices, unsigned numSteps,
                      unsigned maxElements, unsigned seed, bool withDelays) {
  std::mt19937 random(seed);
  std::vector<Step> steps;
  for (unsigned i = 0; i < numSteps; ++i)
    steps.push_back(randomStep(numDevices, maxElements, random));
  MachineOptions options;
  options.numDevices = numDevices;
  auto machine = llvm::cantFail(Machine::create(options));
  llvm::Error error = machine->run([&](Device &device) -> llvm::Error {
    std::mt19937 delays(seed * 1031 + device.getId());
    for (auto [index, step] : llvm::enumerate(steps)) {
      if (llvm::Error error = device.step())
        return error;
      if (withDelays && delays() % 6 == 0)
        std::this_thread::sleep_for(std::chrono::microseconds(delays() % 100));
      Bytes output;
      if (llvm::Error error =
              runStep(device, step, index, delays() % 2, output))
        return error;
      if (output != expectedOutput(step, index, device.getId()))
        return llvm::createStringError("device " + llvm::Twine(device.getId()) +
                                       " has a wrong " + getName(step.kind) +
                                       " in step " + llvm::Twine(index));
    }
    return llvm::Error::success();
  });
  EXPECT_EQ(llvm::toString(std::move(error)), "")
      << numDevices << " devices, seed " << seed;
}

} // namespace

TEST(Transport, RandomProgramsMatchTheModel) {
  for (unsigned numDevices : {1, 2, 3, 4, 6, 8})
    for (unsigned seed = 0; seed < 6; ++seed)
      runRandomProgram(numDevices, 30, 5000, seed, /*withDelays=*/seed % 2);
}

TEST(Transport, SixtyFourDevicesMatchTheModel) {
  runRandomProgram(64, 10, 60, 1, /*withDelays=*/true);
}

// Large enough for several members to work at the same time and for the copies
// that go past the caches.
TEST(Transport, LargeArraysMatchTheModel) {
  Step step;
  step.type = ElementType::ComplexF64;
  step.groups = {{2, 0, 1}};
  step.concatDim = 1;
  MachineOptions options;
  options.numDevices = 3;
  auto machine = llvm::cantFail(Machine::create(options));
  for (CollectiveKind kind :
       {CollectiveKind::AllReduce, CollectiveKind::AllGather,
        CollectiveKind::ReduceScatter, CollectiveKind::AllToAll,
        CollectiveKind::Broadcast}) {
    step.kind = kind;
    step.dims = {3, kind == CollectiveKind::AllReduce ? 64 : 32, 1400};
    EXPECT_EQ(llvm::toString(machine->run([&](Device &device) -> llvm::Error {
                const Bytes expected = expectedOutput(step, 0, device.getId());
                for (bool inPlace : {false, true}) {
                  Bytes output;
                  if (llvm::Error error =
                          runStep(device, step, 0, inPlace, output))
                    return error;
                  if (output != expected)
                    return llvm::createStringError("wrong " + getName(kind));
                }
                return llvm::Error::success();
              })),
              "");
  }
}

TEST(Transport, ThousandDevicesReduceInRankOrder) {
  MachineOptions options;
  options.numDevices = 1024;
  auto machine = llvm::cantFail(Machine::create(options));
  auto everybody = llvm::to_vector_of<unsigned>(llvm::seq(1024));
  const Group *group =
      llvm::cantFail(machine->getTransport().getGroup(everybody));
  uint8_t expected = 0;
  for (unsigned device = 1; device < 1024; ++device)
    expected = 31 * expected + uint8_t(device);
  EXPECT_EQ(
      llvm::toString(machine->run([&](Device &device) -> llvm::Error {
        for (int round = 0; round < 3; ++round) {
          uint8_t value = device.getId();
          if (llvm::Error error = device.getTransport().allReduce(
                  device, {}, *group, ElementType::UI8, value, value, mix))
            return error;
          if (value != expected)
            return llvm::createStringError("wrong sum");
        }
        return llvm::Error::success();
      })),
      "");
}

TEST(Transport, ThousandRunsGiveTheSameBits) {
  MachineOptions options;
  options.numDevices = 6;
  auto machine = llvm::cantFail(Machine::create(options));
  auto sum = [](void *result, llvm::ArrayRef<const void *> operands,
                size_t count) {
    auto *out = static_cast<float *>(result);
    for (size_t i = 0; i < count; ++i) {
      float value = static_cast<const float *>(operands[0])[i];
      for (const void *operand : operands.drop_front())
        value += static_cast<const float *>(operand)[i];
      out[i] = value;
    }
    return llvm::Error::success();
  };
  const std::vector<unsigned> all = {0, 1, 2, 3, 4, 5};
  std::vector<float> reference;
  for (int round = 0; round < 1000; ++round) {
    std::vector<float> results(6 * 4);
    llvm::cantFail(machine->run([&](Device &device) -> llvm::Error {
      const unsigned id = device.getId();
      std::mt19937 random(id);
      float values[4];
      for (float &value : values)
        value = std::ldexp(float(random()), int(random() % 40) - 20);
      llvm::MutableArrayRef<uint8_t> bytes(reinterpret_cast<uint8_t *>(values),
                                           sizeof(values));
      const std::vector<unsigned> row = {id / 3 * 3, id / 3 * 3 + 1,
                                         id / 3 * 3 + 2};
      Transport &transport = device.getTransport();
      for (llvm::ArrayRef<unsigned> members :
           {llvm::ArrayRef(row), llvm::ArrayRef(all)}) {
        const Group *group = llvm::cantFail(transport.getGroup(members));
        if (llvm::Error error = transport.allReduce(
                device, {}, *group, ElementType::F32, bytes, bytes, sum))
          return error;
      }
      std::copy(values, values + 4, &results[id * 4]);
      return llvm::Error::success();
    }));
    if (round == 0)
      reference = results;
    ASSERT_EQ(std::memcmp(results.data(), reference.data(),
                          results.size() * sizeof(float)),
              0);
  }
}

TEST(Transport, MessagesGoRoundARing) {
  MachineOptions options;
  options.numDevices = 5;
  auto machine = llvm::cantFail(Machine::create(options));
  EXPECT_EQ(llvm::toString(machine->run([&](Device &device) -> llvm::Error {
              const unsigned id = device.getId(), n = device.getNumDevices();
              uint8_t token = 100;
              Transport &transport = device.getTransport();
              if (id != 0)
                if (llvm::Error error = transport.receive(
                        device, {}, id - 1, ElementType::UI8, token))
                  return error;
              token += 1;
              if (llvm::Error error = transport.send(device, {}, (id + 1) % n,
                                                     ElementType::UI8, token))
                return error;
              if (id == 0) {
                if (llvm::Error error = transport.receive(
                        device, {}, n - 1, ElementType::UI8, token))
                  return error;
                EXPECT_EQ(token, 105);
              }
              return llvm::Error::success();
            })),
            "");
}

TEST(Group, RanksAndText) {
  Group identity({0, 1, 2, 3}, 0), shuffled({7, 2, 3, 4, 9}, 1);
  EXPECT_EQ(identity.getRank(3), 3u);
  EXPECT_EQ(identity.getRank(4), std::nullopt);
  EXPECT_EQ(shuffled.getRank(7), 0u);
  EXPECT_EQ(shuffled.getRank(9), 4u);
  EXPECT_EQ(shuffled.getRank(0), std::nullopt);
  EXPECT_EQ(identity.str(), "[0-3]");
  EXPECT_EQ(shuffled.str(), "[7, 2-4, 9]");
  EXPECT_EQ(formatDevices({0, 1}), "0, 1");
  EXPECT_EQ(formatDevices({1, 0}), "1, 0");
}
