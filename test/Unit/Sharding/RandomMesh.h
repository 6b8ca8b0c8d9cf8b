//===- RandomMesh.h - meshes and axes for tests -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TEST_UNIT_SHARDING_RANDOMMESH_H
#define WEFT_TEST_UNIT_SHARDING_RANDOMMESH_H

#include "weft/Sharding/Sharding.h"

#include "gtest/gtest.h"

#include <random>

namespace weft {

/// Reproducible random meshes: small sizes, among them 1 and odd ones.
class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}

  int64_t below(int64_t n) {
    return std::uniform_int_distribution<int64_t>(0, n - 1)(engine);
  }

  /// Up to four axes of up to 12 devices.
  Mesh mesh() {
    static constexpr llvm::StringRef names[] = {"a", "b", "c", "d"};
    static constexpr int64_t sizes[] = {1, 2, 3, 4, 5, 6, 8, 9, 12};
    llvm::SmallVector<MeshAxis> axes;
    for (int64_t i = 0, n = 1 + below(4); i != n; ++i)
      axes.push_back({names[i], sizes[below(std::size(sizes))]});
    return llvm::cantFail(Mesh::create(axes));
  }

  /// A divisor of `n`.
  int32_t divisor(int32_t n) {
    llvm::SmallVector<int32_t> divisors;
    for (int32_t d = 1; d <= n; ++d)
      if (n % d == 0)
        divisors.push_back(d);
    return divisors[below(divisors.size())];
  }

  /// A whole axis or a part of one.
  AxisRef axisRef(const Mesh &mesh) {
    AxisRef whole = mesh.whole(below(mesh.axes().size()));
    AxisRef rest = whole.suffix(divisor(whole.size));
    AxisRef part = rest.prefix(divisor(rest.size));
    return part.size == 1 ? whole : part;
  }

  /// A permutation of 0 .. n-1.
  std::vector<int64_t> order(int64_t n) {
    std::vector<int64_t> ids(n);
    std::iota(ids.begin(), ids.end(), 0);
    std::shuffle(ids.begin(), ids.end(), engine);
    return ids;
  }

  std::mt19937 engine;
};

/// The message of an error, empty for success.
inline std::string messageOf(llvm::Error error) {
  return llvm::toString(std::move(error));
}
template <typename T> std::string messageOf(llvm::Expected<T> result) {
  return llvm::toString(result.takeError());
}

} // namespace weft

#endif // WEFT_TEST_UNIT_SHARDING_RANDOMMESH_H
