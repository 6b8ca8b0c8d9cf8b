// RUN: weft-opt --weft-evaluate=devices=4 -o /dev/null %s | FileCheck %s

// Two replicas of two partitions: device = 2 * replica + partition.
module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {

// CHECK: @ids on 1: tensor<ui32> 0
// CHECK: @ids on 1: tensor<ui32> 1
// CHECK: @ids on 2: tensor<ui32> 1
// CHECK: @ids on 2: tensor<ui32> 0
func.func @ids() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

func.func private @device() -> tensor<1xui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  %2 = stablehlo.add %0, %0 : tensor<ui32>
  %3 = stablehlo.add %2, %1 : tensor<ui32>
  %4 = stablehlo.reshape %3 : (tensor<ui32>) -> tensor<1xui32>
  return %4 : tensor<1xui32>
}

// Without a channel the groups are of replicas, each partition for itself.
// CHECK: @cross_replica on 1: tensor<2xui32> [3, 1]
func.func @cross_replica() -> tensor<2xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<1xui32>) -> tensor<2xui32>
  return %1 : tensor<2xui32>
}

// With a channel they are of replicas with all their partitions: devices 0, 2,
// 1, 3 in this order.
// CHECK: @cross_replica_and_partition on 0: tensor<1xui32> [213]
func.func @cross_replica_and_partition() -> tensor<1xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %2 = stablehlo.constant dense<10> : tensor<ui32>
    %3 = stablehlo.multiply %a, %2 : tensor<ui32>
    %4 = stablehlo.add %3, %b : tensor<ui32>
    stablehlo.return %4 : tensor<ui32>
  }) : (tensor<1xui32>) -> tensor<1xui32>
  return %1 : tensor<1xui32>
}

// With global numbers they are of devices.
// CHECK: @flattened on 0: tensor<2xui32> [3, 0]
// CHECK: @flattened on 1: tensor<2xui32> [1, 2]
func.func @flattened() -> tensor<2xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1xui32>) -> tensor<2xui32>
  return %1 : tensor<2xui32>
}

// CHECK: @all_reduce on 3: tensor<1xui32> [6]
// CHECK: @all_reduce on 3: tensor<1xui32> [3]
func.func @all_reduce() -> (tensor<1xui32>, tensor<1xui32>) {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %2 = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %2 : tensor<ui32>
  }) : (tensor<1xui32>) -> tensor<1xui32>
  // The right one wins: a region that no reducer has a name for.
  %3 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    stablehlo.return %b : tensor<ui32>
  }) : (tensor<1xui32>) -> tensor<1xui32>
  return %1, %3 : tensor<1xui32>, tensor<1xui32>
}

// CHECK: @reduce_scatter on 2: tensor<1xi32> [0]
// CHECK: @reduce_scatter on 3: tensor<1xi32> [2]
func.func @reduce_scatter() -> tensor<1xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<2xi32>
  %1 = "stablehlo.reduce_scatter"(%0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<1xi32>
  return %1 : tensor<1xi32>
}

// CHECK: @all_to_all on 2: tensor<2xui32> [2, 3]
func.func @all_to_all() -> tensor<2xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xui32>) -> tensor<2xui32>
  %2 = "stablehlo.all_to_all"(%1) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>}> : (tensor<2xui32>) -> tensor<2xui32>
  return %2 : tensor<2xui32>
}

// CHECK: @collective_broadcast on 0: tensor<1xui32> [1]
// CHECK: @collective_broadcast on 2: tensor<1xui32> [3]
func.func @collective_broadcast() -> tensor<1xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.collective_broadcast"(%0) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (tensor<1xui32>) -> tensor<1xui32>
  return %1 : tensor<1xui32>
}

// Who is no target gets zeros.
// CHECK: @collective_permute on 0: tensor<1xui32> [0]
// CHECK: @collective_permute on 2: tensor<1xui32> [0]
// CHECK: @collective_permute on 3: tensor<1xui32> [1]
func.func @collective_permute() -> tensor<1xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xui32>) -> tensor<1xui32>
  return %1 : tensor<1xui32>
}

// CHECK: @cross_replica_sum on 1: tensor<1xui32> [4]
func.func @cross_replica_sum() -> tensor<1xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.cross-replica-sum"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xui32>) -> tensor<1xui32>
  return %1 : tensor<1xui32>
}

// CHECK: @async on 2: tensor<1xui32> [2]
func.func @async() -> tensor<1xui32> {
  %0 = func.call @device() : () -> tensor<1xui32>
  %1 = "stablehlo.async_start"(%0) ({
  ^bb0(%a: tensor<1xui32>):
    %2 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
      %3 = stablehlo.maximum %x, %y : tensor<ui32>
      stablehlo.return %3 : tensor<ui32>
    }) : (tensor<1xui32>) -> tensor<1xui32>
    stablehlo.return %2 : tensor<1xui32>
  }) : (tensor<1xui32>) -> !stablehlo.future<tensor<1xui32>>
  %4 = "stablehlo.async_done"(%1) : (!stablehlo.future<tensor<1xui32>>) -> tensor<1xui32>
  return %4 : tensor<1xui32>
}
}
