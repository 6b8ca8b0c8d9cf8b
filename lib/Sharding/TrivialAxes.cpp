//===- TrivialAxes.cpp - axes of size 1 -------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/TrivialAxes.h"

using namespace weft;

static void strip(AxisList &list) {
  AxisList kept;
  for (AxisRef axis : list)
    if (axis.size != 1)
      kept.append(axis);
  list = kept;
}

Sharding weft::withoutTrivialAxes(Sharding sharding) {
  for (DimSharding &dim : sharding.dims)
    strip(dim.axes);
  strip(sharding.replicated);
  strip(sharding.unreduced);
  if (sharding.unreduced.empty())
    sharding.unreducedKind = ReducerKind::Add;
  return sharding;
}
