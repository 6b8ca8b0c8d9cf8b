//===- Orthogonal.cpp - random orthogonal matrices --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix of normal numbers is factorised; the orthogonal factor, with signs
// that make the factorisation unique, is uniformly distributed (Mezzadri, How
// to generate random matrices from the classical compact groups, 2007). No part
// of it can be made without the rest, so every device makes the whole matrix.
//
//===----------------------------------------------------------------------===//

#include "LoweringModels.h"
#include "Random.h"

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Interfaces/LoweringAttrInterfaces.h"

#include <numeric>

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

/// LAPACK's name of a routine for an element type: `lapack_sgeqrf_ffi`.
static std::string getLapackName(Type element, StringRef real,
                                 StringRef complex) {
  bool isComplex = isa<ComplexType>(element);
  bool isSingle = getRealElement(element).isF32();
  StringRef prefix =
      isComplex ? (isSingle ? "c" : "z") : (isSingle ? "s" : "d");
  return ("lapack_" + prefix + (isComplex ? complex : real) + "_ffi").str();
}

/// A call as JAX writes it for CPUs: matrices are stored column by column.
static hlo::CustomCallOp callLapack(TensorBuilder &b, StringRef name,
                                    TypeRange types, ValueRange operands) {
  auto getLayouts = [&](TypeRange types) {
    SmallVector<Attribute> layouts;
    for (Type type : types) {
      int64_t rank = cast<RankedTensorType>(type).getRank();
      SmallVector<int64_t> order(rank);
      std::iota(order.begin(), order.end(), 0);
      layouts.push_back(DenseIntElementsAttr::get(
          RankedTensorType::get({rank}, b.getIndexType()), order));
    }
    return b.getArrayAttr(layouts);
  };
  NamedAttribute attributes[] = {
      b.getNamedAttr("call_target_name", b.getStringAttr(name)),
      b.getNamedAttr("operand_layouts", getLayouts(operands.getTypes())),
      b.getNamedAttr("result_layouts", getLayouts(types)),
      b.getNamedAttr("mhlo.backend_config", b.getDictionaryAttr({}))};
  return hlo::CustomCallOp::create(b, types, operands, attributes);
}

/// The diagonal of a matrix with at least as many rows as columns.
static Value getDiagonal(TensorBuilder &b, Value matrix) {
  int64_t columns = getTensorType(matrix).getDimSize(1);
  Value square = b.slice(matrix, 0, 0, columns);
  RankedTensorType type = getTensorType(square);
  RankedTensorType indices = type.clone(b.getI32Type());
  Value isDiagonal = b.compare(b.iota(indices, 0), b.iota(indices, 1),
                               hlo::ComparisonDirection::EQ);
  return b.sum(b.select(isDiagonal, square, b.splat(type, 0.0)), {0});
}

/// A matrix of `rows` x `columns`, the larger first, with orthonormal columns.
static Value buildColumns(TensorBuilder &b, Value key, int64_t rows,
                          int64_t columns, Type element) {
  auto matrix = RankedTensorType::get({rows, columns}, element);
  auto reflectors = RankedTensorType::get({columns}, element);
  hlo::CustomCallOp factors =
      callLapack(b, getLapackName(element, "geqrf", "geqrf"),
                 {matrix, reflectors}, buildNormal(b, key, matrix));
  hlo::CustomCallOp product =
      callLapack(b, getLapackName(element, "orgqr", "ungqr"), {matrix},
                 factors.getResults());
  Value signs = b.unary<hlo::SignOp>(getDiagonal(b, factors.getResult(0)));
  return b.multiply(product.getResult(0),
                    b.broadcastLast(signs, matrix.getShape()));
}

/// `matrix`, [rows, columns], as a tensor of `shape` whose dimension `axis` is
/// the columns and whose others are the rows.
static Value foldRows(TensorBuilder &b, Value matrix, ArrayRef<int64_t> shape,
                      int64_t axis) {
  SmallVector<int64_t> unfolded(shape);
  unfolded.erase(unfolded.begin() + axis);
  unfolded.push_back(shape[axis]);
  SmallVector<int64_t> order;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    order.push_back(dim == axis ? rank - 1 : dim - (dim > axis));
  Value folded = b.reshape(matrix, unfolded);
  return llvm::is_sorted(order) ? folded : b.transpose(folded, order);
}

namespace {
struct OrthogonalLowering
    : InitializerLoweringInterface::ExternalModel<OrthogonalLowering,
                                                  OrthogonalInitAttr> {
  FailureOr<Value> buildInitialValue(Attribute attr, OpBuilder &builder,
                                     Location loc, RankedTensorType type,
                                     Value key) const {
    Type element = type.getElementType();
    Type real = getRealElement(element);
    if (!type.hasStaticShape() || (!real.isF32() && !real.isF64()))
      return mlir::emitError(loc)
             << "initialiser orthogonal cannot make a parameter of type "
             << type << "; it makes f32 and f64, and complex numbers of these";
    auto init = cast<OrthogonalInitAttr>(attr);
    TensorBuilder b(builder, loc);
    if (type.getNumElements() == 0)
      return b.splat(type, 0.0);
    int64_t axis = init.getColumnAxis();
    axis = axis < 0 ? axis + type.getRank() : axis;
    int64_t columns = type.getDimSize(axis);
    int64_t rows = type.getNumElements() / columns;
    Value matrix = buildColumns(b, key, std::max(rows, columns),
                                std::min(rows, columns), element);
    if (rows < columns)
      matrix = b.transpose(matrix, {1, 0});
    Value folded = foldRows(b, matrix, type.getShape(), axis);
    return b.multiply(b.splat(type, init.getScale().getValueAsDouble()),
                      folded);
  }
};
} // namespace

void weft::registerOrthogonalLowering(MLIRContext *context) {
  OrthogonalInitAttr::attachInterface<OrthogonalLowering>(*context);
}
