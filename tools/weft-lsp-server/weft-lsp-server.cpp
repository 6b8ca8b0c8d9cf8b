//===- weft-lsp-server.cpp - language server for editors --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"
#include "weft/Support/DeepNesting.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

#include <cstdlib>

static int run(int argc, char **argv) {
  mlir::DialectRegistry registry;
  weft::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry))
             ? EXIT_FAILURE
             : EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  return weft::runOnLargeStack([&] { return run(argc, argv); });
}
