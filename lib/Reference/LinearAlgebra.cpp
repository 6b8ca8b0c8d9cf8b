//===- LinearAlgebra.cpp - triangular matrices ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Textbook algorithms on wide numbers, rounded once.
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"
#include "Wide.h"

#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Cholesky
//===----------------------------------------------------------------------===//

static double getReal(double x) { return x; }
static double getReal(std::complex<double> x) { return x.real(); }

/// The lower factor of the `size` x `size` matrix `a` in its own place, read
/// from the triangle that `isLower` names; the other triangle becomes zero.
/// From the first column on that shows the matrix not to be positive definite,
/// the factor is NaN.
template <typename W> static void factor(W *a, int64_t size, bool isLower) {
  auto at = [&](int64_t i, int64_t j) -> W & {
    return isLower ? a[i * size + j] : a[j * size + i];
  };
  // The upper factor is the adjoint of the lower one, element by element.
  auto read = [&](int64_t i, int64_t j) {
    return isLower ? at(i, j) : conjugate(at(i, j));
  };
  auto write = [&](int64_t i, int64_t j, W value) {
    at(i, j) = isLower ? value : conjugate(value);
  };
  for (int64_t j = 0; j < size; ++j) {
    double square = getReal(at(j, j));
    for (int64_t k = 0; k < j; ++k)
      square -= getReal(wideMultiply(read(j, k), conjugate(read(j, k))));
    const double root = square > 0 ? std::sqrt(square)
                                   : std::numeric_limits<double>::quiet_NaN();
    write(j, j, W(root));
    for (int64_t i = j + 1; i < size; ++i) {
      W sum = read(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= wideMultiply(read(i, k), conjugate(read(j, k)));
      write(i, j, sum / root);
      at(j, i) = 0;
    }
  }
}

namespace {
struct CholeskyModel
    : ReferenceInterface::ExternalModel<CholeskyModel, stablehlo::CholeskyOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    const bool isLower = cast<stablehlo::CholeskyOp>(op).getLower();
    auto wide = widen(evaluation, evaluation.takeOperand(0));
    if (!wide)
      return wide.takeError();
    auto matrices = evaluation.makeUnique(std::move(*wide));
    if (!matrices)
      return matrices.takeError();
    const int64_t size = matrices->getDims().back();
    dispatchWideFloat(matrices->getElementType(), [&]<typename W>() {
      MutableArrayRef<W> elements = matrices->mutableAs<W>();
      for (size_t begin = 0; begin < elements.size(); begin += size * size)
        factor(elements.data() + begin, size, isLower);
    });
    return setNarrowResult(evaluation, 0, std::move(*matrices));
  }
};

//===----------------------------------------------------------------------===//
// Triangular systems
//===----------------------------------------------------------------------===//

/// A triangular matrix as a system reads it: `op(a)`, from the left. A system
/// `x op(a) = b` is the transposed one, `op(a)^T x^T = b^T`.
template <typename W> struct TriangularMatrix {
  TriangularMatrix(stablehlo::TriangularSolveOp op, int64_t size)
      : size(size), isUnit(op.getUnitDiagonal()),
        isTransposed((op.getTransposeA() !=
                      stablehlo::Transpose::NO_TRANSPOSE) == op.getLeftSide()),
        isConjugated(op.getTransposeA() == stablehlo::Transpose::ADJOINT),
        isLower(op.getLower() != isTransposed) {}

  W get(int64_t i, int64_t j) const {
    const W value = isTransposed ? a[j * size + i] : a[i * size + j];
    return isConjugated ? conjugate(value) : value;
  }

  /// Solves for one right side, whose elements are `step` apart, in its place.
  void solve(W *b, int64_t step) const {
    for (int64_t n = 0; n < size; ++n) {
      const int64_t i = isLower ? n : size - 1 - n;
      W sum = b[i * step];
      for (int64_t m = 0; m < n; ++m) {
        const int64_t j = isLower ? m : size - 1 - m;
        sum -= wideMultiply(get(i, j), b[j * step]);
      }
      b[i * step] = isUnit ? sum : sum / get(i, i);
    }
  }

  const W *a = nullptr;
  const int64_t size;
  const bool isUnit, isTransposed, isConjugated, isLower;
};

struct TriangularSolveModel
    : ReferenceInterface::ExternalModel<TriangularSolveModel,
                                        stablehlo::TriangularSolveOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto solve = cast<stablehlo::TriangularSolveOp>(op);
    auto a = widen(evaluation, evaluation.takeOperand(0));
    if (!a)
      return a.takeError();
    auto b = widen(evaluation, evaluation.takeOperand(1));
    if (!b)
      return b.takeError();
    auto x = evaluation.makeUnique(std::move(*b));
    if (!x)
      return x.takeError();
    if (x->getNumElements() > 0)
      dispatchWideFloat(a->getElementType(),
                        [&]<typename W>() { solveAll<W>(solve, *a, *x); });
    return setNarrowResult(evaluation, 0, std::move(*x));
  }

private:
  template <typename W>
  static void solveAll(stablehlo::TriangularSolveOp op, const Tensor &a,
                       Tensor &x) {
    const int64_t size = a.getDims().back();
    const int64_t rows = x.getDims().drop_back().back();
    const int64_t columns = x.getDims().back();
    TriangularMatrix<W> matrix(op, size);
    matrix.a = a.as<W>().data();
    W *right = x.mutableAs<W>().data();
    for (W *end = right + x.getNumElements(); right != end;
         right += rows * columns, matrix.a += size * size) {
      if (op.getLeftSide())
        for (int64_t column = 0; column < columns; ++column)
          matrix.solve(right + column, columns);
      else
        for (int64_t row = 0; row < rows; ++row)
          matrix.solve(right + row * columns, 1);
    }
  }
};
} // namespace

void weft::reference::attachLinearAlgebraModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  CholeskyOp::attachInterface<CholeskyModel>(context);
  TriangularSolveOp::attachInterface<TriangularSolveModel>(context);
}
