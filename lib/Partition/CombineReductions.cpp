//===- CombineReductions.cpp - one collective of many -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every collective costs a start and a round of latency, however little it
// sends. One pass over a block holds all-reduces back until one of their
// results is used; what has come together by then is reduced at once. A use of
// a use is met after the use itself, so all operands are there, and no
// reduction waits for its own result.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Partition/Passes.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

namespace weft {
#define GEN_PASS_DEF_COMBINEREDUCTIONS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {

/// All-reduces that wait for the first use of one of them.
struct Batch {
  SmallVector<AllReduceOp> members;
  double bytes = 0;
};

/// Combines within one block.
class BlockCombiner {
public:
  BlockCombiner(Block &block, double maxBytes)
      : block(block), maxBytes(maxBytes) {}

  unsigned run();

private:
  using Key = std::tuple<Attribute, Attribute, Attribute>;

  void add(AllReduceOp op);
  void flushUsed(Operation &op);
  void flush(Key key, Operation *before);

  Block &block;
  double maxBytes;
  llvm::MapVector<Key, Batch> open;
  llvm::DenseMap<Operation *, Key> waiting;
  unsigned numCombined = 0;
};

struct CombineReductions
    : weft::impl::CombineReductionsBase<CombineReductions> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      numCombined += BlockCombiner(*block, maxBytes).run();
  }
};

} // namespace

static double getBytes(ValueRange values) {
  double bytes = 0;
  for (Value value : values) {
    auto type = cast<RankedTensorType>(value.getType());
    double size = getElementBytes(type.getElementType()).value_or(1);
    for (int64_t dim : type.getShape())
      size *= dim;
    bytes += size;
  }
  return bytes;
}

void BlockCombiner::add(AllReduceOp op) {
  Key key{op.getReducerAttr(), op.getMeshAttr(), op.getAxesAttr()};
  double bytes = getBytes(op.getInputs());
  if (open[key].bytes + bytes > maxBytes)
    flush(key, op);
  Batch &batch = open[key];
  batch.members.push_back(op);
  batch.bytes += bytes;
  waiting[op] = key;
}

/// Reduces what waits under `key` before the op `before`.
void BlockCombiner::flush(Key key, Operation *before) {
  Batch batch = std::move(open[key]);
  open[key] = Batch();
  for (AllReduceOp member : batch.members)
    waiting.erase(member);
  if (batch.members.size() < 2)
    return;
  SmallVector<Value> inputs;
  SmallVector<Location> locations;
  for (AllReduceOp member : batch.members) {
    llvm::append_range(inputs, member.getInputs());
    locations.push_back(member.getLoc());
  }
  OpBuilder builder(before);
  AllReduceOp first = batch.members.front();
  auto combined = AllReduceOp::create(
      builder, builder.getFusedLoc(locations), TypeRange(ValueRange(inputs)),
      inputs, first.getReducerAttr(), first.getMeshAttr(), first.getAxesAttr());
  unsigned at = 0;
  for (AllReduceOp member : batch.members) {
    unsigned count = member.getNumResults();
    member->replaceAllUsesWith(combined->getResults().slice(at, count));
    at += count;
    member->erase();
  }
  numCombined += batch.members.size() - 1;
}

/// Reduces what `op`, or an op inside it, uses.
void BlockCombiner::flushUsed(Operation &op) {
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (auto it = waiting.find(operand.getDefiningOp()); it != waiting.end())
        flush(it->second, &op);
  });
}

unsigned BlockCombiner::run() {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!waiting.empty())
      flushUsed(op);
    if (auto reduce = dyn_cast<AllReduceOp>(op);
        reduce && reduce.getReducerAttr())
      add(reduce);
  }
  return numCombined;
}
