//===- ConstantFolding.h - arithmetic on constants -------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the fold hooks of several op families share. A fold that cannot be done
// exactly as the specification says gives nothing: an integer divided by zero,
// a float that an integer cannot hold, a transcendental function (whose last
// bit is the business of whoever runs the program).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_CONSTANTFOLDING_H
#define WEFT_DIALECT_STABLEHLO_IR_CONSTANTFOLDING_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <complex>
#include <optional>

namespace weft::stablehlo {

/// Constants with more elements are left alone, unless all elements are equal:
/// folding must not make the program larger than memory.
constexpr int64_t kFoldLimit = 4096;

/// Whether a constant of this type may be made element by element.
bool isSmallEnoughToFold(mlir::ShapedType type);

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Whether the elements of `type` are read as `T`. A constant of a quantized
/// tensor holds integers, which an op on the expressed floats must not take.
template <typename T> bool holdsElementsAs(mlir::Type type) {
  if constexpr (std::is_same_v<T, llvm::APInt>)
    return llvm::isa<mlir::IntegerType>(type);
  else if constexpr (std::is_same_v<T, llvm::APFloat>)
    return llvm::isa<mlir::FloatType>(type);
  else
    return llvm::isa<mlir::ComplexType>(type);
}

/// Applies `fn` to the elements of constant operands of one shape (or scalars,
/// which count as repeated). Null when an operand is not constant, the result
/// is dynamic or too large, or `fn` gives nothing for some element.
///
///     mapElements<APInt, APInt>(operands, type, [](ArrayRef<APInt> x) {
///       return std::optional(x[0] + x[1]);
///     });
template <typename From, typename To, typename Fn>
mlir::DenseElementsAttr mapElements(llvm::ArrayRef<mlir::Attribute> operands,
                                    mlir::ShapedType type, Fn fn) {
  llvm::SmallVector<mlir::DenseElementsAttr, 3> constants;
  bool allSplat = true;
  for (mlir::Attribute operand : operands) {
    auto constant = llvm::dyn_cast_if_present<mlir::DenseElementsAttr>(operand);
    if (!constant || !holdsElementsAs<From>(constant.getElementType()))
      return {};
    constants.push_back(constant);
    allSplat &= constant.isSplat();
  }
  if (!type.hasStaticShape() || (!allSplat && !isSmallEnoughToFold(type)))
    return {};

  int64_t count = allSplat ? 1 : type.getNumElements();
  llvm::SmallVector<From, 3> arguments;
  llvm::SmallVector<To> results;
  for (int64_t i = 0; i < count; ++i) {
    arguments.clear();
    for (mlir::DenseElementsAttr constant : constants)
      arguments.push_back(constant.isSplat()
                              ? constant.getSplatValue<From>()
                              : *(constant.value_begin<From>() + i));
    std::optional<To> result = fn(llvm::ArrayRef<From>(arguments));
    if (!result)
      return {};
    results.push_back(*result);
  }
  return mlir::DenseElementsAttr::get(type, results);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Computes on floats in their own format, each step rounded once. The formats
/// below 16 bits, some of which have no infinity, NaN or zero, are computed in
/// double precision, and only a finite result that fits exactly is given.
std::optional<llvm::APFloat> computeFloat(
    llvm::ArrayRef<llvm::APFloat> arguments,
    llvm::function_ref<llvm::APFloat(llvm::ArrayRef<llvm::APFloat>)> fn);

/// `value` in another format; nothing where the result depends on how a format
/// below 16 bits overflows or rounds.
std::optional<llvm::APFloat> convertFloat(llvm::APFloat value,
                                          const llvm::fltSemantics &semantics);

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// All elements of the constant are this integer (modulo its width).
bool isSplatInt(mlir::Attribute constant, int64_t value);
/// All elements are this float, with the same sign of zero.
bool isSplatFloat(mlir::Attribute constant, double value);

/// A constant of `type` with all elements zero; null for types without zero.
mlir::DenseElementsAttr getZeros(mlir::ShapedType type);

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

/// The constant whose element at `index` is the element of `operand` at
/// `source(index)`; equal elements stay one. Null when it cannot be made.
mlir::DenseElementsAttr
moveElements(mlir::Attribute operand, mlir::ShapedType type,
             llvm::function_ref<void(llvm::ArrayRef<int64_t> index,
                                     llvm::SmallVectorImpl<int64_t> &source)>
                 source);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_CONSTANTFOLDING_H
