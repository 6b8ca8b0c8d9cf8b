// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @groups_rank(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups has type 'tensor<2xi64>'; it must have one row per group}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @groups_element_type(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{attribute 'replica_groups' failed to satisfy constraint: groups of devices}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @groups_twice(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains device 1 twice}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @groups_splat(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains device 0 twice}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1000000x1000000xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @groups_gap(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups has 2 devices, but device 1 is missing}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @groups_negative(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains -2; a device has a number of at least 0}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @gather_groups_ragged(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains -1; a device has a number of at least 0}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @gather_dimension(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{all_gather_dim is 2, but the tensor has rank 2}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @gather_result(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has type 'tensor<4x8xf32>', but 'tensor<8x8xf32>' is needed}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @gather_other_dimension(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has type 'tensor<8x9xf32>', but 'tensor<?x8xf32>' is needed}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4x8xf32>) -> tensor<8x9xf32>
  return
}

// -----

func.func @gather_element_type(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has element type 'f16', but 'f32' is needed}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf16>
  return
}

// -----

func.func @gather_overflow(%a: tensor<9223372036854775807x0xf32>) {
  // expected-error@+1 {{a dimension of size 9223372036854775807 times 2 overflows 64 bits}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<9223372036854775807x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @gather_global_ids(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{use_global_device_ids needs a channel handle above 0}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @gather_channel_zero(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{use_global_device_ids needs a channel handle above 0}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @gather_no_operands() {
  // expected-error@+1 {{needs at least one operand}}
  "stablehlo.all_gather"() <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : () -> ()
  return
}

// -----

func.func @gather_result_count(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{has 1 operands, but 0 results}}
  "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @reduce_padding_is_last(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups has 3 devices, but device 2 is missing}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [3, -1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reduce_computation(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the computation returns 2 values, but 1 are needed}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reduce_narrows(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{cannot be promoted to that}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    stablehlo.return %x : tensor<f16>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @reduce_result(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has type 'tensor<4x4xf32>', but 'tensor<4x8xf32>' is needed}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @reduce_result_type(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has element type 'f64', but 'f32' is needed}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

func.func @scatter_dimension(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{scatter_dimension is -1, but the tensor has rank 2}}
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = -1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @scatter_size(%a: tensor<3x8xf32>) {
  // expected-error@+1 {{dimension 0 has size 3, which 2 does not divide}}
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<3x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @scatter_result(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has type 'tensor<4x8xf32>', but 'tensor<2x8xf32>' is needed}}
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @exchange_count(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{split_count is 0; it must be positive}}
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @exchange_group_size(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{split_count is 4, but the groups have 2 devices}}
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @exchange_split(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{split_dimension is 2, but the tensor has rank 2}}
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @exchange_concat(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{concat_dimension is 5, but the tensor has rank 2}}
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 5 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @exchange_size(%a: tensor<4x3xf32>) {
  // expected-error@+1 {{dimension 1 has size 3, which 2 does not divide}}
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x3xf32>) -> tensor<8x1xf32>
  return
}

// -----

func.func @exchange_result(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has type 'tensor<4x8xf32>', but 'tensor<8x4xf32>' is needed}}
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @broadcast_negative(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains -1; a device has a number of at least 0}}
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @sum_twice(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains device 0 twice}}
  %0 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @permute_shape(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{source_target_pairs has type 'tensor<1x3xi64>'; it must have rows of a source and a target}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @permute_source_twice(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{source_target_pairs has source 0 twice}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @permute_target_twice(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{source_target_pairs has target 1 twice}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @permute_negative(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{source_target_pairs contains -1; a device has a number of at least 0}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @permute_splat(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{source_target_pairs has source 7 twice}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<7> : tensor<1000000000000x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @mesh_symbol(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{refers to mesh @mesh, which is not defined}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_axis(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{axis "y" is not in the mesh}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_axis_twice(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{axis "x" appears twice}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_axis_kind(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{axis 0 is "x"; it must be a #stablehlo.axis_ref}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = ["x"]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_kind(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the mesh is 1 : i64; it must be a symbol or a #stablehlo.mesh}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = 1, axes = []>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_sub_axis(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{sub-axis (1)3 does not divide axis "x" of size 2}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)3>]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_sub_axis_pre_size(%a: tensor<4x8xf32>) {
  // expected-error@+3 {{sub-axis has pre-size 0; it must be at least 1}}
  // expected-error@+2 {{failed to parse Stablehlo_AxisRefAttr parameter 'sub_axis_info' which is to be a `::weft::stablehlo::SubAxisInfoAttr`}}
  // expected-error@+1 {{failed to parse Stablehlo_ReplicaGroupMeshAxesAttr parameter 'axes' which is to be a `::mlir::ArrayAttr`}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (0)2>]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_sub_axis_size(%a: tensor<4x8xf32>) {
  // expected-error@+3 {{sub-axis has size 1; it must be at least 2}}
  // expected-error@+2 {{failed to parse Stablehlo_AxisRefAttr parameter 'sub_axis_info' which is to be a `::weft::stablehlo::SubAxisInfoAttr`}}
  // expected-error@+1 {{failed to parse Stablehlo_ReplicaGroupMeshAxesAttr parameter 'axes' which is to be a `::mlir::ArrayAttr`}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)1>]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_size(%a: tensor<4x8xf32>) {
  // expected-error@+3 {{mesh axis "x" has size 0; it must be positive}}
  // expected-error@+2 {{failed to parse Stablehlo_MeshAttr parameter 'axes' which is to be a `::llvm::ArrayRef<::weft::stablehlo::MeshAxisAttr>`}}
  // expected-error@+1 {{failed to parse Stablehlo_ReplicaGroupMeshAxesAttr parameter 'mesh' which is to be a `::mlir::Attribute`}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 0>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_two_axes(%a: tensor<4x8xf32>) {
  // expected-error@+2 {{mesh has two axes named "x"}}
  // expected-error@+1 {{failed to parse Stablehlo_ReplicaGroupMeshAxesAttr parameter 'mesh' which is to be a `::mlir::Attribute`}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_overflow(%a: tensor<4x8xf32>) {
  // expected-error@+2 {{mesh has more devices than 64 bits can count}}
  // expected-error@+1 {{failed to parse Stablehlo_ReplicaGroupMeshAxesAttr parameter 'mesh' which is to be a `::mlir::Attribute`}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 9223372036854775807>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_device_ids(%a: tensor<4x8xf32>) {
  // expected-error@+2 {{mesh has 2 devices, but 3 device ids}}
  // expected-error@+1 {{failed to parse Stablehlo_ReplicaGroupMeshAxesAttr parameter 'mesh' which is to be a `::mlir::Attribute`}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<0> : tensor<3xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @mesh_group_size(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the result has type 'tensor<8x8xf32>', but 'tensor<16x8xf32>' is needed}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @start_arguments(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the body takes 0 arguments, but 1 are needed}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0():
    stablehlo.return %a : tensor<4x8xf32>
  }) : (tensor<4x8xf32>) -> !stablehlo.future<tensor<4x8xf32>>
  return
}

// -----

func.func @start_results(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the body returns 'tensor<4x8xf32>' at index 0, but 'tensor<i1>' is needed}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4x8xf32>):
    stablehlo.return %x : tensor<4x8xf32>
  }) : (tensor<4x8xf32>) -> !stablehlo.future<tensor<i1>>
  return
}

// -----

func.func @start_body(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{the body must be one op and a return}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4x8xf32>):
    stablehlo.return %x : tensor<4x8xf32>
  }) : (tensor<4x8xf32>) -> !stablehlo.future<tensor<4x8xf32>>
  return
}

// -----

func.func @done_results(%f: !stablehlo.future<tensor<i1>>) {
  // expected-error@+2 {{inferred type(s) 'tensor<i1>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<i1>>) -> tensor<i32>
  return
}

// -----

func.func @id_type() {
  // expected-error@+2 {{inferred type(s) 'tensor<ui32>' are incompatible with return type(s) of operation 'tensor<2xui32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.partition_id : tensor<2xui32>
  return
}

// -----

// The largest numbers are numbers like any other.
func.func @groups_of_the_largest_numbers(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{replica_groups has 4 devices, but device 0 is missing}}
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {replica_groups = dense<[[9223372036854775807, 1], [9223372036854775806, 3]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @permute_to_the_largest_number_twice(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{source_target_pairs has target 9223372036854775807 twice}}
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 9223372036854775807], [1, 9223372036854775807]]> : tensor<2x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_of_no_whole_number_of_parts(%a: tensor<2x4xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{dimension 0 of the result has size 8, which is no multiple of the operand's 3}}
  %0:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2x4xf32>, tensor<3xf32>) -> (tensor<4x4xf32>, tensor<8xf32>)
  return
}
