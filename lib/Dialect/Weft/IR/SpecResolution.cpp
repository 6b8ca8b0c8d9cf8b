//===- SpecResolution.cpp - from a spec to a sharding -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/SpecResolution.h"
#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Support/Suggestion.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Scope
//===----------------------------------------------------------------------===//

/// The meshes declared directly in `scope` that have axes.
static SmallVector<MeshOp> listMeshes(Operation *scope) {
  SmallVector<MeshOp> meshes;
  for (Region &region : scope->getRegions())
    for (MeshOp mesh : region.getOps<MeshOp>())
      if (mesh.getMeshAttr() && !mesh.getMesh().getAxes().empty())
        meshes.push_back(mesh);
  return meshes;
}

static AxisRulesOp findRules(Operation *scope) {
  for (Region &region : scope->getRegions())
    for (AxisRulesOp rules : region.getOps<AxisRulesOp>())
      if (rules.getRulesAttr())
        return rules;
  return {};
}

SpecScope weft::lookupSpecScope(Operation *from,
                                SymbolTableCollection &symbols) {
  SpecScope result;
  for (Operation *scope = from; scope; scope = scope->getParentOp()) {
    if (!scope->hasTrait<OpTrait::SymbolTable>())
      continue;
    if (!result.rules)
      result.rules = findRules(scope);
    if (result.mesh)
      continue;
    auto module = dyn_cast<ModuleDefOp>(scope);
    if (module && module.getMeshAttr()) {
      result.mesh =
          lookupOutward<MeshOp>(module, module.getMeshAttr(), symbols);
      if (result.mesh && !result.mesh.getMeshAttr())
        result.mesh = {};
      continue;
    }
    SmallVector<MeshOp> meshes = listMeshes(scope);
    for (MeshOp mesh : meshes)
      if (mesh.getIsDefault())
        result.mesh = mesh;
    if (!result.mesh && meshes.size() == 1)
      result.mesh = meshes.front();
    if (!result.mesh)
      result.candidates.append(meshes);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Resolution
//===----------------------------------------------------------------------===//

static NamedAxis toNamed(AxisRefAttr axis) {
  if (SubAxisAttr sub = axis.getSubAxis())
    return {axis.getName(), sub.getPreSize(), sub.getSize()};
  return {axis.getName()};
}

static NamedAxes toNamed(ArrayRef<AxisRefAttr> axes) {
  NamedAxes named;
  for (AxisRefAttr axis : axes)
    named.push_back(toNamed(axis));
  return named;
}

static AxisRefAttr toAttr(MLIRContext *context, const NamedAxis &axis) {
  if (axis.isWhole())
    return AxisRefAttr::get(context, axis.name);
  return AxisRefAttr::get(context, axis.name,
                          SubAxisAttr::get(context, axis.preSize, axis.size));
}

static SmallVector<LogicalAxisRule> listRules(AxisRulesOp op) {
  SmallVector<LogicalAxisRule> rules;
  if (!op)
    return rules;
  // The op may not be verified yet.
  for (Attribute attr : op.getRules())
    if (auto rule = dyn_cast_or_null<AxisRuleAttr>(attr))
      rules.push_back({rule.getLogical(), toNamed(rule.getAxes())});
  return rules;
}

/// Whether `axis` is in the mesh and its sub-axis, if any, divides it.
static bool fits(MeshAttr mesh, const NamedAxis &axis) {
  MeshAxisAttr whole = mesh.lookup(axis.name);
  if (!whole || axis.isWhole())
    return static_cast<bool>(whole);
  int64_t end;
  return !llvm::MulOverflow(axis.preSize, axis.size, end) &&
         whole.getSize() % end == 0 && axis.size < whole.getSize();
}

ResolvedSpec weft::resolveSpec(SpecAttr spec, int64_t rank, SpecScope scope) {
  ResolvedSpec result;
  result.shardCounts.assign(rank, 1);
  if (!spec)
    return result;
  MeshAttr mesh = scope.mesh ? scope.mesh.getMesh() : MeshAttr();
  SmallVector<NamedAxes> names;
  for (DimShardingAttr dim : spec.getDims())
    names.push_back(toNamed(dim.getAxes()));
  result.logical =
      resolveLogicalAxes(names, listRules(scope.rules), [&](StringRef name) {
        return mesh && static_cast<bool>(mesh.lookup(name));
      });

  SmallVector<DimShardingAttr> dims;
  for (auto [i, dim] : llvm::enumerate(spec.getDims())) {
    SmallVector<AxisRefAttr> axes;
    for (const NamedAxis &axis : result.logical.dims[i]) {
      if (!mesh || !fits(mesh, axis))
        continue;
      axes.push_back(toAttr(spec.getContext(), axis));
      // No overflow: the axes are parts of one mesh, whose size is bounded.
      if (static_cast<int64_t>(i) < rank)
        result.shardCounts[i] *=
            axis.isWhole() ? mesh.lookup(axis.name).getSize() : axis.size;
    }
    dims.push_back(
        DimShardingAttr::get(spec.getContext(), axes, dim.getIsOpen()));
  }
  result.spec = SpecAttr::get(spec.getContext(), dims);
  return result;
}

ShardingAttr ResolvedSpec::getSharding(MeshOp mesh) const {
  return ShardingAttr::get(mesh.getContext(),
                           FlatSymbolRefAttr::get(mesh.getSymNameAttr()),
                           spec.getDims());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// Checks leaf after leaf, up to the first error. Leaves of other ops, which
/// submodules and optimisers have, are checked there.
struct CheckLeaves : LeafVisitor {
  explicit CheckLeaves(Operation *op) : op(op) {}

  void submodule(SymbolRefAttr, std::optional<int64_t>) override {}
  void mirror(StringRef, SymbolRefAttr, Type, DictionaryAttr) override {}

  /// "'weft.linear' op kernel": an error about the leaf at `path`.
  InFlightDiagnostic emitError(StringRef path) {
    return op->emitOpError() << path << (path.empty() ? "" : " ");
  }

  Operation *op;
  LogicalResult result = success();
};

struct CheckByItself final : CheckLeaves {
  using CheckLeaves::CheckLeaves;
  void leaf(StringRef path, RankedTensorType type,
            InitializerAttrInterface init, SpecAttr spec) override;
};

struct CheckAgainstMesh final : CheckLeaves {
  CheckAgainstMesh(Operation *op, SymbolTableCollection &symbols)
      : CheckLeaves(op), scope(lookupSpecScope(op->getParentOp(), symbols)) {}
  void leaf(StringRef path, RankedTensorType type,
            InitializerAttrInterface init, SpecAttr spec) override;
  LogicalResult checkAxis(StringRef path, AxisRefAttr axis);

  SpecScope scope;
};
} // namespace

void CheckByItself::leaf(StringRef path, RankedTensorType type,
                         InitializerAttrInterface init, SpecAttr spec) {
  if (failed(result))
    return;
  if (spec && spec.getRank() != type.getRank()) {
    InFlightDiagnostic diag = emitError(path);
    diag << "has " << type.getRank()
         << (type.getRank() == 1 ? " dimension" : " dimensions") << " (" << type
         << "), but its spec " << toString(spec) << " has " << spec.getRank()
         << (spec.getRank() == 1 ? " entry" : " entries");
    int64_t missing = type.getRank() - spec.getRank();
    if (missing > 0)
      diag << "; add `_` for each dimension that is not split";
    else
      diag << "; remove " << -missing;
    result = diag;
    return;
  }
  if (init)
    result = init.verifyFor([&] { return emitError(path); }, type);
}

LogicalResult weft::verifyLeaves(ParameterProviderInterface op) {
  CheckByItself check(op);
  op.visitLeaves(check);
  return check.result;
}

/// Reports `axis` if the mesh does not have it or its sub-axis does not fit.
static LogicalResult verifyAxis(MeshOp mesh, AxisRefAttr axis,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (fits(mesh.getMesh(), toNamed(axis)))
    return success();
  InFlightDiagnostic diag = emitError();
  if (MeshAxisAttr whole = mesh.getMesh().lookup(axis.getName())) {
    diag << "axis \"" << axis.getName() << "\" of mesh @" << mesh.getSymName()
         << " has size " << whole.getSize() << ", and sub-axis "
         << toString(axis);
    if (axis.getSubAxis().getSize() >= whole.getSize())
      diag << " is not smaller; write \"" << axis.getName() << "\"";
    else
      diag << " does not divide it";
  } else {
    SmallVector<StringRef> names;
    for (MeshAxisAttr known : mesh.getMesh().getAxes())
      names.push_back(known.getName());
    diag << "mesh @" << mesh.getSymName() << " has no axis \"" << axis.getName()
         << "\"";
    if (names.empty())
      diag << "; it has none";
    else
      diag << "; it has " << listNames(names, "\"", "\"")
           << didYouMean(axis.getName(), names, "\"", "\"");
  }
  diag.attachNote(mesh.getLoc())
      << "mesh @" << mesh.getSymName() << " is declared here";
  return diag;
}

void CheckAgainstMesh::leaf(StringRef path, RankedTensorType,
                            InitializerAttrInterface, SpecAttr spec) {
  if (!spec || failed(result))
    return;
  for (DimShardingAttr dim : spec.getDims())
    for (AxisRefAttr axis : dim.getAxes())
      if (succeeded(result))
        result = checkAxis(path, axis);
}

LogicalResult CheckAgainstMesh::checkAxis(StringRef path, AxisRefAttr axis) {
  // Only a whole axis can be a logical one.
  if (scope.rules && !axis.getSubAxis())
    return success();
  if (scope.mesh)
    return verifyAxis(scope.mesh, axis, [&] {
      return emitError(path) << "is split over " << toString(axis) << ": ";
    });
  if (scope.candidates.empty())
    return success();
  InFlightDiagnostic diag = emitError(path);
  diag << "is split over " << toString(axis) << ", but there are "
       << scope.candidates.size()
       << " meshes it could belong to; mark one `default`, or write `on @"
       << scope.candidates.front().getSymName() << "` after the module's name";
  for (MeshOp mesh : scope.candidates)
    diag.attachNote(mesh.getLoc())
        << "mesh @" << mesh.getSymName() << " is declared here";
  return diag;
}

LogicalResult weft::verifyLeafAxes(ParameterProviderInterface op,
                                   SymbolTableCollection &symbols) {
  CheckAgainstMesh check(op, symbols);
  op.visitLeaves(check);
  return check.result;
}

//===----------------------------------------------------------------------===//
// AxisRulesOp
//===----------------------------------------------------------------------===//

LogicalResult AxisRulesOp::verify() {
  for (Operation &other : *getOperation()->getBlock()) {
    if (&other == getOperation())
      break;
    if (isa<AxisRulesOp>(other))
      return emitOpError("is the second list of rules here; put all rules into "
                         "one")
                 .attachNote(other.getLoc())
             << "the first is here";
  }
  for (auto [i, rule] : llvm::enumerate(getRules().getAsRange<AxisRuleAttr>()))
    for (Attribute other : getRules().getValue().take_front(i))
      if (other == rule)
        return emitOpError()
               << "has the rule for \"" << rule.getLogical() << "\" twice";
  return success();
}

LogicalResult AxisRulesOp::verifySymbolUses(SymbolTableCollection &symbols) {
  SpecScope scope = lookupSpecScope((*this)->getParentOp(), symbols);
  if (!scope.mesh)
    return success();
  for (auto rule : getRules().getAsRange<AxisRuleAttr>())
    for (AxisRefAttr axis : rule.getAxes())
      if (failed(verifyAxis(scope.mesh, axis, [&] {
            return emitOpError() << "maps \"" << rule.getLogical() << "\" to "
                                 << toString(axis) << ": ";
          })))
        return failure();
  return success();
}
