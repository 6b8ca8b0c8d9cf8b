//===- StatisticsReport.cpp - what the passes of a run counted --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Pipelines/StatisticsReport.h"

#include "weft/Support/PassStatistic.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace mlir;
using namespace weft;

namespace {
struct Count {
  uint64_t value = 0;
  llvm::StringRef description;
};

/// Takes what a pass has counted each time it has run, so that it does not
/// matter which copy of a pass ran, or how long it lives.
class StatisticsCollector : public PassInstrumentation {
public:
  explicit StatisticsCollector(llvm::raw_ostream &os) : os(os) {}
  ~StatisticsCollector() override { print(); }

  void runAfterPass(Pass *pass, Operation *) override { collect(pass); }
  void runAfterPassFailed(Pass *pass, Operation *) override { collect(pass); }

private:
  void collect(Pass *pass) {
    // All passes of that name are generated with PassStatistic.
    if (!pass->getArgument().starts_with("weft-"))
      return;
    std::lock_guard<std::mutex> lock(mutex);
    auto &counts = passes[pass->getArgument()];
    for (Pass::Statistic *each : pass->getStatistics()) {
      auto *statistic = static_cast<PassStatistic *>(each);
      Count &count = counts[statistic->getName()];
      count.value += statistic->take();
      count.description = statistic->getDesc();
    }
  }

  void print() {
    for (const auto &[pass, counts] : passes) {
      if (counts.empty())
        continue;
      os << pass << "\n";
      for (const auto &[name, count] : counts)
        os << "  (S) " << llvm::format_decimal(count.value, 8) << " " << name
           << " - " << count.description << "\n";
    }
  }

  llvm::raw_ostream &os;
  std::mutex mutex;
  /// Names and descriptions are literals of the generated classes.
  llvm::MapVector<llvm::StringRef, llvm::MapVector<llvm::StringRef, Count>>
      passes;
};
} // namespace

void weft::reportStatistics(PassManager &passes, llvm::raw_ostream &os) {
  passes.addInstrumentation(std::make_unique<StatisticsCollector>(os));
}
