//===- CostModel.cpp - what collectives cost --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/CostModel.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

using namespace weft;

void CostModel::setLink(int32_t axis, Link link) {
  if (static_cast<size_t>(axis) >= links.size())
    links.resize(axis + 1, defaultLink);
  links[axis] = link;
}

const CostModel::Link &CostModel::link(int32_t axis) const {
  return static_cast<size_t>(axis) < links.size() ? links[axis] : defaultLink;
}

bool CostModel::isUniform() const {
  return llvm::all_of(links,
                      [&](const Link &link) { return link == defaultLink; });
}

double CostModel::slowest(llvm::ArrayRef<AxisRef> axes) const {
  double bandwidth = std::numeric_limits<double>::infinity();
  for (AxisRef axis : axes)
    if (axis.size > 1)
      bandwidth = std::min(bandwidth, link(axis.axis).bandwidth);
  return bandwidth;
}

static double numDevices(llvm::ArrayRef<AxisRef> axes) {
  double count = 1;
  for (AxisRef axis : axes)
    count *= axis.size;
  return count;
}

/// Axis by axis. The piece along an axis is the whole divided by the axes
/// major to it.
CollectiveCost CostModel::ring(llvm::ArrayRef<AxisRef> axes,
                               double wholeBytes) const {
  CollectiveCost cost;
  double piece = wholeBytes;
  for (AxisRef axis : axes) {
    double sent = piece - piece / axis.size;
    const Link &along = link(axis.axis);
    cost.wireBytes += sent;
    cost.seconds += along.latency * (axis.size - 1) + sent / along.bandwidth;
    piece /= axis.size;
  }
  return cost;
}

CollectiveCost CostModel::allGather(llvm::ArrayRef<AxisRef> axes,
                                    double wholeBytes) const {
  CollectiveCost cost = ring(axes, wholeBytes);
  cost.seconds += launch + wholeBytes / copyBandwidth;
  return cost;
}

CollectiveCost CostModel::reduceScatter(llvm::ArrayRef<AxisRef> axes,
                                        double wholeBytes) const {
  CollectiveCost cost = ring(axes, wholeBytes);
  cost.seconds += launch + wholeBytes / numDevices(axes) / copyBandwidth;
  return cost;
}

CollectiveCost CostModel::allReduce(llvm::ArrayRef<AxisRef> axes,
                                    double bytes) const {
  CollectiveCost cost = ring(axes, bytes);
  cost += cost;
  cost.seconds += launch + bytes / copyBandwidth;
  return cost;
}

CollectiveCost CostModel::allToAll(llvm::ArrayRef<AxisRef> axes,
                                   double bytes) const {
  CollectiveCost cost;
  cost.wireBytes = bytes - bytes / numDevices(axes);
  cost.seconds = launch + cost.wireBytes / slowest(axes);
  for (AxisRef axis : axes)
    cost.seconds += link(axis.axis).latency * (axis.size - 1);
  cost.seconds += bytes / copyBandwidth;
  return cost;
}

CollectiveCost CostModel::permute(llvm::ArrayRef<AxisRef> axes,
                                  double bytes) const {
  CollectiveCost cost;
  cost.wireBytes = bytes;
  cost.seconds = launch + bytes / slowest(axes) + bytes / copyBandwidth;
  for (AxisRef axis : axes)
    cost.seconds += link(axis.axis).latency;
  return cost;
}

/// In pieces along a chain: each device passes on what it gets.
CollectiveCost CostModel::broadcast(llvm::ArrayRef<AxisRef> axes,
                                    double bytes) const {
  CollectiveCost cost = permute(axes, bytes);
  for (AxisRef axis : axes)
    cost.seconds += link(axis.axis).latency * (axis.size - 1);
  return cost;
}

CollectiveCost CostModel::copy(double bytes) const {
  return {0, bytes / copyBandwidth};
}
