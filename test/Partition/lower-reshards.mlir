// RUN: weft-opt %s --weft-lower-reshards --split-input-file --verify-diagnostics | FileCheck %s

weft.mesh @mesh <"x" = 2, "y" = 4>

// CHECK-LABEL: func.func @one_step
// CHECK: weft.reshard %{{.*}} <@mesh, [_, _]> via all_gather ["x", _]
func.func @one_step(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>}) {
  %0 = weft.reshard %a <@mesh, [_, _]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @moved_axis
// CHECK: via all_to_all ["x"] 0 -> 1
func.func @moved_axis(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %0 = weft.reshard %a <@mesh, [_, "x"]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Of the four times as large shard that is wanted, half comes with each gather;
// the permute before them makes the pieces fit.

// CHECK-LABEL: func.func @three_steps
// CHECK: %[[FIRST:.*]] = weft.reshard %{{.*}} <@mesh, ["y":(1)2, ("x", "y":(2)2)]> via collective_permute
// CHECK: %[[SECOND:.*]] = weft.reshard %[[FIRST]] <@mesh, [_, ("x", "y":(2)2)]> via all_gather ["y":(1)2, _]
// CHECK: weft.reshard %[[SECOND]] <@mesh, [_, "x"]> via all_gather [_, "y":(2)2]
func.func @three_steps(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>})
    -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %0 = weft.reshard %a <@mesh, [_, "x"]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @partial_sums
// CHECK: via reduce_scatter max ["x", _]
func.func @partial_sums(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, _], unreduced = max ["x"]>})
    -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = weft.reshard %a <@mesh, ["x", _]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A step that the user chose stays.

// CHECK-LABEL: func.func @chosen
// CHECK: %[[WHOLE:.*]] = weft.reshard %{{.*}} <@mesh, [_, _]> via all_gather ["x", _]
// CHECK: weft.reshard %[[WHOLE]] <@mesh, [_, "x"]> via all_slice [_, "x"]
func.func @chosen(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %0 = weft.reshard %a <@mesh, [_, _]> via all_gather ["x", _] : tensor<8x8xf32>
  %1 = weft.reshard %0 <@mesh, [_, "x"]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

weft.mesh @here <"x" = 2, "y" = 2>
weft.mesh @there <"x" = 2, "y" = 2, device_ids = [3, 1, 2, 0]>

// Between two orders of the devices there is no step in terms of axes.

// CHECK-LABEL: func.func @other_order
// CHECK: weft.reshard %{{[a-z0-9]+}} <@there, ["x"]> :
func.func @other_order(%a: tensor<8xf32> {weft.sharding = #weft.sharding<@here, ["x"]>})
    -> (tensor<8xf32> {weft.sharding = #weft.sharding<@there, ["x"]>}) {
  %0 = weft.reshard %a <@there, ["x"]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
