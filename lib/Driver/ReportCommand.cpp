//===- ReportCommand.cpp - a layout on one page -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execute.h"

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Partition/ProgramPlan.h"
#include "weft/Reference/Program.h"
#include "weft/Support/HumanUnits.h"
#include "weft/Support/TextTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

static constexpr OptionSpec options[] = {
    {"function", "NAME",
     "the function to report on; without it @main, or the only one"},
    {"all", "",
     "list every collective and every value that is held at the peak, not "
     "only the largest"},
    explicitOption,
    pipelineOption,
    meshOption,
};

/// A number of bytes that fits.
static std::string spell(double bytes) {
  return formatBytes(bytes < 9e18 ? static_cast<int64_t>(bytes) : INT64_MAX);
}

/// A sharding without what all of the report shares: `["data", _]`.
static std::string spellSharding(DictionaryAttr attrs) {
  auto sharding =
      attrs ? attrs.getAs<ShardingAttr>("weft.sharding") : ShardingAttr();
  if (!sharding)
    return "whole";
  std::string text;
  llvm::raw_string_ostream(text) << sharding;
  const size_t begin = text.find('['), end = text.rfind('>');
  return begin == text.npos ? text : text.substr(begin, end - begin);
}

static void addPort(TextTable &table, const Twine &name, const Port &port,
                    DictionaryAttr attrs) {
  if (!port.placement)
    return;
  auto bytes = [](const ArrayType &type) {
    return double(type.getNumElements()) *
           runtime::getByteWidth(type.getElementType());
  };
  const ArrayType &whole = port.placement->getWhole();
  const ArrayType &local = port.placement->getLocal();
  table.addRow({name.str(), whole.str(), spellSharding(attrs), local.str(),
                spell(bytes(local)),
                formatPercent(bytes(whole) ? bytes(local) / bytes(whole) : 1)});
}

static void printPorts(llvm::raw_ostream &os, FunctionOpInterface function,
                       const Signature &signature) {
  using Align = TextTable::Align;
  TextTable table({{"value"},
                   {"whole"},
                   {"sharding"},
                   {"per device"},
                   {"bytes", Align::Right},
                   {"of whole", Align::Right}});
  for (auto [i, port] : llvm::enumerate(signature.arguments))
    addPort(table, "argument " + Twine(i), port, function.getArgAttrDict(i));
  for (auto [i, port] : llvm::enumerate(signature.results))
    addPort(table, "result " + Twine(i), port, function.getResultAttrDict(i));
  table.print(os);
}

/// Those that send most first; in program order where they send alike.
static void printSites(llvm::raw_ostream &os, const ProgramPlan &plan,
                       bool all) {
  using Align = TextTable::Align;
  constexpr size_t shown = 20;
  std::vector<const CollectiveSite *> sites;
  for (const CollectiveSite &site : plan.sites)
    sites.push_back(&site);
  llvm::sort(sites, [](const auto *a, const auto *b) {
    return a->wireBytes != b->wireBytes ? a->wireBytes > b->wireBytes : a < b;
  });
  TextTable table({{"sent", Align::Right},
                   {"times", Align::Right},
                   {"collective"},
                   {"over"},
                   {"for"},
                   {"at"}});
  const size_t count = all ? sites.size() : std::min(shown, sites.size());
  for (const CollectiveSite *site : ArrayRef(sites).take_front(count))
    table.addRow({spell(site->wireBytes),
                  std::to_string(static_cast<int64_t>(site->count)), site->kind,
                  llvm::join(site->axes, ", "), site->cause,
                  reference::formatLocation(site->location)});
  table.print(os);
  if (count < sites.size())
    os << "and " << sites.size() - count << " more (--all)\n";
}

/// The largest first.
static void printHeld(llvm::raw_ostream &os, const ProgramPlan &plan,
                      bool all) {
  using Align = TextTable::Align;
  constexpr size_t shown = 10;
  TextTable table({{"held", Align::Right}, {"at the peak"}, {"made at"}});
  const size_t count =
      all ? plan.atPeak.size() : std::min(shown, plan.atPeak.size());
  for (const HeldValue &held : ArrayRef(plan.atPeak).take_front(count))
    table.addRow({spell(held.bytes), held.what,
                  reference::formatLocation(held.location)});
  table.print(os);
  if (count < plan.atPeak.size())
    os << "and " << plan.atPeak.size() - count << " more (--all)\n";
}

static void printReport(llvm::raw_ostream &os, FunctionOpInterface function,
                        const Signature &signature, bool all) {
  ProgramPlan plan = planProgram(function);
  os << "@" << function.getName() << " on " << signature.numDevices
     << (signature.numDevices == 1 ? " device" : " devices") << "\n\n";
  printPorts(os, function, signature);
  os << "\n";
  if (plan.sites.empty())
    os << "nothing is sent\n";
  else
    printSites(os, plan, all);
  os << "\n";
  printHeld(os, plan, all);
  os << llvm::formatv("\neach device sends {0}, holds {1} at most ({2} of "
                      "arguments, {3} of results, {4} of temporaries) and does "
                      "{5:e2} flops\n",
                      spell(plan.getWireBytes()), spell(plan.peakBytes),
                      spell(plan.argumentBytes), spell(plan.resultBytes),
                      spell(plan.temporaryBytes), plan.flops);
  if (plan.numUnknownLoops)
    os << plan.numUnknownLoops
       << (plan.numUnknownLoops == 1 ? " loop" : " loops")
       << " of unknown length counted as one turn\n";
}

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  llvm::Expected<std::unique_ptr<Program>> program =
      Program::load(line, streams);
  if (!program)
    return program.takeError();
  if (!*program)
    return ExitCode::BadProgram;
  ModuleOp module = (*program)->getModule();
  if (failed(expandModules(module)))
    return ExitCode::BadProgram;
  llvm::Expected<FunctionOpInterface> function = partitionChosen(module, line);
  if (!function)
    return function.takeError();
  if (!*function)
    return ExitCode::BadProgram;
  FailureOr<Signature> signature = Signature::get(*function);
  if (failed(signature))
    return ExitCode::BadProgram;
  printReport(streams.out, *function, *signature, line.has("all"));
  return ExitCode::Done;
}

const Subcommand weft::reportSubcommand = {
    "report",
    "what a layout means, on one page",
    "FILE [OPTIONS]",
    R"(
Partitions the program and prints, for one device: its shard of each argument
and result, the collectives that send most with the op and the line each is for,
the largest values that it holds at the peak, and what it sends, holds and
computes in all. Nothing is run. `weft plan --json`
has the figures for scripts.)",
    options,
    run,
};
