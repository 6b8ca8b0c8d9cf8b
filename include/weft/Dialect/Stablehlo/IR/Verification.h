//===- Verification.h - shared checks of the specification -----*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constraints that many ops have in common. A check takes a `Reporter`, so
// that it serves an op's verifier as well as type inference, which may run
// where nobody wants to hear about failure.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_VERIFICATION_H
#define WEFT_DIALECT_STABLEHLO_IR_VERIFICATION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

#include <cstdint>
#include <optional>

namespace weft::stablehlo {

/// Emits errors about one op, or none at all where there is no location.
///
///     Reporter report(op);
///     return report("dimension ", dim, " is not below the rank ", rank);
class Reporter {
public:
  explicit Reporter(mlir::Operation *op)
      : loc(op->getLoc()), name(op->getName().getStringRef()) {}
  Reporter(std::optional<mlir::Location> loc, llvm::StringRef name)
      : loc(loc), name(name) {}

  template <typename... Args>
  mlir::LogicalResult operator()(Args &&...args) const {
    return mlir::emitOptionalError(loc, "'", name, "' op ",
                                   std::forward<Args>(args)...);
  }

  std::optional<mlir::Location> getLoc() const { return loc; }

private:
  std::optional<mlir::Location> loc;
  llvm::StringRef name;
};

//===----------------------------------------------------------------------===//
// Lists of dimensions
//===----------------------------------------------------------------------===//

/// `dim` names a dimension of a tensor of rank `rank`.
mlir::LogicalResult verifyDimension(const Reporter &report,
                                    llvm::StringRef what, int64_t dim,
                                    int64_t rank);

/// Every entry of `dims` names a dimension of a tensor of rank `rank`, none
/// twice. `what` is the attribute's name.
mlir::LogicalResult verifyDimensions(const Reporter &report,
                                     llvm::StringRef what,
                                     llvm::ArrayRef<int64_t> dims,
                                     int64_t rank);

/// `dims` is a permutation of 0 … rank-1.
mlir::LogicalResult verifyPermutation(const Reporter &report,
                                      llvm::StringRef what,
                                      llvm::ArrayRef<int64_t> dims,
                                      int64_t rank);

/// `values` has one entry per dimension of a tensor of rank `rank`.
mlir::LogicalResult verifyOnePerDimension(const Reporter &report,
                                          llvm::StringRef what, int64_t size,
                                          int64_t rank);

/// Entries strictly ascend.
mlir::LogicalResult verifyAscending(const Reporter &report,
                                    llvm::StringRef what,
                                    llvm::ArrayRef<int64_t> dims);

//===----------------------------------------------------------------------===//
// Arithmetic on sizes
//===----------------------------------------------------------------------===//

// Sizes come from the user, so that any sum or product may overflow: these give
// nothing then. A dynamic argument makes a dynamic result.
std::optional<int64_t> addSizes(int64_t lhs, int64_t rhs);
std::optional<int64_t> multiplySizes(int64_t lhs, int64_t rhs);

/// The number of elements of a static shape; nothing when it is dynamic or does
/// not fit.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// The size after `dilation - 1` holes between neighbours: 0 stays 0.
std::optional<int64_t> dilateSize(int64_t size, int64_t dilation);

/// The size after padding both edges with `low` and `high`, which may be
/// negative, and `interior` elements between neighbours. Nothing on overflow;
/// may be negative.
std::optional<int64_t> padSize(int64_t size, int64_t low, int64_t high,
                               int64_t interior);

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// How a window moves along one dimension.
struct WindowDimension {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t padLow = 0;
  int64_t padHigh = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
  bool reversal = false;
};

/// Gathers the attributes of a windowed op and checks them: each list is empty
/// (all default) or has one entry per window dimension; sizes, strides and
/// dilations are positive. `padding` holds low and high in turns.
mlir::FailureOr<llvm::SmallVector<WindowDimension>>
buildWindow(const Reporter &report, llvm::ArrayRef<int64_t> sizes,
            llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> padding,
            llvm::ArrayRef<int64_t> baseDilations,
            llvm::ArrayRef<int64_t> windowDilations,
            llvm::ArrayRef<bool> reversal = {});

/// Flattens a `tensor<Nx2xi64>` of paddings (null: no padding) into low and
/// high in turns, after checking its shape.
mlir::FailureOr<llvm::SmallVector<int64_t>>
getPadding(const Reporter &report, mlir::DenseIntElementsAttr padding,
           int64_t numDims);

/// The number of window positions along each dimension; dynamic where the
/// input is.
mlir::FailureOr<llvm::SmallVector<int64_t>>
inferWindowShape(const Reporter &report, llvm::ArrayRef<int64_t> inputShape,
                 llvm::ArrayRef<WindowDimension> window);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_VERIFICATION_H
