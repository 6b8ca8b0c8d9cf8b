//===- MakeError.h - an llvm::Error from a formatted sentence ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_MAKEERROR_H
#define WEFT_LIB_RUNTIME_MAKEERROR_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace weft::runtime {

/// makeError("{0} of {1} elements were written", 2, 4)
template <typename... Args>
llvm::Error makeError(const char *format, Args &&...args) {
  return llvm::createStringError(
      std::make_error_code(std::errc::invalid_argument),
      llvm::Twine(llvm::formatv(format, std::forward<Args>(args)...).str()));
}

} // namespace weft::runtime

#endif // WEFT_LIB_RUNTIME_MAKEERROR_H
