//===- MeshPlanner.cpp - reshards on one mesh -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshPlanner.h"

#include "ReshardSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace weft;
using namespace weft::reshard;

/// More atoms than this make too many layouts to be searched.
static constexpr unsigned maxFineAtoms = 4;
static constexpr unsigned maxAtoms = 6;

double weft::reshard::secondsOf(llvm::ArrayRef<PlanStep> steps) {
  double sum = 0;
  for (const PlanStep &step : steps)
    sum += step.cost.seconds;
  return sum;
}

/// First within the memory of both ends, then twice as much, then any.
Steps MeshPlanner::searchSpace(const Space &space) const {
  double limit =
      std::max(space.bytesOf(space.source()), space.bytesOf(space.target()));
  if (space.numAtoms() <= maxAtoms)
    for (double bound :
         {limit, 2 * limit, std::numeric_limits<double>::infinity()})
      if (std::optional<Steps> steps = search(space, bound))
        return *steps;
  return gatherAndSplit(space);
}

/// Without the axes whose parts in one sharding do not fit those in the other.
static Sharding withoutMisfits(Sharding sharding, const Sharding &other) {
  llvm::SmallVector<AxisRef> uses;
  for (const DimSharding &dim : other.dims)
    llvm::append_range(uses, dim.axes);
  llvm::append_range(uses, other.unreduced);
  llvm::SmallVector<int32_t> misfits;
  auto look = [&](const AxisList &list) {
    for (AxisRef axis : list)
      for (AxisRef use : uses)
        if (use.axis == axis.axis && !use.fitsWith(axis))
          misfits.push_back(axis.axis);
  };
  for (DimSharding &dim : sharding.dims)
    look(dim.axes);
  look(sharding.unreduced);
  auto strip = [&](AxisList &list) {
    AxisList kept;
    for (AxisRef axis : list)
      if (!llvm::is_contained(misfits, axis.axis))
        kept.append(axis);
    list = kept;
  };
  for (DimSharding &dim : sharding.dims)
    strip(dim.axes);
  strip(sharding.unreduced);
  return sharding;
}

Steps MeshPlanner::planVia(const Sharding &from, const Sharding &middle,
                           const Sharding &to) const {
  Steps steps = plan(from, middle);
  llvm::append_range(steps, plan(middle, to));
  return steps;
}

/// An axis of size 6 is seen as [2, 3] by one sharding and as [3, 2] by the
/// other. Some layout in between does without it.
Steps MeshPlanner::planAcross(const Sharding &from, const Sharding &to) const {
  Sharding middles[] = {withoutMisfits(from, to), withoutMisfits(to, from),
                        Sharding::closed(shape.size())};
  Steps best;
  double least = std::numeric_limits<double>::infinity();
  for (const Sharding &middle : middles) {
    Steps steps = planVia(from, middle, to);
    double seconds = secondsOf(steps);
    if (seconds < least)
      least = seconds, best = std::move(steps);
  }
  return best;
}

Steps MeshPlanner::plan(const Sharding &from, const Sharding &to) const {
  if (from.hasSameLayout(to))
    return {};
  Space fine(mesh, shape, elementBytes, cost);
  if (!fine.init(from, to, /*fine=*/true))
    return planAcross(from, to);
  if (fine.numAtoms() <= maxFineAtoms)
    return searchSpace(fine);
  Space coarse(mesh, shape, elementBytes, cost);
  coarse.init(from, to, /*fine=*/false);
  return searchSpace(coarse);
}
