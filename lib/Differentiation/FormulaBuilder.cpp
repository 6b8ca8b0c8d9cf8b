//===- FormulaBuilder.cpp - arithmetic on whole tensors ----------*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Differentiation/FormulaBuilder.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static APFloat toFloat(Type element, double number) {
  APFloat result(number);
  bool losesInfo;
  result.convert(cast<FloatType>(element).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  return result;
}

Value FormulaBuilder::constant(Type type, double number) {
  auto tensor = cast<RankedTensorType>(type);
  Type element = tensor.getElementType();
  DenseElementsAttr value;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    Type part = complex.getElementType();
    std::complex<APFloat> parts(toFloat(part, number), toFloat(part, 0));
    value = DenseElementsAttr::get(tensor, parts);
  } else if (isa<FloatType>(element)) {
    value = DenseElementsAttr::get(tensor, toFloat(element, number));
  } else {
    APInt bits(element.getIntOrFloatBitWidth(), uint64_t(int64_t(number)),
               /*isSigned=*/true, /*implicitTrunc=*/true);
    value = DenseElementsAttr::get(tensor, bits);
  }
  return hlo::ConstantOp::create(*this, tensor, value);
}

Value FormulaBuilder::scalar(Type element, double number) {
  return constant(RankedTensorType::get({}, element), number);
}

Value FormulaBuilder::iota(ArrayRef<int64_t> shape, int64_t dim, Type element) {
  return hlo::IotaOp::create(*this, RankedTensorType::get(shape, element),
                             getI64IntegerAttr(dim));
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value FormulaBuilder::add(Value a, Value b) { return make<hlo::AddOp>({a, b}); }

Value FormulaBuilder::subtract(Value a, Value b) {
  return make<hlo::SubtractOp>({a, b});
}

Value FormulaBuilder::multiply(Value a, Value b) {
  return make<hlo::MultiplyOp>({a, b});
}

Value FormulaBuilder::divide(Value a, Value b) {
  return make<hlo::DivideOp>({a, b});
}

Value FormulaBuilder::negate(Value a) { return make<hlo::NegateOp>({a}); }

Value FormulaBuilder::select(Value predicate, Value a, Value b) {
  return make<hlo::SelectOp>(a.getType(), {predicate, a, b});
}

Value FormulaBuilder::compare(hlo::ComparisonDirection direction, Value a,
                              Value b) {
  Type element = getElementTypeOrSelf(a.getType());
  auto type = hlo::ComparisonType::SIGNED;
  if (isa<FloatType, ComplexType>(element))
    type = hlo::ComparisonType::FLOAT;
  else if (element.isUnsignedInteger() || element.isInteger(1))
    type = hlo::ComparisonType::UNSIGNED;
  return hlo::CompareOp::create(*this, a, b, direction, type);
}

Value FormulaBuilder::convert(Value a, Type element) {
  Type from = getElementTypeOrSelf(a.getType());
  if (from == element)
    return a;
  if (auto complex = dyn_cast<ComplexType>(from);
      complex && !isa<ComplexType>(element))
    return convert(make<hlo::RealOp>(
                       getRankedType(a).clone(complex.getElementType()), {a}),
                   element);
  return make<hlo::ConvertOp>(getRankedType(a).clone(element), {a});
}

Value FormulaBuilder::conjugate(Value a) {
  auto complex = dyn_cast<ComplexType>(getElementTypeOrSelf(a.getType()));
  if (!complex)
    return a;
  Type part = getRankedType(a).clone(complex.getElementType());
  Value real = make<hlo::RealOp>(part, {a});
  Value imag = make<hlo::ImagOp>(part, {a});
  return make<hlo::ComplexOp>(a.getType(), {real, negate(imag)});
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

Value FormulaBuilder::broadcast(Value a, ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> dims) {
  if (getShape(a) == shape &&
      llvm::equal(dims, llvm::seq<int64_t>(0, shape.size())))
    return a;
  return hlo::BroadcastInDimOp::create(*this, getRankedType(a).clone(shape), a,
                                       getDenseI64ArrayAttr(dims));
}

Value FormulaBuilder::splat(Value a, ArrayRef<int64_t> shape) {
  return getShape(a) == shape ? a : broadcast(a, shape, {});
}

Value FormulaBuilder::unreduce(Value reduced, ArrayRef<int64_t> shape,
                               ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0, rank = shape.size(); dim != rank; ++dim)
    if (!llvm::is_contained(dims, dim))
      kept.push_back(dim);
  return broadcast(reduced, shape, kept);
}

Value FormulaBuilder::reshape(Value a, ArrayRef<int64_t> shape) {
  if (getShape(a) == shape)
    return a;
  return make<hlo::ReshapeOp>(getRankedType(a).clone(shape), {a});
}

Value FormulaBuilder::transpose(Value a, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return a;
  auto shape = llvm::map_to_vector(
      permutation, [&](int64_t dim) { return getShape(a)[dim]; });
  return hlo::TransposeOp::create(*this, getRankedType(a).clone(shape), a,
                                  getDenseI64ArrayAttr(permutation));
}

Value FormulaBuilder::reverse(Value a, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return a;
  return hlo::ReverseOp::create(*this, a.getType(), a,
                                getDenseI64ArrayAttr(dims));
}

Value FormulaBuilder::slice(Value a, ArrayRef<int64_t> starts,
                            ArrayRef<int64_t> limits,
                            ArrayRef<int64_t> strides) {
  SmallVector<int64_t> shape;
  for (auto [start, limit, stride] : llvm::zip(starts, limits, strides))
    shape.push_back((limit - start + stride - 1) / stride);
  return hlo::SliceOp::create(
      *this, getRankedType(a).clone(shape), a, getDenseI64ArrayAttr(starts),
      getDenseI64ArrayAttr(limits), getDenseI64ArrayAttr(strides));
}

Value FormulaBuilder::slice(Value a, int64_t dim, int64_t start, int64_t limit,
                            int64_t stride) {
  SmallVector<int64_t> starts(getShape(a).size()), limits(getShape(a));
  SmallVector<int64_t> strides(getShape(a).size(), 1);
  starts[dim] = start, limits[dim] = limit, strides[dim] = stride;
  return slice(a, starts, limits, strides);
}

Value FormulaBuilder::pad(Value a, ArrayRef<int64_t> low,
                          ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  auto isZero = [](int64_t number) { return number == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) &&
      llvm::all_of(interior, isZero))
    return a;
  SmallVector<int64_t> shape;
  for (auto [size, before, after, between] :
       llvm::zip(getShape(a), low, high, interior))
    shape.push_back(before + size + (size ? size - 1 : 0) * between + after);
  Value zero = scalar(getElementTypeOrSelf(a.getType()), 0);
  return hlo::PadOp::create(
      *this, getRankedType(a).clone(shape), a, zero, getDenseI64ArrayAttr(low),
      getDenseI64ArrayAttr(high), getDenseI64ArrayAttr(interior));
}

Value FormulaBuilder::concatenate(ValueRange parts, int64_t dim) {
  if (parts.size() == 1)
    return parts.front();
  SmallVector<int64_t> shape(getShape(parts.front()));
  shape[dim] = 0;
  for (Value part : parts)
    shape[dim] += getShape(part)[dim];
  return hlo::ConcatenateOp::create(*this,
                                    getRankedType(parts.front()).clone(shape),
                                    parts, getI64IntegerAttr(dim));
}

Value FormulaBuilder::dynamicSlice(Value a, ValueRange starts,
                                   ArrayRef<int64_t> sizes) {
  return hlo::DynamicSliceOp::create(*this, getRankedType(a).clone(sizes), a,
                                     starts, getDenseI64ArrayAttr(sizes));
}

Value FormulaBuilder::dynamicUpdateSlice(Value a, Value update,
                                         ValueRange starts) {
  return hlo::DynamicUpdateSliceOp::create(*this, a.getType(), a, update,
                                           starts);
}

//===----------------------------------------------------------------------===//
// Reduction and contraction
//===----------------------------------------------------------------------===//

Value FormulaBuilder::reduceSum(Value a, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return a;
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(getShape(a)))
    if (!llvm::is_contained(dims, int64_t(dim)))
      shape.push_back(size);
  Type element = getElementTypeOrSelf(a.getType());
  Value zero = scalar(element, 0);
  auto reduce = hlo::ReduceOp::create(
      *this, TypeRange{getRankedType(a).clone(shape)}, ValueRange{a},
      ValueRange{zero}, getDenseI64ArrayAttr(dims));
  fillCombiner<hlo::AddOp>(reduce.getBody(), element);
  return reduce->getResult(0);
}

Value FormulaBuilder::reduceSum(Value a) {
  return reduceSum(a,
                   llvm::to_vector(llvm::seq<int64_t>(0, getShape(a).size())));
}

Value FormulaBuilder::dot(Value a, Value b, hlo::DotDimensionNumbersAttr dims,
                          ArrayRef<int64_t> shape, ArrayAttr precision,
                          Type element) {
  return hlo::DotGeneralOp::create(*this, RankedTensorType::get(shape, element),
                                   a, b, dims, precision,
                                   hlo::DotAlgorithmAttr());
}

Value FormulaBuilder::matmul(Value a, Value b) {
  int64_t rank = getShape(a).size();
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  auto dims = hlo::DotDimensionNumbersAttr::get(getContext(), batch, batch,
                                                {rank - 1}, {rank - 2});
  SmallVector<int64_t> shape(getShape(a));
  shape[rank - 1] = getShape(b)[rank - 1];
  // As exact as the factorisations that such products are part of.
  auto highest = hlo::PrecisionAttr::get(getContext(), hlo::Precision::HIGHEST);
  return dot(a, b, dims, shape, getArrayAttr({highest, highest}),
             getElementTypeOrSelf(a.getType()));
}

Value FormulaBuilder::transposeMatrix(Value a) {
  int64_t rank = getShape(a).size();
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(permutation[rank - 1], permutation[rank - 2]);
  return transpose(a, permutation);
}
