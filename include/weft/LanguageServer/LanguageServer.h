//===- LanguageServer.h - MLIR's language server, and more ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LANGUAGESERVER_LANGUAGESERVER_H
#define WEFT_LANGUAGESERVER_LANGUAGESERVER_H

namespace weft {

/// Serves an editor on standard input and output with everything that MLIR's
/// language server does for all dialects of Weft; the hover of a value also
/// shows its sharding and where that comes from. Returns the exit code.
int runLanguageServer(int argc, char **argv);

} // namespace weft

#endif // WEFT_LANGUAGESERVER_LANGUAGESERVER_H
