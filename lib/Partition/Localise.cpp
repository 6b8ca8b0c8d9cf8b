//===- Localise.cpp - turn whole tensors into shards ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are changed in place, in program order: when an op is visited its
// operands are local already. Most ops stay what they are, on smaller shapes;
// the others are replaced by what their model builds.
//
//===----------------------------------------------------------------------===//

#include "Asked.h"
#include "Cause.h"
#include "PartitionModels.h"
#include "ReshardLowering.h"
#include "SharedPlanner.h"
#include "ValueLayouts.h"

#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"
#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/SignatureAttrs.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Interfaces/CommunicationInterface.h"
#include "weft/Partition/Passes.h"
#include "weft/Sharding/LocalShape.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_LOCALISE
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

class Localiser {
public:
  Localiser(ModuleOp module, ReshardPlanner &planner)
      : module(module), layouts(module), values(module, layouts),
        planner(planner) {}

  LogicalResult run();

private:
  void localiseFunction(FunctionOpInterface function);
  void stateLayouts(FunctionOpInterface function);
  LogicalResult localiseBlock(Block &block);
  LogicalResult localiseOp(Operation *op);
  LogicalResult localiseByModel(PartitionInterface op);
  LogicalResult localiseReshard(ReshardOp op);
  LogicalResult inlineRegion(Operation *op);
  void explainSending(Operation *op, Operation *before);

  void makeLocal(Value value);
  RankedTensorType getLocalType(RankedTensorType whole, LayoutId id);
  ShardedTensor describe(Value value);
  bool isWhole(Operation *op) const;
  /// How collectives refer to a mesh: not at all if it is the implied one.
  Attribute getWrittenRef(Attribute meshRef);

  ModuleOp module;
  LayoutTable layouts;
  ValueLayouts values;
  ReshardPlanner &planner;
  /// The types of split values before they became local.
  llvm::DenseMap<Value, RankedTensorType> wholeTypes;
  std::optional<MeshAttr> impliedMesh;
};

struct Localise : weft::impl::LocaliseBase<Localise> {
  using Base::Base;
  void runOnOperation() override {
    auto &planner = getAnalysis<SharedPlanner>();
    if (failed(Localiser(getOperation(), planner).run()))
      signalPassFailure();
  }
};

} // namespace

Attribute Localiser::getWrittenRef(Attribute meshRef) {
  if (!impliedMesh) {
    auto functions = module.getOps<FunctionOpInterface>();
    impliedMesh = functions.empty()
                      ? MeshAttr()
                      : lookupImpliedMesh(*functions.begin()).mesh;
  }
  bool implied =
      *impliedMesh && lookupMesh(module, meshRef).mesh == *impliedMesh;
  return implied ? Attribute() : meshRef;
}

RankedTensorType Localiser::getLocalType(RankedTensorType whole, LayoutId id) {
  if (id == noLayout)
    return whole;
  return whole.clone(localShape(whole.getShape(), layouts[id].sharding));
}

void Localiser::makeLocal(Value value) {
  LayoutId id = values.get(value);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (id == noLayout || !type)
    return;
  wholeTypes[value] = type;
  value.setType(getLocalType(type, id));
}

ShardedTensor Localiser::describe(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return {value, {}, {}};
  if (RankedTensorType whole = wholeTypes.lookup(value))
    type = whole;
  LayoutId id = values.get(value);
  return {value, type,
          id == noLayout ? Sharding::closed(type.getRank())
                         : layouts[id].sharding};
}

bool Localiser::isWhole(Operation *op) const {
  auto whole = [&](Value value) { return values.get(value) == noLayout; };
  return llvm::all_of(op->getOperands(), whole) &&
         llvm::all_of(op->getResults(), whole);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Says of the collectives between `before` and `op` what they are for: `op`,
/// which they stand in for.
void Localiser::explainSending(Operation *op, Operation *before) {
  bool isReshard = isa<ReshardOp>(op);
  Block::iterator begin =
      before ? std::next(before->getIterator()) : op->getBlock()->begin();
  for (Operation &made : llvm::make_range(begin, op->getIterator())) {
    if (!isa<CommunicationInterface>(made))
      continue;
    setAsked(&made, isAsked(op));
    if (!isReshard)
      made.setLoc(NameLoc::get(
          StringAttr::get(op->getContext(),
                          "'" + op->getName().getStringRef() + "'"),
          op->getLoc()));
  }
}

LogicalResult Localiser::localiseReshard(ReshardOp op) {
  Operation *before = op->getPrevNode();
  Value input = op.getInput(), output = op.getOutput();
  ShardedTensor from = describe(input), to = describe(output);
  LayoutId source = values.get(input), target = values.get(output);
  Value moved = input;
  if (source != noLayout || target != noLayout) {
    // A whole value is on any mesh, so on that of the other side.
    const Layout here = layouts[source != noLayout ? source : target];
    const Layout there = layouts[target != noLayout ? target : source];
    llvm::Expected<const ReshardPlan *> plan =
        planner.plan({*here.mesh, from.sharding, *there.mesh, to.sharding,
                      to.whole.getShape(),
                      getElementBytes(to.whole.getElementType()).value_or(1)});
    if (!plan)
      return op.emitOpError() << llvm::toString(plan.takeError());
    ShardBuilder onSource(op, *here.mesh, getWrittenRef(here.meshRef));
    ShardBuilder onTarget(op, *there.mesh, getWrittenRef(there.meshRef));
    moved = lowerReshard(onSource, onTarget, **plan, input);
    explainSending(op, before);
  }
  // A value that did not change has two layouts now that are the same in
  // effect; the uses of the reshard know the new one.
  if (moved == input && source != target) {
    OpBuilder builder(op);
    moved = stablehlo::ConvertOp::create(builder, op.getLoc(), input.getType(),
                                         input);
  }
  wholeTypes[moved] = to.whole;
  values.set(moved, target);
  output.replaceAllUsesWith(moved);
  op.erase();
  return success();
}

LogicalResult Localiser::localiseByModel(PartitionInterface op) {
  Operation *before = op->getPrevNode();
  SmallVector<Value> all(op->getOperands());
  llvm::append_range(all, op->getResults());
  auto split = llvm::find_if(
      all, [&](Value value) { return values.get(value) != noLayout; });
  const Layout layout = layouts[values.get(*split)];
  ShardBuilder builder(op, *layout.mesh, getWrittenRef(layout.meshRef));
  for (Value operand : op->getOperands())
    builder.operands.push_back(describe(operand));
  for (Value result : op->getResults())
    builder.results.push_back(describe(result));
  FailureOr<SmallVector<Value>> built = op.localise(builder);
  if (failed(built))
    return failure();
  explainSending(op, before);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), *built)) {
    if (RankedTensorType whole = describe(result).whole)
      wholeTypes[value] = whole;
    values.set(value, values.get(result));
    result.replaceAllUsesWith(value);
  }
  op->erase();
  return success();
}

/// A manual region, once local along all axes, is just a part of the program.
LogicalResult Localiser::inlineRegion(Operation *op) {
  Block &body = op->getRegion(0).front();
  for (BlockArgument argument : body.getArguments())
    makeLocal(argument);
  if (failed(localiseBlock(body)))
    return failure();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op->getOperands())) {
    argument.replaceAllUsesWith(operand);
  }
  Operation *end = body.getTerminator();
  OpBuilder builder(end);
  for (auto [result, returned] :
       llvm::zip_equal(op->getResults(), end->getOperands())) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type) {
      result.replaceAllUsesWith(returned);
      continue;
    }
    // Outside, the value is the whole tensor again. It may be returned twice,
    // or be an operand, and then has another layout as well: a copy of it,
    // which folds away, keeps them apart.
    Value outside = stablehlo::ConvertOp::create(builder, op->getLoc(),
                                                 returned.getType(), returned);
    wholeTypes[outside] = type;
    values.set(outside, values.get(result));
    result.replaceAllUsesWith(outside);
  }
  end->erase();
  // The region may have been what tells its collectives their mesh.
  if (auto manual = dyn_cast<ManualOp>(op); manual && manual.getMeshRef())
    if (Attribute written = getWrittenRef(manual.getMeshRef()))
      body.walk([&](AxesOpInterface along) {
        if (!along.getMeshAttr())
          along->setAttr("mesh", written);
      });
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op->erase();
  return success();
}

/// Bodies of reducers and comparators work on scalars, which are whole
/// everywhere: what annotations say of them has been heard.
static void dropScalarAnnotations(Operation *op) {
  for (Region &region : op->getRegions())
    region.walk([](Operation *inner) {
      inner->removeDiscardableAttr("weft.shardings");
      if (!isa<ConstrainOp, ReshardOp>(inner))
        return;
      inner->getResult(0).replaceAllUsesWith(inner->getOperand(0));
      inner->erase();
    });
}

LogicalResult Localiser::localiseOp(Operation *op) {
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return localiseReshard(reshard);
  op->removeDiscardableAttr("weft.shardings");
  if (isa<BarrierOp, FuncDataFlowEdgeOp, ShardingGroupOp>(op)) {
    // These spoke to propagation, and have nothing to say to a device.
    if (op->getNumResults() == 1)
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
    return success();
  }
  if (isa<ManualOp, ScopeOp>(op))
    return inlineRegion(op);
  if (isa<DataFlowInterface>(op)) {
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        for (BlockArgument argument : block.getArguments())
          makeLocal(argument);
        if (failed(localiseBlock(block)))
          return failure();
      }
  } else {
    dropScalarAnnotations(op);
    if (auto model = dyn_cast<PartitionInterface>(op); model && !isWhole(op))
      return localiseByModel(model);
  }
  for (Value result : op->getResults())
    makeLocal(result);
  return success();
}

LogicalResult Localiser::localiseBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(localiseOp(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// States a layout in its plain form, or nothing for a whole value: all that is
/// left of priorities, open dimensions and empty meshes.
void Localiser::stateLayouts(FunctionOpInterface function) {
  auto getAttr = [&](LayoutId id) {
    return id == noLayout ? ShardingAttr() : layouts.getAttr(id);
  };
  SignatureAttrs attrs(function);
  for (unsigned i = 0; i != function.getNumArguments(); ++i)
    attrs.setArg(i, "weft.sharding",
                 getAttr(values.getFunctionArgument(function, i)));
  for (unsigned i = 0; i != function.getNumResults(); ++i)
    attrs.setResult(i, "weft.sharding",
                    getAttr(values.getFunctionResult(function, i)));
}

void Localiser::localiseFunction(FunctionOpInterface function) {
  SmallVector<Type> arguments, results;
  std::optional<SignatureAttrs> attrs(std::in_place, function);
  for (BlockArgument argument : function.getArguments()) {
    Type whole = argument.getType();
    makeLocal(argument);
    arguments.push_back(argument.getType());
    if (whole != argument.getType())
      attrs->setArg(argument.getArgNumber(), "weft.whole",
                    TypeAttr::get(whole));
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    Type local = type;
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      local = getLocalType(tensor, values.getFunctionResult(function, i));
    if (local != type)
      attrs->setResult(i, "weft.whole", TypeAttr::get(type));
    results.push_back(local);
  }
  attrs.reset();
  function.setType(function.cloneTypeWith(arguments, results));
  stateLayouts(function);
  function->setAttr("weft.local", UnitAttr::get(function->getContext()));
}

LogicalResult Localiser::run() {
  if (failed(values.collect()))
    return failure();
  for (FunctionOpInterface function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    localiseFunction(function);
    if (failed(localiseBlock(function.getFunctionBody().front())))
      return failure();
  }
  return success();
}
