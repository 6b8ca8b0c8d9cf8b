//===- Lint.cpp - warns about what is likely wrong --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Leaves.h"
#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"
#include "weft/Dialect/Weft/IR/SpecResolution.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Dialect/Weft/IR/TrainingOps.h"
#include "weft/Dialect/Weft/Transforms/Passes.h"
#include "weft/Support/HumanUnits.h"
#include "weft/Support/Suggestion.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"

namespace weft {
#define GEN_PASS_DEF_LINT
#include "weft/Dialect/Weft/Transforms/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

/// A leaf that a member of a module has itself, with its spec resolved.
struct LocalLeaf {
  std::string path;
  RankedTensorType type;
  SpecAttr spec;
  ResolvedSpec resolved;
  Operation *owner;
};

/// Gathers the leaves of the members of one module. Those of submodules are
/// looked at where the submodule is defined, once, however often it occurs.
struct LocalLeaves final : LeafVisitor {
  void leaf(StringRef path, RankedTensorType type, InitializerAttrInterface,
            SpecAttr spec) override {
    std::string full = name.str();
    if (!path.empty())
      full += "." + path.str();
    leaves.push_back(
        {full, type, spec, resolveSpec(spec, type.getRank(), scope), owner});
  }
  void submodule(SymbolRefAttr, std::optional<int64_t>) override {}
  void mirror(StringRef, SymbolRefAttr, Type, DictionaryAttr) override {}

  SpecScope scope;
  StringRef name;
  Operation *owner = nullptr;
  std::vector<LocalLeaf> leaves;
};

/// One run over a program.
class Linter {
public:
  Linter(ModuleOp program, int64_t largeBytes)
      : program(program), largeBytes(largeBytes) {}

  /// Returns the number of warnings.
  unsigned run();

private:
  InFlightDiagnostic warn(Operation *op) {
    ++numWarnings;
    return op->emitWarning();
  }

  void checkModule(ModuleDefOp module);
  void checkNames(const LocalLeaf &leaf, SpecScope scope);
  void checkReplicated(const LocalLeaf &leaf, SpecScope scope);
  void checkPadding(Operation *op, StringRef path, RankedTensorType type,
                    ArrayRef<int64_t> shardCounts);
  void checkBias(const LocalLeaf &kernel, const LocalLeaf &bias);
  void checkOptimizer(OptimizerInterface optimizer);
  void checkUpdate(UpdateOp update);
  void checkArguments(FunctionOpInterface function);
  void checkUnusedRules(AxisRulesOp rules);

  ModuleOp program;
  int64_t largeBytes;
  unsigned numWarnings = 0;
  SymbolTableCollection symbols;
  /// Which rules of each list were followed.
  llvm::DenseMap<Operation *, llvm::BitVector> rulesUsed;
  /// The names that specs use, of each list of rules.
  llvm::DenseMap<Operation *, llvm::DenseSet<StringAttr>> namesUsed;
};

} // namespace

unsigned Linter::run() {
  program.walk([&](ModuleDefOp module) { checkModule(module); });
  program.walk([&](Operation *op) {
    if (auto optimizer = dyn_cast<OptimizerInterface>(op))
      checkOptimizer(optimizer);
    else if (auto update = dyn_cast<UpdateOp>(op))
      checkUpdate(update);
    else if (auto function = dyn_cast<FunctionOpInterface>(op))
      checkArguments(function);
    else if (auto rules = dyn_cast<AxisRulesOp>(op))
      checkUnusedRules(rules);
  });
  return numWarnings;
}

void Linter::checkModule(ModuleDefOp module) {
  LocalLeaves local;
  local.scope = lookupSpecScope(module, symbols);
  for (auto provider : module.getBody().getOps<ParameterProviderInterface>()) {
    if (isa<OptimizerInterface>(provider.getOperation()))
      continue;
    local.owner = provider;
    local.name = SymbolTable::getSymbolName(provider).getValue();
    provider.visitLeaves(local);
  }
  llvm::StringMap<const LocalLeaf *> byPath;
  for (const LocalLeaf &leaf : local.leaves)
    byPath[leaf.path] = &leaf;
  for (const LocalLeaf &leaf : local.leaves) {
    checkNames(leaf, local.scope);
    checkReplicated(leaf, local.scope);
    checkPadding(leaf.owner, leaf.path, leaf.type, leaf.resolved.shardCounts);
    // `up.kernel` and `up.bias`, `query_kernel` and `query_bias`.
    StringRef stem = leaf.path;
    if (stem.consume_back("kernel") || stem.consume_back("scale"))
      if (const LocalLeaf *bias = byPath.lookup((stem + "bias").str()))
        checkBias(leaf, *bias);
  }
}

/// Names without a rule.
void Linter::checkNames(const LocalLeaf &leaf, SpecScope scope) {
  if (!scope.rules || !leaf.spec)
    return;
  llvm::BitVector &used = rulesUsed[scope.rules];
  used.resize(scope.rules.getRules().size());
  for (unsigned rule : leaf.resolved.logical.rulesUsed)
    used.set(rule);
  for (DimShardingAttr dim : leaf.spec.getDims())
    for (AxisRefAttr axis : dim.getAxes())
      namesUsed[scope.rules].insert(
          StringAttr::get(program.getContext(), axis.getName()));

  for (const LogicalResolution::Unresolved &entry :
       leaf.resolved.logical.unresolved) {
    if (entry.taken) {
      warn(leaf.owner) << "dimension " << entry.dim << " of " << leaf.path
                       << " is not split: the axes of every rule for \""
                       << entry.name
                       << "\" split other dimensions of it already; end with "
                          "the rule \""
                       << entry.name << "\" -> _ if that is meant";
      continue;
    }
    if (!scope.mesh)
      continue;
    SmallVector<StringRef> known;
    for (auto rule : scope.rules.getRules().getAsRange<AxisRuleAttr>())
      known.push_back(rule.getLogical());
    for (MeshAxisAttr axis : scope.mesh.getMesh().getAxes())
      known.push_back(axis.getName());
    std::string help = didYouMean(entry.name, known, "\"", "\"");
    if (help.empty())
      help =
          ("; add the rule \"" + entry.name + "\" -> _ if that is meant").str();
    warn(leaf.owner) << "dimension " << entry.dim << " of " << leaf.path
                     << " is not split: \"" << entry.name
                     << "\" has no rule and is no axis of mesh @"
                     << scope.mesh.getSymName() << help;
  }
}

/// Large parameters without a spec.
void Linter::checkReplicated(const LocalLeaf &leaf, SpecScope scope) {
  if (leaf.spec || !scope.mesh)
    return;
  int64_t devices = 1;
  for (MeshAxisAttr axis : scope.mesh.getMesh().getAxes())
    devices *= axis.getSize();
  std::optional<int64_t> bytes =
      getTensorBytes(leaf.type.getShape(), leaf.type.getElementType());
  if (devices == 1 || (bytes && *bytes < largeBytes))
    return;
  SpecAttr whole = SpecAttr::get(
      program.getContext(),
      SmallVector<DimShardingAttr>(leaf.type.getRank(),
                                   DimShardingAttr::get(program.getContext())));
  warn(leaf.owner) << leaf.path << " has no spec, so each of the " << devices
                   << " devices holds all of it, "
                   << (bytes ? formatBytes(*bytes) : "more than 2^63 bytes")
                   << " (" << leaf.type << "); split it, or write the spec "
                   << toString(whole) << " if that is meant";
}

/// Dimensions that are padded.
void Linter::checkPadding(Operation *op, StringRef path, RankedTensorType type,
                          ArrayRef<int64_t> shardCounts) {
  for (auto [dim, size, count] :
       llvm::enumerate(type.getShape(), shardCounts)) {
    if (ShapedType::isDynamic(size) || count <= 1 || size % count == 0)
      continue;
    int64_t each = size / count + 1;
    int64_t padded, waste;
    if (llvm::MulOverflow(each, count, padded))
      continue;
    waste = padded - size;
    SmallVector<int64_t> excess(type.getShape());
    excess[dim] = waste;
    std::optional<int64_t> bytes =
        getTensorBytes(excess, type.getElementType());
    InFlightDiagnostic diag = warn(op);
    diag << "dimension " << dim << " of " << path << " has size " << size
         << ", which " << count << " shards do not divide: each holds " << each
         << ", and " << waste << " of " << padded << " ("
         << formatPercent(static_cast<double>(waste) /
                          static_cast<double>(padded))
         << (bytes ? ", " + formatBytes(*bytes) : "") << ") are padding";
    // The next sizes without padding.
    diag << "; " << padded;
    if (padded - count > 0)
      diag << " or " << padded - count;
    diag << " would need none";
  }
}

/// The last dimensions of a kernel are those of its bias.
void Linter::checkBias(const LocalLeaf &kernel, const LocalLeaf &bias) {
  int64_t offset = kernel.type.getRank() - bias.type.getRank();
  if (offset < 0 ||
      kernel.type.getShape().drop_front(offset) != bias.type.getShape())
    return;
  MLIRContext *context = program.getContext();
  auto getDim = [&](const LocalLeaf &leaf, int64_t dim) {
    return leaf.resolved.spec ? leaf.resolved.spec.getDims()[dim]
                              : DimShardingAttr::get(context);
  };
  auto describe = [](DimShardingAttr dim) {
    return dim.getAxes().empty() ? std::string("not split")
                                 : "split over " + toString(dim);
  };
  SmallVector<DimShardingAttr> wanted;
  std::optional<int64_t> first;
  for (int64_t dim = 0; dim < bias.type.getRank(); ++dim) {
    wanted.push_back(getDim(kernel, dim + offset));
    if (!first && getDim(bias, dim).getAxes() != wanted.back().getAxes())
      first = dim;
  }
  if (!first)
    return;
  warn(bias.owner) << bias.path << " goes with dimension " << *first + offset
                   << " of " << kernel.path << ", which is "
                   << describe(wanted[*first]) << ", but its own dimension "
                   << *first << " is " << describe(getDim(bias, *first))
                   << "; the spec of " << bias.path << " would be "
                   << toString(SpecAttr::get(context, wanted));
}

/// State specs that differ from the specs of the parameters.
void Linter::checkOptimizer(OptimizerInterface optimizer) {
  auto stateSpecs = optimizer->getAttrOfType<DictionaryAttr>("state_specs");
  auto target = optimizer->getAttrOfType<SymbolRefAttr>("target");
  if (!stateSpecs || !target)
    return;
  FailureOr<Member> member = resolveMember(
      optimizer, target, [&] { return optimizer->emitError(); }, symbols);
  if (failed(member))
    return;
  auto provider = dyn_cast<ParameterProviderInterface>(member->op);
  FailureOr<std::vector<Leaf>> leaves = collectLeaves(provider, symbols);
  if (failed(leaves))
    return;
  for (const Leaf &leaf : *leaves) {
    auto spec = stateSpecs.getAs<SpecAttr>(leaf.path);
    if (!spec)
      continue;
    SpecScope scope = lookupSpecScope(leaf.owner->getParentOp(), symbols);
    ResolvedSpec ours = resolveSpec(spec, leaf.type.getRank(), scope);
    ResolvedSpec theirs = resolveSpec(leaf.spec, leaf.type.getRank(), scope);
    if (ours.shardCounts == theirs.shardCounts && ours.spec == theirs.spec)
      continue;
    SpecAttr given = leaf.spec ? leaf.spec : SpecAttr();
    warn(optimizer) << "the state of " << leaf.path << " is laid out as "
                    << toString(spec) << ", but the parameter "
                    << (given ? "as " + toString(given) : "is not split")
                    << ", so each step moves it; remove it from state_specs "
                       "unless that is meant";
  }
}

/// The sharding of a value that is an argument of a function.
static ShardingAttr getArgumentSharding(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function = argument ? dyn_cast_or_null<FunctionOpInterface>(
                                 argument.getOwner()->getParentOp())
                           : FunctionOpInterface();
  if (!function || !argument.getOwner()->isEntryBlock())
    return {};
  return function.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                 "weft.sharding");
}

void Linter::checkUpdate(UpdateOp update) {
  size_t numParams = update.getParams().size();
  if (numParams == 0)
    return;
  size_t numSlots = update.getState().size() / numParams;
  ValueRange slots = update.getState().take_back(numSlots * numParams);
  for (auto [i, slot] : llvm::enumerate(slots)) {
    ShardingAttr param = getArgumentSharding(update.getParams()[i % numParams]);
    ShardingAttr state = getArgumentSharding(slot);
    if (param == state)
      continue;
    auto describe = [](ShardingAttr sharding) {
      if (!sharding)
        return std::string("not split");
      SpecAttr spec = SpecAttr::get(sharding.getContext(), sharding.getDims());
      return "laid out as " + toString(spec);
    };
    warn(update) << "the state of parameter " << i % numParams << " is "
                 << describe(state) << ", but the parameter is "
                 << describe(param)
                 << "; give both the same sharding unless that is meant";
  }
}

void Linter::checkArguments(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto sharding = function.getArgAttrOfType<ShardingAttr>(i, "weft.sharding");
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[i]);
    if (!sharding || !type)
      continue;
    MeshBinding mesh = lookupMesh(function, sharding.getMesh(), &symbols);
    // What lives on one device alone is whole, and its sharding has no
    // dimensions.
    if (!mesh || mesh.mesh.isMaximal())
      continue;
    llvm::Expected<Sharding> value = toSharding(toMesh(mesh.mesh), sharding);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    checkPadding(function, ("argument " + Twine(i)).str(), type,
                 value->shardCounts());
  }
}

void Linter::checkUnusedRules(AxisRulesOp rules) {
  llvm::BitVector used = rulesUsed.lookup(rules);
  used.resize(rules.getRules().size());
  for (auto [i, rule] :
       llvm::enumerate(rules.getRules().getAsRange<AxisRuleAttr>())) {
    if (used.test(i))
      continue;
    auto name = StringAttr::get(program.getContext(), rule.getLogical());
    InFlightDiagnostic diag = warn(rules);
    diag << "the rule for \"" << rule.getLogical() << "\" to "
         << toString(DimShardingAttr::get(program.getContext(), rule.getAxes()))
         << " is never used: ";
    auto names = namesUsed.find(rules);
    if (names != namesUsed.end() && names->second.contains(name))
      diag << "an earlier rule for it always applies";
    else
      diag << "no spec names it";
    diag << "; remove it";
  }
}

namespace {
struct LintPass final : weft::impl::LintBase<LintPass> {
  using Base::Base;
  void runOnOperation() override {
    numWarnings += Linter(getOperation(), largeBytes).run();
    markAllAnalysesPreserved();
  }
};
} // namespace
