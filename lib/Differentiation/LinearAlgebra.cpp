//===- LinearAlgebra.cpp - derivatives of matrix ops and transforms *- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Triangles.h"

#include "DerivativeModels.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// Triangles
//===----------------------------------------------------------------------===//

Value weft::maskTriangle(FormulaBuilder &builder, Value matrix, bool isLower,
                         double diagonal) {
  ArrayRef<int64_t> shape = getShape(matrix);
  int64_t rank = shape.size();
  Type index = builder.getI32Type();
  Value row = builder.iota(shape, rank - 2, index);
  Value column = builder.iota(shape, rank - 1, index);
  Value isInside = builder.compare(isLower ? hlo::ComparisonDirection::GT
                                           : hlo::ComparisonDirection::LT,
                                   row, column);
  Value isDiagonal = builder.compare(hlo::ComparisonDirection::EQ, row, column);
  Value zero = builder.zeros(matrix.getType());
  Value scaled =
      builder.multiply(matrix, builder.constant(matrix.getType(), diagonal));
  return builder.select(isInside, matrix,
                        builder.select(isDiagonal, scaled, zero));
}

Value TriangularSystem::pullBackRight(FormulaBuilder &builder, Value a,
                                      Value cotangent) const {
  TriangularSystem transposed = *this;
  transposed.transpose = transpose == hlo::Transpose::NO_TRANSPOSE
                             ? hlo::Transpose::TRANSPOSE
                             : hlo::Transpose::NO_TRANSPOSE;
  if (transpose == hlo::Transpose::ADJOINT)
    a = builder.conjugate(a);
  return transposed.solve(builder, a, cotangent);
}

Value TriangularSystem::pullBackMatrix(FormulaBuilder &builder, Value x,
                                       Value right) const {
  Value product = isLeft ? builder.matmul(right, builder.transposeMatrix(x))
                         : builder.matmul(builder.transposeMatrix(x), right);
  if (transpose != hlo::Transpose::NO_TRANSPOSE)
    product = builder.transposeMatrix(product);
  if (transpose == hlo::Transpose::ADJOINT)
    product = builder.conjugate(product);
  return maskTriangle(builder, builder.negate(product), isLower,
                      isUnit ? 0 : 1);
}

Value weft::pullBackCholesky(FormulaBuilder &builder, Value factor,
                             Value cotangent) {
  Value inner = maskTriangle(
      builder, builder.matmul(builder.transposeMatrix(factor), cotangent),
      /*isLower=*/true, 0.5);
  TriangularSystem left{true, true, false, hlo::Transpose::TRANSPOSE};
  TriangularSystem right{false, true, false, hlo::Transpose::NO_TRANSPOSE};
  return right.solve(builder, builder.conjugate(factor),
                     left.solve(builder, factor, inner));
}

namespace {

struct TriangularSolveRule
    : Derivative<TriangularSolveRule, hlo::TriangularSolveOp> {
  static LogicalResult pullBack(hlo::TriangularSolveOp op,
                                GradientBuilder &gradients) {
    TriangularSystem system{op.getLeftSide(), op.getLower(),
                            op.getUnitDiagonal(), op.getTransposeA()};
    Value right = system.pullBackRight(gradients, op.getA(),
                                       gradients.getCotangent(op.getResult()));
    gradients.accumulate(op.getB(), right);
    if (gradients.isWanted(op.getA()))
      gradients.accumulate(
          op.getA(), system.pullBackMatrix(gradients, op.getResult(), right));
    return success();
  }
};

/// An upper factor is the adjoint of the lower one of the adjoint.
struct CholeskyRule : Derivative<CholeskyRule, hlo::CholeskyOp> {
  static LogicalResult pullBack(hlo::CholeskyOp op,
                                GradientBuilder &gradients) {
    Value factor = op.getResult();
    Value cotangent = gradients.getCotangent(factor);
    auto adjoint = [&](Value matrix) {
      return gradients.conjugate(gradients.transposeMatrix(matrix));
    };
    if (!op.getLower()) {
      factor = adjoint(factor);
      cotangent = adjoint(cotangent);
    }
    factor = maskTriangle(gradients, factor, /*isLower=*/true, 1);
    Value result = pullBackCholesky(gradients, factor, cotangent);
    gradients.accumulate(op.getA(), op.getLower() ? result : adjoint(result));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

/// The matrix of a transform is symmetric, so it is its own transpose. Those of
/// real numbers leave out the half that follows from the other.
struct FftRule : Derivative<FftRule, hlo::FftOp> {
  static Value transform(FormulaBuilder &builder, Value x, Type type,
                         hlo::FftType kind, DenseI64ArrayAttr length) {
    return hlo::FftOp::create(builder, type, x,
                              hlo::FftTypeAttr::get(builder.getContext(), kind),
                              length);
  }

  /// The half that was left out is zero.
  static Value pullBackReal(hlo::FftOp op, GradientBuilder &gradients,
                            Value cotangent) {
    SmallVector<int64_t> none(getShape(cotangent).size(), 0), high(none);
    high.back() = op.getFftLength().back() - getShape(cotangent).back();
    Value padded = gradients.pad(cotangent, none, high, none);
    Value result = transform(gradients, padded, padded.getType(),
                             hlo::FftType::FFT, op.getFftLengthAttr());
    return gradients.make<hlo::RealOp>(op.getOperand().getType(), {result});
  }

  /// What stands for two halves counts twice.
  static Value pullBackInverseReal(hlo::FftOp op, GradientBuilder &gradients,
                                   Value cotangent) {
    Value result = transform(gradients, cotangent, op.getOperand().getType(),
                             hlo::FftType::RFFT, op.getFftLengthAttr());
    double scale = 1;
    for (int64_t length : op.getFftLength())
      scale /= double(length);
    ArrayRef<int64_t> shape = getShape(result);
    Type index = gradients.getI32Type();
    Value place = gradients.iota(shape, shape.size() - 1, index);
    auto isAt = [&](double number) {
      return gradients.compare(hlo::ComparisonDirection::EQ, place,
                               gradients.constant(place.getType(), number));
    };
    Value isSingle = isAt(0);
    if (int64_t length = op.getFftLength().back(); length % 2 == 0)
      isSingle = gradients.make<hlo::OrOp>({isSingle, isAt(length / 2.0)});
    Value once = gradients.constant(result.getType(), scale);
    Value twice = gradients.constant(result.getType(), 2 * scale);
    return gradients.conjugate(
        gradients.multiply(result, gradients.select(isSingle, once, twice)));
  }

  static LogicalResult pullBack(hlo::FftOp op, GradientBuilder &gradients) {
    Value cotangent = gradients.getCotangent(op.getResult());
    Value result;
    switch (op.getFftType()) {
    case hlo::FftType::FFT:
    case hlo::FftType::IFFT:
      result = transform(gradients, cotangent, cotangent.getType(),
                         op.getFftType(), op.getFftLengthAttr());
      break;
    case hlo::FftType::RFFT:
      result = pullBackReal(op, gradients, cotangent);
      break;
    case hlo::FftType::IRFFT:
      result = pullBackInverseReal(op, gradients, cotangent);
      break;
    }
    gradients.accumulate(op.getOperand(), result);
    return success();
  }
};

} // namespace

void weft::attachLinearAlgebraDerivatives(MLIRContext &context) {
  hlo::TriangularSolveOp::attachInterface<TriangularSolveRule>(context);
  hlo::CholeskyOp::attachInterface<CholeskyRule>(context);
  hlo::FftOp::attachInterface<FftRule>(context);
}
