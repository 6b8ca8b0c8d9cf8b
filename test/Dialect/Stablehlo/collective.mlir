// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @all_gather(
// CHECK: %{{.*}} = "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
// CHECK: %{{.*}}:2 = "stablehlo.all_gather"(%{{.*}}, %{{.*}}) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<8xf32>)
func.func @all_gather(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  %1:2 = "stablehlo.all_gather"(%a, %b) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<8xf32>)
  return
}

// CHECK-LABEL: func.func @all_reduce(
// CHECK: %{{.*}}:2 = "stablehlo.all_reduce"(%{{.*}}, %{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> ({
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: stablehlo.return %{{.*}} : tensor<f32>
// CHECK: }) : (tensor<2x4xf32>, tensor<?xf32>) -> (tensor<2x4xf32>, tensor<?xf32>)
func.func @all_reduce(%a: tensor<2x4xf32>, %b: tensor<?xf32>) {
  %0:2 = "stablehlo.all_reduce"(%a, %b) <{replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<?xf32>) -> (tensor<2x4xf32>, tensor<?xf32>)
  return
}

// CHECK-LABEL: func.func @reduce_scatter(
// CHECK: %{{.*}} = "stablehlo.reduce_scatter"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: stablehlo.return %{{.*}} : tensor<f32>
// CHECK: }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
func.func @reduce_scatter(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// CHECK-LABEL: func.func @exchanges(
// CHECK: %{{.*}}:2 = "stablehlo.all_to_all"(%{{.*}}, %{{.*}}) <{concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
// CHECK: %{{.*}} = "stablehlo.collective_broadcast"(%{{.*}}) <{replica_groups = dense<{{\[\[}}3, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK: %{{.*}} = "stablehlo.collective_permute"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK: %{{.*}} = "stablehlo.cross-replica-sum"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @exchanges(%a: tensor<2x4xf32>) {
  %0:2 = "stablehlo.all_to_all"(%a, %a) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
  %1 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @ids(
// CHECK: %{{.*}} = stablehlo.partition_id : tensor<ui32>
// CHECK: %{{.*}} = stablehlo.replica_id {mhlo.note} : tensor<ui32>
func.func @ids() {
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = stablehlo.replica_id {mhlo.note} : tensor<ui32>
  return
}

// CHECK-LABEL: func.func @async(
// CHECK: %{{.*}} = "stablehlo.async_start"(%{{.*}}) ({
// CHECK: %{{.*}} = "stablehlo.collective_broadcast"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: stablehlo.return %{{.*}} : tensor<2xf32>
// CHECK: }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
// CHECK: %{{.*}} = "stablehlo.async_done"(%{{.*}}) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
func.func @async(%a: tensor<2xf32>) {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    %2 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %2 : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return
}

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func.func @groups_by_mesh(
// CHECK: %{{.*}} = "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
// CHECK: %{{.*}} = "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>, <name = "y", size = 1>], device_ids=dense<[1, 0, 2, 3]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
func.func @groups_by_mesh(%a: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  %1 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>, <name = "y", size = 1>], device_ids=dense<[1, 0, 2, 3]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}
