//===- DeviceOrder.h - one mesh seen from another ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SHARDING_DEVICEORDER_H
#define WEFT_LIB_SHARDING_DEVICEORDER_H

#include "weft/Sharding/Sharding.h"

namespace weft::reshard {

/// Says why values cannot go from one mesh to the other: they do not have the
/// same devices.
llvm::Error checkDevices(const Mesh &from, const Mesh &to);

/// The sharding on mesh `to` that gives each device what `sharding` on mesh
/// `from` gives it. None if the order of the devices follows no axes of `to`.
/// The 2x2 mesh with the order [0, 2, 1, 3] is the one without, with its axes
/// swapped. Looks at all devices if there is an explicit order, as do the
/// functions below.
std::optional<Sharding> translate(const Mesh &from, const Sharding &sharding,
                                  const Mesh &to);

/// Which device sends to which, numbered along axes.
struct DevicePairs {
  AxisList axes;
  llvm::SmallVector<int64_t, 0> pairs; ///< source, target, source, ...
};

/// How values laid out over `from` come to be laid out over `to`, which has
/// the same axes in another order of devices, along as few axes as it takes.
/// Nothing if each device has what it needs.
DevicePairs pairsBetween(const Mesh &from, const Mesh &to,
                         const Sharding &sharding);

} // namespace weft::reshard

#endif // WEFT_LIB_SHARDING_DEVICEORDER_H
