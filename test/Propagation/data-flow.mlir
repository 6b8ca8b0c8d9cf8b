// RUN: weft-opt %s --weft-import-sdy --weft-propagate=strategy=basic --weft-export-sdy --split-input-file | FileCheck %s

// What a loop carries has one layout before, in and after it.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @loop
// CHECK: stablehlo.while
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>}
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}]>
func.func @loop(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%c: tensor<8xf32>):
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%b: tensor<8xf32>):
    %n = stablehlo.negate %b : tensor<8xf32>
    stablehlo.return %n : tensor<8xf32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// The body returns its values swapped: one flow's argument is another's source.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @swap
// CHECK: sdy.data_flow_edge %{{.*}}#0 sharding=<@mesh, [{"a", ?}]>
// CHECK: sdy.data_flow_edge %{{.*}}#1 sharding=<@mesh, [{"a", ?}]>
func.func @swap(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = "stablehlo.while"(%x, %y) ({
  ^bb0(%c: tensor<8xf32>, %d: tensor<8xf32>):
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%b: tensor<8xf32>, %e: tensor<8xf32>):
    stablehlo.return %e, %b : tensor<8xf32>, tensor<8xf32>
  }) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A branch returns the edge of a loop inside it.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @nested
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}]>
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}]>
func.func @nested(%i: tensor<i32>, %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.optimization_barrier %x : tensor<8xf32>
    %2 = sdy.data_flow_edge %1 : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %3 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// Without an edge nothing flows.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @no_edge
// CHECK-NOT: sdy.sharding_per_value
func.func @no_edge(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// The axes of a manual region are not seen inside; others are.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @manual
// CHECK: in_shardings=[<@mesh, [{"a", "b", ?}]>] out_shardings=[<@mesh, [{"a", "b", ?}]>]
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}]>]>}
func.func @manual(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[<@mesh, [{"a", ?}]>] manual_axes={"a"} (%p: tensor<4xf32>) {
    %1 = sdy.data_flow_edge %p : tensor<4xf32>
    %2 = stablehlo.negate %1 : tensor<4xf32>
    sdy.return %2 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %3 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// Members of a group change together; what they have to begin with stays.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @group
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>}
// CHECK: stablehlo.abs %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>}
func.func @group(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.abs %y : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// The edge keeps the sharding of a flow; what its op says stays and is unheard.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @edge_and_op
// CHECK: stablehlo.optimization_barrier{{.*}}[{"b"}]
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}]>
func.func @edge_and_op(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} %x : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// The results of an op are on one mesh: the second refuses the other one.

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @other = <["x"=2]>

// CHECK-LABEL: @siblings
// CHECK: "stablehlo.sort"
// CHECK: {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{"a", ?}, {?}]>]>}
// CHECK: stablehlo.abs %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@other, [{"x"}, {?}]>]>}
func.func @siblings(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  %2 = stablehlo.abs %0#1 {sdy.sharding = #sdy.sharding_per_value<[<@other, [{"x"}, {?}]>]>} : tensor<8x4xf32>
  return %0#0, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// What an edge states at the border of a manual region is kept by the edge; the
// lists of the region stay as they are.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @edge_at_border
// CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>]
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{?}, {"b", ?}]>
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>}
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}, {"b", ?}]>
func.func @edge_at_border(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    %1 = sdy.data_flow_edge %p sharding=<@mesh, [{?}, {?}]> : tensor<4x8xf32>
    %2 = stablehlo.negate %1 : tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a", ?}, {?}]> : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// CHECK-LABEL: @closed_edge_at_border
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{?}, {}]>
// CHECK: stablehlo.negate %{{[0-9]+}} : tensor<4x8xf32>
func.func @closed_edge_at_border(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    %1 = sdy.data_flow_edge %p sharding=<@mesh, [{?}, {}]> : tensor<4x8xf32>
    %2 = stablehlo.negate %1 : tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
