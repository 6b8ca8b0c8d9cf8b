//===- ResultComparison.h - one result, whole and in shards -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_RESULTCOMPARISON_H
#define WEFT_LIB_DRIVER_RESULTCOMPARISON_H

#include "weft/Execution/Comparison.h"
#include "weft/Execution/Session.h"

namespace weft {

/// An element for people: where it is in the whole array, and its two values.
struct ComparedElement {
  unsigned device = 0;
  std::string index, got, wanted;
};

/// How far the shards of one result are from the whole one, over all devices
/// and seeds.
struct ResultReport {
  std::string type;
  execution::Comparison worst;
  uint64_t numDifferent = 0;
  uint64_t seed = 0;
  ComparedElement largest;
  /// Of the first device that has one outside of the tolerance, the first.
  std::optional<ComparedElement> first;
};

/// Compares a result of the last steps of two sessions, and adds what was found
/// to `report`. Every device's part counts, so copies that differ are found as
/// well.
void compareResult(unsigned result, const execution::Session &whole,
                   const execution::Session &sharded,
                   const execution::Tolerance &tolerance, uint64_t seed,
                   ResultReport &report);

/// Three digits are enough for an error.
std::string formatError(double error);

} // namespace weft

#endif // WEFT_LIB_DRIVER_RESULTCOMPARISON_H
