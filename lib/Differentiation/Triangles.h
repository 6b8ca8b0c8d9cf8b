//===- Triangles.h - triangular matrices ------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_TRIANGLES_H
#define WEFT_LIB_DIFFERENTIATION_TRIANGLES_H

#include "weft/Differentiation/FormulaBuilder.h"

namespace weft {

/// `matrix` below the diagonal (above it for an upper triangle), times
/// `diagonal` on it, 0 elsewhere.
mlir::Value maskTriangle(FormulaBuilder &builder, mlir::Value matrix,
                         bool isLower, double diagonal);

/// `op(a) x = b`, or `x op(a) = b`.
struct TriangularSystem {
  bool isLeft, isLower, isUnit;
  stablehlo::Transpose transpose;

  mlir::Value solve(FormulaBuilder &builder, mlir::Value a,
                    mlir::Value b) const {
    return stablehlo::TriangularSolveOp::create(
        builder, b.getType(), a, b, builder.getBoolAttr(isLeft),
        builder.getBoolAttr(isLower), builder.getBoolAttr(isUnit),
        stablehlo::TransposeAttr::get(builder.getContext(), transpose));
  }
  /// The cotangent of `b`: the same system transposed.
  mlir::Value pullBackRight(FormulaBuilder &builder, mlir::Value a,
                            mlir::Value cotangent) const;
  /// The cotangent of `a`, from that of `b`.
  mlir::Value pullBackMatrix(FormulaBuilder &builder, mlir::Value x,
                             mlir::Value right) const;
};

/// For a lower factor L of A = L L^H: with S the lower triangle of L^T dL, its
/// diagonal halved, the cotangent of A is L^-T S conj(L)^-1.
mlir::Value pullBackCholesky(FormulaBuilder &builder, mlir::Value factor,
                             mlir::Value cotangent);

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_TRIANGLES_H
