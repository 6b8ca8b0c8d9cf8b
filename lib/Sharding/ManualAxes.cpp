//===- ManualAxes.cpp - shardings at the border of a region -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/ManualAxes.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft;

/// The axes that are, or are not, among `manual`.
static AxisList select(const AxisList &axes, const AxisList &manual,
                       bool among) {
  AxisList result;
  for (AxisRef axis : axes)
    if (manual.overlaps(axis) == among)
      result.append(axis);
  return result;
}

Sharding weft::enterManualRegion(const Sharding &outer,
                                 const AxisList &manual) {
  Sharding inner = outer;
  for (DimSharding &dim : inner.dims)
    dim.axes = select(dim.axes, manual, /*among=*/false);
  inner.replicated = select(outer.replicated, manual, /*among=*/false);
  inner.unreduced = select(outer.unreduced, manual, /*among=*/false);
  return inner;
}

Sharding weft::leaveManualRegion(const Sharding &inner, const Sharding &outer,
                                 const AxisList &manual) {
  Sharding result = outer;
  for (auto [dim, grown] : llvm::zip_equal(result.dims, inner.dims)) {
    dim.axes = select(dim.axes, manual, /*among=*/true);
    dim.axes.append(grown.axes.axes());
  }
  return result;
}
