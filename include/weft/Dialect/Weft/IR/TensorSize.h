//===- TensorSize.h - how much memory a tensor takes ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_TENSORSIZE_H
#define WEFT_DIALECT_WEFT_IR_TENSORSIZE_H

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace weft {

/// The bytes of one element in memory; elements of less than a byte take one.
/// None for types without a size, such as tokens.
std::optional<int64_t> getElementBytes(mlir::Type element);

/// The bytes of a dense tensor; none if a dimension or the element has no known
/// size, or if the number does not fit.
std::optional<int64_t> getTensorBytes(llvm::ArrayRef<int64_t> shape,
                                      mlir::Type element);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_TENSORSIZE_H
