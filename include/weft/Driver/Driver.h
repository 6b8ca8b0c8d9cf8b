//===- Driver.h - the weft tool ---------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DRIVER_DRIVER_H
#define WEFT_DRIVER_DRIVER_H

#include "weft/Driver/CommandLine.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace weft {

/// What scripts may rely on.
enum class ExitCode : int {
  Done = 0,
  /// The program or its input is wrong; a diagnostic says where.
  BadProgram = 1,
  BadCommandLine = 2,
  /// A run failed: out of memory, mismatched collectives, a full disk.
  RunFailed = 3,
};

/// Where a subcommand writes: results to `out`, everything else to `err`.
struct Streams {
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
};

/// One thing that the tool does. Each is defined in a file of its own and
/// listed in the table in Driver.cpp.
struct Subcommand {
  llvm::StringRef name;
  /// One line for the list of subcommands.
  llvm::StringRef summary;
  /// What follows the name in `usage: weft NAME ...`.
  llvm::StringRef usage;
  /// The paragraphs of `weft help NAME`.
  llvm::StringRef description;
  llvm::ArrayRef<OptionSpec> options;
  /// An error is a mistake on the command line.
  llvm::Expected<ExitCode> (*run)(const CommandLine &line, Streams streams);
};

extern const Subcommand checkSubcommand;
extern const Subcommand checkpointSubcommand;
extern const Subcommand explainSubcommand;
extern const Subcommand initSubcommand;
extern const Subcommand lintSubcommand;
extern const Subcommand planSubcommand;
extern const Subcommand reportSubcommand;
extern const Subcommand runSubcommand;
extern const Subcommand specsSubcommand;
extern const Subcommand trainSubcommand;

/// The whole tool, without the name of the program in `arguments`.
ExitCode runDriver(llvm::ArrayRef<llvm::StringRef> arguments, Streams streams);

} // namespace weft

#endif // WEFT_DRIVER_DRIVER_H
