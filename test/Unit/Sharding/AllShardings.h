//===- AllShardings.h - all shardings, and random ones ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TEST_UNIT_SHARDING_ALLSHARDINGS_H
#define WEFT_TEST_UNIT_SHARDING_ALLSHARDINGS_H

#include "RandomMesh.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace weft {

/// The axes of a mesh in parts of prime size.
inline std::vector<AxisRef> primeParts(const Mesh &mesh) {
  std::vector<AxisRef> parts;
  for (size_t i = 0; i != mesh.axes().size(); ++i)
    for (AxisRef rest = mesh.whole(i); rest.size > 1;) {
      int32_t prime = 2;
      while (rest.size % prime != 0)
        ++prime;
      parts.push_back(rest.prefix(prime));
      rest = rest.suffix(prime);
    }
  return parts;
}

/// All ways to deal parts of axes to dimensions, in all orders.
inline std::vector<Sharding> allShardings(const Mesh &mesh, unsigned rank) {
  std::vector<AxisRef> parts = primeParts(mesh);
  std::vector<Sharding> all;
  auto deal = [&](auto &self, const Sharding &sharding, unsigned dim,
                  unsigned used) -> void {
    if (dim == rank)
      return all.push_back(sharding);
    self(self, sharding, dim + 1, used);
    for (unsigned i = 0; i != parts.size(); ++i) {
      if (used >> i & 1)
        continue;
      Sharding next = sharding;
      next.dims[dim].axes.append(parts[i]);
      self(self, next, dim, used | 1u << i);
    }
  };
  deal(deal, Sharding::closed(rank), 0, 0);
  return all;
}

/// Up to 24 devices; some axes can be cut in ways that do not fit.
inline Mesh smallMesh(Random &random) {
  static const std::vector<std::vector<MeshAxis>> meshes = {
      {{"x", 2}, {"y", 2}, {"z", 2}},
      {{"x", 2}, {"y", 3}, {"z", 4}},
      {{"x", 6}, {"y", 2}},
      {{"x", 12}},
      {{"x", 8}, {"y", 1}},
      {{"x", 3}, {"y", 3}},
      {{"x", 1}},
      {{"x", 4}, {"y", 4}},
      {{"x", 5}, {"y", 2}}};
  return llvm::cantFail(Mesh::create(meshes[random.below(meshes.size())]));
}

/// Deals random parts of axes to dimensions, to the unreduced axes, or to
/// none. Not only prime parts: 6 may be cut into 2 and 3, or 3 and 2.
inline Sharding randomSharding(Random &random, const Mesh &mesh,
                               unsigned rank) {
  std::vector<AxisRef> parts;
  for (size_t i = 0; i != mesh.axes().size(); ++i) {
    AxisRef whole = mesh.whole(i);
    int32_t first = random.divisor(whole.size);
    parts.push_back(whole.prefix(first));
    AxisRef rest = whole.suffix(first);
    int32_t second = random.divisor(rest.size);
    parts.push_back(rest.prefix(second));
    parts.push_back(rest.suffix(second));
  }
  std::shuffle(parts.begin(), parts.end(), random.engine);
  Sharding sharding = Sharding::closed(rank);
  bool partial = random.below(4) == 0;
  for (AxisRef part : parts) {
    if (part.size == 1 && !mesh.isWhole(part))
      continue;
    int64_t place = random.below(rank + 2);
    if (place < rank)
      sharding.dims[place].axes.append(part);
    else if (partial)
      sharding.unreduced.append(part);
  }
  sharding.unreduced.sortAndMerge();
  if (!sharding.unreduced.empty())
    sharding.unreducedKind = static_cast<ReducerKind>(random.below(7));
  return sharding;
}

} // namespace weft

#endif // WEFT_TEST_UNIT_SHARDING_ALLSHARDINGS_H
