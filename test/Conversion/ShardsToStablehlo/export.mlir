// RUN: weft-opt %s --split-input-file --weft-export-stablehlo | FileCheck %s
// The result is StableHLO that needs no weft.
// RUN: weft-opt %s --split-input-file --weft-export-stablehlo | weft-opt --split-input-file | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: {{(= |")weft\.|#weft}}

// The caller gives each device its shard; XLA takes them for replicated.

// CHECK: module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32, weft.meshes = {mesh = {names = ["x", "y"], sizes = array<i64: 2, 4>}}}
// CHECK: func.func @gather(%[[ARG:.*]]: tensor<3x8xf32> {weft.shards = {axes = {{\[\[}}"x", "y:(1)2"], []], mesh = "mesh", sizes = array<i64: 10, 8>}})
// CHECK-SAME: -> (tensor<5x8xf32> {weft.shards = {axes = {{\[\[}}"x"], []], mesh = "mesh", sizes = array<i64: 10, 8>}})
// CHECK: %[[SHARD:.*]] = stablehlo.custom_call @SPMDFullToShardShape(%[[ARG]]) {mhlo.sharding = "{manual}"}
// Parts of an axis make groups of the devices that differ along them. What is
// uneven is joined with its padding, and cut.
// CHECK: %[[JOINED:.*]] = "stablehlo.all_gather"(%[[SHARD]])
// CHECK-SAME: all_gather_dim = 0
// CHECK-SAME: channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
// CHECK-SAME: replica_groups = dense<{{\[\[}}0, 2], [1, 3], [4, 6], [5, 7]]>
// CHECK-SAME: use_global_device_ids
// CHECK-SAME: (tensor<3x8xf32>) -> tensor<6x8xf32>
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[JOINED]] [0:5, 0:8]
// CHECK: %[[WHOLE:.*]] = stablehlo.custom_call @SPMDShardToFullShape(%[[CUT]]) {mhlo.sharding = "{replicated}"}
// CHECK: return %[[WHOLE]]

weft.mesh @mesh <"x" = 2, "y" = 4>

func.func @gather(%arg: tensor<3x8xf32> {weft.sharding = #weft.sharding<@mesh, [("x", "y":(1)2), _]>, weft.whole = tensor<10x8xf32>})
    -> (tensor<5x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>, weft.whole = tensor<10x8xf32>})
    attributes {weft.local} {
  %0 = weft.all_gather %arg over ["y":(1)2] dim 0 : tensor<3x8xf32> -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 3>

// The number along "y" is the number of the device modulo 3, along "x" its
// quotient.

// CHECK-LABEL: func.func @index
// CHECK: %[[ID:.*]] = stablehlo.partition_id {mhlo.sharding = "{manual}"} : tensor<ui32>
// CHECK: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<ui32>
// CHECK: %[[Y:.*]] = stablehlo.remainder %[[ID]], %[[THREE]]
// CHECK: stablehlo.convert %[[Y]] : (tensor<ui32>) -> tensor<i64>
// CHECK: %[[ID:.*]] = stablehlo.partition_id
// CHECK: stablehlo.divide %[[ID]]
// CHECK-NOT: remainder
// CHECK: return
func.func @index() -> (tensor<i64>, tensor<i32>) attributes {weft.local} {
  %0 = weft.axis_index over ["y"] : tensor<i64>
  %1 = weft.axis_index over ["x"] : tensor<i32>
  return %0, %1 : tensor<i64>, tensor<i32>
}

// CHECK-LABEL: func.func @slice
// CHECK: %[[PAD:.*]] = stablehlo.pad %{{.*}}, high = [1]
// CHECK: stablehlo.dynamic_slice %[[PAD]], %{{.*}}, sizes = [2] : (tensor<6xf32>, tensor<ui32>) -> tensor<2xf32>
func.func @slice(%arg: tensor<5xf32>) -> tensor<2xf32> attributes {weft.local} {
  %0 = weft.all_slice %arg over ["y"] dim 0 : tensor<5xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @exchange
// CHECK: "stablehlo.all_to_all"
// CHECK-SAME: concat_dimension = 0
// CHECK-SAME: replica_groups = dense<{{\[\[}}0, 3], [1, 4], [2, 5]]>
// CHECK-SAME: split_count = 2
// CHECK-SAME: split_dimension = 1
func.func @exchange(%arg: tensor<2x4xf32>) -> tensor<4x2xf32> attributes {weft.local} {
  %0 = weft.all_to_all %arg over ["x"] split 1 concat 0 : tensor<2x4xf32> -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @permute
// CHECK: source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]>
// CHECK: source_target_pairs = dense<{{\[\[}}3, 0], [4, 1], [5, 2]]>
func.func @permute(%arg: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {weft.local} {
  %0 = weft.permute %arg over ["y"] rotate 1 : tensor<4xf32>
  %1 = weft.permute %arg over ["x"] shift -1 : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Only the source has bits set, so their sum is its value, NaN and -0.0
// included.

// CHECK-LABEL: func.func @broadcast
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4xf32>) -> tensor<4xui32>
// CHECK: stablehlo.select
// CHECK: "stablehlo.all_reduce"
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4xui32>) -> tensor<4xf32>
func.func @broadcast(%arg: tensor<4xf32>) -> tensor<4xf32> attributes {weft.local} {
  %0 = weft.broadcast %arg over ["x"] from 1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

weft.mesh @mesh <"x" = 4>

// CHECK-LABEL: func.func @reductions
// CHECK: "stablehlo.all_reduce"(%{{[0-9]+}})
// CHECK: stablehlo.maximum
// CHECK: }) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: "stablehlo.all_reduce"(%{{[0-9]+}})
// CHECK: stablehlo.maximum
// CHECK: }) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: "stablehlo.all_reduce"
// CHECK: stablehlo.maximum
// CHECK: tensor<3xi32>
// CHECK: stablehlo.pad %{{.*}}, high = [1]
// CHECK: "stablehlo.reduce_scatter"
// CHECK: (tensor<8xi32>) -> tensor<2xi32>
func.func @reductions(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<3xi32>, %d: tensor<7xi32>)
    -> (tensor<4xf32>, tensor<2xf32>, tensor<3xi32>, tensor<2xi32>) attributes {weft.local} {
  %0:3 = weft.all_reduce max %a, %b, %c over ["x"] : tensor<4xf32>, tensor<2xf32>, tensor<3xi32>
  %1 = weft.reduce_scatter add %d over ["x"] dim 0 : tensor<7xi32> -> tensor<2xi32>
  return %0#0, %0#1, %0#2, %1 : tensor<4xf32>, tensor<2xf32>, tensor<3xi32>, tensor<2xi32>
}

// What runtimes do not combine is gathered; a flag stands for the value that a
// body without an identity has to start from.

// CHECK-LABEL: func.func @gathered_first
// CHECK: "stablehlo.all_gather"
// CHECK: stablehlo.reduce
// CHECK: stablehlo.xor
// CHECK: "stablehlo.all_gather"
// CHECK: "stablehlo.all_gather"
// CHECK: stablehlo.reduce
// CHECK: stablehlo.compare
func.func @gathered_first(%a: tensor<4xi32>, %b: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>)
    attributes {weft.local} {
  %0 = weft.all_reduce xor %a over ["x"] : tensor<4xi32>
  %1:2 = weft.all_reduce %b, %a over ["x"]
      by (%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>) {
    %c = stablehlo.compare GE, %v, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = stablehlo.select %c, %v, %w : tensor<i1>, tensor<f32>
    %n = stablehlo.select %c, %i, %j : tensor<i1>, tensor<i32>
    weft.return %m, %n : tensor<f32>, tensor<i32>
  } : tensor<4xf32>, tensor<4xi32>
  return %0, %1#0, %1#1 : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>
}

// -----

// Devices in another order are found in a table.

// CHECK: device_ids = array<i64: 3, 1, 2, 0>
// CHECK-LABEL: func.func @order
// CHECK: stablehlo.constant dense<[3, 1, 2, 0]> : tensor<4xui32>
// CHECK: stablehlo.dynamic_slice
// CHECK: replica_groups = dense<{{\[\[}}3, 1], [2, 0]]>
weft.mesh @mesh <"x" = 2, "y" = 2, device_ids = [3, 1, 2, 0]>

func.func @order(%a: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) attributes {weft.local} {
  %0 = weft.axis_index over ["x", "y"] : tensor<i32>
  %1 = weft.all_reduce add %a over ["y"] : tensor<4xf32>
  return %0, %1 : tensor<i32>, tensor<4xf32>
}
