//===- CollectiveData.cpp - the data movement of a collective ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectiveData.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>
#include <vector>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

using namespace weft::runtime;

/// A piece of all inputs and outputs of eight members together fits into the
/// second-level cache, and the piece that is being reduced into the first.
static constexpr uint64_t reducePieceBytes = 8 << 10;
static constexpr uint64_t copyPieceBytes = 64 << 10;
/// More than this is not in the caches when it is read next.
static constexpr uint64_t cacheBytes = 24 << 20;

/// Copies past the caches.
static void copyStreaming(uint8_t *target, const uint8_t *source,
                          size_t count) {
#ifdef __SSE2__
  const size_t head =
      std::min<size_t>(count, -reinterpret_cast<uintptr_t>(target) & 15);
  std::memcpy(target, source, head);
  target += head, source += head, count -= head;
  for (; count >= 64; target += 64, source += 64, count -= 64)
    for (int i = 0; i < 64; i += 16)
      _mm_stream_si128(
          reinterpret_cast<__m128i *>(target + i),
          _mm_loadu_si128(reinterpret_cast<const __m128i *>(source + i)));
#endif
  std::memcpy(target, source, count);
}

/// Streaming stores are not ordered by the release of an atomic.
static void finishStreaming() {
#ifdef __SSE2__
  _mm_sfence();
#endif
}

void CollectiveData::copy(uint8_t *target, const uint8_t *source,
                          size_t size) const {
  // Short runs are not worth the alignment at their beginning.
  if (isStreaming && size >= 256)
    copyStreaming(target, source, size);
  else
    std::memcpy(target, source, size);
}

CollectiveData::CollectiveData(llvm::ArrayRef<const Collective *> calls)
    : calls(calls) {
  const Collective &first = *calls.front();
  const uint64_t n = calls.size();
  uint64_t numRanks = 1; // whose data is cut separately
  uint64_t wanted = copyPieceBytes;
  switch (first.kind) {
  case CollectiveKind::AllReduce:
    length = first.input.size();
    wanted = reducePieceBytes;
    numBytes = 2 * n * length;
    isStreaming =
        numBytes > cacheBytes && first.input.data() != first.output.data();
    break;
  case CollectiveKind::ReduceScatter:
    length = first.output.size();
    wanted = reducePieceBytes;
    numRanks = n;
    numBytes = (n + 1) * n * length;
    break;
  case CollectiveKind::AllGather:
    length = first.input.size();
    wanted = reducePieceBytes;
    numRanks = n;
    numBytes = (n + 1) * n * length;
    isStreaming = numBytes > cacheBytes;
    break;
  case CollectiveKind::AllToAll:
    numTasks = n * n;
    numBytes = 2 * n * first.input.size();
    return;
  case CollectiveKind::Permute:
    length = first.output.size();
    numRanks = n;
    numBytes = 2 * n * length;
    break;
  case CollectiveKind::Broadcast:
    length = first.output.size();
    wanted = reducePieceBytes;
    numBytes = (n + 1) * length;
    break;
  case CollectiveKind::Transfer:
    length = first.getNumBytes();
    numBytes = 2 * length;
    break;
  case CollectiveKind::Barrier:
    return;
  }
  // Pieces hold whole elements.
  const uint64_t width = getByteWidth(first.type);
  pieceBytes = std::max<uint64_t>(wanted / width, 1) * width;
  piecesPerRank = (length + pieceBytes - 1) / pieceBytes;
  numTasks = piecesPerRank * numRanks;
}

llvm::Error CollectiveData::runTask(uint64_t task, Reducer reducer) const {
  const unsigned n = calls.size();
  const CollectiveKind kind = calls.front()->kind;
  if (kind == CollectiveKind::AllToAll) {
    exchange(task / n, task % n);
    return llvm::Error::success();
  }
  const unsigned rank = task / piecesPerRank;
  const uint64_t begin = task % piecesPerRank * pieceBytes;
  const uint64_t end = std::min(begin + pieceBytes, length);
  switch (kind) {
  case CollectiveKind::AllReduce:
    return reduceAll(begin, end, reducer);
  case CollectiveKind::ReduceScatter:
    return reducePart(rank, begin, end, reducer);
  case CollectiveKind::AllGather:
    gather(rank, begin, end);
    break;
  case CollectiveKind::Permute:
    copyToOne(rank, begin, end);
    break;
  case CollectiveKind::Broadcast:
    copyToAll(begin, end);
    break;
  case CollectiveKind::Transfer:
    std::memcpy(calls[1]->output.data() + begin, calls[0]->input.data() + begin,
                end - begin);
    break;
  case CollectiveKind::AllToAll:
  case CollectiveKind::Barrier:
    break;
  }
  return llvm::Error::success();
}

llvm::Error CollectiveData::reduceAll(uint64_t begin, uint64_t end,
                                      Reducer reducer) const {
  // The first output takes the result and is the source of the others. In place
  // it is the first input too, which a reducer allows, and the other inputs are
  // overwritten only when all have been read.
  llvm::SmallVector<const void *, 16> inputs;
  for (const Collective *call : calls)
    inputs.push_back(call->input.data() + begin);
  uint8_t *result = calls.front()->output.data() + begin;
  const size_t size = end - begin;
  if (calls.size() > 1) {
    if (llvm::Error error =
            reducer(result, inputs, size / getByteWidth(calls.front()->type)))
      return error;
  } else if (inputs.front() != result) {
    std::memcpy(result, inputs.front(), size);
  }
  for (const Collective *call : calls.drop_front())
    copy(call->output.data() + begin, result, size);
  if (isStreaming)
    finishStreaming();
  return llvm::Error::success();
}

/// Calls `segment(block, offset, position, size)` for each block that the bytes
/// `begin` to `end` of an array of blocks touch.
template <typename Function>
static void forEachSegment(uint64_t begin, uint64_t end, uint64_t blockBytes,
                           Function segment) {
  for (uint64_t at = begin; at < end;) {
    const uint64_t block = at / blockBytes, offset = at % blockBytes;
    const uint64_t size = std::min(blockBytes - offset, end - at);
    segment(block, offset, at - begin, size);
    at += size;
  }
}

llvm::Error CollectiveData::reducePart(unsigned rank, uint64_t begin,
                                       uint64_t end, Reducer reducer) const {
  const uint64_t n = calls.size();
  const Collective &own = *calls[rank];
  const uint64_t blockBytes = own.output.size() / own.numBlocks;
  const size_t size = end - begin;
  const bool isOneSegment = begin / blockBytes == (end - 1) / blockBytes;
  // The elements of each member that belong to this piece: in place if they are
  // in one block, else brought together.
  llvm::SmallVector<const void *, 16> parts;
  std::vector<uint8_t> packed(isOneSegment ? 0 : n * size);
  for (auto [index, call] : llvm::enumerate(calls)) {
    const uint8_t *input = call->input.data() + rank * blockBytes;
    if (isOneSegment) {
      parts.push_back(input + begin / blockBytes * n * blockBytes +
                      begin % blockBytes);
      continue;
    }
    uint8_t *part = packed.data() + index * size;
    forEachSegment(begin, end, blockBytes,
                   [&](uint64_t block, uint64_t offset, uint64_t position,
                       uint64_t length) {
                     std::memcpy(part + position,
                                 input + block * n * blockBytes + offset,
                                 length);
                   });
    parts.push_back(part);
  }
  uint8_t *result = own.output.data() + begin;
  if (n > 1)
    return reducer(result, parts, size / getByteWidth(own.type));
  std::memcpy(result, parts.front(), size);
  return llvm::Error::success();
}

void CollectiveData::gather(unsigned rank, uint64_t begin, uint64_t end) const {
  const uint64_t n = calls.size();
  const Collective &own = *calls[rank];
  const uint64_t blockBytes = own.input.size() / own.numBlocks;
  for (const Collective *call : calls)
    forEachSegment(
        begin, end, blockBytes,
        [&](uint64_t block, uint64_t offset, uint64_t position, uint64_t size) {
          uint8_t *target =
              call->output.data() + (block * n + rank) * blockBytes + offset;
          const uint8_t *source = own.input.data() + begin + position;
          if (isStreaming && size >= 256)
            copyStreaming(target, source, size);
          else
            std::memcpy(target, source, size);
        });
  if (isStreaming)
    finishStreaming();
}

void CollectiveData::exchange(unsigned target, unsigned source) const {
  const AllToAllLayout &layout = calls.front()->layout;
  const uint8_t *from =
      calls[source]->input.data() + target * layout.inputPartStride;
  uint8_t *to = calls[target]->output.data() + source * layout.outputPartStride;
  for (uint64_t i = 0; i < layout.outer; ++i)
    for (uint64_t j = 0; j < layout.rows; ++j)
      std::memcpy(
          to + i * layout.outputOuterStride + j * layout.outputRowStride,
          from + i * layout.inputOuterStride + j * layout.inputRowStride,
          layout.runBytes);
}

void CollectiveData::copyToAll(uint64_t begin, uint64_t end) const {
  const uint8_t *source = calls[calls.front()->root]->input.data() + begin;
  for (const Collective *call : calls)
    if (call->output.data() + begin != source)
      std::memcpy(call->output.data() + begin, source, end - begin);
}

std::optional<unsigned> CollectiveData::findSource(unsigned rank) const {
  const Collective &own = *calls[rank];
  const unsigned device = own.group->getDevices()[rank];
  for (auto [source, target] : own.pairs)
    if (target == device)
      return own.group->getRank(source);
  return std::nullopt;
}

void CollectiveData::copyToOne(unsigned rank, uint64_t begin,
                               uint64_t end) const {
  uint8_t *target = calls[rank]->output.data() + begin;
  if (std::optional<unsigned> source = findSource(rank))
    std::memcpy(target, calls[*source]->input.data() + begin, end - begin);
  else
    std::memset(target, 0, end - begin);
}
