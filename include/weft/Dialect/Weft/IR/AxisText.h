//===- AxisText.h - axes for other programs to read -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_AXISTEXT_H
#define WEFT_DIALECT_WEFT_IR_AXISTEXT_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include <string>

namespace weft {

/// `a` or `a:(2)4`: as the program writes an axis, without the quotes.
std::string toText(AxisRefAttr axis);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_AXISTEXT_H
