//===- TileFills.cpp - large values, made piece by piece --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random numbers are computed index by index from counters, in some hundred
// steps. An executor that stores every step holds several shards at a time; in
// a loop over tiles it holds one, and tiles. Each element is computed by the
// same operations as before, so no bit changes. The last tile of a dimension
// begins early if it would not fit, and makes some elements twice.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Interfaces/ShardingRuleInterface.h"
#include "weft/Partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_TILEFILLS
#include "weft/Partition/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// With fewer elements than this it does not matter how often they are stored.
static constexpr int64_t smallElements = 256;

/// Whether each element of the result is computed from those of the operands at
/// the same place.
static bool isElementwise(Operation *op) {
  auto rule = dyn_cast<ShardingRuleInterface>(op);
  return rule && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         isPure(op) &&
         rule.getPropagationClass() == PropagationClass::Elementwise;
}

/// Whether each element is computed from its place and from scalars only.
static bool isSource(Operation *op) {
  if (auto iota = dyn_cast<hlo::IotaOp>(op))
    return iota.getType().getElementType().isInteger();
  if (auto broadcast = dyn_cast<hlo::BroadcastInDimOp>(op))
    return cast<RankedTensorType>(broadcast.getOperand().getType())
               .getNumElements() == 1;
  SplatElementsAttr splat;
  return matchPattern(op, m_Constant(&splat));
}

namespace {

/// One value that is computed from nothing but scalars and places.
class Fill {
public:
  Fill(Value root, int64_t maxElements)
      : root(root), type(cast<RankedTensorType>(root.getType())) {
    chooseTile(maxElements);
  }

  /// Finds the ops that make the value. Fails if one of them is neither
  /// elementwise nor a source, or if there is nothing between source and value.
  LogicalResult collect();
  /// Puts the loop where the value is made.
  void tile();

private:
  void chooseTile(int64_t maxElements);
  bool isWhole(Value value) const {
    auto other = dyn_cast<RankedTensorType>(value.getType());
    return other && other.getShape() == type.getShape();
  }
  int64_t getNumTiles(unsigned dim) const {
    return llvm::divideCeil(type.getDimSize(dim), tileShape[dim]);
  }
  Value number(ImplicitLocOpBuilder &b, int64_t value) const;
  SmallVector<Value> getStarts(ImplicitLocOpBuilder &b, Value turn) const;
  Value getTile(ImplicitLocOpBuilder &b, Operation *op,
                ArrayRef<Value> starts) const;
  Value buildTile(ImplicitLocOpBuilder &b, ArrayRef<Value> starts) const;

  Value root;
  RankedTensorType type;
  SmallVector<int64_t> tileShape;
  /// What has the shape of the value, operands first.
  llvm::SetVector<Operation *> ops;
};

struct TileFills : weft::impl::TileFillsBase<TileFills> {
  using Base::Base;
  void runOnOperation() override {
    if (maxElements < 1) {
      getOperation()->emitError()
          << "a tile has at least 1 element, not " << maxElements.getValue();
      return signalPassFailure();
    }
    getOperation()->walk([&](func::ReturnOp op) {
      for (Value value : op.getOperands()) {
        auto type = dyn_cast<RankedTensorType>(value.getType());
        if (!type || !type.hasStaticShape() ||
            type.getNumElements() <=
                std::min<int64_t>(maxElements, smallElements))
          continue;
        Fill fill(value, maxElements);
        if (failed(fill.collect()))
          continue;
        fill.tile();
        ++numTiled;
      }
    });
  }
};

} // namespace

/// As many of the last dimensions as fit, and a part of the next one.
void Fill::chooseTile(int64_t maxElements) {
  int64_t room = maxElements;
  tileShape.assign(type.getRank(), 1);
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    tileShape[dim] = std::min(type.getDimSize(dim), room);
    room /= tileShape[dim];
    if (tileShape[dim] != type.getDimSize(dim))
      break;
  }
}

LogicalResult Fill::collect() {
  // Depth first; the second visit of an op has seen its operands.
  SmallVector<std::pair<Operation *, bool>> stack{
      {root.getDefiningOp(), false}};
  llvm::DenseSet<Operation *> visited;
  bool computes = false;
  while (!stack.empty()) {
    auto [op, isDone] = stack.pop_back_val();
    if (!op || (!isDone && !visited.insert(op).second)) {
      if (!op)
        return failure();
      continue;
    }
    if (isDone || isSource(op)) {
      ops.insert(op);
      continue;
    }
    if (!isElementwise(op) || op->getBlock() != root.getParentBlock())
      return failure();
    computes = true;
    stack.push_back({op, true});
    for (Value operand : op->getOperands())
      if (isWhole(operand))
        stack.push_back({operand.getDefiningOp(), false});
  }
  return success(computes);
}

Value Fill::number(ImplicitLocOpBuilder &b, int64_t value) const {
  auto scalar = RankedTensorType::get({}, b.getI64Type());
  return hlo::ConstantOp::create(
      b, scalar, DenseElementsAttr::get(scalar, APInt(64, value)));
}

/// Where the tile of a turn begins: the last dimension changes fastest.
SmallVector<Value> Fill::getStarts(ImplicitLocOpBuilder &b, Value turn) const {
  SmallVector<Value> starts(type.getRank());
  Value rest = turn;
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    if (getNumTiles(dim) == 1) {
      starts[dim] = number(b, 0);
      continue;
    }
    Value count = number(b, getNumTiles(dim));
    Value index = hlo::RemainderOp::create(b, rest.getType(), rest, count);
    rest = hlo::DivideOp::create(b, rest.getType(), rest, count);
    Value start = hlo::MultiplyOp::create(b, index.getType(), index,
                                          number(b, tileShape[dim]));
    starts[dim] = hlo::MinimumOp::create(
        b, start.getType(), start,
        number(b, type.getDimSize(dim) - tileShape[dim]));
  }
  return starts;
}

/// The tile of a source.
Value Fill::getTile(ImplicitLocOpBuilder &b, Operation *op,
                    ArrayRef<Value> starts) const {
  auto tile =
      cast<RankedTensorType>(op->getResult(0).getType()).clone(tileShape);
  SplatElementsAttr splat;
  if (matchPattern(op, m_Constant(&splat)))
    return hlo::ConstantOp::create(b, tile, splat.resizeSplat(tile));
  Operation *copy = b.clone(*op);
  copy->getResult(0).setType(tile);
  auto iota = dyn_cast<hlo::IotaOp>(copy);
  if (!iota || getNumTiles(iota.getIotaDimension()) == 1)
    return copy->getResult(0);
  Value start = starts[iota.getIotaDimension()];
  if (tile.getElementType() != b.getI64Type())
    start = hlo::ConvertOp::create(
        b, RankedTensorType::get({}, tile.getElementType()), start);
  Value offset =
      hlo::BroadcastInDimOp::create(b, tile, start, b.getDenseI64ArrayAttr({}));
  return hlo::AddOp::create(b, tile, copy->getResult(0), offset);
}

Value Fill::buildTile(ImplicitLocOpBuilder &b, ArrayRef<Value> starts) const {
  IRMapping mapping;
  for (Operation *op : ops) {
    if (isSource(op))
      continue;
    // Sources are made again for each use: a tile that is made costs less than
    // one that is kept.
    for (Value operand : op->getOperands())
      if (isWhole(operand) && isSource(operand.getDefiningOp()))
        mapping.map(operand, getTile(b, operand.getDefiningOp(), starts));
    Operation *copy = b.clone(*op, mapping);
    copy->getResult(0).setType(
        cast<RankedTensorType>(op->getResult(0).getType()).clone(tileShape));
    mapping.map(op->getResult(0), copy->getResult(0));
  }
  return mapping.lookup(root);
}

/// A scalar 0.
static DenseElementsAttr makeZero(Type element) {
  auto scalar = RankedTensorType::get({}, element);
  Builder b(element.getContext());
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = cast<FloatAttr>(b.getZeroAttr(complex.getElementType()));
    return DenseElementsAttr::get(
        scalar, std::complex<APFloat>(part.getValue(), part.getValue()));
  }
  return DenseElementsAttr::get(scalar, b.getZeroAttr(element));
}

void Fill::tile() {
  ImplicitLocOpBuilder b(root.getLoc(), root.getDefiningOp()->getContext());
  b.setInsertionPointAfter(root.getDefiningOp());
  int64_t numTurns = 1;
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    numTurns *= getNumTiles(dim);
  // Not a constant, which may be kept elsewhere: the loop writes over it.
  Value zero = hlo::ConstantOp::create(b, makeZero(type.getElementType()));
  Value blank =
      hlo::BroadcastInDimOp::create(b, type, zero, b.getDenseI64ArrayAttr({}));
  Value first = number(b, 0);
  SmallVector<Type> types{first.getType(), type};
  SmallVector<Location> locations(2, b.getLoc());
  auto loop = hlo::WhileOp::create(b, types, ValueRange{first, blank});

  Block *condition = b.createBlock(&loop.getCond(), {}, types, locations);
  Value isInside = hlo::CompareOp::create(
      b, RankedTensorType::get({}, b.getI1Type()), condition->getArgument(0),
      number(b, numTurns), hlo::ComparisonDirection::LT,
      hlo::ComparisonTypeAttr());
  hlo::ReturnOp::create(b, ValueRange{isInside});

  Block *body = b.createBlock(&loop.getBody(), {}, types, locations);
  Value turn = body->getArgument(0);
  SmallVector<Value> starts = getStarts(b, turn);
  Value tile = buildTile(b, starts);
  Value next = hlo::DynamicUpdateSliceOp::create(b, type, body->getArgument(1),
                                                 tile, starts);
  Value after = hlo::AddOp::create(b, turn.getType(), turn, number(b, 1));
  hlo::ReturnOp::create(b, ValueRange{after, next});

  root.replaceUsesWithIf(loop->getResult(1), [&](OpOperand &use) {
    return !ops.contains(use.getOwner());
  });
  for (Operation *op : llvm::reverse(ops.getArrayRef()))
    if (isOpTriviallyDead(op))
      op->erase();
}
