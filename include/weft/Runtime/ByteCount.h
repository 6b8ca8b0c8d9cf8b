//===- ByteCount.h - numbers of bytes for people ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_BYTECOUNT_H
#define WEFT_RUNTIME_BYTECOUNT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace weft::runtime {

/// "1700 bytes", "256 KiB", "1.5 GiB": exact where that is short, else rounded
/// to one decimal place.
std::string formatByteCount(uint64_t bytes);

/// Reads "4096", "64K", "1.5GiB", "2 MB": a number and an optional unit. K, M,
/// G and T are powers of 1024 with or without "iB"; "kB", "MB" and so on are
/// powers of 1000.
llvm::Expected<uint64_t> parseByteCount(llvm::StringRef text);

} // namespace weft::runtime

#endif // WEFT_RUNTIME_BYTECOUNT_H
