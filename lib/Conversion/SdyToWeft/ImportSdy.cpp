//===- ImportSdy.cpp - weft-import-sdy --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportPhases.h"

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Sdy/IR/SdyDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

namespace weft {
#define GEN_PASS_DEF_IMPORTSDY
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct ImportSdy : weft::impl::ImportSdyBase<ImportSdy> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(weft::importFrontendAttributes(module)) ||
        failed(weft::importHloShardings(module)) ||
        failed(weft::convertSdyToWeft(module)))
      signalPassFailure();
  }
};
} // namespace
