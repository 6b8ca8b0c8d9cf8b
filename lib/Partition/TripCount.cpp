//===- TripCount.cpp - how often a loop runs --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripCount.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/TripCount.h"

using namespace mlir;
namespace hlo = weft::stablehlo;

std::optional<std::optional<int64_t>> weft::getTripCount(Operation *op) {
  auto loop = dyn_cast<hlo::WhileOp>(op);
  if (!loop)
    return std::nullopt;
  return hlo::getTripCount(loop);
}
