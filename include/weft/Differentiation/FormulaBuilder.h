//===- FormulaBuilder.h - arithmetic on whole tensors ------------*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIFFERENTIATION_FORMULABUILDER_H
#define WEFT_DIFFERENTIATION_FORMULABUILDER_H

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Sharding/Reducer.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

inline mlir::RankedTensorType getRankedType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}
inline llvm::ArrayRef<int64_t> getShape(mlir::Value value) {
  return getRankedType(value).getShape();
}

/// Builds StableHLO with as few words as a formula has. Shapes are those of the
/// operands unless they are given.
class FormulaBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  /// A tensor of one number, of any element type.
  mlir::Value constant(mlir::Type type, double number);
  mlir::Value zeros(mlir::Type type) { return constant(type, 0); }
  mlir::Value scalar(mlir::Type element, double number);
  mlir::Value iota(llvm::ArrayRef<int64_t> shape, int64_t dim,
                   mlir::Type element);

  //===--------------------------------------------------------------------===//
  // Elementwise
  //===--------------------------------------------------------------------===//

  /// An op on operands and a result of one type.
  template <typename Op> mlir::Value make(mlir::ValueRange operands) {
    return make<Op>(operands.front().getType(), operands);
  }
  template <typename Op>
  mlir::Value make(mlir::Type type, mlir::ValueRange operands) {
    return Op::create(*this, mlir::TypeRange{type}, operands)->getResult(0);
  }
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value multiply(mlir::Value a, mlir::Value b);
  mlir::Value divide(mlir::Value a, mlir::Value b);
  mlir::Value negate(mlir::Value a);
  mlir::Value select(mlir::Value predicate, mlir::Value a, mlir::Value b);
  mlir::Value compare(stablehlo::ComparisonDirection direction, mlir::Value a,
                      mlir::Value b);
  /// To another element type; complex numbers become real by dropping the
  /// imaginary part.
  mlir::Value convert(mlir::Value a, mlir::Type element);
  /// The complex conjugate; real numbers stay.
  mlir::Value conjugate(mlir::Value a);

  //===--------------------------------------------------------------------===//
  // Movement
  //===--------------------------------------------------------------------===//

  /// Dimension i of `a` becomes dimension `dims[i]` of the shape.
  mlir::Value broadcast(mlir::Value a, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dims);
  /// A scalar in a shape; tensors of that shape already stay.
  mlir::Value splat(mlir::Value a, llvm::ArrayRef<int64_t> shape);
  /// Puts back the dimensions `dims` that a reduction has removed.
  mlir::Value unreduce(mlir::Value reduced, llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<int64_t> dims);
  mlir::Value reshape(mlir::Value a, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value a, llvm::ArrayRef<int64_t> permutation);
  mlir::Value reverse(mlir::Value a, llvm::ArrayRef<int64_t> dims);
  mlir::Value slice(mlir::Value a, llvm::ArrayRef<int64_t> starts,
                    llvm::ArrayRef<int64_t> limits,
                    llvm::ArrayRef<int64_t> strides);
  /// Part of one dimension.
  mlir::Value slice(mlir::Value a, int64_t dim, int64_t start, int64_t limit,
                    int64_t stride = 1);
  /// Pads with zeros, or cuts where an edge is negative.
  mlir::Value pad(mlir::Value a, llvm::ArrayRef<int64_t> low,
                  llvm::ArrayRef<int64_t> high,
                  llvm::ArrayRef<int64_t> interior);
  mlir::Value concatenate(mlir::ValueRange parts, int64_t dim);
  mlir::Value dynamicSlice(mlir::Value a, mlir::ValueRange starts,
                           llvm::ArrayRef<int64_t> sizes);
  mlir::Value dynamicUpdateSlice(mlir::Value a, mlir::Value update,
                                 mlir::ValueRange starts);

  //===--------------------------------------------------------------------===//
  // Reduction and contraction
  //===--------------------------------------------------------------------===//

  mlir::Value reduceSum(mlir::Value a, llvm::ArrayRef<int64_t> dims);
  /// Over all dimensions.
  mlir::Value reduceSum(mlir::Value a);
  mlir::Value dot(mlir::Value a, mlir::Value b,
                  stablehlo::DotDimensionNumbersAttr dims,
                  llvm::ArrayRef<int64_t> shape, mlir::ArrayAttr precision,
                  mlir::Type element);
  /// Products of matrices in the last two dimensions, the others a batch.
  mlir::Value matmul(mlir::Value a, mlir::Value b);
  /// Transposes the last two dimensions.
  mlir::Value transposeMatrix(mlir::Value a);

  /// Fills `region` with one op on two scalars, and a return.
  template <typename Op>
  void fillCombiner(mlir::Region &region, mlir::Type element) {
    mlir::OpBuilder::InsertionGuard guard(*this);
    auto type = mlir::RankedTensorType::get({}, element);
    mlir::Block *body =
        createBlock(&region, {}, {type, type}, {getLoc(), getLoc()});
    mlir::Value result = make<Op>(body->getArguments());
    stablehlo::ReturnOp::create(*this, mlir::ValueRange{result});
  }
};

/// A tensor in a formula: `2.0 * x - y`.
struct Term {
  FormulaBuilder *builder;
  mlir::Value value;

  mlir::Type type() const { return value.getType(); }
  Term with(mlir::Value other) const { return {builder, other}; }
  Term constant(double number) const {
    return with(builder->constant(type(), number));
  }
  /// A function of one operand.
  template <typename Op> Term apply() const {
    return with(builder->make<Op>({value}));
  }
};

inline Term operator+(Term a, Term b) {
  return a.with(a.builder->add(a.value, b.value));
}
inline Term operator-(Term a, Term b) {
  return a.with(a.builder->subtract(a.value, b.value));
}
inline Term operator*(Term a, Term b) {
  return a.with(a.builder->multiply(a.value, b.value));
}
inline Term operator/(Term a, Term b) {
  return a.with(a.builder->divide(a.value, b.value));
}
inline Term operator-(Term a) { return a.with(a.builder->negate(a.value)); }
inline Term operator+(double a, Term b) { return b.constant(a) + b; }
inline Term operator-(double a, Term b) { return b.constant(a) - b; }
inline Term operator*(double a, Term b) { return b.constant(a) * b; }
inline Term operator/(double a, Term b) { return b.constant(a) / b; }

} // namespace weft

#endif // WEFT_DIFFERENTIATION_FORMULABUILDER_H
