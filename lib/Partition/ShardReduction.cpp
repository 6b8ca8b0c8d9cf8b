//===- ShardReduction.cpp - combine elements of a shard ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardBuilder.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

Value ShardBuilder::broadcastTo(RankedTensorType type, Value value,
                                ArrayRef<int64_t> dims) {
  type = type.clone(getElementTypeOrSelf(value.getType()));
  return hlo::BroadcastInDimOp::create(*this, type, value,
                                       getDenseI64ArrayAttr(dims));
}

Value ShardBuilder::convert(Value value, Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  return hlo::ConvertOp::create(*this, type.clone(element), value);
}

Value ShardBuilder::combine(ReducerKind reducer, Value a, Value b) {
  switch (reducer) {
  case ReducerKind::Add:
    return apply<hlo::AddOp>(a, b);
  case ReducerKind::Mul:
    return apply<hlo::MultiplyOp>(a, b);
  case ReducerKind::Max:
    return apply<hlo::MaximumOp>(a, b);
  case ReducerKind::Min:
    return apply<hlo::MinimumOp>(a, b);
  case ReducerKind::And:
    return apply<hlo::AndOp>(a, b);
  case ReducerKind::Or:
    return apply<hlo::OrOp>(a, b);
  case ReducerKind::Xor:
    return apply<hlo::XorOp>(a, b);
  }
  return a;
}

Value ShardBuilder::reduce(Value value, ArrayRef<int64_t> dims,
                           ReducerKind reducer) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(dims, int64_t(dim)))
      kept.push_back(size);
  Type element = type.getElementType();
  auto reduced = hlo::ReduceOp::create(
      *this, TypeRange(type.clone(kept)), ValueRange(value),
      ValueRange(identity(element, reducer)), dims);
  auto scalar = RankedTensorType::get({}, element);
  OpBuilder::InsertionGuard guard(*this);
  Block *body = createBlock(&reduced.getBody(), {}, {scalar, scalar},
                            {getLoc(), getLoc()});
  hlo::ReturnOp::create(
      *this, combine(reducer, body->getArgument(0), body->getArgument(1)));
  return reduced.getResult(0);
}
