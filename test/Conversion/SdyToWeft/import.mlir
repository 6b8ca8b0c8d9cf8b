// RUN: weft-opt %s --weft-import-sdy | FileCheck %s
// RUN: weft-opt %s --weft-import-sdy -emit-bytecode | weft-opt | FileCheck %s

// CHECK: weft.mesh @mesh <"a" = 2, "b" = 2, "c" = 4> {stablehlo.mesh = {axes = []}}
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]> {stablehlo.mesh = {axes = []}}
// CHECK: weft.mesh @one_device <device_ids = [3]>
sdy.mesh @one_device = <[], device_ids=[3]>
// CHECK: weft.mesh @empty <>
sdy.mesh @empty = <[]>
// CHECK: weft.mesh @main_mesh default <"a" = 2, device_ids = [1, 0]>
sdy.mesh @main_mesh = <["a"=2], device_ids=[1, 0]> {weft.default}

// CHECK-LABEL: func private @signature(
// CHECK-SAME: tensor<8x8xf32> {jax.buffer_donor = true, weft.sharding = #weft.sharding<@mesh, [("a", "c":(2)2), ? p1], replicated = ["b"]>}
// CHECK-SAME: tensor<8xf32> {weft.sharding = #weft.sharding<mesh<"x" = 2>, [("x", ?) p0]>}
// CHECK-SAME: -> (tensor<f32> {weft.sharding = #weft.sharding<@mesh, [], unreduced = max ["a"]>})
func.func private @signature(
    tensor<8x8xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"a", "c":(2)2}, {?}p1], replicated={"b"}>},
    tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x", ?}p0]>})
    -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], unreduced=max{"a"}>})

// CHECK-LABEL: func @attributes_of_ops
func.func @attributes_of_ops(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: stablehlo.abs %{{.*}} {mhlo.note = 1 : i32, weft.shardings = #weft.shardings<[<@mesh, ["a", _]>]>}
  %0 = stablehlo.abs %x {mhlo.note = 1 : i32, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
  // CHECK: weft.rule = #weft.rule<([i, (j, k)]) -> ([(i, l), m]), [i = 8 blocked, j = 2 reduction, k = 4, l = 2 permutation, m = 8 need_replication blocked], custom>
  %1 = stablehlo.abs %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([il, m]) {i=8, j=2, k=4, l=2, m=8} reduction={j} need_replication={m} permutation={l} blocked_propagation={i, m}, custom>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @constraints
func.func @constraints(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[A:.*]] = weft.constrain %{{.*}} <@mesh, ["a", ?]> {name = "c"} : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {?}]> {name = "c"} : tensor<8x8xf32>
  // CHECK: %[[B:.*]] = weft.reshard %[[A]] <@mesh, [_, "a"]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  // CHECK: weft.sharding_group %[[B]] group 7 : tensor<8x8xf32>
  sdy.sharding_group %1 group_id=7 : tensor<8x8xf32>
  // CHECK: weft.barrier %[[B]] {{ *}}forward : tensor<8x8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<8x8xf32>
  // CHECK: weft.barrier %{{.*}} {{ *}}backward : tensor<8x8xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=BACKWARD : tensor<8x8xf32>
  // CHECK: weft.barrier %{{.*}} {{ *}}none : tensor<8x8xf32>
  %4 = sdy.propagation_barrier %3 allowed_direction=NONE : tensor<8x8xf32>
  // CHECK: stablehlo.constant {weft.shardings = #weft.shardings<[<@mesh, [_, _]>]>, weft.unmerged} dense<1.000000e+00> : tensor<8x8xf32>
  %5 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} dense<1.0> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// CHECK-LABEL: func @edges
func.func @edges(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: weft.func_data_flow_edge %{{.*}} : tensor<8x8xf32>
  %0 = sdy.func_data_flow_edge %x : tensor<8x8xf32>
  %1 = stablehlo.abs %0 : tensor<8x8xf32>
  // CHECK: weft.data_flow_edge %{{.*}} sharding <@mesh, ["a", _]> : tensor<8x8xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: func @regions
func.func @regions(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: weft.manual over ["a"] (%{{.*}}) in [<@mesh, [("a", "b"), _]>] out [<@mesh, ["a", ?]>] (%[[P:.*]]: tensor<4x8xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "b"}, {}]>] out_shardings=[<@mesh, [{"a"}, {?}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    // CHECK: %[[C:.*]] = weft.constrain %[[P]] <@mesh, ["b", _]>
    %1 = sdy.sharding_constraint %p <@mesh, [{"b"}, {}]> : tensor<4x8xf32>
    // CHECK: weft.return %[[C]] : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: weft.scope "layer" (%{{.*}}) in [<@mesh, ["a", _]>] (%{{.*}}: tensor<8x8xf32>) {
  %2 = sdy.named_computation<"layer">(%0) in_shardings=[<@mesh, [{"a"}, {}]>] (%p: tensor<8x8xf32>) {
    sdy.return %p : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// Without shardings, the first mesh with the axes is meant.
// CHECK-LABEL: func @manual_without_values
// CHECK: weft.manual over @mesh ["b"] () in [] out [] () {
func.func @manual_without_values() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"b"} () {
    sdy.return
  } : () -> ()
  return
}

// CHECK-LABEL: func @collectives
func.func @collectives(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c"}, {"b"}]>}) {
  // CHECK: weft.reshard %{{.*}} <@mesh, [("a", "c":(1)2), _]> via all_gather ["c":(2)2, "b"] : tensor<8x8xf32>
  %0 = sdy.all_gather [{"c":(2)2}, {"b"}] %x out_sharding=<@mesh, [{"a", "c":(1)2}, {}]> : tensor<8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, [("a", "c"), _]> via all_slice ["c":(2)2, _] : tensor<8x8xf32>
  %1 = sdy.all_slice [{"c":(2)2}, {}] %0 out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, [("a", "c"), _], unreduced = ["b"]> via replicated_to_unreduced ["b"] : tensor<8x8xf32>
  %2 = sdy.replicated_to_unreduced {"b"} %1 out_sharding=<@mesh, [{"a", "c"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, [("a", "c"), _]> via all_reduce ["b"] : tensor<8x8xf32>
  %3 = sdy.all_reduce {"b"} %2 out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, [("a", "c"), "b"]> via reduce_scatter [_, "b"] : tensor<8x8xf32>
  %4 = sdy.reduce_scatter [{}, {"b"}] %2 out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, ["a", "b"], unreduced = ["c"]> via sharded_to_unreduced ["c", _] : tensor<8x8xf32>
  %5 = sdy.sharded_to_unreduced [{"c"}, {}] %4 out_sharding=<@mesh, [{"a"}, {"b"}], unreduced={"c"}> : tensor<8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, ["a", ("b", "c")]> via all_to_all ["c"] 0 -> 1 : tensor<8x8xf32>
  %6 = sdy.all_to_all [{"c"}: 0->1] %4 out_sharding=<@mesh, [{"a"}, {"b", "c"}]> : tensor<8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, ["b", ("a", "c")]> via collective_permute : tensor<8x8xf32>
  %7 = sdy.collective_permute %6 out_sharding=<@mesh, [{"b"}, {"a", "c"}]> : tensor<8x8xf32>
  return
}

// What is not a sharding stays as it is.
// CHECK-LABEL: func @notes
// CHECK: sdy.propagation_edges = #sdy.propagation_edges<
func.func @notes(%x: tensor<8x8xf32>) {
  %0 = stablehlo.abs %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<8x8xf32>
  return
}

// The scalars in the body of a reduction are whole anyway: it stays a sum.
// CHECK-LABEL: func.func @constrained_reducer
// CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add
func.func @constrained_reducer(%x: tensor<8x4xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = sdy.sharding_constraint %1 <@mesh, []> : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The variables of a loop are values like others.
// CHECK-LABEL: func.func @constrained_loop
// CHECK: weft.constrain %{{.*}} <@mesh, []> : tensor<i1>
// CHECK: weft.constrain %{{.*}} <@mesh, []> : tensor<i32>
func.func @constrained_loop(%i: tensor<i32>, %x: tensor<8xf32>) -> (tensor<i32>, tensor<8xf32>) {
  %0:2 = stablehlo.while(%a = %i, %b = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = sdy.sharding_constraint %1 <@mesh, []> : tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %1 = sdy.sharding_constraint %a <@mesh, []> : tensor<i32>
    stablehlo.return %1, %b : tensor<i32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<8xf32>
}
