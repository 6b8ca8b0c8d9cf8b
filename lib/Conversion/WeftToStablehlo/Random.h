//===- Random.h - random numbers as JAX makes them --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every number is a function of the key and of the position of the element in
// row-major order: the positions are made by `iota`, everything after is
// elementwise. So the shape alone decides the values, and the partitioner
// splits the work like that of any elementwise program.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_RANDOM_H
#define WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_RANDOM_H

#include "TensorBuilder.h"

namespace weft::lowering {

/// Whether random numbers of the type can be made: f16, bf16, f32 or f64.
bool isRandomElement(mlir::Type element);

/// Random bits of `width` 8, 16, 32 or 64, as unsigned integers; as
/// jax.random.bits.
mlir::Value buildRandomBits(TensorBuilder &builder, mlir::Value key,
                            llvm::ArrayRef<int64_t> shape, unsigned width);

/// Numbers from `low`, included, to `high`, excluded, which are scalar tensors
/// of the element type of `type`; as jax.random.uniform.
mlir::Value buildUniform(TensorBuilder &builder, mlir::Value key,
                         mlir::RankedTensorType type, mlir::Value low,
                         mlir::Value high);

/// Numbers of mean 0 and variance 1, real or complex; as jax.random.normal.
mlir::Value buildNormal(TensorBuilder &builder, mlir::Value key,
                        mlir::RankedTensorType type);

/// The same between two bounds, for real types; as
/// jax.random.truncated_normal.
mlir::Value buildTruncatedNormal(TensorBuilder &builder, mlir::Value key,
                                 mlir::RankedTensorType type, double lower,
                                 double upper);

/// Trues with the given probability; as jax.random.bernoulli with a
/// probability of f32.
mlir::Value buildBernoulli(TensorBuilder &builder, mlir::Value key,
                           llvm::ArrayRef<int64_t> shape, double probability);

} // namespace weft::lowering

#endif // WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_RANDOM_H
