//===- PassStatistic.h - counters of passes that count ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packaged LLVM is built without statistics: MLIR's own counters have no
// value there, and code that keeps its asserts sees another class than the
// library does. The generated classes of Weft's passes use this one in its
// place (see weft_add_passes in cmake/AddWeft.cmake).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_PASSSTATISTIC_H
#define WEFT_SUPPORT_PASSSTATISTIC_H

#include "mlir/Pass/Pass.h"

#include <atomic>

namespace weft {

/// A counter of a pass. Its pass lists it like one of MLIR's
/// (`Pass::getStatistics`), but nothing of the base class is ever used.
/// Safe from any thread.
class PassStatistic : public mlir::Pass::Statistic {
public:
  PassStatistic(mlir::Pass *owner, const char *name, const char *description)
      : Statistic(owner, name, description), name(name),
        description(description) {}

  PassStatistic &operator++() { return *this += 1; }
  PassStatistic &operator+=(uint64_t count) {
    value.fetch_add(count, std::memory_order_relaxed);
    return *this;
  }

  llvm::StringRef getName() const { return name; }
  llvm::StringRef getDesc() const { return description; }
  /// What was counted since the last call.
  uint64_t take() { return value.exchange(0, std::memory_order_relaxed); }

private:
  const char *name, *description;
  std::atomic<uint64_t> value = 0;
};

} // namespace weft

#endif // WEFT_SUPPORT_PASSSTATISTIC_H
