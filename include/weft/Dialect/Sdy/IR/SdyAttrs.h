//===- SdyAttrs.h - attributes of the sdy dialect ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYATTRS_H
#define WEFT_DIALECT_SDY_IR_SDYATTRS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>

#include "weft/Dialect/Sdy/IR/SdyEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Sdy/IR/SdyAttrs.h.inc"

namespace weft::sdy {

/// The name of a factor in the text of a rule: `i`, `j`, ..., `z`, `z_1`, ...
std::string getFactorName(int64_t factor);

} // namespace weft::sdy

#endif // WEFT_DIALECT_SDY_IR_SDYATTRS_H
