//===- RunErrors.h - the ways in which a run can end early ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_RUNERRORS_H
#define WEFT_RUNTIME_RUNERRORS_H

#include "weft/Runtime/DeviceMemory.h"

#include "llvm/Support/Error.h"

namespace weft::runtime {

/// What a device is told when it has to stop because of another one. It is
/// never the reason a run fails, only a consequence.
class CancelledError : public llvm::ErrorInfo<CancelledError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
};

/// Somebody asked the run to stop, by Ctrl-C for instance.
class InterruptedError : public llvm::ErrorInfo<InterruptedError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
};

/// A device's memory cannot hold another buffer.
class OutOfMemoryError : public llvm::ErrorInfo<OutOfMemoryError> {
public:
  static char ID;

  unsigned device;
  OpLabel label;
  uint64_t asked;
  uint64_t live;
  uint64_t limit;
  /// The largest live buffers, largest first.
  llvm::SmallVector<DeviceMemory::Holding> largest;
  /// The limit was not reached: it is the host that has no more.
  bool hostIsFull;

  OutOfMemoryError(unsigned device, OpLabel label, uint64_t asked,
                   uint64_t live, uint64_t limit,
                   llvm::SmallVector<DeviceMemory::Holding> largest,
                   bool hostIsFull)
      : device(device), label(label), asked(asked), live(live), limit(limit),
        largest(std::move(largest)), hostIsFull(hostIsFull) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_RUNERRORS_H
