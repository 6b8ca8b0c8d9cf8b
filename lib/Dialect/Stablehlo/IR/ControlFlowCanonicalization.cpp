//===- ControlFlowCanonicalization.cpp - smaller loops, chosen branches -*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace weft::stablehlo;

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

namespace {

/// A value that every iteration passes on unchanged is its own result.
struct ForwardInvariants : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    Operation *next = op.getBody().front().getTerminator();
    for (auto [index, argument] : llvm::enumerate(op.getBody().getArguments()))
      if (next->getOperand(index) == argument &&
          !op.getResult(index).use_empty()) {
        rewriter.replaceAllUsesWith(op.getResult(index), op->getOperand(index));
        changed = true;
      }
    return success(changed);
  }
};

/// Finds the values of an iteration that matter: those that are used after the
/// loop, that the condition looks at, that an op with side effects takes, or
/// that one of these is computed from.
///
///     while (i, a, b) cond { i < n } do { return i + 1, a * i, b }
///
/// With only the second result in use, `b` is dead.
class IterationLiveness {
public:
  explicit IterationLiveness(WhileOp op)
      : op(op), body(op.getBody().front()), live(op.getNumOperands()) {
    for (BlockArgument argument : body.getArguments()) {
      unsigned index = argument.getArgNumber();
      if (!op.getResult(index).use_empty() ||
          !op.getCond().getArgument(index).use_empty())
        worklist.push_back(argument);
    }
    for (Operation &inner : body.without_terminator())
      if (!isMemoryEffectFree(&inner))
        visit(inner);
    while (!worklist.empty())
      visit(worklist.pop_back_val());
  }

  const llvm::BitVector &get() const { return live; }

private:
  void visit(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument) {
      // Null where the value comes from outside the loop.
      Operation *inner = body.findAncestorOpInBlock(*value.getDefiningOp());
      if (inner)
        visit(*inner);
      return;
    }
    unsigned index = argument.getArgNumber();
    if (argument.getOwner() != &body || live.test(index))
      return;
    live.set(index);
    worklist.push_back(body.back().getOperand(index));
  }

  /// An op counts with all that ops inside it take.
  void visit(Operation &inner) {
    if (visited.insert(&inner).second)
      inner.walk([&](Operation *nested) {
        llvm::append_range(worklist, nested->getOperands());
      });
  }

  WhileOp op;
  Block &body;
  llvm::BitVector live;
  SmallPtrSet<Operation *, 16> visited;
  SmallVector<Value> worklist;
};

struct DropDeadIterationValues : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    llvm::BitVector live = IterationLiveness(op).get();
    if (live.all())
      return failure();
    auto keepLive = [&](ValueRange values) {
      SmallVector<Value> kept;
      for (unsigned index : live.set_bits())
        kept.push_back(values[index]);
      return kept;
    };
    SmallVector<Value> operands = keepLive(op.getOperands());
    auto replacement = WhileOp::create(
        rewriter, op.getLoc(), TypeRange(ValueRange(operands)), operands,
        op->getDiscardableAttrDictionary().getValue());

    llvm::BitVector dead = live;
    dead.flip();
    for (auto [from, to] : {std::pair(&op.getCond(), &replacement.getCond()),
                            std::pair(&op.getBody(), &replacement.getBody())}) {
      rewriter.inlineRegionBefore(*from, *to, to->end());
      // What is still computed from a dead value is dead itself; until it is
      // gone, any value of the type will do.
      for (unsigned index : dead.set_bits())
        rewriter.replaceAllUsesWith(to->getArgument(index),
                                    op->getOperand(index));
      rewriter.modifyOpInPlace(
          replacement, [&, to = to] { to->front().eraseArguments(dead); });
    }
    Operation *next = replacement.getBody().front().getTerminator();
    rewriter.modifyOpInPlace(
        next, [&] { next->setOperands(keepLive(next->getOperands())); });

    SmallVector<Value> results(op.getOperands());
    for (auto [index, result] :
         llvm::zip_equal(live.set_bits(), replacement.getResults()))
      results[index] = result;
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void WhileOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<ForwardInvariants, DropDeadIterationValues>(context);
}

//===----------------------------------------------------------------------===//
// CaseOp, IfOp
//===----------------------------------------------------------------------===//

/// Puts the body of the chosen branch in place of the op.
static LogicalResult inlineBranch(Operation *op, Region &branch,
                                  PatternRewriter &rewriter) {
  Operation *returnOp = branch.front().getTerminator();
  SmallVector<Value> results(returnOp->getOperands());
  // A branch may return a more exact type than the op has.
  if (TypeRange(ValueRange(results)) != TypeRange(op->getResultTypes()))
    return failure();
  rewriter.eraseOp(returnOp);
  rewriter.inlineBlockBefore(&branch.front(), op);
  rewriter.replaceOp(op, results);
  return success();
}

LogicalResult CaseOp::canonicalize(CaseOp op, PatternRewriter &rewriter) {
  if (op->getNumRegions() == 1)
    return inlineBranch(op, op->getRegion(0), rewriter);
  DenseIntElementsAttr index;
  if (!matchPattern(op.getIndex(), m_Constant(&index)))
    return failure();
  return inlineBranch(op, *op.getChosenBranch(index), rewriter);
}

LogicalResult IfOp::canonicalize(IfOp op, PatternRewriter &rewriter) {
  DenseIntElementsAttr pred;
  if (!matchPattern(op.getPred(), m_Constant(&pred)))
    return failure();
  return inlineBranch(op, *op.getChosenBranch(pred), rewriter);
}
