//===- HumanUnits.h - numbers as people read them ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_HUMANUNITS_H
#define WEFT_SUPPORT_HUMANUNITS_H

#include <cstdint>
#include <string>

namespace weft {

/// A number of bytes with three digits and a binary unit: `512 B`, `1.50 KiB`,
/// `12.3 MiB`.
std::string formatBytes(int64_t bytes);

/// A share of 1 in percent, with one digit after the point: `16.7%`.
std::string formatPercent(double share);

} // namespace weft

#endif // WEFT_SUPPORT_HUMANUNITS_H
