//===- Bisect.cpp - the first op that goes wrong ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisect.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;

namespace {
/// A value that was made a result.
struct Probe {
  Operation *op;
  unsigned number;
};
} // namespace

static ShardingAttr getSharding(OpResult value) {
  Operation *op = value.getOwner();
  if (auto sharded = dyn_cast<ShardedOpInterface>(op))
    return sharded.getResultSharding(value.getResultNumber());
  auto stated = op->getAttrOfType<ShardingsAttr>("weft.shardings");
  return stated && value.getResultNumber() < stated.size()
             ? stated[value.getResultNumber()]
             : ShardingAttr();
}

/// Puts copies of what is in loops and branches before them: the first turn of
/// each loop, and every branch, taken or not. So their values are the
/// function's own, too, and can be compared one by one.
static void unfoldRegions(Block &body) {
  SmallVector<Operation *> work;
  for (Operation &op : body)
    work.push_back(&op);
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (!isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      continue;
    OpBuilder builder(op);
    for (Region &region : op->getRegions()) {
      // The variables of a loop are its operands in the first turn; branches
      // have none.
      IRMapping mapping;
      for (BlockArgument argument : region.front().getArguments())
        mapping.map(argument, op->getOperand(argument.getArgNumber()));
      for (Operation &inner : region.front().without_terminator())
        work.push_back(builder.clone(inner, mapping));
    }
  }
}

/// Adds every tensor of the function's own block to its results, with the
/// sharding that it has.
static SmallVector<Probe> exposeValues(FunctionOpInterface function) {
  SmallVector<Probe> probes;
  SmallVector<Value> values;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  Builder builder(function->getContext());
  Block &body = function.getFunctionBody().front();
  unfoldRegions(body);
  for (Operation &op : body.without_terminator())
    for (OpResult result : op.getResults()) {
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      SmallVector<NamedAttribute> entries;
      if (ShardingAttr sharding = getSharding(result))
        entries.push_back(builder.getNamedAttr("weft.sharding", sharding));
      probes.push_back({&op, result.getResultNumber()});
      values.push_back(result);
      types.push_back(result.getType());
      attrs.push_back(builder.getDictionaryAttr(entries));
    }
  Operation *end = body.getTerminator();
  SmallVector<unsigned> places(values.size(), function.getNumResults());
  (void)function.insertResults(places, types, attrs);
  end->insertOperands(end->getNumOperands(), values);
  return probes;
}

static void describe(const Probe &probe, const ResultReport &report) {
  Operation *op = probe.op;
  const ComparedElement &first = *report.first;
  InFlightDiagnostic diagnostic =
      op->emitError() << "this '" << op->getName() << "' is the first op whose "
                      << "shards differ from the whole: element " << first.index
                      << " of result " << probe.number << " is " << first.got
                      << " on device " << first.device << " instead of "
                      << first.wanted;
  for (OpOperand &operand : op->getOpOperands()) {
    Diagnostic &note = diagnostic.attachNote(operand.get().getLoc());
    note << "operand " << operand.getOperandNumber() << " is laid out as ";
    auto result = dyn_cast<OpResult>(operand.get());
    auto argument = dyn_cast<BlockArgument>(operand.get());
    Attribute sharding;
    if (result)
      sharding = getSharding(result);
    else if (auto owner = dyn_cast<FunctionOpInterface>(
                 argument.getOwner()->getParentOp()))
      sharding = owner.getArgAttr(argument.getArgNumber(), "weft.sharding");
    if (sharding)
      note << sharding;
    else
      note << "whole on every device";
  }
  if (ShardingAttr sharding = getSharding(op->getResult(probe.number)))
    diagnostic.attachNote() << "the result is laid out as " << sharding;
}

llvm::Error weft::bisect(FunctionOpInterface function,
                         const PartitionRequest &request, FunctionCheck &check,
                         uint64_t seed) {
  const StringRef name = function.getName();
  auto module = function->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> sharded = module.clone(), whole;
  SmallVector<Probe> probes;
  PartitionRequest exposing = request;
  const unsigned numResults = function.getNumResults();
  exposing.beforeLocalise = [&](ModuleOp lowered) {
    if (whole)
      return;
    auto expose = [&](ModuleOp in) {
      return exposeValues(in.lookupSymbol<FunctionOpInterface>(name));
    };
    whole = lowered.clone();
    probes = expose(*whole);
    (void)expose(lowered);
  };
  llvm::Expected<LogicalResult> partitioned =
      partitionModule(*sharded, exposing, [&](FunctionOpInterface other) {
        return other.getName() == name;
      });
  if (!partitioned)
    return partitioned.takeError();
  if (failed(*partitioned))
    return llvm::Error::success();
  if (!whole) {
    function.emitError() << "@" << name << ": cannot be bisected: the passes "
                         << "do not contain 'weft-localise'";
    return llvm::Error::success();
  }
  FunctionReport report;
  if (llvm::Error error = check.run(
          whole->lookupSymbol<FunctionOpInterface>(name),
          sharded->lookupSymbol<FunctionOpInterface>(name), seed, report))
    return error;
  for (auto [i, probe] : llvm::enumerate(probes))
    if (report.results.size() > numResults + i &&
        report.results[numResults + i].first) {
      describe(probe, report.results[numResults + i]);
      return llvm::Error::success();
    }
  if (report.code == ExitCode::Done)
    function.emitError()
        << "@" << name << ": every op agrees by itself up to weft-localise; "
        << "the whole program changes before (see --after) or the shards after";
  return llvm::Error::success();
}
