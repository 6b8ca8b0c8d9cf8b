//===- RandomKeys.h - random keys as JAX derives them -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A key is a tensor<2xui32>. The functions build the operations that make the
// same keys as jax.random with its threefry2x32 generator in the partitionable
// form. A stream of nnx.Rngs(seed) gives its n-th key (from 0) as
// foldIn(makeSeedKey(seed), n).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_WEFTTOSTABLEHLO_RANDOMKEYS_H
#define WEFT_CONVERSION_WEFTTOSTABLEHLO_RANDOMKEYS_H

#include "mlir/IR/Builders.h"

namespace weft {

/// The key of a seed: its upper and its lower 32 bits. `seed` is a scalar
/// tensor of an integer type; as jax.random.key(seed).
mlir::Value makeSeedKey(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value seed);

/// A key for the number `data`, a scalar tensor of an integer type whose lower
/// 32 bits count; as jax.random.fold_in.
mlir::Value foldIn(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value key, mlir::Value data);
mlir::Value foldIn(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value key, uint32_t data);

/// `count` keys that are independent of each other; as jax.random.split.
llvm::SmallVector<mlir::Value> splitKey(mlir::OpBuilder &builder,
                                        mlir::Location loc, mlir::Value key,
                                        int64_t count);

} // namespace weft

#endif // WEFT_CONVERSION_WEFTTOSTABLEHLO_RANDOMKEYS_H
