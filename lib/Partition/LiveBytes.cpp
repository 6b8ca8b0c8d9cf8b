//===- LiveBytes.cpp - the memory that a program needs ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveBytes.h"

#include "weft/Interfaces/ShardingRuleInterface.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <numeric>

using namespace mlir;
using namespace weft;

BlockMemory::BlockMemory(Block &block, const MemoryModel &model,
                         llvm::function_ref<bool(BlockArgument)> isOwned,
                         Known &known)
    : block(block), model(model), known(known) {
  for (Operation &op : block) {
    numbers[&op] = ops.size();
    ops.push_back(&op);
  }
  computedLater.resize(ops.size());
  findComputedLater();
  addArguments(isOwned);
  for (Operation *op : ops)
    if (!isComputedLater(op))
      addStep(op);
}

//===----------------------------------------------------------------------===//
// What is computed where it is read
//===----------------------------------------------------------------------===//

void BlockMemory::use(Value value, unsigned at) {
  if (value.getParentBlock() != &block)
    return;
  auto [it, isNew] = lastUse.try_emplace(value, at);
  it->second = std::max(it->second, at);
}

/// Whether the op adds its result to a buffer that ends with the sum.
bool BlockMemory::addsInPlace(Operation *op) {
  if (!op->hasOneUse())
    return false;
  OpOperand &use = *op->use_begin();
  Operation *user = use.getOwner();
  if (user->getBlock() != &block || !model.canAddInPlace(op, user) ||
      isComputedLater(user))
    return false;
  Value other = user->getOperand(1 - use.getOperandNumber());
  auto it = lastUse.find(other);
  return it != lastUse.end() && it->second == numbers.lookup(user) &&
         (isa<BlockArgument>(other) ||
          !model.canComputeLater(other.getDefiningOp()));
}

/// Whether the op is part of the ops that read its result. Decided from the end
/// of the block on, so that all of these have their final place.
bool BlockMemory::findWhetherLater(Operation *op, unsigned at) {
  if (op->use_empty())
    return false;
  if (addsInPlace(op))
    return true;
  if (!model.canComputeLater(op))
    return false;
  Value result = op->getResult(0);
  bool oneUser = llvm::all_equal(result.getUsers());
  // What needs nothing can be computed in the body of a loop, too.
  bool anywhere = op->getNumOperands() == 0;
  if (!(oneUser || model.isCheap(op)) ||
      !llvm::all_of(result.getUsers(), [&](Operation *user) {
        return (anywhere || user->getBlock() == &block) &&
               model.readsPerIndex(user);
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

void BlockMemory::findComputedLater() {
  for (unsigned at = ops.size(); at-- > 0;) {
    Operation *op = ops[at];
    unsigned place = at;
    if (findWhetherLater(op, at)) {
      computedLater.set(at);
      place = lastUse.lookup(op->getResult(0));
    }
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        use(operand, place);
    });
    for (OpResult result : op->getResults())
      if (Value alias = model.getAlias(result))
        if (auto it = lastUse.find(result); it != lastUse.end()) {
          unsigned until = it->second;
          use(alias, until);
        }
  }
  lastUse.clear();
}

//===----------------------------------------------------------------------===//
// Steps and buffers
//===----------------------------------------------------------------------===//

void BlockMemory::addArguments(
    llvm::function_ref<bool(BlockArgument)> isOwned) {
  for (BlockArgument argument : block.getArguments())
    if (isOwned(argument)) {
      buffers.push_back({getBytes(argument.getType()), argument});
      places[argument].buffer = buffers.size();
      owned += buffers.back().bytes;
    }
}

void BlockMemory::addRead(Value value, Step &step) {
  Place place = places.lookup(value);
  if (place.step != 0 && !llvm::is_contained(step.after, place.step - 1))
    step.after.push_back(place.step - 1);
  if (place.buffer != 0 && !llvm::is_contained(step.reads, place.buffer - 1))
    step.reads.push_back(place.buffer - 1);
}

/// What the op reads, also inside its regions and by way of ops that are
/// computed with it.
void BlockMemory::addReads(Operation *op, Step &step) {
  SmallVector<Operation *> work = {op};
  llvm::SmallPtrSet<Operation *, 4> seen;
  auto visit = [&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      Operation *made = operand.getDefiningOp();
      if (made && made->getBlock() == &block && isComputedLater(made)) {
        if (seen.insert(made).second)
          work.push_back(made);
      } else {
        addRead(operand, step);
      }
    }
  };
  while (!work.empty())
    work.pop_back_val()->walk(visit);
}

void BlockMemory::addResults(Step &step) {
  for (OpResult result : step.op->getResults()) {
    Place place{0, unsigned(steps.size()) + 1};
    Value alias = model.getAlias(result);
    // What is computed later has no memory to share.
    Operation *made = alias ? alias.getDefiningOp() : nullptr;
    if (alias &&
        !(made && made->getBlock() == &block && isComputedLater(made))) {
      place.buffer = places.lookup(alias).buffer;
    } else if (double bytes = getBytes(result.getType())) {
      step.makes.push_back(buffers.size());
      buffers.push_back({bytes, result});
      place.buffer = buffers.size();
    }
    places[result] = place;
  }
}

double BlockMemory::getInside(Operation *op) {
  if (!isa<DataFlowInterface>(op))
    return 0;
  double inside = 0;
  for (Region &region : op->getRegions())
    for (Block &nested : region) {
      auto it = known.find(&nested);
      double peak =
          it != known.end() ? it->second : getNested(nested).getPeak();
      known[&nested] = peak;
      inside = std::max(inside, peak);
    }
  return inside;
}

BlockMemory BlockMemory::getNested(Block &nested) {
  return BlockMemory(
      nested, model,
      [&](BlockArgument argument) { return isVariable(model, argument); },
      known);
}

void BlockMemory::addStep(Operation *op) {
  Step step;
  step.op = op;
  addReads(op, step);
  bool isLast = op == &block.back();
  for (unsigned buffer : step.reads) {
    ++buffers[buffer].numReaders;
    buffers[buffer].stays |= isLast;
  }
  step.overwrites = model.canOverwrite(op);
  step.work = model.getWorkBytes(op);
  step.inside = getInside(op);
  if (model.keepsVariables(op))
    for (BlockArgument argument : op->getRegion(0).getArguments())
      if (isVariable(model, argument))
        if (unsigned buffer =
                places.lookup(op->getOperand(argument.getArgNumber())).buffer;
            buffer != 0 && !llvm::is_contained(step.variables, buffer - 1))
          step.variables.push_back(buffer - 1);
  addResults(step);
  steps.push_back(std::move(step));
}

//===----------------------------------------------------------------------===//
// Peaks
//===----------------------------------------------------------------------===//

/// The most that is held while the step runs, of which `ending` are the buffers
/// that nobody needs afterwards.
double BlockMemory::getTransient(const Step &step, double live,
                                 ArrayRef<unsigned> ending) const {
  if (model.keepsVariables(step.op)) {
    // They are changed in place if their first values end here.
    for (unsigned buffer : step.variables)
      if (llvm::is_contained(ending, buffer))
        live -= buffers[buffer].bytes;
    return live + step.inside;
  }
  SmallVector<unsigned> reusable;
  if (step.overwrites)
    llvm::append_range(reusable, ending);
  double made = step.work;
  for (unsigned result : step.makes) {
    auto found = llvm::find_if(reusable, [&](unsigned buffer) {
      return buffers[buffer].bytes == buffers[result].bytes;
    });
    if (found != reusable.end())
      reusable.erase(found);
    else
      made += buffers[result].bytes;
  }
  return live + std::max(step.inside, made);
}

void BlockMemory::run(ArrayRef<unsigned> order,
                      llvm::function_ref<void(unsigned, double)> visit) const {
  std::vector<unsigned> readers;
  readers.reserve(buffers.size());
  for (const Buffer &buffer : buffers)
    readers.push_back(buffer.numReaders);
  double live = owned;
  SmallVector<unsigned> ending;
  for (unsigned number : order) {
    const Step &step = steps[number];
    ending.clear();
    for (unsigned buffer : step.reads)
      if (--readers[buffer] == 0 && !buffers[buffer].stays)
        ending.push_back(buffer);
    visit(number, getTransient(step, live, ending));
    for (unsigned buffer : step.makes)
      if (buffers[buffer].numReaders != 0)
        live += buffers[buffer].bytes;
    for (unsigned buffer : ending)
      live -= buffers[buffer].bytes;
  }
}

double BlockMemory::getPeak(ArrayRef<unsigned> order) const {
  double peak = owned;
  run(order, [&](unsigned, double held) { peak = std::max(peak, held); });
  return peak;
}

std::vector<unsigned> BlockMemory::getBlockOrder() const {
  std::vector<unsigned> order(steps.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

double BlockMemory::getPeak() const { return getPeak(getBlockOrder()); }

void BlockMemory::listAtPeak(SmallVectorImpl<Buffer> &held) {
  unsigned at = 0;
  double peak = 0;
  run(getBlockOrder(), [&](unsigned number, double bytes) {
    if (bytes > peak)
      std::tie(at, peak) = std::tuple(number, bytes);
  });
  // From when a buffer is made to when it is read last.
  std::vector<unsigned> from(buffers.size()), to(buffers.size());
  for (auto [number, step] : llvm::enumerate(steps)) {
    for (unsigned buffer : step.makes)
      from[buffer] = to[buffer] = number;
    for (unsigned buffer : step.reads)
      to[buffer] = buffers[buffer].stays ? steps.size() : number;
  }
  if (steps.empty())
    return;
  const Step &step = steps[at];
  bool isInside = step.inside != 0;
  for (auto [number, buffer] : llvm::enumerate(buffers)) {
    bool isKept = llvm::is_contained(step.variables, number) &&
                  to[number] == at; // it goes on as a variable
    bool isMade = isInside && llvm::is_contained(step.makes, number);
    if (from[number] <= at && at <= to[number] && !isKept && !isMade)
      held.push_back(buffer);
  }
  if (!isInside)
    return;
  for (Region &region : step.op->getRegions())
    for (Block &nested : region)
      if (known.lookup(&nested) == step.inside)
        return getNested(nested).listAtPeak(held);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool weft::isVariable(const MemoryModel &model, BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  return model.keepsVariables(owner) && number < owner->getNumResults() &&
         !model.getAlias(owner->getResult(number));
}

bool weft::isDonated(FunctionOpInterface function, unsigned argument) {
  return function.getArgAttr(argument, "tf.aliasing_output") ||
         function.getArgAttr(argument, "jax.buffer_donor");
}

double weft::getPeakBytes(FunctionOpInterface function,
                          const MemoryModel &model,
                          SmallVectorImpl<BlockMemory::Buffer> *held) {
  if (function.isExternal())
    return 0;
  double lent = 0;
  for (BlockArgument argument : function.getArguments())
    if (!isDonated(function, argument.getArgNumber())) {
      lent += getBytes(argument.getType());
      if (held)
        held->push_back({getBytes(argument.getType()), argument});
    }
  BlockMemory::Known known;
  BlockMemory body(
      function.getFunctionBody().front(), model,
      [&](BlockArgument argument) {
        return isDonated(function, argument.getArgNumber());
      },
      known);
  if (held)
    body.listAtPeak(*held);
  return lent + body.getPeak();
}
