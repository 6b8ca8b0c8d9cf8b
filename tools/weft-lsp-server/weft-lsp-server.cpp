//===- weft-lsp-server.cpp - language server for editors --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/LanguageServer/LanguageServer.h"
#include "weft/Support/DeepNesting.h"

int main(int argc, char **argv) {
  return weft::runOnLargeStack(
      [&] { return weft::runLanguageServer(argc, argv); });
}
