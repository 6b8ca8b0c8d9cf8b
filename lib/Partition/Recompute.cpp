//===- Recompute.cpp - compute again instead of holding ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward pass reads many values of the forward pass, among them such as
// `x * x`, which are held from one to the other though `x` is held as well. An
// executor computes an elementwise op where its only reader is, so it is enough
// to give each reader its own.
//
//===----------------------------------------------------------------------===//

#include "LiveBytes.h"

#include "weft/Interfaces/MemoryInterface.h"
#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Partition/Passes.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_RECOMPUTE
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// What is smaller is not worth an op.
static constexpr double smallBytes = 64;

namespace {

/// Repeats ops of one block.
class BlockRepeater {
public:
  explicit BlockRepeater(Block &block);
  unsigned run();

private:
  bool isRepeatable(Operation *op, ArrayRef<Operation *> users) const;
  bool isCheap(Operation *op) const;
  double getKeptBytes(Value value, unsigned until, unsigned maxSteps = 4) const;
  SmallVector<Operation *> findWholeReaders(Operation *op,
                                            ArrayRef<Operation *> users);
  void runAt(Operation *op, unsigned place);
  void moveToUser(Operation *op, Operation *user);
  void repeat(Operation *op, ArrayRef<Operation *> users);

  Block &block;
  MemoryModel model;
  SmallVector<Operation *, 0> ops;
  /// Where ops run; one that is computed by its reader has the place of that.
  llvm::DenseMap<Operation *, unsigned> places;
  /// The last place at which a value of the block is read.
  llvm::DenseMap<Value, unsigned> lastRead;
  unsigned numRepeated = 0;
};

struct Recompute : weft::impl::RecomputeBase<Recompute> {
  using Base::Base;
  void visit(Block &block) {
    for (Operation &op : block)
      if (isa<DataFlowInterface>(op))
        for (Region &region : op.getRegions())
          for (Block &nested : region)
            visit(nested);
    numRepeated += BlockRepeater(block).run();
  }
  void runOnOperation() override {
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isExternal())
        visit(function.getFunctionBody().front());
  }
};

} // namespace

BlockRepeater::BlockRepeater(Block &block) : block(block) {
  auto *function = dyn_cast<FunctionOpInterface>(block.getParentOp())
                       ? block.getParentOp()
                       : nullptr;
  for (BlockArgument argument : block.getArguments())
    if (function && !isDonated(cast<FunctionOpInterface>(function),
                               argument.getArgNumber()))
      lastRead[argument] = std::numeric_limits<unsigned>::max();
  for (Operation &op : block) {
    unsigned place = places[&op] = ops.size();
    ops.push_back(&op);
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (operand.getParentBlock() == &block) {
          unsigned &last = lastRead[operand];
          last = std::max(last, place);
        }
    });
  }
}

/// Whether the op may be run more than once.
bool BlockRepeater::isCheap(Operation *op) const {
  auto memory = dyn_cast<MemoryInterface>(op);
  return model.canComputeLater(op) &&
         (model.isCheap(op) || (memory && memory.isCheapToRepeat()));
}

/// The bytes that are held longer if `value` is read again at `until`. It may
/// itself be computed again, out of what is held then, in a few steps.
double BlockRepeater::getKeptBytes(Value value, unsigned until,
                                   unsigned maxSteps) const {
  if (value.getParentBlock() != &block || lastRead.lookup(value) >= until)
    return 0;
  Operation *made = value.getDefiningOp();
  if (!made || !isCheap(made) || maxSteps == 0)
    return getBytes(value.getType());
  double kept = 0;
  for (Value operand : made->getOperands())
    kept += getKeptBytes(operand, until, maxSteps - 1);
  return std::min(kept, getBytes(value.getType()));
}

/// Whether the op, read by `users` in this order, is better computed by each.
bool BlockRepeater::isRepeatable(Operation *op,
                                 ArrayRef<Operation *> users) const {
  // Readers that are close have the value at hand, and to repeat chains of ops
  // for many readers would not end.
  constexpr unsigned maxUsers = 4, minDistance = 16;
  if (!isCheap(op) || users.size() > maxUsers ||
      getBytes(op->getResult(0).getType()) <= smallBytes)
    return false;
  unsigned last = places.lookup(users.back());
  if (last - places.lookup(users.front()) < minDistance ||
      !llvm::all_of(users, [&](Operation *user) {
        return user->getBlock() == &block && model.readsPerIndex(user);
      }))
    return false;
  double kept = 0;
  for (Value operand : op->getOperands())
    kept += getKeptBytes(operand, last);
  return kept * 8 <= getBytes(op->getResult(0).getType());
}

/// Of the users of a value that is made of nothing, such as a constant, those
/// that need it stored: if each has its own, the others need none.
SmallVector<Operation *>
BlockRepeater::findWholeReaders(Operation *op, ArrayRef<Operation *> users) {
  DenseElementsAttr constant;
  bool isSimple =
      !matchPattern(op, m_Constant(&constant)) || constant.isSplat();
  SmallVector<Operation *> result;
  if (isSimple && model.canComputeLater(op) &&
      getBytes(op->getResult(0).getType()) > smallBytes)
    llvm::copy_if(users, std::back_inserter(result), [&](Operation *user) {
      return user->getBlock() == &block && !model.readsPerIndex(user);
    });
  return result;
}

/// Takes note that the op runs at `place`, if it does so later than it stands.
void BlockRepeater::runAt(Operation *op, unsigned place) {
  places[op] = place;
  for (Value operand : op->getOperands())
    if (auto it = lastRead.find(operand); it != lastRead.end())
      it->second = std::max(it->second, place);
}

/// If the op is computed where its only user is, that is its place.
void BlockRepeater::moveToUser(Operation *op, Operation *user) {
  if (user->getBlock() != &block || !model.canComputeLater(op) ||
      !model.readsPerIndex(user))
    return;
  unsigned place = places.lookup(user);
  double kept = 0;
  for (Value operand : op->getOperands())
    kept += getKeptBytes(operand, place, /*maxSteps=*/1);
  if (kept <= getBytes(op->getResult(0).getType()))
    runAt(op, place);
}

/// Gives each of the users its own.
void BlockRepeater::repeat(Operation *op, ArrayRef<Operation *> users) {
  for (Operation *user : users) {
    OpBuilder builder(user);
    Operation *again = builder.clone(*op);
    user->replaceUsesOfWith(op->getResult(0), again->getResult(0));
    runAt(again, places.lookup(user));
    ++numRepeated;
  }
}

unsigned BlockRepeater::run() {
  // From the end, so that the readers of an op have their final places.
  for (Operation *op : llvm::reverse(ops))
    if (op->getNumResults() == 1 && !op->use_empty() &&
        llvm::all_equal(op->getUsers()))
      moveToUser(op, *op->user_begin());
  const unsigned maxRepeated = ops.size() / 4;
  for (Operation *op : llvm::reverse(ops)) {
    if (op->getNumResults() != 1 || llvm::all_equal(op->getUsers()))
      continue;
    if (numRepeated >= maxRepeated)
      break;
    llvm::SetVector<Operation *> set(op->user_begin(), op->user_end());
    SmallVector<Operation *> users = set.takeVector();
    if (op->getNumOperands() == 0) {
      repeat(op, findWholeReaders(op, users));
      continue;
    }
    llvm::sort(users, [&](Operation *a, Operation *b) {
      return places.lookup(a) < places.lookup(b);
    });
    if (isRepeatable(op, users))
      repeat(op, ArrayRef(users).drop_front());
  }
  return numRepeated;
}
