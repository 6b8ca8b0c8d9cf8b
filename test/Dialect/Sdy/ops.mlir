// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]> {stablehlo.mesh = {axes = []}}
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2, "c"=4]>, sym_name = "mesh"}> {stablehlo.mesh = {axes = []}} : () -> ()
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]> {stablehlo.mesh = {axes = []}}
// CHECK: sdy.mesh @"my mesh" = <["data axis"=16]>
sdy.mesh @"my mesh" = <["data axis"=16]>
// CHECK: sdy.mesh @empty = <[]>
sdy.mesh @empty = <[]>
// CHECK: sdy.mesh @one_device = <[], device_ids=[3]>
sdy.mesh @one_device = <[], device_ids=[3]>
// CHECK: sdy.mesh @reversed = <["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>
sdy.mesh @reversed = <["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>
// The identity order says nothing and is dropped.
// CHECK: sdy.mesh @in_order = <["a"=2, "b"=2]>
sdy.mesh @in_order = <["a"=2, "b"=2], device_ids=[0, 1, 2, 3]>

// CHECK-LABEL: func private @signature(
// CHECK-SAME: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c":(2)2}, {?}p1], replicated={"b"}>}
// CHECK-SAME: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: tensor<8xf32> {sdy.sharding = #sdy.sharding<@"my mesh", [{"data axis", ?}p0]>}
// CHECK-SAME: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>}
// CHECK-SAME: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one_device, []>}
// CHECK-SAME: tensor<?xf32> {sdy.sharding = #sdy.sharding<@empty, [{}]>}
// CHECK-SAME: -> (tensor<8x8xf32> {jax.result_info = "x", sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"a"}>})
func.func private @signature(
    tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c":(2)2}, {?}p1], replicated={"b"}>},
    tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>},
    tensor<8xf32> {sdy.sharding = #sdy.sharding<@"my mesh", [{"data axis", ?}p0]>},
    tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>},
    tensor<8xf32> {sdy.sharding = #sdy.sharding<@one_device, []>},
    tensor<?xf32> {sdy.sharding = #sdy.sharding<@empty, [{}]>})
    -> (tensor<8x8xf32> {jax.result_info = "x", sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=sum{"a"}>})

// Both lists may come in either order, and the sum may be left out.
// CHECK-LABEL: func private @trailing_lists(
// CHECK-SAME: #sdy.sharding<@mesh, [], replicated={"b"}, unreduced={"a"}>
// CHECK-SAME: #sdy.sharding<@mesh, [], unreduced=max{"a"}>
// CHECK-SAME: #sdy.sharding<@mesh, [], unreduced=min{"a"}>
// CHECK-SAME: #sdy.sharding<@mesh, [], unreduced={"a"}>
func.func private @trailing_lists(
    tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], unreduced={"a"}, replicated={"b"}>},
    tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], unreduced=max{"a"}>},
    tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], unreduced=min{"a"}>},
    tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], unreduced{"a"}>})

// CHECK-LABEL: func @shardings_of_ops
func.func @shardings_of_ops(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: stablehlo.abs %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
  // CHECK: stablehlo.abs %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[#sdy.sharding<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @rules
func.func @rules(%x: tensor<8x8xf32>, %y: tensor<f32>) -> tensor<8x8xf32> {
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>
  %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i,j],[i,j])->([i,j]){i=8,j=8}>} : tensor<8x8xf32>
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([il, m]) {i=8, j=2, k=4, l=2, m=8} reduction={j} need_replication={m} permutation={l} blocked_propagation={i, m}, custom>
  %1 = stablehlo.abs %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([il, m]) {i=8, j=2, k=4, l=2, m=8} reduction={j} need_replication={m} permutation={l} blocked_propagation={i, m}, custom>} : tensor<8x8xf32>
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>
  %2 = stablehlo.abs %y {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([]) {} reduction={}>} : tensor<f32>
  return %1 : tensor<8x8xf32>
}

// Factors after z are called z_1, z_2, ...
// CHECK-LABEL: func @many_factors
// CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([ijklmnopqrstuvwxyzz_1z_2])->([zz_2]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2} blocked_propagation={z, z_1}>
func.func @many_factors(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([ijklmnopqrstuvwxyzz_1z_2])->([zz_2]) {i=2, j=2, k=2, l=2, m=2, n=2, o=2, p=2, q=2, r=2, s=2, t=2, u=2, v=2, w=2, x=2, y=2, z=2, z_1=2, z_2=2} blocked_propagation={z, z_1}>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @constraints
func.func @constraints(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  // GENERIC: "sdy.sharding_constraint"(%{{.*}}) <{sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {"a"}]> {name = "r"} : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"a"}]> {name = "r"} : tensor<8x8xf32>
  // CHECK: sdy.sharding_group %{{.*}} group_id=7 : tensor<8x8xf32>
  // GENERIC: "sdy.sharding_group"(%{{.*}}) <{group_id = 7 : i64}> : (tensor<8x8xf32>) -> ()
  sdy.sharding_group %1 group_id=7 : tensor<8x8xf32>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=FORWARD : tensor<8x8xf32>
  // GENERIC: "sdy.propagation_barrier"(%{{.*}}) <{allowed_direction = 1 : i32}>
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<8x8xf32>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=NONE : tensor<8x8xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=NONE : tensor<8x8xf32>
  // CHECK: sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
  %4 = sdy.constant dense<1.0> : tensor<8x8xf32>
  // CHECK: sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<[1, 2]> : tensor<2xi32>
  %5 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<[1, 2]> : tensor<2xi32>
  return %3 : tensor<8x8xf32>
}

// CHECK-LABEL: func @edges
func.func @edges(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.func_data_flow_edge %{{.*}} : tensor<8x8xf32>
  %0 = sdy.func_data_flow_edge %x : tensor<8x8xf32>
  %1 = stablehlo.abs %0 : tensor<8x8xf32>
  // CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %3 = call @edges(%2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.data_flow_edge %{{.*}} : tensor<8x8xf32>
  %4 = sdy.data_flow_edge %3 : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// CHECK-LABEL: func @manual
func.func @manual(%x: tensor<8x8xf32>, %y: tensor<f32>) -> tensor<8x8xf32> {
  // CHECK: %{{.*}}:2 = sdy.manual_computation(%{{.*}}, %{{.*}}) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"a"}, {?}]>, <@mesh, []>] manual_axes={"a"} (%[[P:.*]]: tensor<4x8xf32>, %[[Q:.*]]: tensor<f32>) {
  // GENERIC: manual_axes = #sdy<manual_axes{"a"}>
  %0:2 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"a"}, {?}]>, <@mesh, []>] manual_axes={"a"} (%p: tensor<4x8xf32>, %q: tensor<f32>) {
    // CHECK: sdy.manual_computation(%[[P]]) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%[[R:.*]]: tensor<4x4xf32>) {
    %1 = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%r: tensor<4x4xf32>) {
      // CHECK: sdy.return %[[R]] : tensor<4x4xf32>
      sdy.return %r : tensor<4x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: sdy.return %{{.*}}, %[[Q]] : tensor<4x8xf32>, tensor<f32>
    sdy.return %1, %q : tensor<4x8xf32>, tensor<f32>
  // CHECK: } {name = "m"} : (tensor<8x8xf32>, tensor<f32>) -> (tensor<8x8xf32>, tensor<f32>)
  } {name = "m"} : (tensor<8x8xf32>, tensor<f32>) -> (tensor<8x8xf32>, tensor<f32>)
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  } : () -> ()
  return %0#0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @named
func.func @named(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.named_computation<"layer 1">(%{{.*}}) (%[[P:.*]]: tensor<8x8xf32>) {
  // CHECK-NEXT: sdy.return %[[P]] : tensor<8x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.named_computation<"layer 1">(%x) (%p: tensor<8x8xf32>) {
    sdy.return %p : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.named_computation<"f">(%{{.*}}) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {"b"}]>] (%{{.*}}: tensor<8x8xf32>) {
  %1 = sdy.named_computation<"f">(%0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {"b"}]>] (%p: tensor<8x8xf32>) {
    sdy.return %p : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @collectives
func.func @collectives(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c"}, {"b"}]>}) {
  // CHECK: sdy.all_gather [{"c":(2)2}, {"b"}] %{{.*}} out_sharding=<@mesh, [{"a", "c":(1)2}, {}]> : tensor<8x8xf32>
  // GENERIC: gathering_axes = #sdy<list_of_axis_ref_lists[{"c":(2)2}, {"b"}]>
  %0 = sdy.all_gather [{"c":(2)2}, {"b"}] %x out_sharding=<@mesh, [{"a", "c":(1)2}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.all_slice [{"c":(2)2}, {}] %{{.*}} out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"c":(2)2}, {}] %0 out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.replicated_to_unreduced {"b"} %{{.*}} out_sharding=<@mesh, [{"a", "c"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  %2 = sdy.replicated_to_unreduced {"b"} %1 out_sharding=<@mesh, [{"a", "c"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce {"b"} %{{.*}} out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  // GENERIC: reduction_axes = #sdy<axis_ref_list{"b"}>
  %3 = sdy.all_reduce {"b"} %2 out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce max {"b"} %{{.*}} out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  %4 = sdy.all_reduce max {"b"} %2 out_sharding=<@mesh, [{"a", "c"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.reduce_scatter [{}, {"b"}] %{{.*}} out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<8x8xf32>
  %5 = sdy.reduce_scatter sum [{}, {"b"}] %2 out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<8x8xf32>
  // CHECK: sdy.reduce_scatter min [{}, {"b"}] %{{.*}} out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<8x8xf32>
  %6 = sdy.reduce_scatter min [{}, {"b"}] %2 out_sharding=<@mesh, [{"a", "c"}, {"b"}]> : tensor<8x8xf32>
  // CHECK: sdy.sharded_to_unreduced [{"c"}, {}] %{{.*}} out_sharding=<@mesh, [{"a"}, {"b"}], unreduced={"c"}> : tensor<8x8xf32>
  %7 = sdy.sharded_to_unreduced [{"c"}, {}] %5 out_sharding=<@mesh, [{"a"}, {"b"}], unreduced={"c"}> : tensor<8x8xf32>
  // CHECK: sdy.all_to_all [{"c"}: 0->1] %{{.*}} out_sharding=<@mesh, [{"a"}, {"b", "c"}]> : tensor<8x8xf32>
  // GENERIC: params = #sdy<all_to_all_param_list[{"c"}: 0->1]>
  %8 = sdy.all_to_all [{"c"}: 0->1] %5 out_sharding=<@mesh, [{"a"}, {"b", "c"}]> : tensor<8x8xf32>
  // CHECK: sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{"b"}, {"a", "c"}]> : tensor<8x8xf32>
  %9 = sdy.collective_permute %8 out_sharding=<@mesh, [{"b"}, {"a", "c"}]> : tensor<8x8xf32>
  return
}

// An edge may sit on a result of a computation.
// CHECK-LABEL: func @edge_of_manual
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a"}]> : tensor<8xf32>
func.func @edge_of_manual(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%p: tensor<4xf32>) {
    sdy.return %p : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A collective sees the sharding of its operand wherever that is written.
// CHECK-LABEL: func @operand_shardings
func.func @operand_shardings(%x: tensor<8x8xf32>) {
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
  %1 = sdy.all_gather [{"a"}, {}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "c"}, {}]>] out_shardings=[<@mesh, [{"a", "b"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    %3 = sdy.all_gather [{"c"}, {}] %p out_sharding=<@mesh, [{}, {}]> : tensor<4x8xf32>
    sdy.return %3 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.all_gather [{"a", "b"}, {}]
  %4 = sdy.all_gather [{"a", "b"}, {}] %2 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// The notes of Shardy's debug options are kept.
// CHECK-LABEL: func @notes
// CHECK-SAME: sdy.sharding_origins = {a = "self"}
func.func @notes(%x: tensor<8x8xf32> {sdy.sharding_origins = {a = "self"}}) {
  // CHECK: sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}, {"c":(1)2 = result-0 -> [operand-0, operand-1]}]}, {step-2 = [{"b" = operand-1 -> [result-0]}]}]>
  %0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}, {"c":(1)2 = result-0 -> [operand-0, operand-1]}]}, {step-2 = [{"b" = operand-1 -> [result-0]}]}]>} : tensor<8x8xf32>
  return
}

// Attributes that only occur inside others have a form of their own too.
// CHECK-LABEL: module @standalone
// CHECK-SAME: test.a = #sdy<mesh_axis"a"=2>
// CHECK-SAME: test.b = #sdy<axis_ref"a":(2)4>
// CHECK-SAME: test.c = #sdy<sub_axis_info(2)4>
// CHECK-SAME: test.d = #sdy<dimension_sharding{"a", ?}p1>
// CHECK-SAME: test.e = #sdy<axis_ref_list{"a", "b"}>
// CHECK-SAME: test.f = #sdy<list_of_axis_ref_lists[{"a"}, {}]>
// CHECK-SAME: test.g = #sdy<manual_axes{"a", "b"}>
// CHECK-SAME: test.h = #sdy<dim_mapping ijz_1>
// CHECK-SAME: test.i = #sdy<tensor_mapping[i, jk]>
// CHECK-SAME: test.j = #sdy<all_to_all_param{"a"}: 0->1>
// CHECK-SAME: test.k = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b"}: 2->3]>
// CHECK-SAME: test.l = #sdy<edge_value_ref operand-0>
// CHECK-SAME: test.m = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0]}>
// CHECK-SAME: test.n = #sdy<propagation_one_step{step-2 = [{"a" = operand-0 -> [result-0]}]}>
module @standalone attributes {
    test.a = #sdy<mesh_axis"a"=2>, test.b = #sdy<axis_ref"a":(2)4>,
    test.c = #sdy<sub_axis_info(2)4>, test.d = #sdy<dimension_sharding{"a", ?}p1>,
    test.e = #sdy<axis_ref_list{"a", "b"}>, test.f = #sdy<list_of_axis_ref_lists[{"a"}, {}]>,
    test.g = #sdy<manual_axes{"a", "b"}>, test.h = #sdy<dim_mapping ijz_1>,
    test.i = #sdy<tensor_mapping[i, jk]>, test.j = #sdy<all_to_all_param{"a"}: 0->1>,
    test.k = #sdy<all_to_all_param_list[{"a"}: 0->1, {"b"}: 2->3]>,
    test.l = #sdy<edge_value_ref operand-0>,
    test.m = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0]}>,
    test.n = #sdy<propagation_one_step{step-2 = [{"a" = operand-0 -> [result-0]}]}>} {
}
