//===- Sharding.cpp - how a tensor is laid out over a mesh ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/Sharding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace weft;
using llvm::Twine;

static llvm::Error error(const Twine &message) {
  return llvm::createStringError(message);
}

//===----------------------------------------------------------------------===//
// Sharding
//===----------------------------------------------------------------------===//

Sharding Sharding::open(unsigned rank) {
  Sharding sharding;
  sharding.dims.resize(rank, DimSharding{{}, /*isOpen=*/true, std::nullopt});
  return sharding;
}

Sharding Sharding::closed(unsigned rank) {
  Sharding sharding;
  sharding.dims.resize(rank);
  return sharding;
}

bool Sharding::hasSameLayout(const Sharding &other) const {
  return unreduced == other.unreduced && unreducedKind == other.unreducedKind &&
         llvm::equal(dims, other.dims,
                     [](const DimSharding &a, const DimSharding &b) {
                       return a.axes == b.axes;
                     });
}

bool Sharding::isReplicated() const {
  return unreduced.empty() && llvm::all_of(dims, [](const DimSharding &dim) {
           return dim.axes.empty();
         });
}

bool Sharding::uses(AxisRef axis) const {
  return replicated.overlaps(axis) || unreduced.overlaps(axis) ||
         llvm::any_of(dims, [&](const DimSharding &dim) {
           return dim.axes.overlaps(axis);
         });
}

llvm::SmallVector<int64_t, 4> Sharding::shardCounts() const {
  llvm::SmallVector<int64_t, 4> counts;
  for (const DimSharding &dim : dims)
    counts.push_back(dim.axes.numShards());
  return counts;
}

//===----------------------------------------------------------------------===//
// Validity of lists of axes
//===----------------------------------------------------------------------===//

namespace {

/// Where a user wrote an axis: the number of a dimension, or one of the lists
/// that follow them.
enum : int64_t {
  InReplicated = INT64_MAX - 2,
  InUnreduced = INT64_MAX - 1,
  InList = INT64_MAX
};

/// An axis and the place where it is written.
struct Use {
  AxisRef axis;
  int64_t place;
};

} // namespace

static bool isDimension(int64_t place) { return place < InReplicated; }

static std::string describe(int64_t place) {
  switch (place) {
  case InReplicated:
    return "the replicated axes";
  case InUnreduced:
    return "the unreduced axes";
  case InList:
    return "the list";
  default:
    return "dimension " + std::to_string(place);
  }
}

/// The same axis, or part, is written twice.
static llvm::Error reportTwice(const Mesh &mesh, Use first, Use second) {
  std::string axis = "axis " + mesh.toString(first.axis);
  if (first.place == second.place)
    return error(axis + " is listed twice in " + describe(first.place));
  if (isDimension(first.place) && isDimension(second.place))
    return error(axis + " splits dimension " + Twine(first.place) +
                 " and dimension " + Twine(second.place) +
                 "; it can split only one");
  if (isDimension(first.place))
    return error(axis + " splits dimension " + Twine(first.place) +
                 " and is also " +
                 (second.place == InReplicated ? "replicated" : "unreduced"));
  return error(axis + " is both replicated and unreduced");
}

/// Looks at two uses of one axis, the first of which begins no later.
static llvm::Error checkPair(const Mesh &mesh, Use first, Use second) {
  if (first.axis == second.axis)
    return reportTwice(mesh, first, second);
  std::string both =
      mesh.toString(first.axis) + " in " + describe(first.place) + " and " +
      mesh.toString(second.axis) + " in " + describe(second.place);
  if (first.axis.overlaps(second.axis))
    return error(both + " overlap");
  if (!first.axis.fitsWith(second.axis))
    return error(both + " are not parts of one factorisation: " +
                 Twine(first.axis.end()) + " does not divide " +
                 Twine(second.axis.preSize));
  return llvm::Error::success();
}

/// Neighbours in a list that touch have a shorter spelling; insisting on it
/// makes equal layouts equal attributes.
static llvm::Error
checkNeighbours(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t place) {
  for (size_t i = 1; i < axes.size(); ++i)
    if (axes[i - 1].touches(axes[i]) && axes[i - 1].size != 1 &&
        axes[i].size != 1)
      return error(mesh.toString(axes[i - 1]) + " and " +
                   mesh.toString(axes[i]) + " are neighbours in " +
                   describe(place) + "; write " +
                   mesh.toString(axes[i - 1].mergedWith(axes[i])));
  return llvm::Error::success();
}

/// Sorted by axis, so that only uses of one axis are compared: linear but for
/// the sort, whatever the number of axes.
static llvm::Error checkUses(const Mesh &mesh,
                             llvm::SmallVectorImpl<Use> &uses) {
  llvm::sort(uses, [](const Use &a, const Use &b) {
    return std::tuple(a.axis.axis, a.axis.preSize, a.place, a.axis.size) <
           std::tuple(b.axis.axis, b.axis.preSize, b.place, b.axis.size);
  });
  for (size_t i = 1; i < uses.size(); ++i)
    if (uses[i - 1].axis.axis == uses[i].axis.axis)
      if (llvm::Error failure = checkPair(mesh, uses[i - 1], uses[i]))
        return failure;
  return llvm::Error::success();
}

llvm::Error weft::checkAxes(const Mesh &mesh, llvm::ArrayRef<WrittenDim> dims,
                            llvm::ArrayRef<AxisRef> replicated,
                            llvm::ArrayRef<AxisRef> unreduced) {
  llvm::SmallVector<Use, 8> uses;
  auto add = [&](llvm::ArrayRef<AxisRef> axes, int64_t place) {
    for (AxisRef axis : axes)
      uses.push_back({axis, place});
    return checkNeighbours(mesh, axes, place);
  };
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (dim.priority && dim.axes.empty() && !dim.isOpen)
      return error("dimension " + Twine(i) + " has priority " +
                   Twine(*dim.priority) +
                   " but is closed and not split, so it has no effect");
    if (llvm::Error failure = add(dim.axes, i))
      return failure;
  }
  if (llvm::Error failure = add(replicated, InReplicated))
    return failure;
  if (llvm::Error failure = add(unreduced, InUnreduced))
    return failure;
  return checkUses(mesh, uses);
}

llvm::Error weft::checkAxes(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  llvm::SmallVector<Use, 8> uses;
  for (AxisRef axis : axes)
    uses.push_back({axis, InList});
  if (llvm::Error failure = checkNeighbours(mesh, axes, InList))
    return failure;
  return checkUses(mesh, uses);
}

//===----------------------------------------------------------------------===//
// Validity of shardings
//===----------------------------------------------------------------------===//

llvm::Error weft::check(const Mesh &mesh, const Sharding &sharding) {
  llvm::SmallVector<WrittenDim, 6> dims;
  for (const DimSharding &dim : sharding.dims)
    dims.push_back({dim.axes, dim.isOpen, dim.priority});
  return checkAxes(mesh, dims, sharding.replicated, sharding.unreduced);
}

llvm::Error weft::checkShape(const Mesh &mesh, const Sharding &sharding,
                             llvm::ArrayRef<int64_t> shape) {
  if (mesh.isMaximal()) {
    if (sharding.dims.empty())
      return llvm::Error::success();
    return error("a sharding on a single device has no dimensions to split, "
                 "but " +
                 Twine(sharding.rank()) + " are listed; write []");
  }
  if (sharding.rank() != shape.size())
    return error("the sharding has " + Twine(sharding.rank()) +
                 " dimensions, but the tensor has rank " + Twine(shape.size()));
  for (auto [i, dim] : llvm::enumerate(sharding.dims))
    if (shape[i] == 0 && !dim.axes.empty())
      return error("dimension " + Twine(i) +
                   " has size 0 and cannot be split over " +
                   mesh.toString(dim.axes));
  return llvm::Error::success();
}
