//===- RegionVerification.h - checks of functions in regions ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many ops take a function as a region: reducers, comparators, branches. These
// checks ask for nothing but the region, and make no assumption about it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_REGIONVERIFICATION_H
#define WEFT_DIALECT_STABLEHLO_IR_REGIONVERIFICATION_H

#include "weft/Dialect/Stablehlo/IR/Verification.h"

#include "mlir/IR/Region.h"
#include "mlir/IR/TypeRange.h"

namespace weft::stablehlo {

/// A value of type `from` may be accumulated in type `to`: same kind, and at
/// least as wide.
bool isPromotable(mlir::Type from, mlir::Type to);

/// The operands of the `stablehlo.return` that ends `region`; `what` names the
/// region in messages ("the body").
mlir::FailureOr<mlir::ValueRange> getReturnedValues(const Reporter &report,
                                                    llvm::StringRef what,
                                                    mlir::Region &region);

/// `region` takes arguments that are compatible with `expected`.
mlir::LogicalResult verifyRegionArguments(const Reporter &report,
                                          llvm::StringRef what,
                                          mlir::Region &region,
                                          mlir::TypeRange expected);

/// `region` returns values that are compatible with `expected`.
mlir::LogicalResult verifyRegionResults(const Reporter &report,
                                        llvm::StringRef what,
                                        mlir::Region &region,
                                        mlir::TypeRange expected);

/// `region` compares: it takes two scalars of each of `elements` (the two of
/// one kind side by side) and returns one `tensor<i1>`.
mlir::LogicalResult verifyComparator(const Reporter &report,
                                     llvm::StringRef what, mlir::Region &region,
                                     llvm::ArrayRef<mlir::Type> elements);

/// `region` reduces: it takes N scalars, N more of the same types, and returns
/// N of them again, to which the N types of `elements` can be promoted. Gives
/// the element types that it returns.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
verifyReducer(const Reporter &report, llvm::StringRef what,
              mlir::Region &region, llvm::ArrayRef<mlir::Type> elements);

/// `actual` has the shape `expected`, up to dynamic sizes. `what` is "the
/// result" or the like.
mlir::LogicalResult verifyShape(const Reporter &report, llvm::StringRef what,
                                llvm::ArrayRef<int64_t> expected,
                                mlir::Type actual);

/// The element type of `actual` is `expected`, up to quantization.
mlir::LogicalResult verifyElementType(const Reporter &report,
                                      llvm::StringRef what, mlir::Type expected,
                                      mlir::Type actual);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_REGIONVERIFICATION_H
