//===- Driver.cpp - the weft tool -------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Driver/Driver.h"
#include "weft/Support/Suggestion.h"

#include "mlir/Config/mlir-config.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace weft;

static constexpr const Subcommand *subcommands[] = {
    &checkSubcommand,  &checkpointSubcommand, &explainSubcommand,
    &initSubcommand,   &lintSubcommand,       &planSubcommand,
    &reportSubcommand, &runSubcommand,        &specsSubcommand,
    &trainSubcommand,
};

static const Subcommand *findSubcommand(StringRef name) {
  for (const Subcommand *subcommand : subcommands)
    if (subcommand->name == name)
      return subcommand;
  return nullptr;
}

static void printOverview(raw_ostream &os) {
  os << "usage: weft SUBCOMMAND [OPTIONS] FILE\n"
        "\n"
        "Lays tensor programs out over a mesh of devices.\n"
        "\n"
        "subcommands:\n";
  for (const Subcommand *subcommand : subcommands)
    os << formatv("  {0,-10}  {1}\n", subcommand->name, subcommand->summary);
  os << "\n"
        "options:\n"
        "  --help      this text\n"
        "  --version   the version of weft and of MLIR\n"
        "\n"
        "`weft help SUBCOMMAND` tells more about one of them.\n"
        "FILE is MLIR text or bytecode; `-` is the standard input.\n"
        "\n"
        "exit codes: 0 done, 1 the program or its input is wrong, 2 bad "
        "command line, 3 a run failed\n";
}

static void printHelp(raw_ostream &os, const Subcommand &subcommand) {
  os << "usage: weft " << subcommand.name << " " << subcommand.usage << "\n\n"
     << subcommand.description.trim() << "\n\noptions:\n";
  size_t width = StringRef("--help").size();
  auto spell = [](const OptionSpec &option) {
    std::string text = "--" + option.name.str();
    return option.value.empty() ? text : text + " " + option.value.str();
  };
  for (const OptionSpec &option : subcommand.options)
    width = std::max(width, spell(option).size());
  auto print = [&](StringRef option, StringRef help) {
    os << "  " << left_justify(option, width) << "  " << help << "\n";
  };
  for (const OptionSpec &option : subcommand.options)
    print(spell(option), option.help);
  print("--help", "this text");
}

static void printVersion(raw_ostream &os) {
  os << "weft " WEFT_VERSION " (MLIR " LLVM_VERSION_STRING ")\n";
}

/// Reports a mistake on the command line and where to read on.
static ExitCode complain(raw_ostream &err, StringRef subcommand,
                         const Twine &message) {
  std::string name = subcommand.empty() ? "weft" : ("weft " + subcommand).str();
  err << name << ": error: " << message << "\n"
      << "see `" << name << " --help`\n";
  return ExitCode::BadCommandLine;
}

static ExitCode complainUnknown(raw_ostream &err, StringRef name) {
  SmallVector<StringRef> names;
  for (const Subcommand *subcommand : subcommands)
    names.push_back(subcommand->name);
  names.push_back("help");
  return complain(
      err, "", "unknown subcommand '" + name + "'" + didYouMean(name, names));
}

static ExitCode runHelp(ArrayRef<StringRef> arguments, Streams streams) {
  if (arguments.empty()) {
    printOverview(streams.out);
    return ExitCode::Done;
  }
  const Subcommand *subcommand = findSubcommand(arguments.front());
  if (!subcommand)
    return complainUnknown(streams.err, arguments.front());
  printHelp(streams.out, *subcommand);
  return ExitCode::Done;
}

ExitCode weft::runDriver(ArrayRef<StringRef> arguments, Streams streams) {
  if (arguments.empty()) {
    printOverview(streams.err);
    return ExitCode::BadCommandLine;
  }
  StringRef name = arguments.front();
  arguments = arguments.drop_front();
  if (name == "--help" || name == "-h" || name == "help")
    return runHelp(arguments, streams);
  if (name == "--version") {
    printVersion(streams.out);
    return ExitCode::Done;
  }
  if (name.starts_with("-"))
    return complain(streams.err, "",
                    "unknown option '" + name + "'" +
                        didYouMean(name, {"--help", "--version"}));
  const Subcommand *subcommand = findSubcommand(name);
  if (!subcommand)
    return complainUnknown(streams.err, name);
  ArrayRef<StringRef> options =
      arguments.take_until([](StringRef argument) { return argument == "--"; });
  if (is_contained(options, "--help") || is_contained(options, "-h")) {
    printHelp(streams.out, *subcommand);
    return ExitCode::Done;
  }
  Expected<CommandLine> line =
      CommandLine::parse(arguments, subcommand->options);
  if (!line)
    return complain(streams.err, name, toString(line.takeError()));
  Expected<ExitCode> code = subcommand->run(*line, streams);
  if (!code)
    return complain(streams.err, name, toString(code.takeError()));
  return *code;
}
