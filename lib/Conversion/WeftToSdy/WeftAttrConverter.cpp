//===- WeftAttrConverter.cpp - weft attributes as sdy attributes *- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeftAttrConverter.h"

#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace weft;

InFlightDiagnostic WeftAttrConverter::emitError() {
  return current->emitError("has no sdy form: ");
}

template <typename Result, typename Attr>
Result WeftAttrConverter::once(Attr attribute,
                               Result (WeftAttrConverter::*convertNew)(Attr)) {
  auto it = converted.find(attribute);
  if (it != converted.end())
    return cast<Result>(it->second);
  Result result = (this->*convertNew)(attribute);
  // Failures are not kept: each op that has one reports it.
  if (result)
    converted[attribute] = result;
  return result;
}

sdy::MeshAttr WeftAttrConverter::convert(MeshAttr mesh) {
  return once<sdy::MeshAttr>(mesh, &WeftAttrConverter::convertMesh);
}

sdy::TensorShardingAttr WeftAttrConverter::convert(ShardingAttr sharding) {
  return once<sdy::TensorShardingAttr>(sharding,
                                       &WeftAttrConverter::convertSharding);
}

sdy::TensorShardingPerValueAttr
WeftAttrConverter::convert(ShardingsAttr shardings) {
  return once<sdy::TensorShardingPerValueAttr>(
      shardings, &WeftAttrConverter::convertShardings);
}

sdy::OpShardingRuleAttr WeftAttrConverter::convert(RuleAttr rule) {
  return once<sdy::OpShardingRuleAttr>(rule, &WeftAttrConverter::convertRule);
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

static sdy::AxisRefAttr convertAxis(AxisRefAttr axis) {
  sdy::SubAxisInfoAttr part;
  if (SubAxisAttr subAxis = axis.getSubAxis())
    part = sdy::SubAxisInfoAttr::get(axis.getContext(), subAxis.getPreSize(),
                                     subAxis.getSize());
  return sdy::AxisRefAttr::get(axis.getContext(), axis.getName(), part);
}

static SmallVector<sdy::AxisRefAttr, 4>
convertAxes(ArrayRef<AxisRefAttr> axes) {
  return llvm::map_to_vector<4>(axes, convertAxis);
}

sdy::AxisRefListAttr WeftAttrConverter::convert(AxesAttr axes) {
  return sdy::AxisRefListAttr::get(axes.getContext(),
                                   convertAxes(axes.getAxes()));
}

sdy::ManualAxesAttr WeftAttrConverter::convertManualAxes(AxesAttr axes) {
  SmallVector<StringAttr> names;
  for (AxisRefAttr axis : axes) {
    if (axis.getSubAxis()) {
      emitError() << "the manual axis " << toString(axis)
                  << " is only a part of an axis";
      return {};
    }
    names.push_back(StringAttr::get(axes.getContext(), axis.getName()));
  }
  return sdy::ManualAxesAttr::get(axes.getContext(), names);
}

//===----------------------------------------------------------------------===//
// Meshes and shardings
//===----------------------------------------------------------------------===//

FailureOr<sdy::ReductionKind> WeftAttrConverter::convert(ReducerKind kind) {
  switch (kind) {
  case ReducerKind::Add:
    return sdy::ReductionKind::Sum;
  case ReducerKind::Max:
    return sdy::ReductionKind::Max;
  case ReducerKind::Min:
    return sdy::ReductionKind::Min;
  default:
    return emitError() << "the reducer '" << stringifyReducerKind(kind)
                       << "'; only add, max and min have one";
  }
}

sdy::MeshAttr WeftAttrConverter::convertMesh(MeshAttr mesh) {
  auto report = [&] { return emitError(); };
  SmallVector<sdy::MeshAxisAttr, 4> axes;
  for (MeshAxisAttr axis : mesh.getAxes())
    if (!axes.emplace_back(sdy::MeshAxisAttr::getChecked(
            report, mesh.getContext(), axis.getName(), axis.getSize())))
      return {};
  return sdy::MeshAttr::getChecked(report, mesh.getContext(),
                                   ArrayRef<sdy::MeshAxisAttr>(axes),
                                   mesh.getDeviceIds());
}

sdy::TensorShardingAttr
WeftAttrConverter::convertSharding(ShardingAttr sharding) {
  MLIRContext *context = sharding.getContext();
  Attribute mesh = sharding.getMesh();
  if (MeshAttr inlined = sharding.getInlineMesh())
    mesh = convert(inlined);
  FailureOr<sdy::ReductionKind> kind = convert(sharding.getUnreducedKind());
  if (!mesh || failed(kind))
    return {};
  SmallVector<sdy::DimensionShardingAttr, 6> dims;
  for (DimShardingAttr dim : sharding.getDims())
    dims.push_back(
        sdy::DimensionShardingAttr::get(context, convertAxes(dim.getAxes()),
                                        !dim.getIsOpen(), dim.getPriority()));
  return sdy::TensorShardingAttr::get(
      context, mesh, dims, convertAxes(sharding.getReplicated()),
      convertAxes(sharding.getUnreduced()), *kind);
}

sdy::TensorShardingPerValueAttr
WeftAttrConverter::convertShardings(ShardingsAttr shardings) {
  SmallVector<sdy::TensorShardingAttr> result;
  for (ShardingAttr sharding : shardings)
    if (!result.emplace_back(convert(sharding)))
      return {};
  return sdy::TensorShardingPerValueAttr::get(shardings.getContext(), result);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static SmallVector<sdy::TensorMappingAttr>
convertTensors(ArrayRef<TensorFactorsAttr> tensors) {
  SmallVector<sdy::TensorMappingAttr> result;
  for (TensorFactorsAttr tensor : tensors)
    result.push_back(sdy::TensorMappingAttr::get(
        tensor.getContext(),
        llvm::map_to_vector(tensor.getDims(), [](DimFactorsAttr dim) {
          return sdy::DimMappingAttr::get(dim.getContext(), dim.getFactors());
        })));
  return result;
}

/// Factors have no names in `sdy`, only numbers, so those of the rule go.
sdy::OpShardingRuleAttr WeftAttrConverter::convertRule(RuleAttr rule) {
  SmallVector<int64_t> sizes, reduction, needReplication, permutation, blocked;
  for (auto [i, factor] : llvm::enumerate(rule.getFactors())) {
    sizes.push_back(factor.getSize());
    if (factor.getIsBlocked())
      blocked.push_back(i);
    switch (factor.getKind()) {
    case FactorKind::PassThrough:
      break;
    case FactorKind::Reduction:
      reduction.push_back(i);
      break;
    case FactorKind::NeedReplication:
      needReplication.push_back(i);
      break;
    case FactorKind::Permutation:
      permutation.push_back(i);
      break;
    }
  }
  return sdy::OpShardingRuleAttr::get(
      rule.getContext(), sizes, convertTensors(rule.getOperands()),
      convertTensors(rule.getResults()), reduction, needReplication,
      permutation, blocked, rule.getIsCustom());
}
