//===- DropUncalled.cpp - remove what nobody calls --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/Passes.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace weft {
#define GEN_PASS_DEF_DROPUNCALLED
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether calls alone lead from the public functions to all others.
static bool areAllCalled(ModuleOp module) {
  llvm::StringMap<FunctionOpInterface> uncalled;
  SmallVector<Operation *> work;
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>()) {
    if (function.isPublic())
      work.push_back(function);
    else
      uncalled[function.getName()] = function;
  }
  while (!work.empty() && !uncalled.empty())
    work.pop_back_val()->walk([&](CallOpInterface call) {
      auto callee =
          dyn_cast_if_present<SymbolRefAttr>(call.getCallableForCallee());
      if (!callee)
        return;
      auto known = uncalled.find(callee.getLeafReference());
      if (known == uncalled.end())
        return;
      work.push_back(known->second);
      uncalled.erase(known);
    });
  return uncalled.empty();
}

namespace {
struct DropUncalled : weft::impl::DropUncalledBase<DropUncalled> {
  using Base::Base;

  void runOnOperation() override {
    // Other references than calls are rare, and looking for them in every
    // attribute takes longer than many a pass.
    if (areAllCalled(getOperation()))
      return markAllAnalysesPreserved();
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createSymbolDCEPass());
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};
} // namespace
