//===- Placement.h - where the parts of an array lie ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXECUTION_PLACEMENT_H
#define WEFT_EXECUTION_PLACEMENT_H

#include "weft/Runtime/ArrayType.h"
#include "weft/Sharding/Sharding.h"

namespace weft::execution {

using runtime::ArrayType;
using runtime::Box;

/// How one array is spread over the devices of a run: which part of the whole
/// each device holds, and how the parts become whole again. The names and the
/// device order of the mesh are borrowed from attributes.
class Placement {
public:
  /// Every device holds all of it.
  static Placement replicated(ArrayType type);

  /// Fails, saying what does not fit, if the shards of `whole` under `sharding`
  /// are no arrays of type `local`.
  static llvm::Expected<Placement> get(ArrayType whole, ArrayType local,
                                       Mesh mesh, Sharding sharding);

  const ArrayType &getWhole() const { return whole; }
  /// What every device has in memory, padding included.
  const ArrayType &getLocal() const { return local; }
  bool isUnreduced() const { return !sharding.unreduced.empty(); }
  ReducerKind getReducer() const { return sharding.unreducedKind; }

  /// The part of the whole array that a device holds. It sits at the beginning
  /// of each dimension of the local array; the rest is padding.
  Box getBox(unsigned device) const;

  /// The lowest of the devices that hold the same value of the same part.
  /// Devices along unreduced axes hold different ones.
  unsigned getHolder(unsigned device) const;
  /// The lowest of the devices that hold the same part, be it a summand or the
  /// value.
  unsigned getOwner(unsigned device) const;

private:
  Placement(ArrayType whole, ArrayType local, Mesh mesh, Sharding sharding)
      : whole(std::move(whole)), local(std::move(local)), mesh(std::move(mesh)),
        sharding(std::move(sharding)) {}
  unsigned getLowest(unsigned device, bool keepUnreduced) const;

  ArrayType whole, local;
  Mesh mesh;
  Sharding sharding;
};

/// A box of one array and the box of another that it is copied to, both given
/// by where they begin.
struct BoxCopy {
  llvm::ArrayRef<int64_t> sizes;
  llvm::ArrayRef<int64_t> sourceDims, sourceOffsets;
  llvm::ArrayRef<int64_t> targetDims, targetOffsets;
};

/// Copies elements of `width` bytes between two row-major arrays.
void copyBox(const BoxCopy &copy, unsigned width, const uint8_t *source,
             uint8_t *target);

} // namespace weft::execution

#endif // WEFT_EXECUTION_PLACEMENT_H
