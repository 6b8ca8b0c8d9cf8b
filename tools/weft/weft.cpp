//===- weft.cpp - the tool for people ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Driver/Driver.h"
#include "weft/Support/DeepNesting.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

static int run(int argc, char **argv) {
  llvm::SmallVector<llvm::StringRef> arguments(argv + (argc > 0), argv + argc);
  weft::ExitCode code =
      weft::runDriver(arguments, {llvm::outs(), llvm::errs()});
  llvm::outs().flush();
  if (std::error_code error = llvm::outs().error()) {
    // An unhandled error would abort when the stream is destroyed.
    llvm::outs().clear_error();
    if (error != std::errc::broken_pipe) {
      llvm::errs() << "weft: error: cannot write the output: "
                   << error.message() << "\n";
      code = weft::ExitCode::RunFailed;
    }
  }
  return static_cast<int>(code);
}

int main(int argc, char **argv) {
  // A reader that goes away ends the output, not the process.
  std::signal(SIGPIPE, SIG_IGN);
  return weft::runOnLargeStack([&] { return run(argc, argv); });
}
