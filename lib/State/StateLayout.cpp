//===- StateLayout.cpp - where each leaf of a state lies --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/State/StateLayout.h"

#include "weft/Support/Suggestion.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

std::string SpecRule::getText() const {
  return pattern.getText().str() + " -> " + toString(spec);
}

llvm::Expected<SpecRuleAttr> weft::parseSpecRule(MLIRContext *context,
                                                 StringRef text) {
  auto [left, right] = text.split("->");
  if (left.size() == text.size())
    return makeError("'" + text +
                     "' is no rule; write PATTERN -> SPEC, as in "
                     "**/kernel:rank=2 -> [_, \"model\"]");
  llvm::Expected<LeafPattern> pattern = LeafPattern::parse(left);
  if (!pattern)
    return pattern.takeError();
  std::string message;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
  });
  std::string attribute = ("#weft.spec<" + right.trim() + ">").str();
  auto spec = dyn_cast_or_null<SpecAttr>(parseAttribute(attribute, context));
  if (!spec)
    return makeError("'" + right.trim() + "' is no spec: " + message);
  return SpecRuleAttr::get(context, pattern->getText(), spec);
}

/// Those of the file, in its order.
static std::vector<SpecRule> listRules(ModuleDefOp module) {
  std::vector<SpecRule> rules;
  auto program = module->getParentOfType<ModuleOp>();
  if (!program)
    return rules;
  for (SpecRulesOp op : program.getOps<SpecRulesOp>())
    for (auto rule : op.getRules().getAsRange<SpecRuleAttr>()) {
      // Parsed once before, by the verifier of the attribute.
      llvm::Expected<LeafPattern> pattern =
          LeafPattern::parse(rule.getPattern());
      if (pattern)
        rules.push_back({std::move(*pattern), rule.getSpec(), op.getOverride(),
                         op.getLoc()});
      else
        llvm::consumeError(pattern.takeError());
    }
  return rules;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

namespace {
/// Decides about one leaf after the other.
class LayoutBuilder {
public:
  LayoutBuilder(StateLayout &layout, SymbolTableCollection &symbols)
      : layout(layout), symbols(symbols) {}

  LogicalResult add(Leaf leaf);

private:
  const SpecScope &getScope(const Leaf &leaf);
  std::optional<size_t> findRule(const Leaf &leaf, bool defined) const;
  LogicalResult checkRule(const SpecRule &rule, const Leaf &leaf,
                          const SpecScope &scope);

  StateLayout &layout;
  SymbolTableCollection &symbols;
  /// Repeated submodules have the same owners again and again.
  llvm::DenseMap<Operation *, SpecScope> scopes;
  /// By path, for the state of optimisers.
  llvm::StringMap<size_t> positions;
};
} // namespace

const SpecScope &LayoutBuilder::getScope(const Leaf &leaf) {
  Operation *around = leaf.owner->getParentOp();
  auto found = scopes.find(around);
  if (found == scopes.end())
    found = scopes.try_emplace(around, lookupSpecScope(around, symbols)).first;
  return found->second;
}

std::optional<size_t> LayoutBuilder::findRule(const Leaf &leaf,
                                              bool defined) const {
  LeafPattern::Facts facts = {leaf.path, leaf.type.getShape(),
                              leaf.owner->getName().stripDialect()};
  for (auto [i, rule] : llvm::enumerate(layout.rules))
    if ((rule.override || !defined) && rule.pattern.matches(facts))
      return i;
  return std::nullopt;
}

static InFlightDiagnostic emitRuleError(const SpecRule &rule) {
  return emitError(rule.location) << "rule " << rule.getText() << ": ";
}

LogicalResult LayoutBuilder::checkRule(const SpecRule &rule, const Leaf &leaf,
                                       const SpecScope &scope) {
  int64_t rank = leaf.type.getRank();
  if (rule.spec.getRank() != rank)
    return emitRuleError(rule)
           << "the spec has " << rule.spec.getRank() << " entries, but "
           << leaf.path << " has " << rank
           << (rank == 1 ? " dimension (" : " dimensions (") << leaf.type
           << "); add the condition rank=" << rule.spec.getRank()
           << " to the rule";
  MeshOp mesh = scope.mesh;
  if (!mesh)
    return success();
  ResolvedSpec resolved = resolveSpec(rule.spec, rank, scope);
  for (const LogicalResolution::Unresolved &axis :
       resolved.logical.unresolved) {
    if (axis.taken)
      continue;
    SmallVector<StringRef> names;
    for (MeshAxisAttr known : mesh.getMesh().getAxes())
      names.push_back(known.getName());
    return emitRuleError(rule)
           << "\"" << axis.name << "\" is neither an axis of mesh @"
           << mesh.getSymName() << ", which has "
           << listNames(names, "\"", "\"") << ", nor a logical axis"
           << didYouMean(axis.name, names, "\"", "\"");
  }
  return success();
}

LogicalResult LayoutBuilder::add(Leaf leaf) {
  const SpecScope &scope = getScope(leaf);
  PlacedLeaf placed = {std::move(leaf), nullptr, {}};
  placed.written = placed.leaf.spec;
  // The state of an optimiser has the layout that its parameter has in the
  // end, unless it has one of its own.
  const PlacedLeaf *parameter = nullptr;
  if (auto found = positions.find(placed.leaf.mirrored);
      !placed.leaf.mirrored.empty() && found != positions.end())
    parameter = &layout.leaves[found->second];
  bool defined = placed.written && !(parameter && parameter->rule);
  placed.rule = findRule(placed.leaf, defined);
  if (placed.rule) {
    SpecRule &rule = layout.rules[*placed.rule];
    if (failed(checkRule(rule, placed.leaf, scope)))
      return failure();
    placed.written = rule.spec;
    ++rule.uses;
  } else if (parameter && parameter->rule) {
    placed.written = parameter->written;
    placed.rule = parameter->rule;
  }
  int64_t rank = placed.leaf.type.getRank();
  placed.resolved = resolveSpec(placed.written, rank, scope);
  if (!placed.resolved.spec) {
    MLIRContext *context = placed.leaf.type.getContext();
    placed.resolved.spec = SpecAttr::get(
        context,
        SmallVector<DimShardingAttr>(rank, DimShardingAttr::get(context)));
  }
  positions.try_emplace(placed.leaf.path, layout.leaves.size());
  layout.leaves.push_back(std::move(placed));
  return success();
}

FailureOr<StateLayout> StateLayout::get(ModuleDefOp module,
                                        SymbolTableCollection &symbols) {
  FailureOr<std::vector<Leaf>> leaves = collectLeaves(module, symbols);
  if (failed(leaves))
    return failure();
  StateLayout layout;
  layout.module = module;
  layout.mesh = lookupSpecScope(module, symbols).mesh;
  layout.rules = listRules(module);
  LayoutBuilder builder(layout, symbols);
  for (Leaf &leaf : *leaves)
    if (failed(builder.add(std::move(leaf))))
      return failure();
  return layout;
}

ShardingAttr StateLayout::getSharding(const PlacedLeaf &leaf) const {
  if (!mesh)
    return {};
  // Where a batch and a kernel are split over the same axis, activations go
  // with the batch: what leaves say comes a round later than the rest.
  ShardingAttr stated = leaf.resolved.getSharding(mesh);
  SmallVector<DimShardingAttr> dims;
  for (DimShardingAttr dim : stated.getDims())
    dims.push_back(dim.getAxes().empty() || dim.getPriority()
                       ? dim
                       : DimShardingAttr::get(dim.getContext(), dim.getAxes(),
                                              dim.getIsOpen(), 1));
  return ShardingAttr::get(stated.getContext(), stated.getMesh(), dims,
                           stated.getReplicated(), stated.getUnreduced());
}
