//===- IndexedPlaces.h - reads and writes at computed places ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_INDEXEDPLACES_H
#define WEFT_LIB_DIFFERENTIATION_INDEXEDPLACES_H

#include "weft/Differentiation/FormulaBuilder.h"

namespace weft {

/// What a gather and the scatter that undoes it share: the windows of a tensor
/// at the places that `indices` gives.
struct IndexedPlaces {
  mlir::Value indices;
  stablehlo::GatherDimensionNumbersAttr dims;
  llvm::SmallVector<int64_t> sliceSizes;
  bool areSorted = false, areUnique = false;

  static IndexedPlaces of(stablehlo::GatherOp op);
  static IndexedPlaces of(stablehlo::ScatterOp op);

  /// The largest index of each coordinate at which a window fits.
  llvm::SmallVector<int64_t> getLimits(llvm::ArrayRef<int64_t> shape) const;
  /// A number per coordinate in the shape of the indices.
  mlir::Value spreadLimits(FormulaBuilder &builder,
                           llvm::ArrayRef<int64_t> shape) const;
  /// The same places with indices that are moved inside, as a gather does; a
  /// scatter would leave such windows out.
  IndexedPlaces clamp(FormulaBuilder &builder,
                      llvm::ArrayRef<int64_t> shape) const;
  /// Whether each window of `windows` lies inside, as an i1 for each element.
  mlir::Value isInside(FormulaBuilder &builder, mlir::Value windows,
                       llvm::ArrayRef<int64_t> shape) const;
  /// The dimensions of the windows that count them.
  llvm::SmallVector<int64_t> getCountingDims(mlir::Value windows) const;

  mlir::Value gather(FormulaBuilder &builder, mlir::Value operand,
                     llvm::ArrayRef<int64_t> windows) const;
  /// Combines windows into `operand` by an op, or replaces without one.
  template <typename Op>
  mlir::Value scatter(FormulaBuilder &builder, mlir::Value operand,
                      mlir::Value windows) const {
    stablehlo::ScatterOp op = createScatter(builder, operand, windows);
    builder.fillCombiner<Op>(op.getUpdateComputation(),
                             getRankedType(operand).getElementType());
    return op->getResult(0);
  }
  mlir::Value replace(FormulaBuilder &builder, mlir::Value operand,
                      mlir::Value windows) const;

private:
  stablehlo::ScatterOp createScatter(FormulaBuilder &builder,
                                     mlir::Value operand,
                                     mlir::Value windows) const;
};

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_INDEXEDPLACES_H
