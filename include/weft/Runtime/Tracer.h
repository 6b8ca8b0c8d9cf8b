//===- Tracer.h - what happened when, as it happens -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_TRACER_H
#define WEFT_RUNTIME_TRACER_H

#include "weft/Runtime/OpLabel.h"

#include <cstdint>

namespace weft::runtime {

/// A stretch of time in the life of one device.
struct TraceEvent {
  enum class Kind : uint8_t {
    /// An op that the device does alone.
    Op,
    /// A collective from the call to the return.
    Collective,
    /// The part of a collective in which others had not come yet.
    Wait,
  };

  unsigned device;
  Kind kind;
  OpLabel label;
  /// Nanoseconds, by Tracer::now().
  uint64_t begin, end;
  /// What the device gave to a collective; 0 for an op of its own.
  uint64_t bytes = 0;
  /// Of a collective: "all_reduce", ..., and how many devices take part.
  llvm::StringRef collective = {};
  unsigned groupSize = 0;
};

/// Takes the events of a run. Without a tracer, devices do not even look at the
/// clock.
class Tracer {
public:
  virtual ~Tracer();

  /// Called on the thread of `event.device`, so at most one call per device is
  /// under way at any time.
  virtual void record(const TraceEvent &event) = 0;

  /// Nanoseconds of a clock that never goes back.
  static uint64_t now();
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_TRACER_H
