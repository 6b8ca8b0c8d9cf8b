//===- TypeInference.cpp - compatible and inferred types -------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/TypeInference.h"

#include "weft/Dialect/Stablehlo/IR/ElementTypes.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Compatible types
//===----------------------------------------------------------------------===//

bool areCompatibleElementTypes(Type lhs, Type rhs) {
  if (lhs == rhs)
    return true;
  // Scales and zero points may differ; what is expressed, and how it is
  // stored, may not. A plain type is compatible with its quantization.
  if (!isQuantizedType(lhs) && !isQuantizedType(rhs))
    return false;
  if (isQuantizedType(lhs) && isQuantizedType(rhs) &&
      getStorageType(lhs) != getStorageType(rhs))
    return false;
  return getExpressedType(lhs) == getExpressedType(rhs);
}

/// The bound of a dimension, its size when that is static, or dynamic.
static int64_t getUpperBound(RankedTensorType type, int64_t dim) {
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  ArrayRef<int64_t> bounds = getBounds(type);
  return bounds.empty() ? ShapedType::kDynamic : bounds[dim];
}

/// A static size fits the other type's size or bound; bounds fit each other.
static bool areCompatibleSizes(RankedTensorType lhs, RankedTensorType rhs,
                               int64_t dim) {
  int64_t lhsSize = lhs.getDimSize(dim), rhsSize = rhs.getDimSize(dim);
  bool lhsDynamic = ShapedType::isDynamic(lhsSize);
  bool rhsDynamic = ShapedType::isDynamic(rhsSize);
  if (!lhsDynamic && !rhsDynamic)
    return lhsSize == rhsSize;
  if (lhsDynamic && rhsDynamic)
    return true;
  int64_t size = lhsDynamic ? rhsSize : lhsSize;
  int64_t bound = getUpperBound(lhsDynamic ? lhs : rhs, dim);
  return ShapedType::isDynamic(bound) || size <= bound;
}

bool areCompatibleShapes(RankedTensorType lhs, RankedTensorType rhs) {
  if (lhs.getRank() != rhs.getRank())
    return false;
  return llvm::all_of(llvm::seq(lhs.getRank()), [&](int64_t dim) {
    return areCompatibleSizes(lhs, rhs, dim);
  });
}

bool areCompatible(Type lhs, Type rhs) {
  if (lhs == rhs)
    return true;
  if (auto lhsTensor = dyn_cast<RankedTensorType>(lhs)) {
    auto rhsTensor = dyn_cast<RankedTensorType>(rhs);
    return rhsTensor && areCompatibleShapes(lhsTensor, rhsTensor) &&
           areCompatibleElementTypes(lhsTensor.getElementType(),
                                     rhsTensor.getElementType());
  }
  if (auto lhsTuple = dyn_cast<TupleType>(lhs)) {
    auto rhsTuple = dyn_cast<TupleType>(rhs);
    return rhsTuple && areCompatible(lhsTuple.getTypes(), rhsTuple.getTypes());
  }
  if (auto lhsFuture = dyn_cast<FutureType>(lhs)) {
    auto rhsFuture = dyn_cast<FutureType>(rhs);
    return rhsFuture &&
           areCompatible(lhsFuture.getTypes(), rhsFuture.getTypes());
  }
  return false;
}

bool areCompatible(TypeRange lhs, TypeRange rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip_equal(lhs, rhs), [](auto pair) {
           return areCompatible(std::get<0>(pair), std::get<1>(pair));
         });
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

ArrayRef<int64_t> getBounds(RankedTensorType type) {
  auto extensions = dyn_cast_if_present<TypeExtensionsAttr>(type.getEncoding());
  return extensions ? extensions.getBounds() : ArrayRef<int64_t>();
}

Attribute encodeBounds(MLIRContext *context, ArrayRef<int64_t> bounds) {
  if (llvm::all_of(bounds, ShapedType::isDynamic))
    return {};
  return TypeExtensionsAttr::get(context, bounds);
}

RankedTensorType getTensorType(ArrayRef<int64_t> shape, Type elementType,
                               ArrayRef<int64_t> bounds) {
  return RankedTensorType::get(shape, elementType,
                               encodeBounds(elementType.getContext(), bounds));
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// Narrows `size` and `bound` by those of one more type; false when the two
/// contradict each other.
static bool narrow(int64_t &size, int64_t &bound, int64_t otherSize,
                   int64_t otherBound) {
  if (!ShapedType::isDynamic(otherSize)) {
    if (!ShapedType::isDynamic(size) && size != otherSize)
      return false;
    size = otherSize;
  }
  if (!ShapedType::isDynamic(otherBound))
    bound =
        ShapedType::isDynamic(bound) ? otherBound : std::min(bound, otherBound);
  return ShapedType::isDynamic(size) || ShapedType::isDynamic(bound) ||
         size <= bound;
}

FailureOr<RankedTensorType> inferMostSpecificType(const Reporter &report,
                                                  TypeRange types) {
  auto first = dyn_cast<RankedTensorType>(types.front());
  if (!first)
    return report("needs ranked tensors, but got ", types.front());
  // Nearly always all types are the same static type.
  if (llvm::all_equal(types))
    return first;

  int64_t rank = first.getRank();
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  SmallVector<int64_t> bounds(rank, ShapedType::kDynamic);
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return report("needs ranked tensors, but got ", type);
    if (tensor.getRank() != rank)
      return report("the shapes of ", first, " and ", tensor,
                    " are incompatible: the ranks are ", rank, " and ",
                    tensor.getRank());
    ArrayRef<int64_t> otherBounds = getBounds(tensor);
    for (int64_t dim = 0; dim < rank; ++dim) {
      int64_t bound =
          otherBounds.empty() ? ShapedType::kDynamic : otherBounds[dim];
      int64_t before = shape[dim];
      if (!narrow(shape[dim], bounds[dim], tensor.getDimSize(dim), bound))
        return report("the shapes of ", first, " and ", tensor,
                      " are incompatible in dimension ", dim, ": ",
                      ShapedType::isDynamic(before) ? bounds[dim] : before,
                      " and ", tensor.getDimSize(dim));
    }
  }
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!ShapedType::isDynamic(shape[dim]))
      bounds[dim] = ShapedType::kDynamic;
  return getTensorType(shape, first.getElementType(), bounds);
}

LogicalResult verifySameShapes(const Reporter &report, TypeRange types) {
  auto first = cast<RankedTensorType>(types.front());
  for (Type type : types.drop_front())
    if (!areCompatibleShapes(first, cast<RankedTensorType>(type)))
      return report("the shapes of ", first, " and ", type,
                    " are incompatible");
  return success();
}

LogicalResult verifySameTypes(Operation *op) {
  Type result = op->getResult(0).getType();
  for (Value operand : op->getOperands()) {
    Type type = operand.getType();
    if (!areCompatible(type, result))
      return op->emitOpError()
             << "operand " << type << " and result " << result
             << " are incompatible; operands and result must have the same "
                "type";
  }
  return success();
}

LogicalResult inferSameType(StringRef opName, std::optional<Location> loc,
                            ValueRange operands,
                            SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, opName);
  if (operands.empty())
    return report("needs an operand to infer its type from");
  Type first = getElementTypeOrSelf(operands.front().getType());
  for (Value operand : operands.drop_front()) {
    Type other = getElementTypeOrSelf(operand.getType());
    if (!areCompatibleElementTypes(first, other))
      return report("the element types ", first, " and ", other,
                    " are incompatible");
  }
  FailureOr<RankedTensorType> type =
      inferMostSpecificType(report, operands.getTypes());
  if (failed(type))
    return failure();
  inferred.push_back(*type);
  return success();
}

//===----------------------------------------------------------------------===//
// Speculation
//===----------------------------------------------------------------------===//

Speculation::Speculatability getStaticSpeculatability(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  bool allStatic = llvm::all_of(op->getOperandTypes(), isStatic) &&
                   llvm::all_of(op->getResultTypes(), isStatic);
  return allStatic ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

} // namespace weft::stablehlo
