//===- ExplainCommand.cpp - weft explain ------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Driver/Program.h"
#include "weft/Pipelines/ExplainedProgram.h"
#include "weft/State/LeafTable.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;

static constexpr OptionSpec options[] = {
    {"value", "%NAME", "a value by its name in the file: %12, %0#1"},
    {"arg", "N", "argument N of the function"},
    {"path", "PATH",
     "the arguments that end so: params.mlp.kernel, mlp.kernel"},
    {"result", "N", "result N of the function"},
    {"line", "N", "every value that is defined on line N of the file"},
    {"why-not", "AXIS@DIM",
     "say why an axis did not reach a dimension: model@0"},
    {"function", "NAME",
     "the function of --arg and --result (main) and of --path (any)"},
    meshOption,
};

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// What is asked about
//===----------------------------------------------------------------------===//

namespace {
/// The choice of values on the command line, as a test of one.
class Selection {
public:
  static llvm::Expected<Selection> parse(const CommandLine &line);

  llvm::SmallVector<VariableId> find(ModuleOp module,
                                     const PropagationGraph &graph) const;
  llvm::Error makeNotFound() const;

private:
  bool matches(Value value) const;
  bool matchesName(Value value) const;
  bool isInFunction(Operation *function) const;

  std::string name, path, function;
  /// No function was named.
  bool isAnyFunction = true;
  std::optional<int64_t> argument, result, line;
};
} // namespace

llvm::Expected<Selection> Selection::parse(const CommandLine &line) {
  Selection selection;
  unsigned count = 0;
  for (StringRef option : {"value", "arg", "path", "result", "line"})
    count += line.has(option);
  if (count != 1)
    return makeError("expected one of --value, --arg, --path, --result and "
                     "--line");
  selection.name = line.get("value").value_or("").str();
  selection.path = normalizePath(line.get("path").value_or(""));
  selection.function = line.get("function").value_or("main").str();
  selection.isAnyFunction = !line.has("function");
  for (auto [option, number] : {std::pair("arg", &selection.argument),
                                std::pair("result", &selection.result),
                                std::pair("line", &selection.line)}) {
    if (!line.has(option))
      continue;
    llvm::Expected<int64_t> value = line.getInteger(option, 0);
    if (!value)
      return value.takeError();
    *number = *value;
  }
  return selection;
}

bool Selection::isInFunction(Operation *op) const {
  auto symbol = dyn_cast<FunctionOpInterface>(op);
  if (!symbol)
    return false;
  StringRef name = StringRef(function);
  name.consume_front("@");
  auto module = op->getParentOfType<ModuleOp>();
  bool isOnly = llvm::hasSingleElement(module.getOps<FunctionOpInterface>());
  return isOnly || SymbolTable::getSymbolName(op).getValue() == name;
}

/// `%12`, `%12#1`; the names are kept in the locations.
bool Selection::matchesName(Value value) const {
  auto known = value.getLoc()->findInstanceOf<NameLoc>();
  if (!known || !known.getName().getValue().starts_with("%"))
    return false;
  auto [wanted, number] = StringRef(name).split('#');
  if (known.getName().getValue() != wanted)
    return false;
  auto result = dyn_cast<OpResult>(value);
  return number.empty() || !result ||
         number == std::to_string(result.getResultNumber());
}

/// Whether `path` is `whole` or its last parts.
static bool endsPath(StringRef whole, StringRef path) {
  return whole.consume_back(path) && (whole.empty() || whole.ends_with("."));
}

/// The path of a leaf, or the one that JAX keeps in an argument's location.
static bool matchesPath(BlockArgument argument, StringRef path) {
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  auto leaf = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    "weft.path");
  bool found = leaf && endsPath(leaf.getValue(), path);
  argument.getLoc()->walk([&](Location loc) {
    auto known = dyn_cast<NameLoc>(loc);
    found |= known && endsPath(normalizePath(known.getName().getValue()), path);
    return WalkResult::advance();
  });
  return found;
}

/// Why there is no such value.
llvm::Error Selection::makeNotFound() const {
  StringRef owner = StringRef(function);
  owner.consume_front("@");
  if (argument)
    return makeError("function @" + owner + " has no tensor as argument " +
                     Twine(*argument));
  if (result)
    return makeError("function @" + owner + " has no tensor as result " +
                     Twine(*result));
  if (line)
    return makeError("no tensor is defined on line " + Twine(*line));
  if (!name.empty())
    return makeError("no tensor of the program is called '" + Twine(name) +
                     "'; expected a name as the file has it, such as %12");
  return makeError("no argument" +
                   (isAnyFunction ? Twine() : " of @" + Twine(owner)) +
                   " has the path '" + path +
                   "'; `weft specs` lists the paths of a program");
}

bool Selection::matches(Value value) const {
  if (!name.empty())
    return matchesName(value);
  if (line) {
    auto at = value.getLoc()->findInstanceOf<FileLineColLoc>();
    return at && int64_t(at.getLine()) == *line;
  }
  auto own = dyn_cast<BlockArgument>(value);
  if (!own || !isa<FunctionOpInterface>(own.getOwner()->getParentOp()))
    return false;
  if (argument)
    return own.getArgNumber() == *argument &&
           isInFunction(own.getOwner()->getParentOp());
  // A leaf of a model is an argument of each of its methods.
  return !path.empty() && matchesPath(own, path) &&
         (isAnyFunction || isInFunction(own.getOwner()->getParentOp()));
}

SmallVector<VariableId> Selection::find(ModuleOp module,
                                        const PropagationGraph &graph) const {
  llvm::SetVector<VariableId> found;
  auto add = [&](Value value) {
    VariableId variable = graph.lookup(value);
    if (variable != noVariable && matches(value))
      found.insert(variable);
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    llvm::for_each(op->getResults(), add);
  });
  if (result)
    for (const FunctionResult &each : graph.getFunctionResults())
      if (isInFunction(each.function) && each.index == *result)
        found.insert(each.declared);
  return found.takeVector();
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static void printOrigins(llvm::raw_ostream &os, const Explainer &explainer,
                         VariableId variable) {
  const Layout *layout = explainer.getLayout(variable);
  if (!layout || layout->sharding.isReplicated()) {
    os << "  no axis splits it\n";
    return;
  }
  for (auto [dim, sharding] : llvm::enumerate(layout->sharding.dims))
    for (AxisRef axis : sharding.axes) {
      os << "  " << layout->mesh->toString(axis) << " on dimension " << dim
         << "\n";
      for (const AxisStep &step :
           explainer.trace({variable, unsigned(dim)}, axis))
        os << "    " << explainer.describe(step, axis) << "\n";
    }
}

/// `model@0`, or what is wrong with it.
static llvm::Expected<std::pair<StringRef, unsigned>>
parseWhyNot(StringRef text) {
  auto [name, number] = text.rsplit('@');
  unsigned dim;
  if (name.empty() || number.getAsInteger(10, dim))
    return makeError("expected AXIS@DIM, such as model@0, got '" + text + "'");
  name.consume_front("\"");
  name.consume_back("\"");
  return std::make_pair(name, dim);
}

static llvm::Error printRefusals(llvm::raw_ostream &os,
                                 const Explainer &explainer,
                                 VariableId variable, const Mesh &mesh,
                                 StringRef name, unsigned dim) {
  llvm::Expected<AxisRef> axis = mesh.resolve(name);
  if (!axis)
    return axis.takeError();
  DimPlace place{variable, dim};
  if (Value value = explainer.getValue(variable)) {
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    if (dim >= rank)
      return makeError("dimension " + Twine(dim) +
                       " is out of range: the "
                       "value has rank " +
                       Twine(rank));
  }
  SmallVector<Refusal> refusals = explainer.findRefusals(place, *axis);
  if (refusals.empty())
    os << "  " << mesh.toString(*axis) << " does split dimension " << dim
       << "\n";
  else
    os << "  " << mesh.toString(*axis) << " is not on dimension " << dim
       << "\n";
  for (const Refusal &refusal : refusals) {
    os << "    " << explainer.describe(refusal, place, *axis) << "\n"
       << "    to change that: " << explainer.suggest(refusal, place, *axis)
       << "\n";
    if (refusal.reason == Refusal::Reason::Conflict ||
        refusal.reason == Refusal::Reason::Priority)
      for (const AxisStep &step :
           explainer.trace({variable, refusal.rival}, *axis))
        os << "      " << explainer.describe(step, *axis) << "\n";
  }
  return llvm::Error::success();
}

/// The mesh to look axis names up in: the value's own, or the only one.
static const Mesh *findMesh(const Explainer &explainer, LayoutTable &layouts,
                            VariableId variable, ModuleOp module) {
  if (const Layout *layout = explainer.getLayout(variable))
    if (!layout->mesh->axes().empty())
      return layout->mesh;
  for (auto mesh : module.getOps<MeshOp>())
    if (!mesh.getMesh().getAxes().empty())
      return layouts.getMesh(FlatSymbolRefAttr::get(mesh.getSymNameAttr()));
  return nullptr;
}

static llvm::Error answer(const CommandLine &line, llvm::raw_ostream &os,
                          const Explainer &explainer, LayoutTable &layouts,
                          VariableId variable, ModuleOp module) {
  os << explainer.describe(variable);
  if (Location loc = explainer.getLoc(variable); !isa<UnknownLoc>(loc))
    os << ", at " << toString(loc);
  if (const Layout *layout = explainer.getLayout(variable))
    os << ": " << toAttr(layout->meshRef, *layout->mesh, layout->sharding);
  os << "\n";
  std::optional<StringRef> whyNot = line.get("why-not");
  if (!whyNot) {
    printOrigins(os, explainer, variable);
    return llvm::Error::success();
  }
  auto question = parseWhyNot(*whyNot);
  if (!question)
    return question.takeError();
  const Mesh *mesh = findMesh(explainer, layouts, variable, module);
  if (!mesh)
    return makeError("the file has no mesh, so nothing is split");
  return printRefusals(os, explainer, variable, *mesh, question->first,
                       question->second);
}

//===----------------------------------------------------------------------===//
// The subcommand
//===----------------------------------------------------------------------===//

static llvm::Expected<ExitCode> run(const CommandLine &line, Streams streams) {
  llvm::Expected<Selection> selection = Selection::parse(line);
  if (!selection)
    return selection.takeError();
  llvm::Expected<std::unique_ptr<Program>> program =
      Program::load(line, streams, /*nameValues=*/true);
  if (!program)
    return program.takeError();
  if (!*program)
    return ExitCode::BadProgram;
  ModuleOp module = (*program)->getModule();
  if (failed(expandModules(module)))
    return ExitCode::BadProgram;
  std::unique_ptr<ExplainedProgram> explained =
      ExplainedProgram::create(module);
  if (!explained)
    return ExitCode::BadProgram;
  SmallVector<VariableId> found =
      selection->find(module, explained->getGraph());
  if (found.empty())
    return selection->makeNotFound();
  for (VariableId variable : found)
    if (llvm::Error error = answer(line, streams.out, explained->getExplainer(),
                                   explained->getLayouts(), variable, module))
      return std::move(error);
  return ExitCode::Done;
}

const Subcommand weft::explainSubcommand = {
    "explain",
    "say where the sharding of a value comes from, or why it has none",
    "FILE (--value %NAME | --arg N | --path PATH | --result N | --line N) "
    "[OPTIONS]",
    R"(
Propagates shardings and prints, for each axis that splits the value, the ops
that it came through and the annotation that it started from, with their
places in the file. A function that is called several times is laid out once
for each call, so a value may have several answers.

With --why-not it says instead what keeps an axis from a dimension: the value
is closed there, or uses the axis elsewhere, or an op in between does not let
it pass.)",
    options,
    run,
};
