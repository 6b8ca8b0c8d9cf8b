//===- SdyAttrConverter.cpp - sdy attributes as weft attributes -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SdyAttrConverter.h"

#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace weft;

InFlightDiagnostic SdyAttrConverter::emitError() {
  return current->emitError("has no weft form: ");
}

template <typename Result, typename Attr>
Result SdyAttrConverter::once(Attr attribute,
                              Result (SdyAttrConverter::*convertNew)(Attr)) {
  auto it = converted.find(attribute);
  if (it != converted.end())
    return cast<Result>(it->second);
  Result result = (this->*convertNew)(attribute);
  // Failures are not kept: each op that has one reports it.
  if (result)
    converted[attribute] = result;
  return result;
}

MeshAttr SdyAttrConverter::convert(sdy::MeshAttr mesh) {
  return once<MeshAttr>(mesh, &SdyAttrConverter::convertMesh);
}

ShardingAttr SdyAttrConverter::convert(sdy::TensorShardingAttr sharding) {
  return once<ShardingAttr>(sharding, &SdyAttrConverter::convertSharding);
}

ShardingsAttr
SdyAttrConverter::convert(sdy::TensorShardingPerValueAttr shardings) {
  return once<ShardingsAttr>(shardings, &SdyAttrConverter::convertShardings);
}

RuleAttr SdyAttrConverter::convert(sdy::OpShardingRuleAttr rule) {
  return once<RuleAttr>(rule, &SdyAttrConverter::convertRule);
}

AxesAttr SdyAttrConverter::convert(sdy::ManualAxesAttr axes) {
  MLIRContext *context = axes.getContext();
  return AxesAttr::get(
      context, llvm::map_to_vector(axes.getValue(), [&](StringAttr axis) {
        return AxisRefAttr::get(context, axis.getValue());
      }));
}

AxesAttr SdyAttrConverter::convert(sdy::AxisRefListAttr axes) {
  SmallVector<AxisRefAttr, 4> result;
  if (failed(convert(axes.getValue(), result)))
    return {};
  return AxesAttr::get(axes.getContext(), result);
}

LogicalResult SdyAttrConverter::convert(ArrayRef<sdy::AxisRefAttr> axes,
                                        SmallVectorImpl<AxisRefAttr> &result) {
  for (sdy::AxisRefAttr axis : axes)
    if (!result.emplace_back(convertAxis(axis)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Meshes and shardings
//===----------------------------------------------------------------------===//

MeshAttr SdyAttrConverter::convertMesh(sdy::MeshAttr mesh) {
  auto report = [&] { return emitError(); };
  SmallVector<MeshAxisAttr, 4> axes;
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    if (!axes.emplace_back(MeshAxisAttr::getChecked(
            report, mesh.getContext(), axis.getName(), axis.getSize())))
      return {};
  return MeshAttr::getChecked(report, mesh.getContext(),
                              ArrayRef<MeshAxisAttr>(axes),
                              mesh.getDeviceIds());
}

AxisRefAttr SdyAttrConverter::convertAxis(sdy::AxisRefAttr axis) {
  SubAxisAttr part;
  if (sdy::SubAxisInfoAttr info = axis.getSubAxisInfo()) {
    part =
        SubAxisAttr::getChecked([&] { return emitError(); }, axis.getContext(),
                                info.getPreSize(), info.getSize());
    if (!part)
      return {};
  }
  return AxisRefAttr::get(axis.getContext(), axis.getName(), part);
}

DimShardingAttr SdyAttrConverter::convertDim(sdy::DimensionShardingAttr dim) {
  SmallVector<AxisRefAttr, 4> axes;
  if (failed(convert(dim.getAxes(), axes)))
    return {};
  return DimShardingAttr::getChecked(
      [&] { return emitError(); }, dim.getContext(),
      ArrayRef<AxisRefAttr>(axes), !dim.getIsClosed(), dim.getPriority());
}

ReducerKind weft::convertReduction(sdy::ReductionKind kind) {
  switch (kind) {
  case sdy::ReductionKind::Sum:
    return ReducerKind::Add;
  case sdy::ReductionKind::Max:
    return ReducerKind::Max;
  case sdy::ReductionKind::Min:
    return ReducerKind::Min;
  }
  llvm_unreachable("all reductions are listed");
}

ShardingAttr
SdyAttrConverter::convertSharding(sdy::TensorShardingAttr sharding) {
  Attribute mesh = sharding.getMeshOrRef();
  if (auto inlined = dyn_cast<sdy::MeshAttr>(mesh))
    mesh = convert(inlined);
  if (!mesh)
    return {};
  SmallVector<DimShardingAttr, 6> dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    if (!dims.emplace_back(convertDim(dim)))
      return {};
  SmallVector<AxisRefAttr, 4> replicated, unreduced;
  if (failed(convert(sharding.getReplicatedAxes(), replicated)) ||
      failed(convert(sharding.getUnreducedAxes(), unreduced)))
    return {};
  return ShardingAttr::get(sharding.getContext(), mesh, dims, replicated,
                           unreduced,
                           convertReduction(sharding.getReductionKind()));
}

ShardingsAttr
SdyAttrConverter::convertShardings(sdy::TensorShardingPerValueAttr shardings) {
  SmallVector<ShardingAttr> result;
  for (sdy::TensorShardingAttr sharding : shardings.getShardings())
    if (!result.emplace_back(convert(sharding)))
      return {};
  return ShardingsAttr::get(shardings.getContext(), result);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static SmallVector<TensorFactorsAttr>
convertTensors(ArrayRef<sdy::TensorMappingAttr> tensors) {
  SmallVector<TensorFactorsAttr> result;
  for (sdy::TensorMappingAttr tensor : tensors)
    result.push_back(TensorFactorsAttr::get(
        tensor.getContext(), llvm::map_to_vector(tensor.getDimMappings(),
                                                 [](sdy::DimMappingAttr dim) {
                                                   return DimFactorsAttr::get(
                                                       dim.getContext(),
                                                       dim.getFactorIndices());
                                                 })));
  return result;
}

RuleAttr SdyAttrConverter::convertRule(sdy::OpShardingRuleAttr rule) {
  auto kindOf = [&](int64_t factor) {
    if (llvm::is_contained(rule.getReductionFactors(), factor))
      return FactorKind::Reduction;
    if (llvm::is_contained(rule.getNeedReplicationFactors(), factor))
      return FactorKind::NeedReplication;
    if (llvm::is_contained(rule.getPermutationFactors(), factor))
      return FactorKind::Permutation;
    return FactorKind::PassThrough;
  };
  auto report = [&] { return emitError(); };
  SmallVector<FactorAttr, 8> factors;
  for (auto [i, size] : llvm::enumerate(rule.getFactorSizes())) {
    std::string name = sdy::getFactorName(i);
    bool isBlocked = llvm::is_contained(rule.getBlockedPropagationFactors(), i);
    if (!factors.emplace_back(FactorAttr::getChecked(report, rule.getContext(),
                                                     StringRef(name), size,
                                                     kindOf(i), isBlocked)))
      return {};
  }
  SmallVector<TensorFactorsAttr> operands =
      convertTensors(rule.getOperandMappings());
  SmallVector<TensorFactorsAttr> results =
      convertTensors(rule.getResultMappings());
  return RuleAttr::getChecked(
      report, rule.getContext(), ArrayRef<FactorAttr>(factors),
      ArrayRef<TensorFactorsAttr>(operands),
      ArrayRef<TensorFactorsAttr>(results), rule.getIsCustomRule());
}
