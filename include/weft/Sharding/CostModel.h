//===- CostModel.h - what collectives cost ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_COSTMODEL_H
#define WEFT_SHARDING_COSTMODEL_H

#include "weft/Sharding/AxisRef.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace weft {

/// What a collective costs: the bytes that one device sends, and the time.
/// Doubles, because sizes are a user's and products of them may not fit an
/// integer; exact up to 2^53 bytes.
struct CollectiveCost {
  double wireBytes = 0;
  double seconds = 0;

  CollectiveCost &operator+=(const CollectiveCost &other) {
    wireBytes += other.wireBytes;
    seconds += other.seconds;
    return *this;
  }
};

/// What the links between devices can do, and from it the cost of collectives.
///
/// A device sends, under ring algorithms over n devices:
///
///     all-reduce                  2 (n-1)/n * operand
///     all-gather, reduce-scatter    (n-1)/n * whole
///     all-to-all                    (n-1)/n * operand
///     permute, broadcast            operand
///     slice                         nothing
///
/// A collective over several axes goes axis by axis, each over its own links:
/// a gather over `["x", "y"]` first joins the small pieces along `y`, then the
/// larger ones along `x`. That gives the bytes above, and n_x - 1 + n_y - 1
/// steps. The time is latency * steps + bytes / bandwidth, plus what it takes
/// to start a collective and to write its result.
///
/// The defaults make bytes come first: what else counts decides only between
/// plans that send about the same. Set real figures where they are known.
class CostModel {
public:
  /// The links along one axis of the mesh.
  struct Link {
    double bandwidth = 1e11; ///< bytes per second, from one device
    double latency = 1e-13;  ///< seconds per step of a ring

    friend bool operator==(const Link &, const Link &) = default;
  };

  /// For axes that were not set.
  Link defaultLink;
  /// Seconds to start a collective.
  double launch = 1e-11;
  /// Bytes per second that a device writes to its own memory.
  double copyBandwidth = 1e14;

  /// Sets the links of one axis, by its index in the mesh.
  void setLink(int32_t axis, Link link);
  const Link &link(int32_t axis) const;

  /// Whether the links of all axes are alike.
  bool isUniform() const;

  /// Joins shards to `wholeBytes`. Axes major to minor, here and below.
  CollectiveCost allGather(llvm::ArrayRef<AxisRef> axes,
                           double wholeBytes) const;
  /// Combines values of `wholeBytes` and keeps a shard.
  CollectiveCost reduceScatter(llvm::ArrayRef<AxisRef> axes,
                               double wholeBytes) const;
  CollectiveCost allReduce(llvm::ArrayRef<AxisRef> axes, double bytes) const;
  CollectiveCost allToAll(llvm::ArrayRef<AxisRef> axes, double bytes) const;
  CollectiveCost permute(llvm::ArrayRef<AxisRef> axes, double bytes) const;
  CollectiveCost broadcast(llvm::ArrayRef<AxisRef> axes, double bytes) const;
  /// Writes `bytes` in a device's own memory.
  CollectiveCost copy(double bytes) const;

private:
  double slowest(llvm::ArrayRef<AxisRef> axes) const;
  CollectiveCost ring(llvm::ArrayRef<AxisRef> axes, double wholeBytes) const;

  llvm::SmallVector<Link, 4> links;
};

} // namespace weft

#endif // WEFT_SHARDING_COSTMODEL_H
