//===- Threefry.h - the hash behind random numbers --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_THREEFRY_H
#define WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_THREEFRY_H

#include "TensorBuilder.h"

#include <utility>

namespace weft::lowering {

/// Two words of 32 bits for each element.
using WordPair = std::pair<mlir::Value, mlir::Value>;

/// Hashes the pairs of `counts` under `key` (tensor<2xui32>) with the 20 rounds
/// of Threefry-2x32 (Salmon et al., Parallel random numbers: as easy as 1, 2,
/// 3, SC 2011).
WordPair buildThreefry(TensorBuilder &builder, mlir::Value key,
                       WordPair counts);

/// The position of each element in row-major order, as upper and lower word.
WordPair buildPositions(TensorBuilder &builder, llvm::ArrayRef<int64_t> shape);

} // namespace weft::lowering

#endif // WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_THREEFRY_H
