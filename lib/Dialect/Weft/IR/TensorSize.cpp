//===- TensorSize.cpp - how much memory a tensor takes ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/TensorSize.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

std::optional<int64_t> weft::getElementBytes(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    std::optional<int64_t> part = getElementBytes(complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  if (element.isIntOrFloat())
    return (element.getIntOrFloatBitWidth() + 7) / 8;
  if (isa<IndexType>(element))
    return 8;
  return std::nullopt;
}

std::optional<int64_t> weft::getTensorBytes(ArrayRef<int64_t> shape,
                                            Type element) {
  std::optional<int64_t> bytes = getElementBytes(element);
  if (!bytes)
    return std::nullopt;
  for (int64_t size : shape)
    if (size < 0 || llvm::MulOverflow(*bytes, size, *bytes))
      return std::nullopt;
  return bytes;
}
