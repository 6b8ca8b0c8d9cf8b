//===- TensorBuilder.h - operations on whole tensors ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary in which layers, initialisers and optimisers are written out.
// Binary operations expect operands of one type: element types are converted
// and shapes are broadcast by name, so that each rounding can be seen.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_TENSORBUILDER_H
#define WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_TENSORBUILDER_H

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft::lowering {

/// The type of a value that is known to be a ranked tensor.
mlir::RankedTensorType getTensorType(mlir::Value value);
/// Its element type.
mlir::Type getElement(mlir::Value value);
/// The type of the parts of a complex type; any other type is its own.
mlir::Type getRealElement(mlir::Type element);
/// The type that both types can be converted to, as JAX promotes them: the
/// wider float, f32 for f16 and bf16; a complex one if one of them is complex.
mlir::Type promoteTypes(mlir::Type a, mlir::Type b);

class TensorBuilder : public mlir::ImplicitLocOpBuilder {
public:
  TensorBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : ImplicitLocOpBuilder(loc, builder) {}

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  /// A tensor of `type` whose elements are all `number`, rounded to its element
  /// type.
  mlir::Value splat(mlir::RankedTensorType type, double number);
  mlir::Value splat(mlir::RankedTensorType type, const llvm::APFloat &number);
  /// The same for integers; the number is cut to the width of the element.
  mlir::Value splatInteger(mlir::RankedTensorType type, uint64_t number);
  /// A constant of the type of `like`.
  mlir::Value splatLike(mlir::Value like, double number) {
    return splat(getTensorType(like), number);
  }
  mlir::Value scalar(mlir::Type element, double number) {
    return splat(mlir::RankedTensorType::get({}, element), number);
  }

  //===--------------------------------------------------------------------===//
  // Elementwise
  //===--------------------------------------------------------------------===//

  mlir::Value convert(mlir::Value value, mlir::Type element);
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return binary<stablehlo::AddOp>(a, b);
  }
  mlir::Value subtract(mlir::Value a, mlir::Value b) {
    return binary<stablehlo::SubtractOp>(a, b);
  }
  mlir::Value multiply(mlir::Value a, mlir::Value b) {
    return binary<stablehlo::MultiplyOp>(a, b);
  }
  mlir::Value divide(mlir::Value a, mlir::Value b) {
    return binary<stablehlo::DivideOp>(a, b);
  }
  template <typename Op> mlir::Value binary(mlir::Value a, mlir::Value b) {
    return Op::create(*this, a.getType(), a, b);
  }
  template <typename Op> mlir::Value unary(mlir::Value a) {
    return Op::create(*this, a.getType(), a);
  }
  mlir::Value compare(mlir::Value a, mlir::Value b,
                      stablehlo::ComparisonDirection direction);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  /// |x|^2, which is real also if `x` is not.
  mlir::Value absoluteSquare(mlir::Value x);
  /// A complex tensor from two real ones.
  mlir::Value complex(mlir::Value real, mlir::Value imaginary);

  //===--------------------------------------------------------------------===//
  // Shape
  //===--------------------------------------------------------------------===//

  /// `value` with dimension i as dimension `dims[i]` of a tensor of `shape`.
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dims);
  /// The dimensions of `value` become the last ones, sizes of 1 are repeated.
  mlir::Value broadcastLast(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  /// The dimensions of `value` become the first ones.
  mlir::Value broadcastFirst(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  /// The indices of `type` along one dimension.
  mlir::Value iota(mlir::RankedTensorType type, int64_t dim);
  /// Elements `start` to `limit` of one dimension.
  mlir::Value slice(mlir::Value value, int64_t dim, int64_t start,
                    int64_t limit);
  mlir::Value concatenate(mlir::ValueRange pieces, int64_t dim);
  mlir::Value reverse(mlir::Value value, int64_t dim);

  //===--------------------------------------------------------------------===//
  // Sums and products
  //===--------------------------------------------------------------------===//

  /// Floats of 16 bits and less are added up in f32, as jnp.sum does.
  mlir::Value sum(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  /// The sum, divided by how many elements were added.
  mlir::Value mean(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  mlir::Value maximum(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  /// The product over the contracting dimensions; the result has the batching
  /// dimensions, then the others of `a`, then those of `b`, and elements of
  /// `element`.
  mlir::Value dot(mlir::Value a, mlir::Value b, llvm::ArrayRef<int64_t> batchA,
                  llvm::ArrayRef<int64_t> batchB,
                  llvm::ArrayRef<int64_t> contractA,
                  llvm::ArrayRef<int64_t> contractB, mlir::Type element);

private:
  template <typename Op>
  mlir::Value reduce(mlir::Value value, llvm::ArrayRef<int64_t> dims,
                     mlir::Value init);
};

} // namespace weft::lowering

#endif // WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_TENSORBUILDER_H
