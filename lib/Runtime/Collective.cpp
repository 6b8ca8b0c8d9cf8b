//===- Collective.cpp - what a device says it is about to do ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Collective.h"

#include "MakeError.h"

using namespace weft::runtime;

llvm::StringRef weft::runtime::getName(CollectiveKind kind) {
  switch (kind) {
  case CollectiveKind::AllReduce:
    return "all_reduce";
  case CollectiveKind::AllGather:
    return "all_gather";
  case CollectiveKind::ReduceScatter:
    return "reduce_scatter";
  case CollectiveKind::AllToAll:
    return "all_to_all";
  case CollectiveKind::Permute:
    return "collective_permute";
  case CollectiveKind::Broadcast:
    return "collective_broadcast";
  case CollectiveKind::Barrier:
    return "barrier";
  case CollectiveKind::Transfer:
    return "transfer";
  }
  return "";
}

llvm::Expected<AllToAllLayout> AllToAllLayout::get(const ArrayType &input,
                                                   unsigned splitDim,
                                                   unsigned concatDim,
                                                   unsigned numParts) {
  llvm::ArrayRef<int64_t> dims = input.getDims();
  if (splitDim >= dims.size() || concatDim >= dims.size())
    return makeError("all_to_all splits dimension {0} and concatenates along "
                     "dimension {1} of {2}",
                     splitDim, concatDim, input.str());
  if (numParts == 0 || dims[splitDim] % numParts != 0)
    return makeError("dimension {0} of {1} cannot be split into {2} equal "
                     "parts",
                     splitDim, input.str(), numParts);
  if (input.getNumElements() == 0)
    return AllToAllLayout();
  auto product = [&](size_t begin, size_t end) {
    uint64_t result = 1;
    for (size_t i = begin; i < end; ++i)
      result *= dims[i];
    return result;
  };
  // With a < b the two dimensions, an array is outer x a x middle x b x inner.
  const unsigned low = std::min(splitDim, concatDim);
  const unsigned high = std::max(splitDim, concatDim);
  const uint64_t inner =
      product(high + 1, dims.size()) * getByteWidth(input.getElementType());
  const uint64_t whole = input.getNumBytes() / product(0, low);
  AllToAllLayout layout;
  layout.outer = product(0, low);
  layout.inputOuterStride = layout.outputOuterStride = whole;
  if (splitDim < concatDim) {
    // A part is contiguous in the input (within one outer index); its rows are
    // spread in the output, whose rows are numParts times as long.
    layout.runBytes = dims[concatDim] * inner;
    layout.rows = whole / numParts / layout.runBytes;
    layout.inputRowStride = layout.runBytes;
    layout.inputPartStride = whole / numParts;
    layout.outputRowStride = layout.runBytes * numParts;
    layout.outputPartStride = layout.runBytes;
  } else {
    // The other way round; for one and the same dimension there is one row.
    layout.runBytes = dims[splitDim] / numParts * inner;
    layout.rows = whole / numParts / layout.runBytes;
    layout.inputRowStride = layout.runBytes * numParts;
    layout.inputPartStride = layout.runBytes;
    layout.outputRowStride = layout.runBytes;
    layout.outputPartStride = whole / numParts;
  }
  return layout;
}

uint64_t Collective::getNumBytes() const {
  // The receiver of a message has no input, and only the root of a broadcast
  // needs one.
  if (kind == CollectiveKind::Broadcast)
    return output.size();
  return std::max<uint64_t>(
      input.size(), kind == CollectiveKind::Transfer ? output.size() : 0);
}

const char *Collective::findDifference(const Collective &other) const {
  if (kind != other.kind)
    return "kind";
  if (channel != other.channel)
    return "channel, so the devices go through their ops in different orders";
  if (type != other.type)
    return "element type";
  if (getNumBytes() != other.getNumBytes())
    return "size";
  if (numBlocks != other.numBlocks || !(layout == other.layout))
    return "dimension";
  if (root != other.root)
    return "root";
  // The members of one program share its list of pairs.
  if (pairs.data() != other.pairs.data() && pairs != other.pairs)
    return "source and target pairs";
  return nullptr;
}

std::string Collective::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (kind == CollectiveKind::Transfer) {
    os << (isReceiver ? "recv" : "send");
  } else {
    os << getName(kind);
  }
  if (kind != CollectiveKind::Barrier)
    os << " of " << getNumBytes() / getByteWidth(type) << " x "
       << getName(type);
  if (kind == CollectiveKind::Transfer)
    os << " from device " << group->getDevices()[0] << " to device "
       << group->getDevices()[1];
  else
    os << " over " << group->str();
  if (kind == CollectiveKind::Broadcast)
    os << " from device " << group->getDevices()[root];
  if (channel != 0)
    os << ", channel " << channel;
  if (!label.op.empty())
    os << ", in " << label.str();
  return text;
}
