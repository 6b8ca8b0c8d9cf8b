//===- Lapack.cpp - derivatives of LAPACK calls -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX calls LAPACK for linear algebra on the CPU. The calls that JAX has rules
// for, and that are one step of what it has a rule for, have theirs here: the
// factors of Cholesky and of an LU decomposition, triangular systems, and
// eigenvalues of Hermitian matrices.
//
//===----------------------------------------------------------------------===//

#include "DerivativeModels.h"
#include "Triangles.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// A letter in the settings of the call; 0 if it is not there.
static char getLetter(hlo::CustomCallOp op, StringRef name) {
  auto config = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  if (!config)
    config = dyn_cast_or_null<DictionaryAttr>(op.getBackendConfigAttr());
  auto letter = config ? config.getAs<IntegerAttr>(name) : IntegerAttr();
  return letter ? char(letter.getValue().getZExtValue()) : 0;
}

//===----------------------------------------------------------------------===//
// Cholesky and triangular systems
//===----------------------------------------------------------------------===//

static void pullBackFactor(hlo::CustomCallOp op, GradientBuilder &gradients) {
  Value cotangent = gradients.getCotangent(op->getResult(0));
  if (!cotangent)
    return;
  Value factor = maskTriangle(gradients, op->getResult(0), true, 1);
  gradients.accumulate(op->getOperand(0),
                       pullBackCholesky(gradients, factor, cotangent));
}

static void pullBackSolution(hlo::CustomCallOp op, GradientBuilder &gradients) {
  char transpose = getLetter(op, "trans_x");
  TriangularSystem system{getLetter(op, "side") == 'L',
                          getLetter(op, "uplo") == 'L',
                          getLetter(op, "diag") == 'U',
                          transpose == 'T'   ? hlo::Transpose::TRANSPOSE
                          : transpose == 'C' ? hlo::Transpose::ADJOINT
                                             : hlo::Transpose::NO_TRANSPOSE};
  Value a = op->getOperand(0), b = op->getOperand(1);
  Value right = system.pullBackRight(gradients, a,
                                     gradients.getCotangent(op->getResult(0)));
  gradients.accumulate(b, right);
  if (gradients.isWanted(a))
    gradients.accumulate(
        a, system.pullBackMatrix(gradients, op->getResult(0), right));
}

//===----------------------------------------------------------------------===//
// LU
//===----------------------------------------------------------------------===//

/// Exchanges element `step` of each row of `order` with the one that the pivot
/// of that step names (counting from 1).
static Value exchange(FormulaBuilder &builder, Value order, Value pivots,
                      Value step) {
  ArrayRef<int64_t> shape = getShape(order);
  int64_t last = shape.size() - 1;
  SmallVector<int64_t> one(shape);
  one[last] = 1;
  SmallVector<Value> starts(shape.size(), builder.zeros(step.getType()));
  starts[last] = step;
  auto spread = [&](Value column) {
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
    return builder.broadcast(column, shape, dims);
  };
  auto type = getRankedType(order);
  Value place = builder.iota(shape, last, type.getElementType());
  Value pivot =
      builder.subtract(spread(builder.dynamicSlice(pivots, starts, one)),
                       builder.constant(type, 1));
  auto isAt = [&](Value index) {
    return builder.compare(hlo::ComparisonDirection::EQ, place, index);
  };
  Value here = spread(builder.dynamicSlice(order, starts, one));
  Value there = builder.unreduce(
      builder.reduceSum(builder.select(isAt(pivot), order, builder.zeros(type)),
                        {last}),
      shape, {last});
  Value isHere = isAt(builder.splat(step, shape));
  return builder.select(isHere, there,
                        builder.select(isAt(pivot), here, order));
}

/// The order of the rows after all exchanges.
static Value getRowOrder(FormulaBuilder &builder, Value pivots, int64_t size) {
  SmallVector<int64_t> shape(getShape(pivots));
  int64_t numSteps = shape.back();
  shape.back() = size;
  Type index = getElementTypeOrSelf(pivots.getType());
  Value begin = builder.scalar(index, 0);
  Value order = builder.iota(shape, shape.size() - 1, index);
  SmallVector<Type> types{begin.getType(), order.getType()};
  SmallVector<Location> locations(2, builder.getLoc());
  auto loop = hlo::WhileOp::create(builder, types, ValueRange{begin, order});
  OpBuilder::InsertionGuard guard(builder);
  Block *condition = builder.createBlock(&loop.getCond(), {}, types, locations);
  Value isInside =
      builder.compare(hlo::ComparisonDirection::LT, condition->getArgument(0),
                      builder.scalar(index, double(numSteps)));
  hlo::ReturnOp::create(builder, ValueRange{isInside});
  Block *body = builder.createBlock(&loop.getBody(), {}, types, locations);
  Value step = body->getArgument(0);
  Value next = exchange(builder, body->getArgument(1), pivots, step);
  hlo::ReturnOp::create(
      builder, ValueRange{builder.add(step, builder.scalar(index, 1)), next});
  return loop->getResult(1);
}

/// For P A = L U of square matrices, with dF the lower part of L^T dL and the
/// upper part of dU U^T, the cotangent of A is P^T L^-T dF U^-T.
static LogicalResult pullBackLu(hlo::CustomCallOp op,
                                GradientBuilder &gradients) {
  Value packed = op->getResult(0);
  Value cotangent = gradients.getCotangent(packed);
  if (!cotangent)
    return success();
  ArrayRef<int64_t> shape = getShape(packed);
  int64_t rank = shape.size(), size = shape[rank - 1];
  if (shape[rank - 2] != size)
    return op.emitOpError()
           << "factors matrices of " << shape[rank - 2] << "x" << size
           << "; a derivative is known for square ones";
  // The diagonal of L is 1 and not stored: the identity is added.
  Value ones = gradients.constant(packed.getType(), 1);
  Value identity =
      maskTriangle(gradients, maskTriangle(gradients, ones, true, 1), false, 1);
  Value lower =
      gradients.add(maskTriangle(gradients, packed, true, 0), identity);
  Value upper = maskTriangle(gradients, packed, false, 1);
  Value inner = gradients.add(
      maskTriangle(
          gradients,
          gradients.matmul(gradients.transposeMatrix(lower),
                           maskTriangle(gradients, cotangent, true, 0)),
          true, 0),
      maskTriangle(
          gradients,
          gradients.matmul(maskTriangle(gradients, cotangent, false, 1),
                           gradients.transposeMatrix(upper)),
          false, 1));
  TriangularSystem left{true, true, true, hlo::Transpose::TRANSPOSE};
  TriangularSystem right{false, false, false, hlo::Transpose::TRANSPOSE};
  Value permuted =
      right.solve(gradients, packed, left.solve(gradients, packed, inner));
  // One row of ones and zeros per row of P A.
  Value order = getRowOrder(gradients, op->getResult(1), size);
  auto indices =
      getRankedType(packed).clone(getElementTypeOrSelf(order.getType()));
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank - 1));
  Value isRow = gradients.compare(
      hlo::ComparisonDirection::EQ, gradients.broadcast(order, shape, dims),
      gradients.iota(shape, rank - 1, indices.getElementType()));
  Value permutation =
      gradients.convert(isRow, getElementTypeOrSelf(packed.getType()));
  gradients.accumulate(
      op->getOperand(0),
      gradients.matmul(gradients.transposeMatrix(permutation), permuted));
  return success();
}

//===----------------------------------------------------------------------===//
// Eigenvalues
//===----------------------------------------------------------------------===//

/// For A = V diag(w) V^H: conj(V) (F V^T dV + diag(dw)) V^T, where F divides
/// element (i, j) by w_j - w_i and drops the diagonal.
static void pullBackEigen(hlo::CustomCallOp op, GradientBuilder &gradients) {
  Value vectors = op->getResult(0), values = op->getResult(1);
  ArrayRef<int64_t> shape = getShape(vectors);
  int64_t rank = shape.size();
  Type element = getElementTypeOrSelf(vectors.getType());
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  SmallVector<int64_t> rows(batch), columns(batch);
  rows.push_back(rank - 2);
  columns.push_back(rank - 1);
  Value inner = gradients.zeros(vectors.getType());
  Value isDiagonal = gradients.compare(
      hlo::ComparisonDirection::EQ,
      gradients.iota(shape, rank - 2, gradients.getI32Type()),
      gradients.iota(shape, rank - 1, gradients.getI32Type()));
  if (Value cotangent = gradients.getCotangent(vectors)) {
    Value distance =
        gradients.subtract(gradients.broadcast(values, shape, columns),
                           gradients.broadcast(values, shape, rows));
    distance = gradients.select(
        isDiagonal, gradients.constant(distance.getType(), 1), distance);
    Value turned =
        gradients.matmul(gradients.transposeMatrix(vectors), cotangent);
    inner = gradients.select(
        isDiagonal, inner,
        gradients.divide(turned, gradients.convert(distance, element)));
  }
  if (Value cotangent = gradients.getCotangent(values))
    inner = gradients.select(
        isDiagonal,
        gradients.convert(gradients.broadcast(cotangent, shape, rows), element),
        inner);
  gradients.accumulate(
      op->getOperand(0),
      gradients.matmul(gradients.matmul(gradients.conjugate(vectors), inner),
                       gradients.transposeMatrix(vectors)));
}

namespace {

struct CustomCallRule : Derivative<CustomCallRule, hlo::CustomCallOp> {
  static LogicalResult pullBack(hlo::CustomCallOp op,
                                GradientBuilder &gradients) {
    StringRef target = op.getCallTargetName();
    // `lapack_`, a letter for the type, the routine, `_ffi`.
    StringRef routine = target;
    if (!routine.consume_front("lapack_") || !routine.consume_back("_ffi"))
      routine = "";
    routine = routine.drop_front(!routine.empty());
    if (routine == "potrf" && getLetter(op, "uplo") == 'L')
      return pullBackFactor(op, gradients), success();
    if (routine == "trsm")
      return pullBackSolution(op, gradients), success();
    if (routine == "getrf")
      return pullBackLu(op, gradients);
    if ((routine == "syevd" || routine == "heevd") &&
        getLetter(op, "mode") == 'V')
      return pullBackEigen(op, gradients), success();
    return op.emitOpError() << "calls @" << target
                            << ", whose derivative is not known; give the "
                               "function around it a rule by weft.vjp";
  }
};

} // namespace

void weft::attachLapackDerivatives(MLIRContext &context) {
  hlo::CustomCallOp::attachInterface<CustomCallRule>(context);
}
