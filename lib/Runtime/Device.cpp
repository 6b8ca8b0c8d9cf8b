//===- Device.cpp - one simulated device ------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Device.h"

#include "weft/Runtime/RunErrors.h"

using namespace weft::runtime;

llvm::Error Device::step() {
  const uint64_t now = getClock() + 1;
  setClock(now);
  if (control.token && control.token->isRequested())
    return llvm::make_error<InterruptedError>();
  if (now > control.failureClock.load(std::memory_order_relaxed))
    return llvm::make_error<CancelledError>();
  return llvm::Error::success();
}
