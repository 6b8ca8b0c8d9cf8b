//===- CollectiveCounter.h - what was sent in a run -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXECUTION_COLLECTIVECOUNTER_H
#define WEFT_EXECUTION_COLLECTIVECOUNTER_H

#include "weft/Runtime/Tracer.h"

#include <map>
#include <vector>

namespace weft::execution {

/// Counts the collectives of a run, and hands all events on.
class CollectiveCounter : public runtime::Tracer {
public:
  /// One op that communicates.
  struct Row {
    /// "all_reduce", ...
    std::string kind;
    /// The op and its place in the program.
    std::string op, location;
    /// How many devices take part in one.
    unsigned groupSize = 0;
    /// How often a device went through it; the most of any device.
    uint64_t count = 0;
    /// What a device gave to one, and what one device sends in all, under ring
    /// algorithms.
    uint64_t bytes = 0, wireBytes = 0;
  };

  /// `next` may be null.
  CollectiveCounter(unsigned numDevices, runtime::Tracer *next)
      : rows(numDevices), next(next) {}

  void record(const runtime::TraceEvent &event) override;

  /// Forgets what was counted.
  void reset();

  /// In the order in which the ops were reached first; no run may be under way.
  std::vector<Row> getRows() const;

private:
  /// Texts of a program are unique, so their addresses tell ops apart.
  using Key = std::pair<const char *, const char *>;
  struct Entry {
    Row row;
    uint64_t begin;
  };
  struct alignas(64) DeviceRows {
    std::map<Key, Entry> entries;
  };

  std::vector<DeviceRows> rows;
  runtime::Tracer *next;
};

/// The bytes that one device sends when it gives `bytes` to a collective of
/// `devices` devices: 2(n-1)/n of them for an all_reduce, (n-1) times for an
/// all_gather, (n-1)/n for a reduce_scatter or an all_to_all, all for a
/// permute.
uint64_t getWireBytes(llvm::StringRef kind, uint64_t bytes, unsigned devices);

} // namespace weft::execution

#endif // WEFT_EXECUTION_COLLECTIVECOUNTER_H
