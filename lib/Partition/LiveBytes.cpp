//===- LiveBytes.cpp - the memory that a program needs ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveBytes.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Interfaces/CommunicationInterface.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace weft;

double weft::getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  double bytes = getElementBytes(tensor.getElementType()).value_or(1);
  for (int64_t size : tensor.getShape())
    bytes *= size;
  return bytes;
}

double weft::getBytes(TypeRange types) {
  double bytes = 0;
  for (Type type : types)
    bytes += getBytes(type);
  return bytes;
}

//===----------------------------------------------------------------------===//
// What an op does with memory
//===----------------------------------------------------------------------===//

static std::optional<PropagationClass> getClass(Operation *op) {
  auto rule = dyn_cast<ShardingRuleInterface>(op);
  return rule ? std::optional(rule.getPropagationClass()) : std::nullopt;
}

/// Whether each element of the result is computed from elements of the operands
/// at places that only depend on its own.
static bool isPerIndex(Operation *op) {
  std::optional<PropagationClass> kind = getClass(op);
  return op->getNumRegions() == 0 && op->getNumResults() == 1 && isPure(op) &&
         (op->getNumOperands() == 0 || kind == PropagationClass::Elementwise ||
          kind == PropagationClass::PassThrough ||
          kind == PropagationClass::Broadcast);
}

/// Whether the value is cheaper to make again than to keep.
static bool isTrivial(Operation *op) {
  return op->getNumOperands() == 0 ||
         getClass(op) == PropagationClass::Broadcast;
}

/// Whether the op can read an operand that is computed while it runs.
static bool readsPerIndex(Operation *op) {
  return isPerIndex(op) || isa<stablehlo::ReduceOp>(op);
}

/// Whether the op can write its results over operands of the same size.
static bool canOverwrite(Operation *op) {
  return getClass(op) == PropagationClass::Elementwise ||
         isa<CommunicationInterface, stablehlo::DynamicUpdateSliceOp,
             stablehlo::ScatterOp>(op);
}

/// The operand that result `index` of `op` is the same memory as, if any.
static Value getAlias(Operation *op, unsigned index) {
  if (isa<stablehlo::ReshapeOp>(op))
    return op->getOperand(0);
  if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
    Block &body = loop.getBody().front();
    return body.getTerminator()->getOperand(index) == body.getArgument(index)
               ? op->getOperand(index)
               : Value();
  }
  if (isa<DataFlowInterface>(op) && op->getNumRegions() == 0 &&
      op->getNumOperands() == op->getNumResults())
    return op->getOperand(index);
  return {};
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {

class BlockMemory {
public:
  explicit BlockMemory(Block &block);

  /// The most that is held at once, the `owned` arguments included.
  double getPeak(llvm::function_ref<bool(BlockArgument)> owned);

private:
  void findLastUses();
  void use(Value value, int at);
  bool isComputedLater(Operation *op, int at);
  double visit(Operation *op, int at, double live);
  double visitLoop(stablehlo::WhileOp loop, int at, double live);
  double getStored(Value value) const {
    return unstored.contains(value) ? 0 : getBytes(value.getType());
  }
  /// Values of the block that are used for the last time by op number `at`.
  ArrayRef<Value> getEnding(int at) { return ending[at]; }

  Block &block;
  SmallVector<Operation *> ops;
  llvm::DenseMap<Value, int> lastUse;
  llvm::DenseSet<Value> unstored;
  llvm::SmallPtrSet<Operation *, 16> computedLater;
  std::vector<SmallVector<Value, 2>> ending;
};

} // namespace

BlockMemory::BlockMemory(Block &block) : block(block) {
  for (Operation &op : block)
    ops.push_back(&op);
  findLastUses();
}

void BlockMemory::use(Value value, int at) {
  if (value.getParentBlock() != &block)
    return;
  auto [it, isNew] = lastUse.try_emplace(value, at);
  it->second = std::max(it->second, at);
}

/// Whether the op is part of the ops that read its result. Decided from the end
/// of the block on, so that all of these have their final place.
bool BlockMemory::isComputedLater(Operation *op, int at) {
  if (!isPerIndex(op) || op->use_empty())
    return false;
  Value result = op->getResult(0);
  bool oneUser = llvm::all_equal(result.getUsers());
  if (!(oneUser || isTrivial(op)) ||
      !llvm::all_of(result.getUsers(), [&](Operation *user) {
        return user->getBlock() == &block && readsPerIndex(user);
      }))
    return false;
  double kept = 0;
  for (Value operand : op->getOperands())
    if (operand.getParentBlock() == &block) {
      auto it = lastUse.find(operand);
      if (it == lastUse.end() || it->second < lastUse.lookup(result))
        kept += getBytes(operand.getType());
    }
  return kept <= getBytes(result.getType());
}

void BlockMemory::findLastUses() {
  for (int at = ops.size(); at-- > 0;) {
    Operation *op = ops[at];
    int place = at;
    if (isComputedLater(op, at)) {
      computedLater.insert(op);
      unstored.insert(op->getResult(0));
      place = lastUse.lookup(op->getResult(0));
    }
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        use(operand, place);
    });
    for (OpResult result : op->getResults())
      if (Value alias = getAlias(op, result.getResultNumber())) {
        unstored.insert(result);
        if (auto it = lastUse.find(result); it != lastUse.end()) {
          int until = it->second;
          use(alias, until);
        }
      }
  }
  ending.resize(ops.size());
  for (BlockArgument argument : block.getArguments())
    if (auto it = lastUse.find(argument); it != lastUse.end())
      ending[it->second].push_back(argument);
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (auto it = lastUse.find(result); it != lastUse.end())
        ending[it->second].push_back(result);
}

/// What runs inside the op, or what its results take while its operands are
/// still there: the most that is held meanwhile.
double BlockMemory::visit(Operation *op, int at, double live) {
  if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
    return visitLoop(loop, at, live);
  double inside = 0;
  if (isa<DataFlowInterface>(op))
    for (Region &region : op->getRegions())
      for (Block &nested : region)
        inside = std::max(inside, BlockMemory(nested).getPeak(
                                      [](BlockArgument) { return false; }));
  SmallVector<Value> reusable;
  if (canOverwrite(op))
    llvm::append_range(reusable, getEnding(at));
  double made = 0;
  for (Value result : op->getResults()) {
    double bytes = getStored(result);
    auto found = llvm::find_if(
        reusable, [&](Value value) { return getStored(value) == bytes; });
    if (found != reusable.end())
      reusable.erase(found);
    else
      made += bytes;
  }
  return live + std::max(inside, made);
}

/// A loop changes its variables in place if their first values end there.
double BlockMemory::visitLoop(stablehlo::WhileOp loop, int at, double live) {
  Block &body = loop.getBody().front();
  auto isVariable = [&](BlockArgument argument) {
    return !getAlias(loop, argument.getArgNumber());
  };
  for (Value value : llvm::SmallSetVector<Value, 8>(loop->operand_begin(),
                                                    loop->operand_end())) {
    bool taken = llvm::is_contained(getEnding(at), value) &&
                 llvm::any_of(body.getArguments(), [&](BlockArgument argument) {
                   return loop->getOperand(argument.getArgNumber()) == value &&
                          isVariable(argument);
                 });
    if (taken)
      live -= getStored(value);
  }
  double inside = BlockMemory(body).getPeak(isVariable);
  inside =
      std::max(inside, BlockMemory(loop.getCond().front()).getPeak(isVariable));
  return live + inside;
}

double BlockMemory::getPeak(llvm::function_ref<bool(BlockArgument)> owned) {
  llvm::DenseSet<Value> counted;
  double live = 0;
  for (BlockArgument argument : block.getArguments())
    if (owned(argument)) {
      live += getBytes(argument.getType());
      counted.insert(argument);
    }
  double peak = live;
  for (auto [at, op] : llvm::enumerate(ops)) {
    if (!computedLater.contains(op)) {
      peak = std::max(peak, visit(op, at, live));
      for (Value result : op->getResults())
        if (lastUse.contains(result)) {
          live += getStored(result);
          counted.insert(result);
        }
    }
    for (Value value : getEnding(at))
      if (counted.contains(value))
        live -= getStored(value);
  }
  return peak;
}

static bool isDonated(FunctionOpInterface function, unsigned argument) {
  return function.getArgAttr(argument, "tf.aliasing_output") ||
         function.getArgAttr(argument, "jax.buffer_donor");
}

double weft::getPeakBytes(FunctionOpInterface function) {
  if (function.isExternal())
    return 0;
  double held = 0;
  for (BlockArgument argument : function.getArguments())
    if (!isDonated(function, argument.getArgNumber()))
      held += getBytes(argument.getType());
  return held + BlockMemory(function.getFunctionBody().front())
                    .getPeak([&](BlockArgument argument) {
                      return isDonated(function, argument.getArgNumber());
                    });
}
