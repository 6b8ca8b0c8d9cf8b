//===- ManualAxes.h - shardings at the border of a region -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_MANUALAXES_H
#define WEFT_SHARDING_MANUALAXES_H

#include "weft/Sharding/Sharding.h"

namespace weft {

/// The sharding that is seen inside a manual region: `outer` without the manual
/// axes, along which the values inside are already local.
///
///     ["data", "model"] with manual "model"  ->  ["data", _]
Sharding enterManualRegion(const Sharding &outer, const AxisList &manual);

/// The reverse: the manual axes of `outer`, followed in each dimension by the
/// axes that the region gives it.
Sharding leaveManualRegion(const Sharding &inner, const Sharding &outer,
                           const AxisList &manual);

} // namespace weft

#endif // WEFT_SHARDING_MANUALAXES_H
