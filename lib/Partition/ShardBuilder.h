//===- ShardBuilder.h - build what one device does --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary of partitioning by op family. A dimension of size s that is
// split over n devices has shards of L = ceil(s / n); device r holds the
// elements from r * L on, and what lies behind s is padding with unspecified
// values. So an op that mixes elements along a split dimension either asks for
// the elements it needs (`fetch`), or makes the padding harmless first
// (`fillPadding`).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_SHARDBUILDER_H
#define WEFT_LIB_PARTITION_SHARDBUILDER_H

#include "weft/Propagation/LayoutTable.h"
#include "weft/Sharding/BlockExchange.h"
#include "weft/Sharding/Reducer.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// A tensor of the op that is being partitioned.
struct ShardedTensor {
  /// The local value; null for a result.
  mlir::Value value;
  /// The type of all shards together.
  mlir::RankedTensorType whole;
  Sharding sharding;

  const AxisList &axes(unsigned dim) const { return sharding.dims[dim].axes; }
  bool isSplit(unsigned dim) const { return !axes(dim).empty(); }
  int64_t size(unsigned dim) const { return whole.getDimSize(dim); }
  int64_t numShards(unsigned dim) const { return axes(dim).numShards(); }
  int64_t localSize(unsigned dim) const;
  mlir::RankedTensorType localType() const;
  /// Whether the last shards of `dim` hold padding.
  bool isPadded(unsigned dim) const;
};

/// Builds the local form of one op, before that op.
class ShardBuilder : public mlir::ImplicitLocOpBuilder {
public:
  /// `meshRef` is written on collectives; null if it is implied.
  ShardBuilder(mlir::Operation *op, const Mesh &mesh, mlir::Attribute meshRef)
      : ImplicitLocOpBuilder(op->getLoc(), op), op(op), mesh(mesh),
        meshRef(meshRef) {}

  mlir::Operation *getOp() const { return op; }
  const Mesh &getMesh() const { return mesh; }

  /// The tensors of the op; values that are no tensors have a null type.
  llvm::SmallVector<ShardedTensor, 4> operands, results;

  /// The op itself on these local operands, with local result types.
  mlir::Operation *cloneWith(mlir::ValueRange localOperands);

  //===--------------------------------------------------------------------===//
  // Scalars and constants
  //===--------------------------------------------------------------------===//

  mlir::Value constant(mlir::Type element, int64_t value);
  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value splat(mlir::RankedTensorType type, mlir::Value scalar);
  /// The value that `reducer` leaves others unchanged by: -0.0 for a sum of
  /// floats (0.0 would turn -0.0 into 0.0), the smallest value for a maximum.
  mlir::Value identity(mlir::Type element, ReducerKind reducer);
  /// Zero, or false, or a complex zero.
  mlir::Value zero(mlir::Type element);

  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value multiply(mlir::Value a, int64_t factor);
  /// A scalar index of any integer type as i64, moved into [low, high].
  mlir::Value clampIndex(mlir::Value index, int64_t low, int64_t high);
  /// Any integer tensor as i64; what does not fit is moved to the largest.
  mlir::Value toIndex(mlir::Value tensor);

  //===--------------------------------------------------------------------===//
  // Where the device is
  //===--------------------------------------------------------------------===//

  /// The number of the device along `axes`: tensor<i64>.
  mlir::Value axisIndex(const AxisList &axes);
  /// Where the device's shard of a dimension begins: tensor<i64>.
  mlir::Value shardOffset(const ShardedTensor &tensor, unsigned dim);
  /// tensor<i1>: whether the device is the first along `axes`.
  mlir::Value isFirst(const AxisList &axes);

  //===--------------------------------------------------------------------===//
  // Tensors
  //===--------------------------------------------------------------------===//

  /// `value` without some elements at the ends of a dimension.
  mlir::Value slice(mlir::Value value, unsigned dim, int64_t start,
                    int64_t limit, int64_t stride = 1);
  mlir::Value pad(mlir::Value value, unsigned dim, int64_t low, int64_t high,
                  mlir::Value fill, int64_t interior = 0);
  mlir::Value concatenate(mlir::ValueRange pieces, unsigned dim);
  /// `width` elements of a dimension from a start that is known to fit.
  mlir::Value dynamicSlice(mlir::Value value, unsigned dim, mlir::Value start,
                           int64_t width);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  /// Replaces the elements of `value` whose position along `dim`, counted from
  /// `start` on, is outside of [low, high).
  mlir::Value keepWithin(mlir::Value value, unsigned dim, mlir::Value start,
                         int64_t low, int64_t high, mlir::Value fill);

  /// `value` along `dims` of `type`, the same along the others; the element
  /// type is that of `value`.
  mlir::Value broadcastTo(mlir::RankedTensorType type, mlir::Value value,
                          llvm::ArrayRef<int64_t> dims);
  mlir::Value convert(mlir::Value value, mlir::Type element);
  /// `Op` on two values of one type.
  template <typename Op> mlir::Value apply(mlir::Value a, mlir::Value b) {
    return Op::create(*this, a.getType(), a, b);
  }
  /// What `reducer` makes of two values of one type, element by element.
  mlir::Value combine(ReducerKind reducer, mlir::Value a, mlir::Value b);
  /// `value` reduced over some of its dimensions, from the identity on.
  mlir::Value reduce(mlir::Value value, llvm::ArrayRef<int64_t> dims,
                     ReducerKind reducer);

  /// `tensor` with its padding along `dim` replaced.
  mlir::Value fillPadding(const ShardedTensor &tensor, unsigned dim,
                          mlir::Value fill);

  //===--------------------------------------------------------------------===//
  // Communication
  //===--------------------------------------------------------------------===//

  mlir::Value allGather(mlir::Value value, unsigned dim, const AxisList &axes,
                        int64_t whole);
  /// Sends to the device whose number is larger by `distance`; zeros come from
  /// beyond the ends.
  mlir::Value shift(mlir::Value value, const AxisList &axes, int64_t distance);
  mlir::Value allReduce(mlir::Value value, const AxisList &axes,
                        ReducerKind reducer);
  mlir::Value reduceScatter(mlir::Value value, unsigned dim,
                            const AxisList &axes, ReducerKind reducer);
  mlir::Value allToAll(mlir::Value value, const AxisList &axes, unsigned split,
                       unsigned concat, llvm::ArrayRef<int64_t> shape);
  /// Sends along `pairs` of numbers along `axes`: source, target, source, ...
  mlir::Value permute(mlir::Value value, const AxisList &axes,
                      llvm::ArrayRef<int64_t> pairs);
  mlir::Value broadcast(mlir::Value value, const AxisList &axes,
                        int64_t source);
  /// The device's own shard of a value that all have.
  mlir::Value allSlice(mlir::Value value, unsigned dim, const AxisList &axes);

  /// Brings `interval` of a dimension to every device, from wherever it is.
  /// Elements outside of the whole dimension are `fill`, or unspecified if it
  /// is null.
  mlir::Value fetch(const ShardedTensor &tensor, unsigned dim,
                    Interval interval, mlir::Value fill);
  /// As `fetch`, of the dimension with `dilation - 1` elements of `fill` put
  /// between neighbours.
  mlir::Value fetchDilated(const ShardedTensor &tensor, unsigned dim,
                           Interval interval, int64_t dilation,
                           mlir::Value fill);

  /// As `fetch`, of dimension `dim` of `value` that lies in blocks of any size
  /// over `axes`.
  mlir::Value fetchBlocks(mlir::Value value, unsigned dim, const AxisList &axes,
                          BlockedDim blocks, Interval interval,
                          mlir::Value fill);

  /// As `fetch`, of `width` elements from a scalar `start` on, which lies
  /// between `low` and `high` on every device and follows no rule.
  mlir::Value fetchAt(const ShardedTensor &tensor, unsigned dim,
                      mlir::Value start, int64_t low, int64_t high,
                      int64_t width, mlir::Value fill);

private:
  mlir::Value exchange(mlir::Value value, unsigned dim, const AxisList &axes,
                       BlockedDim blocks, Interval interval,
                       const BlockExchange &plan);
  /// All of a split dimension, with a remark: no op gathers in silence.
  mlir::Value gatherWhole(mlir::Value value, unsigned dim, const AxisList &axes,
                          BlockedDim blocks);

  mlir::Operation *op;
  const Mesh &mesh;
  mlir::Attribute meshRef;
};

/// Axes as a collective writes them.
AxesAttr toAxesAttr(mlir::MLIRContext *context, const Mesh &mesh,
                    const AxisList &axes);

/// `type` with another size of one dimension.
mlir::RankedTensorType withDim(mlir::RankedTensorType type, unsigned dim,
                               int64_t size);

} // namespace weft

#endif // WEFT_LIB_PARTITION_SHARDBUILDER_H
