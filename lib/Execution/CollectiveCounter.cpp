//===- CollectiveCounter.cpp - what was sent in a run -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/CollectiveCounter.h"

#include "weft/Runtime/Collective.h"

using namespace weft;
using namespace weft::execution;
using runtime::CollectiveKind;
using runtime::TraceEvent;

uint64_t weft::execution::getWireBytes(llvm::StringRef kind, uint64_t bytes,
                                       unsigned devices) {
  // Rounded down; multiplied last, since the whole may need 63 bits.
  auto share = [&](unsigned times) {
    return bytes / devices * times + bytes % devices * times / devices;
  };
  if (devices <= 1)
    return 0;
  if (kind == getName(CollectiveKind::AllReduce))
    return share(2 * (devices - 1));
  if (kind == getName(CollectiveKind::AllGather))
    return bytes * (devices - 1);
  if (kind == getName(CollectiveKind::ReduceScatter) ||
      kind == getName(CollectiveKind::AllToAll))
    return share(devices - 1);
  return bytes;
}

void CollectiveCounter::record(const TraceEvent &event) {
  if (next)
    next->record(event);
  if (event.kind != TraceEvent::Kind::Collective)
    return;
  Key key{event.label.op.data(), event.label.location.data()};
  auto [found, isNew] = rows[event.device].entries.try_emplace(key);
  Row &row = found->second.row;
  if (isNew) {
    found->second.begin = event.begin;
    row.kind = event.collective.str();
    row.op = event.label.op.str();
    row.location = event.label.location.str();
  }
  row.groupSize = std::max(row.groupSize, event.groupSize);
  ++row.count;
  row.bytes = std::max(row.bytes, event.bytes);
  row.wireBytes += getWireBytes(event.collective, event.bytes, event.groupSize);
}

void CollectiveCounter::reset() {
  for (DeviceRows &device : rows)
    device.entries.clear();
}

std::vector<CollectiveCounter::Row> CollectiveCounter::getRows() const {
  std::map<Key, Entry> merged;
  for (const DeviceRows &device : rows)
    for (const auto &[key, entry] : device.entries) {
      auto [found, isNew] = merged.try_emplace(key, entry);
      if (isNew)
        continue;
      Entry &known = found->second;
      known.begin = std::min(known.begin, entry.begin);
      if (entry.row.count > known.row.count)
        known.row = entry.row;
    }
  // A multimap keeps entries of one time in the order in which they came.
  std::multimap<uint64_t, Row> inOrder;
  for (auto &[key, entry] : merged)
    inOrder.emplace(entry.begin, std::move(entry.row));
  std::vector<Row> result;
  for (auto &[begin, row] : inOrder)
    result.push_back(std::move(row));
  return result;
}
