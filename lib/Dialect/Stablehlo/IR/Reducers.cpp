//===- Reducers.cpp - the reducers that regions stand for -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/Reducers.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

std::optional<ReducerKind> hlo::matchReducer(Region &region) {
  static const std::pair<TypeID, ReducerKind> reducers[] = {
      {TypeID::get<hlo::AddOp>(), ReducerKind::Add},
      {TypeID::get<hlo::MultiplyOp>(), ReducerKind::Mul},
      {TypeID::get<hlo::MaximumOp>(), ReducerKind::Max},
      {TypeID::get<hlo::MinimumOp>(), ReducerKind::Min},
      {TypeID::get<hlo::AndOp>(), ReducerKind::And},
      {TypeID::get<hlo::OrOp>(), ReducerKind::Or},
      {TypeID::get<hlo::XorOp>(), ReducerKind::Xor},
  };
  Block &body = region.front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return std::nullopt;
  Operation &combine = body.front();
  Value a = body.getArgument(0), b = body.getArgument(1);
  bool combinesBoth =
      combine.getNumOperands() == 2 && combine.getNumResults() == 1 &&
      ((combine.getOperand(0) == a && combine.getOperand(1) == b) ||
       (combine.getOperand(0) == b && combine.getOperand(1) == a)) &&
      body.getTerminator()->getNumOperands() == 1 &&
      body.getTerminator()->getOperand(0) == combine.getResult(0);
  if (!combinesBoth)
    return std::nullopt;
  // A maximum of complex numbers has no identity to fill with.
  bool ordered = !isa<ComplexType>(getElementTypeOrSelf(a.getType()));
  for (auto [type, kind] : reducers)
    if (combine.getName().getTypeID() == type &&
        (ordered || kind == ReducerKind::Add || kind == ReducerKind::Mul))
      return kind;
  return std::nullopt;
}
