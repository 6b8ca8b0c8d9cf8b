//===- Cancellation.h - asking a run to stop --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_CANCELLATION_H
#define WEFT_RUNTIME_CANCELLATION_H

#include <atomic>
#include <csignal>

namespace weft::runtime {

/// A request to stop, made once and seen by all. Devices look at it before each
/// op, so nobody has to be woken: a run in which every device waits for another
/// is found and ended by the transport itself.
class CancellationToken {
public:
  /// May be called from any thread and from a signal handler.
  void request() { requested.store(true, std::memory_order_relaxed); }
  bool isRequested() const { return requested.load(std::memory_order_relaxed); }
  void reset() { requested.store(false, std::memory_order_relaxed); }

private:
  static_assert(std::atomic<bool>::is_always_lock_free,
                "a signal handler must not wait for a lock");
  std::atomic<bool> requested{false};
};

/// While it exists, the first Ctrl-C (or SIGTERM) makes a request on the token
/// and the second ends the process at once, as it does without this class. The
/// former handlers come back afterwards. At most one exists at a time.
class InterruptScope {
public:
  explicit InterruptScope(CancellationToken &token);
  InterruptScope(const InterruptScope &) = delete;
  InterruptScope &operator=(const InterruptScope &) = delete;
  ~InterruptScope();

private:
  struct sigaction oldInterrupt, oldTerminate;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_CANCELLATION_H
