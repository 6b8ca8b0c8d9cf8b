//===- RunErrors.cpp - the ways in which a run can end early ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/RunErrors.h"

#include "weft/Runtime/ByteCount.h"

#include "llvm/Support/raw_ostream.h"

using namespace weft::runtime;

char CancelledError::ID;
char InterruptedError::ID;
char OutOfMemoryError::ID;

void CancelledError::log(llvm::raw_ostream &os) const {
  os << "stopped because another device failed";
}

std::error_code CancelledError::convertToErrorCode() const {
  return std::make_error_code(std::errc::operation_canceled);
}

void InterruptedError::log(llvm::raw_ostream &os) const { os << "interrupted"; }

std::error_code InterruptedError::convertToErrorCode() const {
  return std::make_error_code(std::errc::interrupted);
}

void OutOfMemoryError::log(llvm::raw_ostream &os) const {
  os << "device " << device << " is out of memory: " << label.str()
     << " asks for " << formatByteCount(asked) << ", " << formatByteCount(live)
     << " are in use, ";
  if (hostIsFull)
    os << "and the host has no more";
  else
    os << "the limit is " << formatByteCount(limit);
  if (largest.empty())
    return;
  os << "\nthe largest buffers in use:";
  for (const DeviceMemory::Holding &holding : largest)
    os << "\n  " << formatByteCount(holding.bytes) << " of "
       << holding.label.str();
}

std::error_code OutOfMemoryError::convertToErrorCode() const {
  return std::make_error_code(std::errc::not_enough_memory);
}
