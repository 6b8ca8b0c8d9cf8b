//===- Leaves.cpp - the state of a module as a flat list --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Leaves.h"
#include "weft/Dialect/Weft/IR/Members.h"

using namespace mlir;
using namespace weft;

DictionaryAttr Leaf::getMetadata() const {
  return owner->getDiscardableAttrDictionary();
}

bool Leaf::isTrainable() const {
  return !frozen && isa<FloatType, ComplexType>(type.getElementType());
}

namespace {
/// Walks a tree of modules. Nothing is kept per module, as an instance below
/// another path is another set of leaves.
class LeafCollector final : public LeafVisitor {
public:
  explicit LeafCollector(SymbolTableCollection &symbols) : symbols(symbols) {}

  LogicalResult collect(ModuleDefOp module);
  LogicalResult collect(ParameterProviderInterface provider);
  std::vector<Leaf> takeLeaves() { return std::move(leaves); }

  void leaf(StringRef path, RankedTensorType type,
            InitializerAttrInterface init, SpecAttr spec) override;
  void submodule(SymbolRefAttr module, std::optional<int64_t> count) override;
  void mirror(StringRef path, SymbolRefAttr target, Type elementType,
              DictionaryAttr specs) override;
  void otherKey() override { ++numKeys; }

private:
  /// A deeper tree is either a mistake or an attack on the stack.
  static constexpr size_t kMaxDepth = 256;

  /// Extends the path by `.name` while it lives.
  struct Below {
    Below(LeafCollector &collector, const Twine &name)
        : path(collector.path), length(path.size()) {
      std::string text = name.str();
      if (length && !text.empty())
        path += '.';
      path += text;
    }
    ~Below() { path.resize(length); }

    std::string &path;
    size_t length;
  };

  /// Leaves and members visited are bounded, so that a tree without a leaf but
  /// with large counts ends as well.
  LogicalResult countStep(Operation *at) {
    if (++numSteps <= 4 * kMaxLeaves && leaves.size() <= kMaxLeaves)
      return success();
    if (!failed)
      at->emitError() << "the state has more than " << kMaxLeaves
                      << " leaves; is the count of a submodule too large?";
    failed = true;
    return failure();
  }

  SymbolTableCollection &symbols;
  std::vector<Leaf> leaves;
  std::string path;
  /// The ops whose leaves are being told, outermost first.
  SmallVector<Operation *> active;
  size_t numSteps = 0;
  int64_t numKeys = 0;
  bool failed = false;
};
} // namespace

LogicalResult LeafCollector::collect(ModuleDefOp module) {
  for (Operation &member : module.getBody().getOps()) {
    auto provider = dyn_cast<ParameterProviderInterface>(member);
    if (!provider)
      continue;
    StringAttr name = getMemberName(&member);
    Below below(*this, name ? name.getValue() : StringRef());
    if (mlir::failed(collect(provider)))
      return failure();
  }
  return success();
}

LogicalResult LeafCollector::collect(ParameterProviderInterface provider) {
  if (mlir::failed(countStep(provider)))
    return failure();
  if (!isSound(provider))
    return failure();
  active.push_back(provider);
  provider.visitLeaves(*this);
  active.pop_back();
  return failure(failed);
}

void LeafCollector::leaf(StringRef name, RankedTensorType type,
                         InitializerAttrInterface init, SpecAttr spec) {
  if (failed || mlir::failed(countStep(active.back())))
    return;
  Below below(*this, name);
  Leaf leaf = {path, type, init, spec, active.back()};
  if (!isa<OptimizerInterface>(active.back()))
    leaf.key = numKeys++;
  leaf.frozen =
      llvm::any_of(active, [](Operation *op) { return op->hasAttr("frozen"); });
  leaves.push_back(std::move(leaf));
}

void LeafCollector::submodule(SymbolRefAttr symbol,
                              std::optional<int64_t> count) {
  Operation *op = active.back();
  auto module = lookupOutward<ModuleDefOp>(op, symbol, symbols);
  bool contained = llvm::any_of(active, [&](Operation *above) {
    return module && above->getParentOp() == module;
  });
  if (!module || contained || active.size() > kMaxDepth) {
    if (!failed && !module)
      op->emitError() << "no module " << symbol << " is defined";
    else if (!failed && contained)
      op->emitError() << "module " << symbol << " contains itself";
    else if (!failed)
      op->emitError() << "submodules are nested deeper than " << kMaxDepth
                      << " levels";
    failed = true;
    return;
  }
  if (!count) {
    failed |= mlir::failed(collect(module));
    return;
  }
  for (int64_t i = 0; i < *count && !failed; ++i) {
    Below below(*this, Twine(i));
    failed |= mlir::failed(countStep(op)) || mlir::failed(collect(module));
  }
}

void LeafCollector::mirror(StringRef name, SymbolRefAttr target,
                           Type elementType, DictionaryAttr specs) {
  Operation *op = active.back();
  FailureOr<Member> member =
      resolveMember(op, target, [&] { return op->emitError(); }, symbols);
  if (mlir::failed(member)) {
    failed = true;
    return;
  }
  auto provider = dyn_cast<ParameterProviderInterface>(member->op);
  if (!provider || active.size() > kMaxDepth)
    return;
  LeafCollector mirrored(symbols);
  mirrored.active = active;
  mirrored.numSteps = numSteps;
  if (mlir::failed(mirrored.collect(provider))) {
    failed = true;
    return;
  }
  numSteps = mirrored.numSteps;
  // The target is a member of the module that the optimiser is in.
  std::string base = path.substr(0, path.rfind('.') + 1) + member->getPath();
  auto zeros = ZerosInitAttr::get(op->getContext());
  for (Leaf &leaf : mirrored.leaves) {
    if (!leaf.isTrainable())
      continue;
    if (mlir::failed(countStep(op)))
      return;
    std::string parameter = base + (leaf.path.empty() ? "" : ".") + leaf.path;
    bool ownSpec = false;
    if (elementType)
      leaf.type = leaf.type.clone(elementType);
    if (specs)
      if (auto spec = specs.getAs<SpecAttr>(leaf.path)) {
        leaf.spec = spec;
        ownSpec = true;
      }
    Below slot(*this, name);
    Below below(*this, leaf.path);
    // The rules and the mesh are those of the parameter.
    leaves.push_back({path, leaf.type, zeros, leaf.spec, leaf.owner});
    if (!ownSpec)
      leaves.back().mirrored = std::move(parameter);
  }
}

FailureOr<std::vector<Leaf>>
weft::collectLeaves(ModuleDefOp module, SymbolTableCollection &symbols) {
  LeafCollector collector(symbols);
  if (failed(collector.collect(module)))
    return failure();
  return collector.takeLeaves();
}

FailureOr<std::vector<Leaf>>
weft::collectLeaves(ParameterProviderInterface member,
                    SymbolTableCollection &symbols) {
  LeafCollector collector(symbols);
  if (failed(collector.collect(member)))
    return failure();
  return collector.takeLeaves();
}
