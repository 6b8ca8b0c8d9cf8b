//===- TensorBuilder.cpp - operations on whole tensors ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorBuilder.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

RankedTensorType lowering::getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Type lowering::getElement(Value value) {
  return getTensorType(value).getElementType();
}

Type lowering::getRealElement(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

Type lowering::promoteTypes(Type a, Type b) {
  Type realA = getRealElement(a), realB = getRealElement(b);
  Type real = realA;
  if (isa<IntegerType>(realA))
    real = realB;
  else if (isa<FloatType>(realA) && isa<FloatType>(realB) && realA != realB) {
    unsigned widthA = realA.getIntOrFloatBitWidth();
    unsigned widthB = realB.getIntOrFloatBitWidth();
    // Neither of two formats of one width holds the other.
    real = widthA > widthB   ? realA
           : widthB > widthA ? realB
                             : Type(Float32Type::get(a.getContext()));
  }
  bool isComplex = isa<ComplexType>(a) || isa<ComplexType>(b);
  return isComplex ? Type(ComplexType::get(real)) : real;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value TensorBuilder::splat(RankedTensorType type, double number) {
  if (isa<IntegerType>(type.getElementType()))
    return splatInteger(type,
                        static_cast<uint64_t>(static_cast<int64_t>(number)));
  return splat(type, llvm::APFloat(number));
}

Value TensorBuilder::splat(RankedTensorType type, const llvm::APFloat &number) {
  auto real = cast<FloatType>(getRealElement(type.getElementType()));
  llvm::APFloat rounded = number;
  bool inexact;
  rounded.convert(real.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                  &inexact);
  DenseElementsAttr value;
  if (isa<ComplexType>(type.getElementType()))
    value = DenseElementsAttr::get(
        type, std::complex<llvm::APFloat>(
                  rounded, llvm::APFloat::getZero(real.getFloatSemantics())));
  else
    value = DenseElementsAttr::get(type, rounded);
  return hlo::ConstantOp::create(*this, type, value);
}

Value TensorBuilder::splatInteger(RankedTensorType type, uint64_t number) {
  unsigned width = type.getElementTypeBitWidth();
  llvm::APInt value(width, number, /*isSigned=*/false, /*implicitTrunc=*/true);
  return hlo::ConstantOp::create(*this, type,
                                 DenseElementsAttr::get(type, value));
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value TensorBuilder::convert(Value value, Type element) {
  RankedTensorType type = getTensorType(value);
  if (type.getElementType() == element)
    return value;
  return hlo::ConvertOp::create(*this, type.clone(element), value);
}

Value TensorBuilder::compare(Value a, Value b,
                             hlo::ComparisonDirection direction) {
  return hlo::CompareOp::create(*this, a, b, direction);
}

Value TensorBuilder::select(Value condition, Value a, Value b) {
  return hlo::SelectOp::create(*this, a.getType(), condition, a, b);
}

Value TensorBuilder::absoluteSquare(Value x) {
  RankedTensorType type = getTensorType(x);
  if (!isa<ComplexType>(type.getElementType()))
    return multiply(x, x);
  RankedTensorType part = type.clone(getRealElement(type.getElementType()));
  Value real = hlo::RealOp::create(*this, part, x);
  Value imaginary = hlo::ImagOp::create(*this, part, x);
  return add(multiply(real, real), multiply(imaginary, imaginary));
}

Value TensorBuilder::complex(Value real, Value imaginary) {
  RankedTensorType type = getTensorType(real);
  return hlo::ComplexOp::create(
      *this, type.clone(ComplexType::get(type.getElementType())), real,
      imaginary);
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

Value TensorBuilder::broadcast(Value value, ArrayRef<int64_t> shape,
                               ArrayRef<int64_t> dims) {
  RankedTensorType type = getTensorType(value);
  if (type.getShape() == shape)
    return value;
  return hlo::BroadcastInDimOp::create(*this, type.clone(shape), value,
                                       getDenseI64ArrayAttr(dims));
}

Value TensorBuilder::broadcastLast(Value value, ArrayRef<int64_t> shape) {
  int64_t rank = getTensorType(value).getRank();
  int64_t first = static_cast<int64_t>(shape.size()) - rank;
  return broadcast(value, shape,
                   llvm::to_vector(llvm::seq<int64_t>(first, first + rank)));
}

Value TensorBuilder::broadcastFirst(Value value, ArrayRef<int64_t> shape) {
  int64_t rank = getTensorType(value).getRank();
  return broadcast(value, shape, llvm::to_vector(llvm::seq<int64_t>(0, rank)));
}

Value TensorBuilder::reshape(Value value, ArrayRef<int64_t> shape) {
  RankedTensorType type = getTensorType(value);
  if (type.getShape() == shape)
    return value;
  return hlo::ReshapeOp::create(*this, type.clone(shape), value);
}

Value TensorBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  return hlo::TransposeOp::create(*this, type.clone(shape), value,
                                  getDenseI64ArrayAttr(permutation));
}

Value TensorBuilder::iota(RankedTensorType type, int64_t dim) {
  return hlo::IotaOp::create(*this, type, dim);
}

Value TensorBuilder::slice(Value value, int64_t dim, int64_t start,
                           int64_t limit) {
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  SmallVector<int64_t> limits(type.getShape()), shape(type.getShape());
  starts[dim] = start;
  limits[dim] = limit;
  shape[dim] = limit - start;
  return hlo::SliceOp::create(*this, type.clone(shape), value, starts, limits,
                              strides);
}

Value TensorBuilder::concatenate(ValueRange pieces, int64_t dim) {
  RankedTensorType type = getTensorType(pieces.front());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = 0;
  for (Value piece : pieces)
    shape[dim] += getTensorType(piece).getDimSize(dim);
  return hlo::ConcatenateOp::create(*this, type.clone(shape), pieces, dim);
}

Value TensorBuilder::reverse(Value value, int64_t dim) {
  return hlo::ReverseOp::create(*this, value.getType(), value,
                                getDenseI64ArrayAttr({dim}));
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

template <typename Op>
Value TensorBuilder::reduce(Value value, ArrayRef<int64_t> dims, Value init) {
  RankedTensorType type = getTensorType(value);
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      shape.push_back(size);
  auto op = hlo::ReduceOp::create(*this, TypeRange(type.clone(shape)),
                                  ValueRange(value), ValueRange(init), dims);
  OpBuilder::InsertionGuard guard(*this);
  Type scalar = init.getType();
  Block *body =
      createBlock(&op.getBody(), {}, {scalar, scalar}, {getLoc(), getLoc()});
  Value both = binary<Op>(body->getArgument(0), body->getArgument(1));
  hlo::ReturnOp::create(*this, both);
  return op.getResult(0);
}

/// The type in which sums are computed.
static Type getSumElement(Type element) {
  auto real = dyn_cast<FloatType>(element);
  return real && real.getWidth() < 32
             ? Type(Float32Type::get(real.getContext()))
             : element;
}

Value TensorBuilder::sum(Value value, ArrayRef<int64_t> dims) {
  Type element = getElement(value), wide = getSumElement(element);
  Value total =
      reduce<hlo::AddOp>(convert(value, wide), dims, scalar(wide, 0.0));
  return convert(total, element);
}

Value TensorBuilder::mean(Value value, ArrayRef<int64_t> dims) {
  Type element = getElement(value), wide = getSumElement(element);
  double count = 1.0;
  for (int64_t dim : dims)
    count *= static_cast<double>(getTensorType(value).getDimSize(dim));
  Value total = sum(convert(value, wide), dims);
  return convert(divide(total, splatLike(total, count)), element);
}

Value TensorBuilder::maximum(Value value, ArrayRef<int64_t> dims) {
  auto element = cast<FloatType>(getElement(value));
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  llvm::APFloat lowest = llvm::APFloat::semanticsHasInf(semantics)
                             ? llvm::APFloat::getInf(semantics, true)
                             : llvm::APFloat::getLargest(semantics, true);
  return reduce<hlo::MaximumOp>(
      value, dims, splat(RankedTensorType::get({}, element), lowest));
}

Value TensorBuilder::dot(Value a, Value b, ArrayRef<int64_t> batchA,
                         ArrayRef<int64_t> batchB, ArrayRef<int64_t> contractA,
                         ArrayRef<int64_t> contractB, Type element) {
  SmallVector<int64_t> shape;
  for (int64_t dim : batchA)
    shape.push_back(getTensorType(a).getDimSize(dim));
  auto appendFree = [&](Value value, ArrayRef<int64_t> batch,
                        ArrayRef<int64_t> contract) {
    for (auto [dim, size] : llvm::enumerate(getTensorType(value).getShape()))
      if (!llvm::is_contained(batch, static_cast<int64_t>(dim)) &&
          !llvm::is_contained(contract, static_cast<int64_t>(dim)))
        shape.push_back(size);
  };
  appendFree(a, batchA, contractA);
  appendFree(b, batchB, contractB);
  return hlo::DotGeneralOp::create(
      *this, RankedTensorType::get(shape, element), a, b,
      hlo::DotDimensionNumbersAttr::get(getContext(), batchA, batchB, contractA,
                                        contractB),
      /*precision_config=*/ArrayAttr(), /*algorithm=*/hlo::DotAlgorithmAttr());
}
