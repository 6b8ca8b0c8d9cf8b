//===- PropagationRemarks.cpp - explanations as remarks ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/PropagationRemarks.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;
using Arg = remark::detail::Remark::Arg;

/// The function that a value is in; empty for what belongs to no op.
static StringRef getFunctionName(Value value) {
  if (!value)
    return "";
  Operation *op = value.getParentRegion()->getParentOp();
  while (op && !isa<FunctionOpInterface>(op))
    op = op->getParentOp();
  return op ? SymbolTable::getSymbolName(op).getValue() : "";
}

namespace {
/// Emits the remarks of one value.
class ValueRemarks {
public:
  ValueRemarks(const Explainer &explainer, VariableId variable)
      : explainer(explainer), layout(explainer.getLayout(variable)),
        loc(explainer.getLoc(variable)), value(explainer.describe(variable)),
        function(getFunctionName(explainer.getValue(variable))) {}

  void emitSharded(DimPlace place, AxisRef axis) {
    remark::detail::InFlightRemark remark =
        remark::passed(loc, getOptions("Sharded"));
    if (!remark)
      return;
    describePlace(remark, place, layout->mesh->toString(axis));
    remark << Arg("Reason",
                  explainer.describe(explainer.findArrival(place, axis), axis))
           << Arg("Origin",
                  explainer.describe(explainer.findOrigin(place, axis), axis));
  }

  void emitRefused(DimPlace place, AxisRef axis) {
    for (const Refusal &refusal : explainer.findRefusals(place, axis)) {
      remark::detail::InFlightRemark remark =
          remark::missed(loc, getOptions("Refused"));
      if (!remark)
        return;
      const Layout *named = refusal.source
                                ? explainer.getLayout(refusal.source->variable)
                                : layout;
      describePlace(remark, place,
                    named ? named->mesh->toString(axis) : std::string());
      remark << Arg("Kind", getName(refusal.reason))
             << Arg("Reason", explainer.describe(refusal, place, axis))
             << Arg("Suggestion", explainer.suggest(refusal, place, axis));
    }
  }

private:
  remark::RemarkOpts getOptions(StringRef name) const {
    return remark::RemarkOpts::name(name)
        .category(propagationCategory)
        .function(function);
  }

  void describePlace(remark::detail::InFlightRemark &remark, DimPlace place,
                     const std::string &axis) const {
    remark << Arg("Value", value) << Arg("Axis", axis)
           << Arg("Dimension", place.dim);
  }

  const Explainer &explainer;
  const Layout *layout;
  Location loc;
  std::string value;
  StringRef function;
};
} // namespace

void weft::emitPropagationRemarks(const Explainer &explainer) {
  if (!explainer.getContext()->getRemarkEngine())
    return;
  unsigned numVariables = explainer.getGraph().getNumVariables();
  for (VariableId variable = 0; variable != numVariables; ++variable) {
    ValueRemarks remarks(explainer, variable);
    if (const Layout *layout = explainer.getLayout(variable))
      for (auto [dim, sharding] : llvm::enumerate(layout->sharding.dims))
        for (AxisRef axis : sharding.axes)
          remarks.emitSharded({variable, unsigned(dim)}, axis);
    for (auto [dim, axis] : explainer.findMissing(variable))
      remarks.emitRefused({variable, dim}, axis);
  }
}
