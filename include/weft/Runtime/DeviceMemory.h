//===- DeviceMemory.h - the private memory of a device ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_DEVICEMEMORY_H
#define WEFT_RUNTIME_DEVICEMEMORY_H

#include "weft/Runtime/OpLabel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <mutex>
#include <utility>

namespace weft::runtime {

class Buffer;
class Reservation;

/// The memory of one simulated device: buffers are taken from the host, but
/// counted, and refused once they would exceed the limit. Every buffer knows
/// which op asked for it, so that both a refusal and the peak can be explained.
///
/// May be used from any thread. Must outlive its buffers.
class DeviceMemory {
public:
  static constexpr uint64_t unlimited = UINT64_MAX;

  /// A buffer as reports show it.
  struct Holding {
    uint64_t bytes;
    OpLabel label;
  };

  explicit DeviceMemory(unsigned device, uint64_t limit = unlimited);
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory();

  /// A buffer of `bytes` bytes (perhaps none), aligned to 64, its content
  /// undefined. Fails with OutOfMemoryError.
  llvm::Expected<Buffer> allocate(uint64_t bytes, OpLabel label);

  /// Counts `bytes` as in use, without giving them: for what an op works with
  /// that lies elsewhere. Fails with OutOfMemoryError.
  llvm::Expected<Reservation> reserve(uint64_t bytes, OpLabel label);

  unsigned getDevice() const { return device; }
  uint64_t getLimit() const { return limit; }
  uint64_t getLiveBytes() const;
  uint64_t getPeakBytes() const;

  /// The largest buffers in use now, largest first, at most `count`.
  llvm::SmallVector<Holding> getLargest(size_t count = 8) const;

  /// The largest buffers that were in use when the peak was reached.
  llvm::SmallVector<Holding> getLargestAtPeak() const;

  /// Forgets the peak: it is again what is in use now.
  void resetPeak();

private:
  friend class Buffer;
  struct Block;
  llvm::Expected<Block *> add(uint64_t bytes, uint64_t kept, OpLabel label);
  void release(Block *block);
  llvm::SmallVector<Holding> collectLargest(size_t count) const;

  const unsigned device;
  const uint64_t limit;
  mutable std::mutex mutex;
  // All below is guarded by the mutex.
  uint64_t live = 0;
  uint64_t peak = 0;
  Block *blocks = nullptr;
  /// What was in use at the peak, noted when the first buffer is given back
  /// afterwards; until then the blocks themselves tell.
  llvm::SmallVector<Holding> atPeak;
  bool isAtPeak = false;
};

/// Owns some bytes of a device's memory and gives them back when destroyed.
class Buffer {
public:
  Buffer() = default;
  Buffer(Buffer &&other) : block(std::exchange(other.block, nullptr)) {}
  Buffer &operator=(Buffer &&other) {
    std::swap(block, other.block);
    return *this;
  }
  ~Buffer();

  explicit operator bool() const { return block; }
  uint8_t *data() const;
  size_t size() const;
  llvm::MutableArrayRef<uint8_t> bytes() const { return {data(), size()}; }

  /// The bytes as elements of a host type.
  template <typename T> llvm::MutableArrayRef<T> as() const {
    return {reinterpret_cast<T *>(data()), size() / sizeof(T)};
  }

private:
  friend class DeviceMemory;
  explicit Buffer(DeviceMemory::Block *block) : block(block) {}
  DeviceMemory::Block *block = nullptr;
};

/// Bytes that count as in use until this is destroyed.
class Reservation {
public:
  Reservation() = default;
  Reservation(Reservation &&) = default;
  Reservation &operator=(Reservation &&) = default;

private:
  friend class DeviceMemory;
  explicit Reservation(Buffer block) : block(std::move(block)) {}
  /// Without room for any data.
  Buffer block;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_DEVICEMEMORY_H
