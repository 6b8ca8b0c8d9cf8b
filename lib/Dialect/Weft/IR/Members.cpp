//===- Members.cpp - names inside modules -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Support/Suggestion.h"

using namespace mlir;
using namespace weft;

using EmitError = function_ref<InFlightDiagnostic()>;

Operation *weft::lookupOutward(Operation *from, SymbolRefAttr symbol,
                               SymbolTableCollection &symbols) {
  for (Operation *scope = from; scope; scope = scope->getParentOp())
    if (scope->hasTrait<OpTrait::SymbolTable>())
      if (Operation *found = symbols.lookupSymbolIn(scope, symbol))
        return found;
  return nullptr;
}

StringAttr weft::getMemberName(Operation *op) {
  return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
}

bool weft::isSound(Operation *op) {
  NamedAttrList attributes(op->getAttrDictionary());
  return succeeded(op->getName().verifyInherentAttrs(
      attributes, [] { return InFlightDiagnostic(); }));
}

/// "module @Mlp has no member @dwon; it has @up and @down; did you mean @down?"
static LogicalResult emitNoMember(EmitError emitError, ModuleDefOp module,
                                  StringRef name) {
  SmallVector<StringRef> names;
  for (Operation &member : module.getBody().getOps())
    if (StringAttr symbol = getMemberName(&member))
      names.push_back(symbol);
  InFlightDiagnostic diag = emitError();
  diag << "module @" << module.getSymName() << " has no member @" << name;
  if (names.empty())
    return diag << "; it is empty";
  return diag << "; it has " << listNames(names, "@", "")
              << didYouMean(name, names, "@", "");
}

/// The names of a symbol reference, root first.
static SmallVector<StringAttr> listParts(SymbolRefAttr path) {
  SmallVector<StringAttr> parts = {path.getRootReference()};
  for (FlatSymbolRefAttr part : path.getNestedReferences())
    parts.push_back(part.getAttr());
  return parts;
}

std::string Member::getPath(std::optional<int64_t> index) const {
  std::string path;
  auto append = [&](const Twine &part) {
    if (!path.empty())
      path += '.';
    path += part.str();
  };
  for (Operation *step : way) {
    append(getMemberName(step).getValue());
    auto submodule = dyn_cast<SubmoduleOp>(step);
    if (index && submodule && submodule.getCountAttr())
      append(Twine(*index));
  }
  for (StringRef part : rest)
    append(part);
  return path;
}

FailureOr<Member> weft::resolveMember(Operation *from, SymbolRefAttr path,
                                      EmitError emitError,
                                      SymbolTableCollection &symbols) {
  auto module = from->getParentOfType<ModuleDefOp>();
  if (!module)
    return emitError() << path << " is a member of a module, but the op is in "
                       << "none; put it into a method of a weft.module";
  SmallVector<StringAttr> parts = listParts(path);
  Member member;
  // Each round takes a name or replaces an alias; a cycle of aliases ends here.
  for (unsigned round = 0; round < 1024; ++round) {
    StringAttr name = parts.front();
    Operation *op = module.lookupMember(name, symbols);
    if (!op)
      return emitNoMember(emitError, module, name);
    if (!isSound(op))
      return failure();
    parts.erase(parts.begin());
    if (auto alias = dyn_cast<AliasOp>(op)) {
      if (!alias.getTargetAttr())
        return failure();
      SmallVector<StringAttr> target = listParts(alias.getTargetAttr());
      parts.insert(parts.begin(), target.begin(), target.end());
      continue;
    }
    member.way.push_back(op);
    auto submodule = dyn_cast<SubmoduleOp>(op);
    if (submodule && submodule.getCountAttr())
      member.repeated.push_back(submodule);
    if (submodule && !parts.empty()) {
      auto next = submodule.getModuleAttr()
                      ? lookupOutward<ModuleDefOp>(
                            submodule, submodule.getModuleAttr(), symbols)
                      : ModuleDefOp();
      if (!next)
        return emitError() << "submodule @" << name.getValue()
                           << " has no definition";
      module = next;
      continue;
    }
    member.op = op;
    for (StringAttr part : parts)
      member.rest.push_back(part);
    return member;
  }
  return emitError() << path << " leads through aliases that form a cycle";
}

namespace {
/// Looks for one leaf of an op.
struct FindLeaf final : LeafVisitor {
  explicit FindLeaf(std::string wanted) : wanted(std::move(wanted)) {}

  void leaf(StringRef path, RankedTensorType leafType, InitializerAttrInterface,
            SpecAttr) override {
    if (path == wanted)
      type = leafType;
    if (!path.empty())
      paths.push_back(path.str());
  }
  // Whoever looks into a submodule has resolved it before.
  void submodule(SymbolRefAttr, std::optional<int64_t>) override {}
  void mirror(StringRef, SymbolRefAttr, Type, DictionaryAttr) override {}

  std::string wanted;
  RankedTensorType type;
  SmallVector<std::string> paths;
};
} // namespace

FailureOr<RankedTensorType> weft::resolveLeaf(Operation *from,
                                              SymbolRefAttr path,
                                              EmitError emitError,
                                              SymbolTableCollection &symbols) {
  FailureOr<Member> member = resolveMember(from, path, emitError, symbols);
  if (failed(member))
    return failure();
  if (!member->repeated.empty())
    return emitError() << path << " leads into submodule @"
                       << member->repeated.front().getSymName()
                       << ", of which there are several; read the leaf in a "
                          "method of its module";
  FindLeaf finder(llvm::join(member->rest, "."));
  if (auto provider = dyn_cast<ParameterProviderInterface>(member->op))
    provider.visitLeaves(finder);
  if (finder.type)
    return finder.type;
  if (finder.paths.empty())
    return emitError() << path << " is a '" << member->op->getName()
                       << "', which is not a leaf of the state";
  SmallVector<StringRef> paths(finder.paths.begin(), finder.paths.end());
  return emitError() << path << " is not a leaf; '" << member->op->getName()
                     << "' has " << listNames(paths, "", "")
                     << didYouMean(finder.wanted, paths, "", "");
}
