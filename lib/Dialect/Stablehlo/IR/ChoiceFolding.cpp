//===- ChoiceFolding.cpp - folding of choices and conversions --*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elementwise ops that choose between values, and those that change the
// element type; the rest of the family is in ElementwiseFolding.cpp.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ConstantFolding.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace weft::stablehlo;

using Complex = std::complex<APFloat>;

//===----------------------------------------------------------------------===//
// ClampOp
//===----------------------------------------------------------------------===//

OpFoldResult ClampOp::fold(FoldAdaptor adaptor) {
  Attribute operands[] = {adaptor.getMin(), adaptor.getOperand(),
                          adaptor.getMax()};
  Type type = getType().getElementType();
  bool noSign = isUnsignedIntType(type) || isPredType(type);
  if (isa<IntegerType>(type))
    return mapElements<APInt, APInt>(
        operands, getType(), [&](ArrayRef<APInt> x) -> std::optional<APInt> {
          using namespace llvm::APIntOps;
          return noSign ? umin(umax(x[0], x[1]), x[2])
                        : smin(smax(x[0], x[1]), x[2]);
        });
  if (isFloatType(type))
    return mapElements<APFloat, APFloat>(
        operands, getType(), [](ArrayRef<APFloat> x) {
          return computeFloat(x, [](ArrayRef<APFloat> y) {
            return minimum(maximum(y[0], y[1]), y[2]);
          });
        });
  return {};
}

//===----------------------------------------------------------------------===//
// CompareOp
//===----------------------------------------------------------------------===//

/// Whether the direction holds between operands in the given order.
static bool holds(ComparisonDirection direction, APFloat::cmpResult order) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return order == APFloat::cmpEqual;
  case ComparisonDirection::NE:
    return order != APFloat::cmpEqual;
  case ComparisonDirection::GE:
    return order == APFloat::cmpGreaterThan || order == APFloat::cmpEqual;
  case ComparisonDirection::GT:
    return order == APFloat::cmpGreaterThan;
  case ComparisonDirection::LE:
    return order == APFloat::cmpLessThan || order == APFloat::cmpEqual;
  case ComparisonDirection::LT:
    return order == APFloat::cmpLessThan;
  }
  return false;
}

static APFloat::cmpResult compareInts(const APInt &lhs, const APInt &rhs,
                                      bool isUnsigned) {
  if (lhs == rhs)
    return APFloat::cmpEqual;
  bool less = isUnsigned ? lhs.ult(rhs) : lhs.slt(rhs);
  return less ? APFloat::cmpLessThan : APFloat::cmpGreaterThan;
}

/// The bits of a float as an unsigned integer that orders as the total order
/// of IEEE 754 does: from -NaN through the numbers to +NaN.
static APInt getTotalOrderKey(const APFloat &value) {
  APInt bits = value.bitcastToAPInt();
  if (bits.isNegative())
    return ~bits;
  bits.setSignBit();
  return bits;
}

OpFoldResult CompareOp::fold(FoldAdaptor adaptor) {
  ComparisonDirection direction = getComparisonDirection();
  Type type = getElementTypeOrSelf(getLhs().getType());
  bool isInt = isa<IntegerType>(type);
  if (isInt && getLhs() == getRhs() && getType().hasStaticShape())
    return DenseElementsAttr::get(getType(),
                                  holds(direction, APFloat::cmpEqual));
  bool noSign = isUnsignedIntType(type) || isPredType(type);
  if (isInt)
    return mapElements<APInt, APInt>(
        adaptor.getOperands(), getType(), [&](ArrayRef<APInt> x) {
          return std::optional(
              APInt(1, holds(direction, compareInts(x[0], x[1], noSign))));
        });
  if (!isFloatType(type))
    return {};
  bool total = getCompareType() == ComparisonType::TOTALORDER;
  return mapElements<APFloat, APInt>(
      adaptor.getOperands(), getType(), [&](ArrayRef<APFloat> x) {
        APFloat::cmpResult order =
            total ? compareInts(getTotalOrderKey(x[0]), getTotalOrderKey(x[1]),
                                /*isUnsigned=*/true)
                  : x[0].compare(x[1]);
        return std::optional(APInt(1, holds(direction, order)));
      });
}

//===----------------------------------------------------------------------===//
// SelectOp
//===----------------------------------------------------------------------===//

/// Elements chosen one by one from two constants.
static DenseElementsAttr selectElements(DenseElementsAttr pred,
                                        DenseElementsAttr onTrue,
                                        DenseElementsAttr onFalse,
                                        RankedTensorType type) {
  if (!isSmallEnoughToFold(type) ||
      onTrue.getElementType() != type.getElementType() ||
      onFalse.getElementType() != type.getElementType())
    return {};
  SmallVector<Attribute> chosen;
  for (auto [choice, yes, no] :
       llvm::zip_equal(pred.getValues<bool>(), onTrue.getValues<Attribute>(),
                       onFalse.getValues<Attribute>()))
    chosen.push_back(choice ? yes : no);
  return DenseElementsAttr::get(type, chosen);
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  auto asResult = [&](Value value) {
    return value.getType() == getType() ? OpFoldResult(value) : OpFoldResult();
  };
  if (getOnTrue() == getOnFalse())
    return asResult(getOnTrue());
  auto pred = dyn_cast_if_present<DenseElementsAttr>(adaptor.getPred());
  if (!pred)
    return {};
  if (pred.isSplat())
    return asResult(pred.getSplatValue<bool>() ? getOnTrue() : getOnFalse());
  auto onTrue = dyn_cast_if_present<DenseElementsAttr>(adaptor.getOnTrue());
  auto onFalse = dyn_cast_if_present<DenseElementsAttr>(adaptor.getOnFalse());
  if (!onTrue || !onFalse)
    return {};
  return selectElements(pred, onTrue, onFalse, getType());
}

//===----------------------------------------------------------------------===//
// ConvertOp
//===----------------------------------------------------------------------===//

static APInt convertIntToInt(const APInt &value, Type from, Type to) {
  if (isPredType(to))
    return APInt(1, !value.isZero());
  unsigned width = to.getIntOrFloatBitWidth();
  return isUnsignedIntType(from) || isPredType(from) ? value.zextOrTrunc(width)
                                                     : value.sextOrTrunc(width);
}

static std::optional<APFloat> convertIntToFloat(const APInt &value, Type from,
                                                FloatType to) {
  // Wide enough to hold any integer, so that the one rounding is the last.
  APFloat result(APFloat::IEEEquad());
  bool isSigned = isSignedIntType(from);
  result.convertFromAPInt(value, isSigned, APFloat::rmNearestTiesToEven);
  return convertFloat(result, to.getFloatSemantics());
}

static std::optional<APInt> convertFloatToInt(const APFloat &value, Type to) {
  if (isPredType(to))
    return APInt(1, !value.isZero());
  llvm::APSInt result(to.getIntOrFloatBitWidth(), isUnsignedIntType(to));
  bool isExact = false;
  APFloat::opStatus status =
      value.convertToInteger(result, APFloat::rmTowardZero, &isExact);
  // What becomes of a number that does not fit is not specified.
  if (status & APFloat::opInvalidOp)
    return std::nullopt;
  return result;
}

OpFoldResult ConvertOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  Type from = getElementTypeOrSelf(getOperand().getType());
  Type to = getType().getElementType();
  Attribute operands[] = {adaptor.getOperand()};
  auto toFloat = dyn_cast<FloatType>(to);
  if (isa<IntegerType>(from) && isa<IntegerType>(to))
    return mapElements<APInt, APInt>(
        operands, getType(), [&](ArrayRef<APInt> x) {
          return std::optional(convertIntToInt(x[0], from, to));
        });
  if (isa<IntegerType>(from) && toFloat)
    return mapElements<APInt, APFloat>(
        operands, getType(), [&](ArrayRef<APInt> x) {
          return convertIntToFloat(x[0], from, toFloat);
        });
  if (isa<FloatType>(from) && isa<IntegerType>(to))
    return mapElements<APFloat, APInt>(
        operands, getType(),
        [&](ArrayRef<APFloat> x) { return convertFloatToInt(x[0], to); });
  if (isa<FloatType>(from) && toFloat)
    return mapElements<APFloat, APFloat>(
        operands, getType(), [&](ArrayRef<APFloat> x) {
          return convertFloat(x[0], toFloat.getFloatSemantics());
        });
  if (isa<ComplexType>(from) && toFloat)
    return mapElements<Complex, APFloat>(
        operands, getType(), [&](ArrayRef<Complex> x) {
          return convertFloat(x[0].real(), toFloat.getFloatSemantics());
        });
  return {};
}
