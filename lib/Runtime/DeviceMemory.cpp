//===- DeviceMemory.cpp - the private memory of a device --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/DeviceMemory.h"

#include "weft/Runtime/RunErrors.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <cstdlib>

using namespace weft::runtime;

/// Sits in front of the bytes of each buffer and links it into the list of all
/// live ones. Its alignment keeps the bytes behind it on a cache line.
struct alignas(64) DeviceMemory::Block {
  DeviceMemory *owner;
  Block *previous;
  Block *next;
  uint64_t bytes;
  OpLabel label;
};

DeviceMemory::DeviceMemory(unsigned device, uint64_t limit)
    : device(device), limit(limit) {}

DeviceMemory::~DeviceMemory() {
  assert(!blocks && "a buffer outlives the memory of its device");
}

llvm::Expected<Buffer> DeviceMemory::allocate(uint64_t bytes, OpLabel label) {
  llvm::Expected<Block *> block = add(bytes, bytes, label);
  if (!block)
    return block.takeError();
  return Buffer(*block);
}

llvm::Expected<Reservation> DeviceMemory::reserve(uint64_t bytes,
                                                  OpLabel label) {
  llvm::Expected<Block *> block = add(bytes, /*kept=*/0, label);
  if (!block)
    return block.takeError();
  return Reservation(Buffer(*block));
}

/// A block that counts as `bytes` and has room for `kept`.
llvm::Expected<DeviceMemory::Block *>
DeviceMemory::add(uint64_t bytes, uint64_t kept, OpLabel label) {
  std::lock_guard lock(mutex);
  auto refuse = [&](bool hostIsFull) {
    return llvm::make_error<OutOfMemoryError>(device, label, bytes, live, limit,
                                              collectLargest(8), hostIsFull);
  };
  if (bytes > limit || live > limit - bytes)
    return refuse(/*hostIsFull=*/false);
  if (kept > INT64_MAX - 2 * sizeof(Block))
    return refuse(/*hostIsFull=*/true);
  const uint64_t rounded = (kept + 63) & ~uint64_t(63);
  void *memory = std::aligned_alloc(alignof(Block), sizeof(Block) + rounded);
  if (!memory)
    return refuse(/*hostIsFull=*/true);
  auto *block = new (memory) Block{this, nullptr, blocks, bytes, label};
  if (blocks)
    blocks->previous = block;
  blocks = block;
  live += bytes;
  if (live > peak) {
    peak = live;
    isAtPeak = true;
  }
  return block;
}

void DeviceMemory::release(Block *block) {
  {
    std::lock_guard lock(mutex);
    if (std::exchange(isAtPeak, false))
      atPeak = collectLargest(8);
    (block->previous ? block->previous->next : blocks) = block->next;
    if (block->next)
      block->next->previous = block->previous;
    live -= block->bytes;
  }
  std::free(block);
}

uint64_t DeviceMemory::getLiveBytes() const {
  std::lock_guard lock(mutex);
  return live;
}

uint64_t DeviceMemory::getPeakBytes() const {
  std::lock_guard lock(mutex);
  return peak;
}

llvm::SmallVector<DeviceMemory::Holding>
DeviceMemory::getLargest(size_t count) const {
  std::lock_guard lock(mutex);
  return collectLargest(count);
}

llvm::SmallVector<DeviceMemory::Holding>
DeviceMemory::getLargestAtPeak() const {
  std::lock_guard lock(mutex);
  return isAtPeak ? collectLargest(8) : atPeak;
}

void DeviceMemory::resetPeak() {
  std::lock_guard lock(mutex);
  peak = live;
  isAtPeak = true;
}

llvm::SmallVector<DeviceMemory::Holding>
DeviceMemory::collectLargest(size_t count) const {
  // Asked after every new peak, so one pass over the blocks. These begin with
  // the newest; among equals the oldest is reported first, which does not
  // change from run to run.
  llvm::SmallVector<Holding> holdings;
  for (const Block *block = blocks; block; block = block->next) {
    if (holdings.size() == count && block->bytes < holdings.back().bytes)
      continue;
    auto place = llvm::find_if(holdings, [&](const Holding &other) {
      return other.bytes <= block->bytes;
    });
    holdings.insert(place, {block->bytes, block->label});
    if (holdings.size() > count)
      holdings.pop_back();
  }
  return holdings;
}

Buffer::~Buffer() {
  if (block)
    block->owner->release(block);
}

uint8_t *Buffer::data() const {
  return block ? reinterpret_cast<uint8_t *>(block + 1) : nullptr;
}

size_t Buffer::size() const { return block ? block->bytes : 0; }
