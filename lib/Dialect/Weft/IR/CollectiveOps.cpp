//===- CollectiveOps.cpp - collectives over named axes ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "AxesOps.h"

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/OpSyntax.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/Sharding/LocalShape.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Local types
//===----------------------------------------------------------------------===//

static LogicalResult verifyDimension(Operation *op, uint64_t dim,
                                     RankedTensorType type, StringRef what) {
  // Numbers in the text are signed.
  int64_t number = static_cast<int64_t>(dim);
  if (number >= 0 && number < type.getRank())
    return success();
  return op->emitOpError() << what << " is " << number
                           << ", but the operand has rank " << type.getRank();
}

/// Everything but the sizes of the dimensions that the op is about.
static LogicalResult verifyOtherDimensions(Operation *op, RankedTensorType from,
                                           RankedTensorType to,
                                           ArrayRef<uint64_t> except) {
  if (from.getElementType() != to.getElementType())
    return op->emitOpError()
           << "operand and result have different element types: "
           << from.getElementType() << " and " << to.getElementType();
  if (from.getRank() != to.getRank())
    return op->emitOpError()
           << "operand and result have different ranks: " << from.getRank()
           << " and " << to.getRank();
  for (int64_t i = 0; i != from.getRank(); ++i) {
    if (llvm::is_contained(except, static_cast<uint64_t>(i)) ||
        from.isDynamicDim(i) || to.isDynamicDim(i) ||
        from.getDimSize(i) == to.getDimSize(i))
      continue;
    return op->emitOpError()
           << "dimension " << i << " has size " << from.getDimSize(i)
           << " in the operand and " << to.getDimSize(i) << " in the result";
  }
  return success();
}

/// The result holds `count` shards, each with the size of the operand.
static LogicalResult verifyJoined(Operation *op, int64_t dim, int64_t local,
                                  int64_t whole, int64_t count) {
  if (ShapedType::isDynamic(local) || ShapedType::isDynamic(whole) ||
      isWholeOf(whole, local, count))
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError() << "dimension " << dim << " of the result has size "
                        << whole << ", but " << count << " shards of size "
                        << local << " make ";
  int64_t most;
  if (llvm::MulOverflow(local, count, most))
    return diagnostic << "more than a dimension can have";
  if (local > 0 && count > 1)
    diagnostic << most - count + 1 << " to ";
  return diagnostic << most;
}

/// The result is one of `count` shards of the operand.
static LogicalResult verifySplit(Operation *op, int64_t dim, int64_t whole,
                                 int64_t local, int64_t count) {
  if (ShapedType::isDynamic(local) || ShapedType::isDynamic(whole) ||
      isWholeOf(whole, local, count))
    return success();
  return op->emitOpError() << "dimension " << dim << " of the result has size "
                           << local << ", but each of " << count
                           << " shards of size " << whole << " has "
                           << localSize(whole, count);
}

/// Replaces an op whose results are its operands.
static LogicalResult replaceByOperands(Operation *op,
                                       PatternRewriter &rewriter) {
  if (op->getOperandTypes() != op->getResultTypes())
    return failure();
  rewriter.replaceOp(op, op->getOperands());
  return success();
}

/// One device has nobody to talk to.
static LogicalResult dropIfAlone(AxesOpInterface op,
                                 PatternRewriter &rewriter) {
  if (getDeviceCount(op) != 1)
    return failure();
  return replaceByOperands(op, rewriter);
}

//===----------------------------------------------------------------------===//
// AxisIndexOp
//===----------------------------------------------------------------------===//

LogicalResult AxisIndexOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult AxisIndexOp::verifyAlongAxes(int64_t count) {
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(getType()));
  if (!type || type.getWidth() >= 64 || (count - 1) >> type.getWidth() == 0)
    return success();
  return emitOpError() << "the number of one of " << count
                       << " devices does not fit " << type;
}

//===----------------------------------------------------------------------===//
// AllGatherOp
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult AllGatherOp::verifyAlongAxes(int64_t count) {
  RankedTensorType from = getInput().getType(), to = getType();
  if (failed(verifyDimension(*this, getDim(), from, "dim")) ||
      failed(verifyOtherDimensions(*this, from, to, getDim())))
    return failure();
  return verifyJoined(*this, getDim(), from.getDimSize(getDim()),
                      to.getDimSize(getDim()), count);
}

LogicalResult AllGatherOp::canonicalize(AllGatherOp op,
                                        PatternRewriter &rewriter) {
  return dropIfAlone(op, rewriter);
}

//===----------------------------------------------------------------------===//
// AllSliceOp
//===----------------------------------------------------------------------===//

LogicalResult AllSliceOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult AllSliceOp::verifyAlongAxes(int64_t count) {
  RankedTensorType from = getInput().getType(), to = getType();
  if (failed(verifyDimension(*this, getDim(), from, "dim")) ||
      failed(verifyOtherDimensions(*this, from, to, getDim())))
    return failure();
  return verifySplit(*this, getDim(), from.getDimSize(getDim()),
                     to.getDimSize(getDim()), count);
}

/// What was just gathered is the shard that the device had.
LogicalResult AllSliceOp::canonicalize(AllSliceOp op,
                                       PatternRewriter &rewriter) {
  auto gather = op.getInput().getDefiningOp<AllGatherOp>();
  if (gather && gather.getMeshAttr() == op.getMeshAttr() &&
      gather.getAxes() == op.getAxes() && gather.getDim() == op.getDim() &&
      gather.getInput().getType() == op.getType()) {
    rewriter.replaceOp(op, gather.getInput());
    return success();
  }
  return dropIfAlone(op, rewriter);
}

//===----------------------------------------------------------------------===//
// AllToAllOp
//===----------------------------------------------------------------------===//

LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult AllToAllOp::verifyAlongAxes(int64_t count) {
  RankedTensorType from = getInput().getType(), to = getType();
  uint64_t split = getSplitDim(), concat = getConcatDim();
  if (failed(verifyDimension(*this, split, from, "split")) ||
      failed(verifyDimension(*this, concat, from, "concat")))
    return failure();
  if (split == concat)
    return emitOpError() << "splits and joins the same dimension " << split;
  if (failed(verifyOtherDimensions(*this, from, to, {split, concat})) ||
      failed(verifySplit(*this, split, from.getDimSize(split),
                         to.getDimSize(split), count)))
    return failure();
  return verifyJoined(*this, concat, from.getDimSize(concat),
                      to.getDimSize(concat), count);
}

LogicalResult AllToAllOp::canonicalize(AllToAllOp op,
                                       PatternRewriter &rewriter) {
  return dropIfAlone(op, rewriter);
}

//===----------------------------------------------------------------------===//
// PermuteOp
//===----------------------------------------------------------------------===//

/// `rotate 1`, `shift -1` or `pairs [0 -> 1, 1 -> 0]`.
static ParseResult parseTargets(OpAsmParser &parser, IntegerAttr &rotate,
                                IntegerAttr &shift, DenseI64ArrayAttr &pairs) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  Builder &builder = parser.getBuilder();
  if (word == "pairs") {
    SmallVector<int64_t> devices;
    if (parser.parseCommaSeparatedList(
            AsmParser::Delimiter::Square, [&]() -> ParseResult {
              return failure(parser.parseInteger(devices.emplace_back()) ||
                             parser.parseArrow() ||
                             parser.parseInteger(devices.emplace_back()));
            }))
      return failure();
    pairs = builder.getDenseI64ArrayAttr(devices);
    return success();
  }
  if (word != "rotate" && word != "shift")
    return parser.emitError(loc)
           << "expected 'rotate', 'shift' or 'pairs', found '" << word << "'";
  int64_t distance;
  if (parser.parseInteger(distance))
    return failure();
  (word == "rotate" ? rotate : shift) = builder.getI64IntegerAttr(distance);
  return success();
}

static void printTargets(OpAsmPrinter &printer, Operation *, IntegerAttr rotate,
                         IntegerAttr shift, DenseI64ArrayAttr pairs) {
  if (rotate) {
    printer << "rotate " << rotate.getInt();
  } else if (shift) {
    printer << "shift " << shift.getInt();
  } else if (pairs) {
    printer << "pairs [";
    ArrayRef<int64_t> devices = pairs.asArrayRef();
    for (size_t i = 0; i + 1 < devices.size(); i += 2)
      printer << (i ? ", " : "") << devices[i] << " -> " << devices[i + 1];
    printer << "]";
  }
}

LogicalResult PermuteOp::verify() {
  int numGiven = !!getRotateAttr() + !!getShiftAttr() + !!getPairsAttr();
  if (numGiven != 1)
    return emitOpError() << "needs one of 'rotate', 'shift' and 'pairs', but "
                         << numGiven << " are given";
  if (getPairs() && getPairs()->size() % 2 != 0)
    return emitOpError() << "pairs has " << getPairs()->size()
                         << " numbers, which is odd";
  return success();
}

LogicalResult PermuteOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult PermuteOp::verifyAlongAxes(int64_t count) {
  llvm::SmallSet<int64_t, 8> seen[2];
  ArrayRef<int64_t> devices = getPairs().value_or(ArrayRef<int64_t>());
  for (auto [i, device] : llvm::enumerate(devices)) {
    if (device < 0 || device >= count)
      return emitOpError() << "pairs names device " << device << ", but there "
                           << "are " << count << " along the axes";
    if (!seen[i % 2].insert(device).second)
      return emitOpError() << "device " << device
                           << (i % 2 ? " receives" : " sends") << " twice";
  }
  return success();
}

SmallVector<int64_t> PermuteOp::getPairsAlong(int64_t count) {
  if (std::optional<ArrayRef<int64_t>> pairs = getPairs())
    return SmallVector<int64_t>(*pairs);
  SmallVector<int64_t> result;
  const bool wraps = getRotateAttr() != nullptr;
  const int64_t by = (wraps ? getRotateAttr() : getShiftAttr()).getInt();
  for (int64_t i = 0; i < count; ++i) {
    // Reduced first: the sum of the two could overflow.
    if (wraps)
      result.append({i, (i + (by % count + count)) % count});
    else if (by < count && by > -count && i + by >= 0 && i + by < count)
      result.append({i, i + by});
  }
  return result;
}

LogicalResult PermuteOp::canonicalize(PermuteOp op, PatternRewriter &rewriter) {
  std::optional<int64_t> count = getDeviceCount(op);
  if (!count)
    return failure();
  bool isIdentity =
      (op.getRotate() && op.getRotateAttr().getInt() % *count == 0) ||
      (op.getShift() && op.getShiftAttr().getInt() == 0);
  return isIdentity ? replaceByOperands(op, rewriter) : failure();
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult BroadcastOp::verifyAlongAxes(int64_t count) {
  int64_t source = getSourceAttr().getInt();
  if (source >= 0 && source < count)
    return success();
  return emitOpError() << "sends from device " << source << ", but there are "
                       << count << " along the axes";
}

LogicalResult BroadcastOp::canonicalize(BroadcastOp op,
                                        PatternRewriter &rewriter) {
  return dropIfAlone(op, rewriter);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static ParseResult parseOptionalReducer(OpAsmParser &parser,
                                        ReducerAttr &reducer) {
  return parseReducer(parser, reducer, /*required=*/false);
}

static void printOptionalReducer(OpAsmPrinter &printer, Operation *,
                                 ReducerAttr reducer) {
  if (reducer)
    printer << stringifyReducerKind(reducer.getValue());
}

/// `by (%a: tensor<f32>, %b: tensor<f32>) { ... }`, if it is there.
static ParseResult parseCombiner(OpAsmParser &parser, Region &combiner) {
  if (failed(parser.parseOptionalKeyword("by")))
    return success();
  return parseRegionWithArguments(parser, combiner);
}

static void printCombiner(OpAsmPrinter &printer, Operation *op,
                          Region &combiner) {
  if (combiner.empty())
    return;
  printer << " by ";
  printRegionWithArguments(printer, op, combiner);
}

/// Whether the element type has the operation of the reducer.
static LogicalResult verifyReducer(Operation *op, ReducerAttr reducer,
                                   Region &combiner) {
  if (static_cast<bool>(reducer) == !combiner.empty())
    return op->emitOpError()
           << (reducer ? "has both a reducer and a region; only one is used"
                       : "needs a reducer, as in 'add', or a region");
  if (!reducer)
    return success();
  ReducerKind kind = reducer.getValue();
  for (Type type : op->getOperandTypes()) {
    Type element = getElementTypeOrSelf(type);
    bool isOrdering = kind == ReducerKind::Max || kind == ReducerKind::Min;
    if ((isBitwise(kind) && !isa<IntegerType>(element)) ||
        (isOrdering && isa<ComplexType>(element)))
      return op->emitOpError() << "cannot combine elements of type " << element
                               << " by " << stringifyReducerKind(kind);
  }
  return success();
}

/// The region combines scalars of the operands: all left ones, all right ones.
static LogicalResult verifyCombiner(Operation *op, Region &combiner) {
  if (combiner.empty())
    return success();
  SmallVector<Type> scalars;
  for (Type type : op->getOperandTypes()) {
    scalars.push_back(RankedTensorType::get({}, getElementTypeOrSelf(type)));
    if (failed(verifyCompatibleShape(op->getOperand(0).getType(), type)))
      return op->emitOpError()
             << "operands that a region combines must have one shape, but "
             << op->getOperand(0).getType() << " and " << type << " differ";
  }
  SmallVector<Type> arguments = scalars;
  arguments.append(scalars);
  if (combiner.getArgumentTypes() != TypeRange(arguments))
    return op->emitOpError()
           << "region must take (" << arguments << "), but takes ("
           << combiner.getArgumentTypes() << ")";
  Operation &last = combiner.front().back();
  if (!isa<ReturnOp>(last))
    return op->emitOpError() << "region must end in 'weft.return', not in '"
                             << last.getName() << "'";
  if (last.getOperandTypes() != TypeRange(scalars))
    return last.emitOpError()
           << "must return (" << scalars << "), but returns ("
           << last.getOperandTypes() << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// AllReduceOp
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::verify() {
  if (getInputs().empty())
    return emitOpError() << "has no operands";
  return verifyReducer(*this, getReducerAttr(), getCombiner());
}

LogicalResult AllReduceOp::verifyRegions() {
  return verifyCombiner(*this, getCombiner());
}

LogicalResult AllReduceOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult AllReduceOp::verifyAlongAxes(int64_t) { return success(); }

LogicalResult AllReduceOp::canonicalize(AllReduceOp op,
                                        PatternRewriter &rewriter) {
  return dropIfAlone(op, rewriter);
}

//===----------------------------------------------------------------------===//
// ReduceScatterOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceScatterOp::verify() {
  return verifyReducer(*this, getReducerAttr(), getCombiner());
}

LogicalResult ReduceScatterOp::verifyRegions() {
  return verifyCombiner(*this, getCombiner());
}

LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAxesOp(*this, tables);
}

LogicalResult ReduceScatterOp::verifyAlongAxes(int64_t count) {
  RankedTensorType from = getInput().getType(), to = getType();
  if (failed(verifyDimension(*this, getDim(), from, "dim")) ||
      failed(verifyOtherDimensions(*this, from, to, getDim())))
    return failure();
  return verifySplit(*this, getDim(), from.getDimSize(getDim()),
                     to.getDimSize(getDim()), count);
}

LogicalResult ReduceScatterOp::canonicalize(ReduceScatterOp op,
                                            PatternRewriter &rewriter) {
  return dropIfAlone(op, rewriter);
}

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/CollectiveOps.cpp.inc"

void WeftDialect::registerCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/CollectiveOps.cpp.inc"
      >();
}
