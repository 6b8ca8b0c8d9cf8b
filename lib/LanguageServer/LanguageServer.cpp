//===- LanguageServer.cpp - MLIR's language server, and more ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/LanguageServer/LanguageServer.h"

#include "HoverRelay.h"

#include "weft/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

using namespace weft;

/// Whether a flag is on the command line, which the server itself will parse.
static bool hasFlag(llvm::ArrayRef<char *> arguments, llvm::StringRef flag) {
  return llvm::any_of(arguments, [&](llvm::StringRef argument) {
    return argument.ltrim('-') == flag && argument.starts_with("-");
  });
}

int weft::runLanguageServer(int argc, char **argv) {
  llvm::ArrayRef<char *> arguments(argv + 1, argc - 1);
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  HoverRelay relay(hasFlag(arguments, "lit-test") ||
                           hasFlag(arguments, "input-style=delimited")
                       ? llvm::lsp::JSONStreamStyle::Delimited
                       : llvm::lsp::JSONStreamStyle::Standard);
  // What these print is for people, not a message.
  bool isQuestion = llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{"help", "help-hidden", "help-list",
                                      "version"},
      [&](llvm::StringRef flag) { return hasFlag(arguments, flag); });
  if (!isQuestion)
    relay.start();
  bool failed = mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
  relay.finish();
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
