//===- LeafMemory.h - what a device needs to make a leaf --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_LEAFMEMORY_H
#define WEFT_LIB_DRIVER_LEAFMEMORY_H

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <string>

namespace weft {

/// What one device holds while it makes one leaf.
struct LeafMemory {
  std::string path;
  uint64_t shardBytes = 0;
  /// From the program, before it runs: the most that is held at once, the shard
  /// included.
  uint64_t boundBytes = 0;
  /// What the run has needed.
  uint64_t peakBytes = 0;

  /// What is held beside the shard.
  uint64_t getTileBytes() const {
    return boundBytes > shardBytes ? boundBytes - shardBytes : 0;
  }
};

/// The most that a device holds at once when it stores every value of the
/// function, frees it after its last use, and lets loops and updates of slices
/// write over what ends there.
uint64_t getStoredBytesBound(mlir::FunctionOpInterface function);

} // namespace weft

#endif // WEFT_LIB_DRIVER_LEAFMEMORY_H
