//===- SpecsCommand.cpp - weft specs ----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/AxisText.h"
#include "weft/Driver/Program.h"
#include "weft/State/LeafTable.h"
#include "weft/State/ModuleChoice.h"
#include "weft/Support/HumanUnits.h"
#include "weft/Support/Suggestion.h"
#include "weft/Support/TextTable.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;

static constexpr OptionSpec options[] = {
    {"module", "NAME",
     "the module to show; without it the one that is part of no other"},
    {"function", "NAME",
     "show the arguments of a function; without it, if there is no module, "
     "those of @main"},
    specRuleOption,
    overrideSpecsOption,
    meshOption,
    jsonOption,
};

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// What to show
//===----------------------------------------------------------------------===//

/// `candidates` with that name, without regard to an `@` in front.
template <typename OpT>
static llvm::Expected<OpT> findByName(ArrayRef<OpT> candidates, StringRef name,
                                      StringRef what) {
  name.consume_front("@");
  SmallVector<StringRef> names;
  for (OpT op : candidates) {
    StringRef known = SymbolTable::getSymbolName(op).getValue();
    if (known == name)
      return op;
    names.push_back(known);
  }
  if (names.empty())
    return makeError("the file has no " + what);
  return makeError("the file has no " + what + " @" + name + "; it has " +
                   listNames(names, "@", "") +
                   didYouMean(name, names, "@", ""));
}

static llvm::Expected<Operation *> findSubject(ModuleOp program,
                                               const CommandLine &line) {
  SmallVector<ModuleDefOp> modules = listModules(program);
  SmallVector<FunctionOpInterface> functions(
      program.getOps<FunctionOpInterface>());
  std::optional<StringRef> module = line.get("module");
  std::optional<StringRef> function = line.get("function");
  if (module && function)
    return makeError("options '--module' and '--function' exclude each other");
  if (module)
    return findByName<ModuleDefOp>(modules, *module, "module");
  if (function)
    return findByName<FunctionOpInterface>(functions, *function, "function");

  SmallVector<ModuleDefOp> roots = findRootModules(program);
  if (roots.size() == 1)
    return roots.front();
  if (!modules.empty()) {
    SmallVector<StringRef> names;
    for (ModuleDefOp op : roots.empty() ? modules : roots)
      names.push_back(op.getSymName());
    return makeError("the file has several modules, " +
                     listNames(names, "@", "") + "; choose one with --module");
  }
  if (functions.size() == 1)
    return functions.front();
  if (functions.empty())
    return makeError("the file has neither a module nor a function");
  return findByName<FunctionOpInterface>(functions, "main", "function");
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static llvm::json::Array toJson(ArrayRef<int64_t> shape) {
  llvm::json::Array array;
  for (int64_t size : shape)
    array.push_back(ShapedType::isDynamic(size) ? llvm::json::Value(nullptr)
                                                : llvm::json::Value(size));
  return array;
}

/// As JAX's PartitionSpec: null, a name, or a list of names per dimension.
static llvm::json::Array toJson(SpecAttr spec) {
  auto name = [](AxisRefAttr axis) {
    return llvm::json::fixUTF8(weft::toText(axis));
  };
  llvm::json::Array array;
  for (DimShardingAttr dim : spec.getDims()) {
    if (dim.getAxes().empty()) {
      array.push_back(nullptr);
    } else if (dim.getAxes().size() == 1) {
      array.push_back(name(dim.getAxes().front()));
    } else {
      llvm::json::Array axes;
      for (AxisRefAttr axis : dim.getAxes())
        axes.push_back(name(axis));
      array.push_back(std::move(axes));
    }
  }
  return array;
}

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static void printJson(llvm::raw_ostream &os, const LeafRow &row,
                      ArrayRef<LeafTable::Rule> rules) {
  auto tensor = dyn_cast<RankedTensorType>(row.type);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("path", llvm::json::fixUTF8(row.path));
    json.attribute("shape",
                   toJson(tensor ? tensor.getShape() : ArrayRef<int64_t>()));
    json.attribute("type", toText(tensor ? tensor.getElementType() : row.type));
    json.attribute("spec", toJson(row.spec));
    if (row.logicalSpec)
      json.attribute("logical_spec", toJson(row.logicalSpec));
    json.attribute("shard_shape", toJson(row.shardShape));
    json.attribute("bytes_per_device",
                   row.bytesPerDevice ? llvm::json::Value(*row.bytesPerDevice)
                                      : llvm::json::Value(nullptr));
    if (row.rule)
      json.attribute("rule", llvm::json::fixUTF8(rules[*row.rule].text));
  });
}

/// How many leaves each rule decides, and the leaves that nobody decides about.
static void printRulesJson(llvm::raw_ostream &os, const LeafTable &table) {
  llvm::json::OStream json(os);
  os << ",\n  \"rules\": ";
  json.array([&] {
    for (const LeafTable::Rule &rule : table.rules)
      json.object([&] {
        json.attribute("rule", llvm::json::fixUTF8(rule.text));
        json.attribute("leaves", static_cast<int64_t>(rule.uses));
      });
  });
}

/// One line per leaf, for people who look at it and tools that work on lines.
static void printJson(llvm::raw_ostream &os, const LeafTable &table) {
  os << "{\n  \"leaves\": [";
  llvm::interleave(
      table.rows, os,
      [&](const LeafRow &row) {
        os << "\n    ";
        printJson(os, row, table.rules);
      },
      ",");
  os << (table.rows.empty() ? "]" : "\n  ]")
     << ",\n  \"count\": " << table.rows.size()
     << ",\n  \"bytes_per_device\": " << table.bytesPerDevice;
  if (!table.rules.empty())
    printRulesJson(os, table);
  os << "\n}\n";
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `64x256xf32`.
static std::string toText(ArrayRef<int64_t> shape, Type element) {
  std::string text;
  for (int64_t size : shape)
    text += (ShapedType::isDynamic(size) ? "?" : std::to_string(size)) + "x";
  return text + toText(element);
}

static void printTitle(llvm::raw_ostream &os, const LeafTable &table) {
  os << table.title;
  if (!table.mesh) {
    os << ", no mesh: one device\n\n";
    return;
  }
  int64_t devices = 1;
  os << ", mesh";
  if (!table.meshName.empty())
    os << " @" << table.meshName;
  os << " <";
  llvm::interleaveComma(table.mesh.getAxes(), os, [&](MeshAxisAttr axis) {
    devices *= axis.getSize();
    os << '"' << axis.getName() << "\" = " << axis.getSize();
  });
  os << ">: " << devices << (devices == 1 ? " device\n\n" : " devices\n\n");
}

/// Which rule decided about how many leaves, and about which nobody did.
static void printRules(llvm::raw_ostream &os, const LeafTable &table) {
  if (table.rules.empty())
    return;
  os << "\nrules, in the order in which they are tried:\n";
  for (auto [i, rule] : llvm::enumerate(table.rules)) {
    os << "  " << i + 1 << ". " << rule.text << ": ";
    if (rule.uses)
      os << rule.uses << (rule.uses == 1 ? " leaf\n" : " leaves\n");
    else
      os << "never used\n";
  }
  SmallVector<StringRef> unmatched;
  for (const LeafRow &row : table.rows)
    if (!row.hasSpec)
      unmatched.push_back(row.path);
  if (!unmatched.empty())
    os << "no rule matches " << listNames(unmatched, "", "") << "\n";
}

static void printText(llvm::raw_ostream &os, const LeafTable &table) {
  printTitle(os, table);
  std::vector<TextTable::Column> columns = {
      {"path"},
      {"whole"},
      {"spec"},
      {"shard"},
      {"per device", TextTable::Align::Right}};
  if (!table.rules.empty())
    columns.push_back({"rule", TextTable::Align::Right});
  TextTable text(std::move(columns));
  auto addRow = [&](const LeafRow &row, std::vector<std::string> cells) {
    if (!table.rules.empty())
      cells.push_back(row.rule ? std::to_string(*row.rule + 1) : "");
    text.addRow(std::move(cells));
  };
  for (const LeafRow &row : table.rows) {
    auto tensor = dyn_cast<RankedTensorType>(row.type);
    std::string bytes =
        row.bytesPerDevice ? formatBytes(*row.bytesPerDevice) : "?";
    if (!tensor) {
      addRow(row, {row.path, toText(row.type), "", "", bytes});
      continue;
    }
    Type element = tensor.getElementType();
    addRow(row, {row.path, toText(tensor.getShape(), element),
                 toString(row.spec), toText(row.shardShape, element), bytes});
  }
  text.print(os);
  os << "\n"
     << table.rows.size() << (table.rows.size() == 1 ? " leaf, " : " leaves, ")
     << formatBytes(table.bytes) << " in all, "
     << formatBytes(table.bytesPerDevice) << " per device";
  if (table.bytes > 0)
    os << " ("
       << formatPercent(static_cast<double>(table.bytesPerDevice) /
                        static_cast<double>(table.bytes))
       << ")";
  os << "\n";
  printRules(os, table);
}

//===----------------------------------------------------------------------===//
// The subcommand
//===----------------------------------------------------------------------===//

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  llvm::Expected<std::unique_ptr<Program>> program =
      Program::load(line, streams);
  if (!program)
    return program.takeError();
  if (!*program)
    return ExitCode::BadProgram;
  if (llvm::Error error = addSpecRules((*program)->getModule(), line))
    return std::move(error);
  llvm::Expected<Operation *> subject =
      findSubject((*program)->getModule(), line);
  if (!subject)
    return subject.takeError();
  auto module = dyn_cast<ModuleDefOp>(*subject);
  FailureOr<LeafTable> table =
      module ? tabulateModule(module)
             : tabulateArguments(cast<FunctionOpInterface>(*subject));
  if (failed(table))
    return ExitCode::BadProgram;
  if (line.has("json"))
    printJson(streams.out, *table);
  else
    printText(streams.out, *table);
  return ExitCode::Done;
}

const Subcommand weft::specsSubcommand = {
    "specs",
    "show every parameter: shape, spec, shard and bytes per device",
    "FILE [OPTIONS]",
    R"(
Lists the leaves of a module, nested and repeated submodules included, or the
arguments of a JAX program: the path, the whole shape, the spec, the shape of
a shard, and the bytes that one device holds. Nothing is run.

With --json: leaves[] {path, shape, type, spec, shard_shape,
bytes_per_device}, count, bytes_per_device. A spec has null, a name or a list
of names for each dimension, in axes of the mesh; logical_spec is there if the
file has it in logical axes, rule if a rule gave it; rules[] {rule, leaves} if
there are any.

A rule gives a spec to the leaves whose path matches a pattern (** for any
number of names, * within one) and that fulfil the conditions after a colon
(rank=2, shape=64x*, kind=linear):

  weft specs model.mlir --spec-rule '**/kernel:rank=2 -> [_, "model"]'

The first that matches decides, those of the command line before those of the
file (weft.spec_rules). A spec where the leaf is declared wins over all of them,
unless --override-specs is given.)",
    options,
    run,
};
