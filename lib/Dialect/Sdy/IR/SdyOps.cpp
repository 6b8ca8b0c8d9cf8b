//===- SdyOps.cpp - meshes, constraints and regions -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Sdy/IR/SdyOps.h"

#include "AttrSyntax.h"
#include "Verification.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft::sdy;

//===----------------------------------------------------------------------===//
// Syntax shared by ops
//===----------------------------------------------------------------------===//

/// `[<@m, [{"a"}]>, <@m, []>]`, without the name of the attribute.
static ParseResult parseBareShardings(OpAsmParser &parser,
                                      TensorShardingPerValueAttr &attr) {
  SmallVector<TensorShardingAttr> shardings;
  if (parseShardings(parser, shardings))
    return failure();
  attr = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

static void printBareShardings(OpAsmPrinter &printer, Operation *,
                               TensorShardingPerValueAttr attr) {
  printShardings(printer, attr.getShardings());
}

/// `(%x: tensor<2xf32>) { ... }`: the arguments of the only block stand before
/// the region.
static ParseResult parseBodyRegion(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseRegion(body, arguments))
    return failure();
  // Both ops end with the same terminator, which may be left out.
  OpBuilder builder(parser.getContext());
  Location loc = parser.getEncodedSourceLoc(parser.getNameLoc());
  ManualComputationOp::ensureTerminator(body, builder, loc);
  return success();
}

static void printBodyRegion(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << "(";
  llvm::interleaveComma(
      body.getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

#define GET_OP_CLASSES
#include "weft/Dialect/Sdy/IR/SdyOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ShardingConstraintOp and ReshardOp
//===----------------------------------------------------------------------===//

LogicalResult ShardingConstraintOp::verify() {
  return verifySharding(*this, getSharding(), getType(), "");
}

LogicalResult ReshardOp::verify() {
  return verifySharding(*this, getSharding(), getType(), "");
}

//===----------------------------------------------------------------------===//
// PropagationBarrierOp
//===----------------------------------------------------------------------===//

LogicalResult PropagationBarrierOp::verify() {
  if (getAllowedDirection() == PropagationDirection::Both)
    return emitOpError("lets shardings pass both ways, so it has no effect; "
                       "use FORWARD, BACKWARD or NONE");
  return success();
}

//===----------------------------------------------------------------------===//
// DataFlowEdgeOp and FuncDataFlowEdgeOp
//===----------------------------------------------------------------------===//

/// What both kinds of edges ask of their operand.
static LogicalResult verifyEdge(Operation *op) {
  auto type = cast<ShapedType>(op->getResult(0).getType());
  if (!type.hasStaticShape())
    return op->emitOpError("needs a static shape, found ") << type;
  if (!op->getOperand(0).hasOneUse())
    return op->emitOpError("must be the only user of its operand");
  return success();
}

/// The op of this dialect that makes the operand of an edge though no data
/// flows through it, if any.
static Operation *findSourceWithoutFlow(DataFlowEdgeOp edge) {
  Operation *source = edge.getInput().getDefiningOp();
  bool isWithout = source && isa<SdyDialect>(source->getDialect()) &&
                   !isa<ManualComputationOp, NamedComputationOp>(source);
  return isWithout ? source : nullptr;
}

LogicalResult DataFlowEdgeOp::verify() {
  if (failed(verifyEdge(*this)))
    return failure();
  if (Operation *source = findSourceWithoutFlow(*this))
    return emitOpError("cannot sit on a result of '")
           << source->getName()
           << "'; it belongs to an op with data flow, or to a region argument";
  if (TensorShardingAttr sharding = getShardingAttr())
    return verifySharding(*this, sharding, getType(), "");
  return success();
}

/// An op that was folded away leaves the edge of its result on another value,
/// which may have other uses or edges.
LogicalResult DataFlowEdgeOp::canonicalize(DataFlowEdgeOp op,
                                           PatternRewriter &rewriter) {
  if (op.getInput().hasOneUse() && !findSourceWithoutFlow(op))
    return failure();
  if (TensorShardingAttr sharding = op.getShardingAttr())
    rewriter.replaceOpWithNewOp<ShardingConstraintOp>(op, op.getInput(),
                                                      sharding);
  else
    rewriter.replaceOp(op, op.getInput());
  return success();
}

LogicalResult FuncDataFlowEdgeOp::verify() {
  if (failed(verifyEdge(*this)))
    return failure();
  if (auto argument = dyn_cast<BlockArgument>(getOperand())) {
    if (!isa_and_nonnull<FunctionOpInterface>(
            argument.getOwner()->getParentOp()))
      return emitOpError("must sit on an argument of a function or a result "
                         "of a call, found an argument of another region");
  } else if (!isa<CallOpInterface>(getOperand().getDefiningOp())) {
    return emitOpError("must sit on an argument of a function or a result of a "
                       "call, found a result of '")
           << getOperand().getDefiningOp()->getName() << "'";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ManualComputationOp
//===----------------------------------------------------------------------===//

LogicalResult ManualComputationOp::verify() {
  return verifyManualComputation(*this);
}

//===----------------------------------------------------------------------===//
// NamedComputationOp
//===----------------------------------------------------------------------===//

LogicalResult NamedComputationOp::verify() {
  if (failed(verifyBodyTypes(*this, getOperandTypes(), getResultTypes())))
    return failure();
  if (TensorShardingPerValueAttr shardings = getInShardingsAttr())
    if (failed(verifyShardings(*this, shardings, getOperandTypes(), "operand")))
      return failure();
  if (TensorShardingPerValueAttr shardings = getOutShardingsAttr())
    return verifyShardings(*this, shardings, getResultTypes(), "result");
  return success();
}

//===----------------------------------------------------------------------===//
// ReturnOp
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  if (isa<ManualComputationOp, NamedComputationOp>((*this)->getParentOp()))
    return success();
  return emitOpError("must end a manual or named computation, found '")
         << (*this)->getParentOp()->getName() << "'";
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void SdyDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Sdy/IR/SdyOps.cpp.inc"
      >();
}
