//===- DeviceGroups.h - devices along the axes of a mesh --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_DEVICEGROUPS_H
#define WEFT_SHARDING_DEVICEGROUPS_H

#include "weft/Sharding/Mesh.h"

namespace weft {

/// The position like `position`, but with number `index` along `axes`.
int64_t moveAlong(const Mesh &mesh, int64_t position,
                  llvm::ArrayRef<AxisRef> axes, int64_t index);

} // namespace weft

#endif // WEFT_SHARDING_DEVICEGROUPS_H
