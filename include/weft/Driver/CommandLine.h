//===- CommandLine.h - options of one subcommand ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's cl::opt keeps its options in globals, shared by everything that is
// linked in, and exits by itself; a subcommand here lists its own, and every
// mistake is a value that the driver turns into exit code 2.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DRIVER_COMMANDLINE_H
#define WEFT_DRIVER_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// An option as it is declared.
struct OptionSpec {
  /// Without the dashes.
  llvm::StringRef name;
  /// What follows it, as shown in the help: `FILE`. Empty for a flag.
  llvm::StringRef value;
  llvm::StringRef help;
  /// Whether it may be given several times.
  bool repeats = false;
};

/// The arguments of one call of a subcommand, sorted into options and the rest.
class CommandLine {
public:
  /// Takes `--name`, `--name value`, `--name=value` and, after `--`, anything
  /// as it is. `-` alone is a file name. An option may be given once unless it
  /// is declared to repeat.
  static llvm::Expected<CommandLine>
  parse(llvm::ArrayRef<llvm::StringRef> arguments,
        llvm::ArrayRef<OptionSpec> options);

  /// Whether the option is there.
  bool has(llvm::StringRef name) const { return values.contains(name); }

  /// The value of an option, none if it is not there.
  std::optional<llvm::StringRef> get(llvm::StringRef name) const;

  /// All values of an option that repeats, in order.
  llvm::ArrayRef<std::string> getAll(llvm::StringRef name) const;

  /// The value as a real number that is not negative, none without one.
  llvm::Expected<std::optional<double>> getNumber(llvm::StringRef name) const;

  /// The value as a number that is not negative; `otherwise` without one.
  llvm::Expected<int64_t> getInteger(llvm::StringRef name,
                                     int64_t otherwise) const;

  /// What is no option, in order.
  llvm::ArrayRef<std::string> positional() const { return rest; }

  /// The only argument, which `what` describes: `FILE`.
  llvm::Expected<llvm::StringRef> getOnly(llvm::StringRef what) const;

private:
  llvm::StringMap<std::vector<std::string>> values;
  std::vector<std::string> rest;
};

} // namespace weft

#endif // WEFT_DRIVER_COMMANDLINE_H
