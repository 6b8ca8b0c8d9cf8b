//===- LossHistory.h - how a training run went ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_LOSSHISTORY_H
#define WEFT_LIB_DRIVER_LOSSHISTORY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// The loss after each step, as a file for programs and a picture for people.
class LossHistory {
public:
  struct Entry {
    /// Counted from 1.
    int64_t step;
    double loss;
    double milliseconds;
  };

  void add(Entry entry) { entries.push_back(entry); }
  const std::vector<Entry> &getEntries() const { return entries; }

  /// Takes over what a file of `writeJson` says up to `lastStep`; a run that
  /// goes on adds to its own past. No file is no past.
  llvm::Error readJson(llvm::StringRef path, int64_t lastStep);

  /// {"steps": [{"step": 1, "loss": 2.5, "ms": 12.5}, ...]}; a loss that is no
  /// number is null.
  llvm::Error writeJson(llvm::StringRef path) const;

  /// A curve of the loss over the steps.
  llvm::Error writeSvg(llvm::StringRef path, llvm::StringRef title) const;

private:
  std::vector<Entry> entries;
};

} // namespace weft

#endif // WEFT_LIB_DRIVER_LOSSHISTORY_H
