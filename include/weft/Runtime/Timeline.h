//===- Timeline.h - a run as a picture in the browser -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_TIMELINE_H
#define WEFT_RUNTIME_TIMELINE_H

#include "weft/Runtime/Tracer.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace weft::runtime {

/// Collects the events of a run and writes them in the Chrome trace format,
/// which chrome://tracing and ui.perfetto.dev show: one row per device, with
/// ops, collectives and the waiting inside them.
///
/// Keeps at most `maxEvents` per device, the first ones; the file says how many
/// were left out.
class Timeline : public Tracer {
public:
  explicit Timeline(unsigned numDevices, size_t maxEvents = 1 << 20);

  void record(const TraceEvent &event) override;

  /// Writes all events; no run may be under way.
  void print(llvm::raw_ostream &os) const;

  /// Writes the file in one step (see AtomicFile).
  llvm::Error write(llvm::StringRef path) const;

private:
  /// One device's events. Rows are apart from each other in memory, as each is
  /// written by another thread.
  struct alignas(64) Row {
    std::vector<TraceEvent> events;
    uint64_t numDropped = 0;
  };

  size_t maxEvents;
  uint64_t start;
  std::vector<Row> rows;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_TIMELINE_H
