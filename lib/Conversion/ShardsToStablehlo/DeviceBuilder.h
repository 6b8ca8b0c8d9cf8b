//===- DeviceBuilder.h - one op along axes as plain StableHLO ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_SHARDSTOSTABLEHLO_DEVICEBUILDER_H
#define WEFT_LIB_CONVERSION_SHARDSTOSTABLEHLO_DEVICEBUILDER_H

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/ShardingValues.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Numbers the channels over which collectives meet, from 1 on.
class ChannelCounter {
public:
  /// Begins behind the channels that the module has already.
  explicit ChannelCounter(mlir::ModuleOp module);
  stablehlo::ChannelHandleAttr next(mlir::MLIRContext *context);

private:
  int64_t last = 0;
};

/// Writes what replaces one op along axes, before that op. StableHLO knows the
/// devices by their number only: axes become lists of groups, and a place along
/// an axis becomes arithmetic on the number of the partition.
///
/// Sizes need not divide: n shards of ceil(size / n) cover the dimension and
/// some padding, which `pad` makes and `cut` drops.
class DeviceBuilder : public mlir::ImplicitLocOpBuilder {
public:
  /// Fails with a diagnostic if the mesh of `op` has more devices than can be
  /// listed.
  static mlir::FailureOr<DeviceBuilder> create(mlir::OpBuilder &builder,
                                               AxesOpInterface op,
                                               ChannelCounter &channels);

  /// How many devices meet.
  int64_t getCount() const { return axes.numShards(); }

  /// tensor<ui32>: the number of the device along the axes.
  mlir::Value index();

  /// tensor<i1>: whether that number is `number`.
  mlir::Value isDevice(int64_t number);

  mlir::Value constant(mlir::Type element, int64_t value);
  mlir::Value splat(mlir::RankedTensorType type, mlir::Value scalar);

  /// Brings a dimension to `size`: with zeros at the end, or without its end.
  mlir::Value pad(mlir::Value value, int64_t dim, int64_t size);
  mlir::Value cut(mlir::Value value, int64_t dim, int64_t size);
  /// The device's own part of `local` elements; `value` holds all parts.
  mlir::Value ownShard(mlir::Value value, int64_t dim, int64_t local);

  mlir::Value allGather(mlir::Value value, int64_t dim);
  mlir::Value allToAll(mlir::Value value, int64_t split, int64_t concat);
  /// Sends along pairs of numbers along the axes: source, target, ...
  mlir::Value permute(mlir::Value value, llvm::ArrayRef<int64_t> pairs);
  /// Combines by a native reducer.
  mlir::Value allReduce(mlir::Value value, ReducerKind reducer);
  mlir::Value reduceScatter(mlir::Value value, int64_t dim,
                            ReducerKind reducer);

private:
  DeviceBuilder(mlir::OpBuilder &builder, mlir::Operation *op, Mesh mesh,
                AxisList axes, ChannelCounter &channels);
  mlir::Value position();
  mlir::DenseIntElementsAttr getGroups();
  void fillReducer(mlir::Region &region, mlir::Type element,
                   ReducerKind reducer);

  Mesh mesh;
  AxisList axes;
  ChannelCounter &channels;
};

/// The op that combines two scalars, or tensors, by `reducer`.
mlir::Value createReducer(mlir::OpBuilder &builder, mlir::Location loc,
                          ReducerKind reducer, mlir::Value a, mlir::Value b);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_SHARDSTOSTABLEHLO_DEVICEBUILDER_H
