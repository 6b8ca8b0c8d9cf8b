//===- ShardingHover.cpp - the sharding of a value in a text ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingHover.h"

#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Driver/Program.h"
#include "weft/Driver/ValueNames.h"
#include "weft/InitAll.h"
#include "weft/InputFile.h"
#include "weft/Pipelines/ExplainedProgram.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// One program
//===----------------------------------------------------------------------===//

/// The places of a program's values in its text, and their explanations. The
/// passes before propagation copy and move values, but leave each its location,
/// which holds the name and place in the text.
class ShardingHover::Program {
public:
  Program(llvm::StringRef text, llvm::StringRef name);

  std::optional<std::string> describe(llvm::lsp::Position position);

private:
  /// A definition or a use of results of an op, or of an argument.
  struct Place {
    llvm::SMRange range;
    Location loc;
    /// The first result that the name stands for; none for an argument.
    std::optional<unsigned> result;
  };

  void addPlaces(const AsmParserState &state);
  void addPlaces(const AsmParserState::SMDefinition &definition, Location loc,
                 std::optional<unsigned> result);
  const Place *findPlace(llvm::SMLoc loc) const;
  llvm::SetVector<VariableId> findVariables(const Place &place);
  std::string explain(VariableId variable) const;

  std::shared_ptr<MLIRContext> context = weft::Program::makeContext();
  llvm::SourceMgr sources;
  std::vector<Place> places;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<ExplainedProgram> explained;
};

ShardingHover::Program::Program(llvm::StringRef text, llvm::StringRef name) {
  ScopedDiagnosticHandler silence(context.get(),
                                  [](Diagnostic &) { return success(); });
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(text, name);
  DialectRegistry registry;
  registerAllDialects(registry);
  if (!checkInputFile(*buffer, registry, llvm::nulls()))
    return;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  AsmParserState state;
  module = parseWithNames(sources, *context, &state);
  if (!module)
    return;
  addPlaces(state);
  explained = ExplainedProgram::create(*module);
}

void ShardingHover::Program::addPlaces(
    const AsmParserState::SMDefinition &definition, Location loc,
    std::optional<unsigned> result) {
  places.push_back({definition.loc, loc, result});
  for (llvm::SMRange use : definition.uses)
    places.push_back({use, loc, result});
}

void ShardingHover::Program::addPlaces(const AsmParserState &state) {
  for (const AsmParserState::OperationDefinition &def : state.getOpDefs())
    for (const auto &group : def.resultGroups)
      addPlaces(group.definition, def.op->getLoc(), group.startIndex);
  for (const AsmParserState::BlockDefinition &def : state.getBlockDefs())
    for (auto [argument, place] :
         llvm::zip(def.block->getArguments(), def.arguments))
      if (place.loc.isValid())
        addPlaces(place, argument.getLoc(), std::nullopt);
}

const ShardingHover::Program::Place *
ShardingHover::Program::findPlace(llvm::SMLoc loc) const {
  auto found = llvm::find_if(places, [&](const Place &place) {
    return loc.getPointer() >= place.range.Start.getPointer() &&
           loc.getPointer() < place.range.End.getPointer();
  });
  return found == places.end() ? nullptr : &*found;
}

/// The copies of a value in the propagated program: one for each call of its
/// function, or for each use of a constant.
llvm::SetVector<VariableId>
ShardingHover::Program::findVariables(const Place &place) {
  // `%0#1` is the result after the first that `%0` stands for.
  llvm::StringRef text(place.range.Start.getPointer(),
                       place.range.End.getPointer() -
                           place.range.Start.getPointer());
  unsigned offset = 0;
  text.split('#').second.getAsInteger(10, offset);
  llvm::SetVector<VariableId> found;
  auto add = [&](Value value) {
    VariableId variable = explained->getGraph().lookup(value);
    if (variable != noVariable)
      found.insert(variable);
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (place.result) {
      unsigned number = *place.result + offset;
      if (op->getLoc() == place.loc && number < op->getNumResults())
        add(op->getResult(number));
      return;
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (argument.getLoc() == place.loc)
            add(argument);
  });
  return found;
}

/// Steps in the middle of a long way are left out.
static void printWay(llvm::raw_ostream &os, const Explainer &explainer,
                     DimPlace place, AxisRef axis) {
  constexpr size_t maxSteps = 6;
  SmallVector<AxisStep> steps = explainer.trace(place, axis);
  for (auto [number, step] : llvm::enumerate(steps)) {
    bool isShown = steps.size() <= maxSteps || number < maxSteps / 2 ||
                   number + 1 == steps.size();
    if (isShown)
      os << "  - " << explainer.describe(step, axis) << "\n";
    else if (number == maxSteps / 2)
      os << "  - ... " << steps.size() - maxSteps / 2 - 1 << " more steps\n";
  }
}

std::string ShardingHover::Program::explain(VariableId variable) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  const Explainer &explainer = explained->getExplainer();
  const Layout *layout = explainer.getLayout(variable);
  if (!layout || layout->sharding.isReplicated())
    return "Sharding: whole, no axis splits it\n";
  os << "Sharding: `"
     << toAttr(layout->meshRef, *layout->mesh, layout->sharding) << "`\n\n";
  for (auto [dim, sharding] : llvm::enumerate(layout->sharding.dims))
    for (AxisRef axis : sharding.axes) {
      os << "- " << layout->mesh->toString(axis) << " on dimension " << dim
         << "\n";
      printWay(os, explainer, {variable, unsigned(dim)}, axis);
    }
  return text;
}

std::optional<std::string>
ShardingHover::Program::describe(llvm::lsp::Position position) {
  if (!explained || explained->getLayouts().getNumMeshes() == 0)
    return std::nullopt;
  const Place *place = findPlace(position.getAsSMLoc(sources));
  if (!place)
    return std::nullopt;
  // Copies that are laid out alike for the same reason are told once.
  SmallVector<std::string> answers;
  for (VariableId variable : findVariables(*place))
    if (std::string text = explain(variable);
        !llvm::is_contained(answers, text))
      answers.push_back(std::move(text));
  if (answers.empty())
    return std::nullopt;
  return llvm::join(answers, "\n");
}

//===----------------------------------------------------------------------===//
// A text of several
//===----------------------------------------------------------------------===//

ShardingHover::ShardingHover(llvm::StringRef text, llvm::StringRef name)
    : name(name) {
  int line = 0;
  Part part{0, "", nullptr};
  for (llvm::StringRef each : llvm::split(text, '\n')) {
    ++line;
    if (each.rtrim() == "// -----") {
      parts.push_back(std::move(part));
      // Empty lines in front keep the numbers of the lines that follow.
      part = Part{line, std::string(line, '\n'), nullptr};
      continue;
    }
    part.text += each;
    part.text += '\n';
  }
  parts.push_back(std::move(part));
}

ShardingHover::~ShardingHover() = default;

std::optional<std::string>
ShardingHover::describe(llvm::lsp::Position position) {
  auto part = llvm::find_if(llvm::reverse(parts), [&](const Part &each) {
    return each.firstLine <= position.line;
  });
  if (part == parts.rend())
    return std::nullopt;
  if (!part->program)
    part->program = std::make_unique<Program>(part->text, name);
  return part->program->describe(position);
}
