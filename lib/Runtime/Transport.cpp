//===- Transport.cpp - how devices exchange data ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Transport.h"

#include "MakeError.h"

#include "weft/Runtime/Device.h"

#include "llvm/ADT/BitVector.h"

using namespace weft::runtime;

Transport::~Transport() = default;

//===----------------------------------------------------------------------===//
// Checks of a single call
//===----------------------------------------------------------------------===//

/// A mistake in the arguments of one call, told with its place.
template <typename... Args>
static llvm::Error makeCallError(const Collective &call, const char *format,
                                 Args &&...args) {
  return makeError("{0} ({1}): {2}", getName(call.kind), call.label.str(),
                   llvm::formatv(format, std::forward<Args>(args)...).str());
}

static bool overlap(llvm::ArrayRef<uint8_t> a, llvm::ArrayRef<uint8_t> b) {
  return !a.empty() && !b.empty() && std::less()(a.begin(), b.end()) &&
         std::less()(b.begin(), a.end());
}

/// What holds for every call.
static llvm::Error checkCall(unsigned device, const Collective &call) {
  if (!call.group->getRank(device))
    return makeCallError(call, "device {0} is not in its group {1}", device,
                         call.group->str());
  const unsigned width = getByteWidth(call.type);
  if (call.input.size() % width != 0 || call.output.size() % width != 0)
    return makeCallError(call,
                         "{0} and {1} bytes are not whole elements of "
                         "type {2}",
                         call.input.size(), call.output.size(),
                         getName(call.type));
  const bool isSame = call.input.data() == call.output.data();
  const bool mayBeSame = call.kind == CollectiveKind::AllReduce ||
                         call.kind == CollectiveKind::Broadcast;
  if (!(isSame && mayBeSame) && overlap(call.input, call.output))
    return makeCallError(call, "input and output overlap");
  return llvm::Error::success();
}

static llvm::Error checkSize(const Collective &call, uint64_t expected) {
  if (call.output.size() == expected)
    return llvm::Error::success();
  return makeCallError(call, "the output has {0} bytes, not {1}",
                       call.output.size(), expected);
}

/// Gather and scatter: the smaller side is made of blocks of whole elements.
static llvm::Error checkBlocks(const Collective &call,
                               llvm::ArrayRef<uint8_t> small) {
  const uint64_t elements = small.size() / getByteWidth(call.type);
  if (call.numBlocks == 0 || elements % call.numBlocks != 0)
    return makeCallError(call, "{0} elements are not {1} equal blocks",
                         elements, call.numBlocks);
  return llvm::Error::success();
}

llvm::Error Transport::run(Device &device, const Collective &call) {
  if (llvm::Error error = checkCall(device.getId(), call))
    return error;
  Tracer *tracer = device.getTracer();
  if (!tracer)
    return execute(device, call);
  const uint64_t begin = Tracer::now();
  llvm::Error error = execute(device, call);
  tracer->record({device.getId(), TraceEvent::Kind::Collective, call.label,
                  begin, Tracer::now(), call.getNumBytes(), getName(call.kind),
                  call.group->size()});
  return error;
}

//===----------------------------------------------------------------------===//
// The collectives
//===----------------------------------------------------------------------===//

llvm::Error Transport::allReduce(Device &device, const CallSite &site,
                                 const Group &group, ElementType type,
                                 Bytes input, MutableBytes output,
                                 Reducer reducer) {
  Collective call{CollectiveKind::AllReduce,
                  &group,
                  type,
                  site.label,
                  site.channel,
                  input,
                  output};
  call.reducer = reducer;
  if (llvm::Error error = checkSize(call, input.size()))
    return error;
  return run(device, call);
}

llvm::Error Transport::allGather(Device &device, const CallSite &site,
                                 const Group &group, ElementType type,
                                 uint64_t numBlocks, Bytes input,
                                 MutableBytes output) {
  Collective call{CollectiveKind::AllGather,
                  &group,
                  type,
                  site.label,
                  site.channel,
                  input,
                  output};
  call.numBlocks = numBlocks;
  if (llvm::Error error = checkSize(call, input.size() * group.size()))
    return error;
  if (llvm::Error error = checkBlocks(call, input))
    return error;
  return run(device, call);
}

llvm::Error Transport::reduceScatter(Device &device, const CallSite &site,
                                     const Group &group, ElementType type,
                                     uint64_t numBlocks, Bytes input,
                                     MutableBytes output, Reducer reducer) {
  Collective call{CollectiveKind::ReduceScatter,
                  &group,
                  type,
                  site.label,
                  site.channel,
                  input,
                  output};
  call.numBlocks = numBlocks;
  call.reducer = reducer;
  if (input.size() != output.size() * group.size())
    return makeCallError(call,
                         "the input has {0} bytes, not {1} for each of "
                         "{2} devices",
                         input.size(), output.size(), group.size());
  if (llvm::Error error = checkBlocks(call, output))
    return error;
  return run(device, call);
}

llvm::Error Transport::allToAll(Device &device, const CallSite &site,
                                const Group &group, ElementType type,
                                const AllToAllLayout &layout, Bytes input,
                                MutableBytes output) {
  Collective call{CollectiveKind::AllToAll,
                  &group,
                  type,
                  site.label,
                  site.channel,
                  input,
                  output};
  call.layout = layout;
  if (llvm::Error error = checkSize(call, input.size()))
    return error;
  if (layout.outer * layout.rows * layout.runBytes * group.size() !=
      input.size())
    return makeCallError(call,
                         "the layout is not that of {0} bytes for {1} "
                         "devices",
                         input.size(), group.size());
  return run(device, call);
}

llvm::Error
Transport::permute(Device &device, const CallSite &site, const Group &group,
                   ElementType type,
                   llvm::ArrayRef<std::pair<unsigned, unsigned>> pairs,
                   Bytes input, MutableBytes output) {
  Collective call{CollectiveKind::Permute,
                  &group,
                  type,
                  site.label,
                  site.channel,
                  input,
                  output};
  call.pairs = pairs;
  if (llvm::Error error = checkSize(call, input.size()))
    return error;
  llvm::BitVector isTarget(getNumDevices());
  for (auto [source, target] : pairs) {
    for (unsigned end : {source, target})
      if (!group.getRank(end))
        return makeCallError(call, "device {0} is not in the group {1}", end,
                             group.str());
    if (isTarget.test(target))
      return makeCallError(call, "device {0} is the target of two pairs",
                           target);
    isTarget.set(target);
  }
  return run(device, call);
}

llvm::Error Transport::broadcast(Device &device, const CallSite &site,
                                 const Group &group, ElementType type,
                                 unsigned root, Bytes input,
                                 MutableBytes output) {
  Collective call{CollectiveKind::Broadcast,
                  &group,
                  type,
                  site.label,
                  site.channel,
                  input,
                  output};
  std::optional<unsigned> rank = group.getRank(root);
  if (!rank)
    return makeCallError(call, "the root, device {0}, is not in the group {1}",
                         root, group.str());
  call.root = *rank;
  if (device.getId() == root)
    if (llvm::Error error = checkSize(call, input.size()))
      return error;
  return run(device, call);
}

llvm::Error Transport::barrier(Device &device, const CallSite &site,
                               const Group &group) {
  Collective call{CollectiveKind::Barrier,
                  &group,
                  ElementType::I1,
                  site.label,
                  site.channel,
                  {},
                  {}};
  return run(device, call);
}

llvm::Error Transport::send(Device &device, const CallSite &site,
                            unsigned target, ElementType type, Bytes input) {
  llvm::Expected<const Group *> pair = getPair(device.getId(), target);
  if (!pair)
    return pair.takeError();
  Collective call{CollectiveKind::Transfer,
                  *pair,
                  type,
                  site.label,
                  site.channel,
                  input,
                  {}};
  return run(device, call);
}

llvm::Error Transport::receive(Device &device, const CallSite &site,
                               unsigned source, ElementType type,
                               MutableBytes output) {
  llvm::Expected<const Group *> pair = getPair(source, device.getId());
  if (!pair)
    return pair.takeError();
  Collective call{CollectiveKind::Transfer,
                  *pair,
                  type,
                  site.label,
                  site.channel,
                  {},
                  output};
  call.isReceiver = true;
  return run(device, call);
}
