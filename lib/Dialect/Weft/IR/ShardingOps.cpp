//===- ShardingOps.cpp - ops that state or change a sharding ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// ConstrainOp
//===----------------------------------------------------------------------===//

LogicalResult ConstrainOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifySharding(*this, getSharding(), getType(), "", &tables);
}

ShardingAttr ConstrainOp::getResultSharding(unsigned) { return getSharding(); }

/// A value that was constrained the same way just before needs no second word.
OpFoldResult ConstrainOp::fold(FoldAdaptor) {
  auto before = getInput().getDefiningOp<ConstrainOp>();
  if (before && before.getSharding() == getSharding())
    return getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// ReshardOp
//===----------------------------------------------------------------------===//

/// The directive of the op; parsing needs no more than the attribute's.
namespace weft {
static void printStep(OpAsmPrinter &printer, Operation *, StepAttr step) {
  printStep(printer, step);
}
} // namespace weft

/// The step must fit the tensor and, where the program says how the operand is
/// laid out, lead from there to the sharding of the result.
static LogicalResult verifyStep(ReshardOp op, SymbolTableCollection &tables) {
  MeshBinding binding = lookupMesh(op, op.getSharding().getMesh(), &tables);
  if (!binding)
    return success(); // a program for one device
  auto report = [&](llvm::Error failure) -> LogicalResult {
    return binding.note(op.emitOpError() << llvm::toString(std::move(failure)));
  };
  Mesh mesh = toMesh(binding.mesh);
  llvm::Expected<ReshardStep> step = toStep(mesh, *op.getVia());
  if (!step)
    return report(step.takeError());
  if (llvm::Error failure = checkStep(mesh, *step, op.getType().getRank()))
    return report(std::move(failure));

  ShardingAttr stated = getStatedSharding(op.getInput());
  MeshBinding before =
      stated ? lookupMesh(op, stated.getMesh(), &tables) : MeshBinding();
  // Only meshes with the same axes can be compared; others are diagnosed where
  // they are written.
  if (!before || before.mesh.getAxes() != binding.mesh.getAxes() ||
      binding.mesh.isMaximal())
    return success();
  llvm::Expected<Sharding> from = toSharding(mesh, stated);
  llvm::Expected<Sharding> to = toSharding(mesh, op.getSharding());
  if (!from || !to || from->rank() != op.getType().getRank()) {
    // The operand is wrong by itself, and says so.
    llvm::consumeError(from.takeError());
    llvm::consumeError(to.takeError());
    return success();
  }
  if (llvm::Error failure = checkStepResult(mesh, *step, *from, *to))
    return report(std::move(failure));
  return success();
}

LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (failed(verifySharding(*this, getSharding(), getType(), "", &tables)))
    return failure();
  return getVia() ? verifyStep(*this, tables) : success();
}

ShardingAttr ReshardOp::getResultSharding(unsigned) { return getSharding(); }

/// To the sharding that the operand has already. A stated sharding with open
/// dimensions is only a beginning, unless a reshard before put it there.
OpFoldResult ReshardOp::fold(FoldAdaptor) {
  if (getStatedSharding(getInput()) != getSharding())
    return {};
  bool isClosed = llvm::none_of(
      getSharding().getDims(), [](DimShardingAttr d) { return d.getIsOpen(); });
  if (isClosed || getInput().getDefiningOp<ReshardOp>())
    return getInput();
  return {};
}

/// Of two reshards in a row only the second matters. Not if the first has other
/// uses, for then its work is shared, and not if a step was chosen for either.
LogicalResult ReshardOp::canonicalize(ReshardOp op, PatternRewriter &rewriter) {
  auto before = op.getInput().getDefiningOp<ReshardOp>();
  if (!before || op.getVia() || before.getVia() || !before->hasOneUse())
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getInputMutable().assign(before.getInput()); });
  return success();
}

//===----------------------------------------------------------------------===//
// ShardingGroupOp
//===----------------------------------------------------------------------===//

LogicalResult ShardingGroupOp::verify() {
  if (static_cast<int64_t>(getGroupId()) < 0)
    return emitOpError() << "group " << static_cast<int64_t>(getGroupId())
                         << " is negative";
  return success();
}

//===----------------------------------------------------------------------===//
// BarrierOp
//===----------------------------------------------------------------------===//

static ParseResult parseDirection(OpAsmParser &parser,
                                  PropagationDirectionAttr &direction) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<PropagationDirection> value =
      symbolizePropagationDirection(word);
  if (!value)
    return parser.emitError(loc)
           << "expected 'forward', 'backward' or 'none', found '" << word
           << "'";
  direction = PropagationDirectionAttr::get(parser.getContext(), *value);
  return success();
}

static void printDirection(OpAsmPrinter &printer, Operation *,
                           PropagationDirectionAttr direction) {
  printer << stringifyPropagationDirection(direction.getValue());
}

/// Two barriers in a row let through what both allow.
LogicalResult BarrierOp::canonicalize(BarrierOp op, PatternRewriter &rewriter) {
  auto before = op.getInput().getDefiningOp<BarrierOp>();
  if (!before)
    return failure();
  PropagationDirection allowed = before.getAllowed() == op.getAllowed()
                                     ? op.getAllowed()
                                     : PropagationDirection::None;
  rewriter.modifyOpInPlace(op, [&] {
    op.setAllowed(allowed);
    op.getInputMutable().assign(before.getInput());
  });
  return success();
}

//===----------------------------------------------------------------------===//
// DataFlowEdgeOp, FuncDataFlowEdgeOp
//===----------------------------------------------------------------------===//

/// The edge stands for the value, so nobody else may use it.
static LogicalResult verifySingleUse(Operation *edge) {
  Value input = edge->getOperand(0);
  if (input.hasOneUse())
    return success();
  InFlightDiagnostic diagnostic =
      edge->emitOpError() << "must be the only use of its operand, which has "
                          << std::distance(input.use_begin(), input.use_end())
                          << " uses";
  for (Operation *user : input.getUsers())
    if (user != edge) {
      diagnostic.attachNote(user->getLoc()) << "another use is here";
      break;
    }
  return diagnostic;
}

LogicalResult DataFlowEdgeOp::verify() { return verifySingleUse(*this); }

/// An op that was folded away leaves the edge of its result on another value,
/// which may have other uses.
LogicalResult DataFlowEdgeOp::canonicalize(DataFlowEdgeOp op,
                                           PatternRewriter &rewriter) {
  if (op.getInput().hasOneUse())
    return failure();
  if (ShardingAttr sharding = op.getShardingAttr())
    rewriter.replaceOpWithNewOp<ConstrainOp>(op, op.getInput(), sharding);
  else
    rewriter.replaceOp(op, op.getInput());
  return success();
}

LogicalResult DataFlowEdgeOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (!getSharding())
    return success();
  return verifySharding(*this, *getSharding(), getType(), "", &tables);
}

ShardingAttr DataFlowEdgeOp::getResultSharding(unsigned) {
  return getShardingAttr();
}

LogicalResult FuncDataFlowEdgeOp::verify() { return verifySingleUse(*this); }

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/ShardingOps.cpp.inc"

void WeftDialect::registerShardingOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/ShardingOps.cpp.inc"
      >();
}
