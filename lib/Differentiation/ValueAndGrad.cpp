//===- ValueAndGrad.cpp - expands value_and_grad ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionGradients.h"
#include "weft/Dialect/Chlo/IR/ChloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Differentiation/Passes.h"

namespace weft {
#define GEN_PASS_DEF_VALUEANDGRAD
#include "weft/Differentiation/Passes.h.inc"
} // namespace weft

using namespace weft;

namespace {
struct ValueAndGrad : weft::impl::ValueAndGradBase<ValueAndGrad> {
  using Base::Base;

  void runOnOperation() override {
    FunctionGradients gradients(getOperation());
    if (failed(gradients.expandAll()))
      return signalPassFailure();
    numExpanded += gradients.getNumExpanded();
  }
};
} // namespace
