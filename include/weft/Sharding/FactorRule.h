//===- FactorRule.h - which dimensions move together ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor is one index of the loop nest that an op means. The rule of an op
// maps every dimension of every operand and result to a run of factors, major
// to minor. A matrix product has three factors,
//
//     ([i, k], [k, j]) -> ([i, j])     {i = 8, j = 16, k = 32}  reduction = [k]
//
// and a reshape of 6x4 to 24 gives its result dimension two:
//
//     ([i, j]) -> ([ij])               {i = 6, j = 4}
//
// What splits a factor in one tensor splits it in all: that is the whole of
// propagation, and the basis of partitioning.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SHARDING_FACTORRULE_H
#define WEFT_SHARDING_FACTORRULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>

namespace weft {

/// i, j, ... z, then z_1, z_2, ...: how factors are called in print.
std::string getFactorName(unsigned factor);

/// What splitting a factor costs the op.
enum class FactorKind : uint8_t {
  /// Every device does its part alone.
  PassThrough,
  /// Devices are left with partial results that must be reduced.
  Reduction,
  /// The op must see the factor whole.
  NeedReplication,
  /// Neighbours exchange data (a halo, a rotation).
  Permutation,
};

/// One factor: its size, what splitting it costs, and whether shardings travel
/// along it at all. Blocking is orthogonal to the kind.
struct Factor {
  int64_t size;
  FactorKind kind = FactorKind::PassThrough;
  bool blocked = false;

  bool operator==(const Factor &other) const = default;
};

class FactorRule;
llvm::hash_code hash_value(const FactorRule &rule);

/// The rule of one op: immutable once built, small, flat and comparable, so
/// that ops of one signature share one copy. Tensors are numbered operands
/// first, then results.
class FactorRule {
public:
  unsigned getNumOperands() const { return numOperands; }
  unsigned getNumResults() const { return getNumTensors() - numOperands; }
  unsigned getNumTensors() const { return tensorStart.size() - 1; }

  llvm::ArrayRef<Factor> getFactors() const { return factors; }
  unsigned getNumFactors() const { return factors.size(); }

  unsigned getRank(unsigned tensor) const {
    return tensorStart[tensor + 1] - tensorStart[tensor];
  }
  /// The factors of one dimension, major to minor; never empty.
  llvm::ArrayRef<uint16_t> getDim(unsigned tensor, unsigned dim) const {
    unsigned at = tensorStart[tensor] + dim;
    return llvm::ArrayRef(dimFactors)
        .slice(dimStart[at], dimStart[at + 1] - dimStart[at]);
  }
  /// Whether any dimension of `tensor` has `factor`.
  bool hasFactor(unsigned tensor, unsigned factor) const;

  /// A rule given by the user: kept by every pass, never simplified.
  bool isCustom() const { return custom; }
  /// Every tensor has all factors, one per dimension, in the same order: the
  /// rule of an elementwise op.
  bool isIdentity() const;

  /// The same rule, but dimensions without elements have no part in it: they
  /// cannot be split, however large the factor is for other tensors. `shapes`
  /// are those of all tensors.
  FactorRule
  withoutEmptyDims(llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes) const;

  bool operator==(const FactorRule &other) const = default;
  friend llvm::hash_code hash_value(const FactorRule &rule);

  /// `([i, k], [k, j])->([i, j]) {i=8, ...} reduction={k}`, for messages.
  std::string str() const;

private:
  friend class FactorRuleBuilder;
  FactorRule() = default;

  unsigned numOperands = 0;
  bool custom = false;
  llvm::SmallVector<Factor, 6> factors;
  /// Factor numbers of all dimensions of all tensors, one after the other.
  llvm::SmallVector<uint16_t, 16> dimFactors;
  /// Where each dimension begins in `dimFactors`, and an end mark.
  llvm::SmallVector<uint16_t, 16> dimStart;
  /// Where each tensor begins in `dimStart`, and an end mark.
  llvm::SmallVector<uint16_t, 8> tensorStart;
};

/// Builds the rule of an op from the shapes of its tensors.
///
///     FactorRuleBuilder rule({{8, 32}, {32, 16}}, {{8, 16}});
///     rule.addFactor(8, {{0, 0}, {2, 0}});                         // i
///     rule.addFactor(16, {{1, 1}, {2, 1}});                        // j
///     rule.addFactor(32, {{0, 1}, {1, 0}}, FactorKind::Reduction); // k
///     std::move(rule).build();
///
/// A dimension without a factor gets one of its own, of size 1, which carries
/// no sharding of a neighbour: splitting it is local to that tensor.
class FactorRuleBuilder {
public:
  using Shape = llvm::ArrayRef<int64_t>;
  /// A dimension of a tensor (operands first, then results).
  struct Place {
    unsigned tensor;
    unsigned dim;
  };

  FactorRuleBuilder(llvm::ArrayRef<Shape> operands,
                    llvm::ArrayRef<Shape> results);

  unsigned getNumOperands() const { return numOperands; }
  unsigned getNumTensors() const { return dims.size(); }
  Shape getShape(unsigned tensor) const { return shapes[tensor]; }
  unsigned result(unsigned index) const { return numOperands + index; }

  /// Appends a factor to each of `places` (as their minor-most so far) and
  /// returns its number.
  unsigned addFactor(int64_t size, llvm::ArrayRef<Place> places,
                     FactorKind kind = FactorKind::PassThrough,
                     bool blocked = false);

  /// Whether the dimension has a factor so far.
  bool isCovered(Place place) const {
    return !dims[place.tensor][place.dim].empty();
  }

  /// Appends a factor that exists to a dimension.
  void append(Place place, unsigned factor) {
    dims[place.tensor][place.dim].push_back(factor);
  }

  /// One pass-through factor per dimension of `shape`, held by every tensor of
  /// that rank. A tensor of another rank (a scalar predicate) gets none.
  void addElementwise(Shape shape);

  void setCustom() { custom = true; }

  /// The number of factors would not fit a rule: no sane op has that many, but
  /// a hostile file may.
  bool isTooLarge() const;

  FactorRule build() &&;

private:
  unsigned numOperands;
  bool custom = false;
  llvm::SmallVector<llvm::SmallVector<int64_t, 4>, 4> shapes;
  llvm::SmallVector<Factor, 6> factors;
  /// Per tensor, per dimension: its factors.
  llvm::SmallVector<llvm::SmallVector<llvm::SmallVector<uint16_t, 2>, 4>, 4>
      dims;
};

} // namespace weft

#endif // WEFT_SHARDING_FACTORRULE_H
