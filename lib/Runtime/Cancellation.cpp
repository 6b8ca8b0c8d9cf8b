//===- Cancellation.cpp - asking a run to stop ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Cancellation.h"

#include <cassert>

using namespace weft::runtime;

static std::atomic<CancellationToken *> activeToken{nullptr};

static void handleSignal(int) {
  if (CancellationToken *token = activeToken.load())
    token->request();
}

InterruptScope::InterruptScope(CancellationToken &token) {
  [[maybe_unused]] CancellationToken *former = activeToken.exchange(&token);
  assert(!former && "two scopes would fight for the same signals");
  struct sigaction action = {};
  action.sa_handler = handleSignal;
  // The default action returns with the first signal, so the second one kills.
  // Reads and writes that are under way go on.
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &oldInterrupt);
  sigaction(SIGTERM, &action, &oldTerminate);
}

InterruptScope::~InterruptScope() {
  sigaction(SIGINT, &oldInterrupt, nullptr);
  sigaction(SIGTERM, &oldTerminate, nullptr);
  activeToken.store(nullptr);
}
