// RUN: weft-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: weft-opt %s -allow-unregistered-dialect | weft-opt -allow-unregistered-dialect | FileCheck %s
// RUN: weft-opt %s -allow-unregistered-dialect -mlir-print-op-generic | weft-opt -allow-unregistered-dialect | FileCheck %s
// RUN: weft-opt %s -allow-unregistered-dialect -emit-bytecode | weft-opt -allow-unregistered-dialect | FileCheck %s

weft.mesh @mesh <"data" = 2, "model" = 8>
weft.mesh @turned <"data" = 2, "model" = 8, device_ids = [1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]>
weft.mesh @device3 <device_ids = [3]>
weft.mesh @none <>

// CHECK-LABEL: func.func @signature
// CHECK-SAME: %{{.*}}: tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["data", ?]>}
// CHECK-SAME: -> (tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, [("data", "model":(1)2), _], replicated = ["model":(2)2]>})
func.func @signature(%arg0: tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["data", ?]>},
                     %arg1: tensor<4xf32> {weft.sharding = #weft.sharding<@device3, []>},
                     %arg2: tensor<4xf32> {weft.sharding = #weft.sharding<@none, [?]>})
    -> (tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, [("data", "model":(1)2), _], replicated = ["model":(2)2]>}) {
  return %arg0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @constrain
func.func @constrain(%arg0: tensor<8x4xf32>, %arg1: tensor<f32>, %arg2: tensor<?x0xf32>) {
  // CHECK: weft.constrain %{{.*}} <@mesh, ["data", ("model", ?) p1]> : tensor<8x4xf32>
  %0 = weft.constrain %arg0 <@mesh, ["data", ("model", ?) p1]> : tensor<8x4xf32>
  // CHECK: weft.constrain %{{.*}} <@mesh, []> {note = "kept"} : tensor<f32>
  %1 = weft.constrain %arg1 <@mesh, []> {note = "kept"} : tensor<f32>
  // CHECK: weft.constrain %{{.*}} <@mesh, ["data", ?]> : tensor<?x0xf32>
  %2 = weft.constrain %arg2 <@mesh, ["data", ?]> : tensor<?x0xf32>
  // CHECK: weft.constrain %{{.*}} <mesh<"x" = 4>, ["x", _]> : tensor<8x4xf32>
  %3 = weft.constrain %arg0 <mesh<"x" = 4>, ["x", _]> : tensor<8x4xf32>
  // Sizes need not divide.
  // CHECK: weft.constrain %{{.*}} <@mesh, [_, "model"], unreduced = max ["data"]> : tensor<8x4xf32>
  %4 = weft.constrain %arg0 <@mesh, [_, "model"], unreduced = max ["data"]> : tensor<8x4xf32>
  return
}

// CHECK-LABEL: func.func @reshard
func.func @reshard(%arg0: tensor<8x8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["data", "model", _]>}) {
  // CHECK: weft.reshard %{{.*}} <@mesh, [_, _, "model"]> : tensor<8x8x8xf32>
  %0 = weft.reshard %arg0 <@mesh, [_, _, "model"]> : tensor<8x8x8xf32>
  // CHECK: weft.reshard %{{.*}} <@mesh, ["data", "model":(1)2, _]> via all_gather [_, "model":(2)4, _] : tensor<8x8x8xf32>
  %1 = weft.reshard %arg0 <@mesh, ["data", "model":(1)2, _]> via all_gather [_, "model":(2)4, _] : tensor<8x8x8xf32>
  // CHECK: via all_slice [_, _, "model":(2)4]
  %2 = weft.reshard %1 <@mesh, ["data", "model":(1)2, "model":(2)4]> via all_slice [_, _, "model":(2)4] : tensor<8x8x8xf32>
  // CHECK: via all_to_all ["data"] 0 -> 2
  %3 = weft.reshard %arg0 <@mesh, [_, "model", "data"]> via all_to_all ["data"] 0 -> 2 : tensor<8x8x8xf32>
  // CHECK: via collective_permute
  %4 = weft.reshard %arg0 <@turned, ["data", "model", _]> via collective_permute : tensor<8x8x8xf32>
  // CHECK: via replicated_to_unreduced ["data"]
  %5 = weft.reshard %0 <@mesh, [_, _, "model"], unreduced = ["data"]> via replicated_to_unreduced ["data"] : tensor<8x8x8xf32>
  // CHECK: via all_reduce ["data"]
  %6 = weft.reshard %5 <@mesh, [_, _, "model"]> via all_reduce ["data"] : tensor<8x8x8xf32>
  // CHECK: via reduce_scatter ["data", _, _]
  %7 = weft.reshard %5 <@mesh, ["data", _, "model"]> via reduce_scatter ["data", _, _] : tensor<8x8x8xf32>
  // CHECK: via sharded_to_unreduced [_, "model", _]
  %8 = weft.reshard %arg0 <@mesh, ["data", _, _], unreduced = ["model"]> via sharded_to_unreduced [_, "model", _] : tensor<8x8x8xf32>
  // A partial value need not say that it is one.
  // CHECK: via all_reduce max ["data", "model"]
  %9 = weft.constrain %arg0 <@mesh, [_, _, _]> : tensor<8x8x8xf32>
  %10 = weft.reshard %9 <@mesh, [_, _, _]> via all_reduce max ["data", "model"] : tensor<8x8x8xf32>
  // CHECK: via reduce_scatter max [_, ("data", "model"), _]
  %11 = weft.reshard %9 <@mesh, [_, ("data", "model"), _]> via reduce_scatter max [_, ("data", "model"), _] : tensor<8x8x8xf32>
  // CHECK: via all_to_all ["data"] 0 -> 2, ["model"] 1 -> 3
  %12 = "test.source"() {weft.shardings = #weft.shardings<[<@mesh, ["data", "model", _, _]>]>} : () -> tensor<8x8x8x8xf32>
  %13 = weft.reshard %12 <@mesh, [_, _, "data", "model"]> via all_to_all ["data"] 0 -> 2, ["model"] 1 -> 3 : tensor<8x8x8x8xf32>
  return
}

// CHECK-LABEL: func.func @propagation
func.func @propagation(%arg0: tensor<8x4xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
  // CHECK: weft.sharding_group %{{.*}} group 7 : tensor<8x4xf32>
  weft.sharding_group %arg0 group 7 : tensor<8x4xf32>
  // CHECK: weft.barrier %{{.*}} forward : tensor<8x4xf32>
  %0 = weft.barrier %arg0 forward : tensor<8x4xf32>
  // CHECK: weft.barrier %{{.*}} backward : tensor<8x4xf32>
  %1 = weft.barrier %arg0 backward : tensor<8x4xf32>
  // CHECK: weft.barrier %{{.*}} none : tensor<8x4xf32>
  %2 = weft.barrier %arg0 none : tensor<8x4xf32>
  // CHECK: weft.data_flow_edge %{{.*}} sharding <@mesh, ["data"]> : tensor<8xf32>
  %3 = weft.data_flow_edge %arg1 sharding <@mesh, ["data"]> : tensor<8xf32>
  // CHECK: weft.data_flow_edge %{{.*}} : tensor<8xf32>
  %4 = weft.data_flow_edge %3 : tensor<8xf32>
  // CHECK: weft.func_data_flow_edge %{{.*}} : tensor<8xf32>
  %5 = weft.func_data_flow_edge %arg2 : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @discardable
func.func @discardable(%arg0: tensor<8x4xf32>, %arg1: tensor<4x8xf32>) {
  // CHECK: weft.shardings = #weft.shardings<[<@mesh, ["data"]>, <@mesh, []>]>
  %0:2 = "test.two"() {weft.shardings = #weft.shardings<[<@mesh, ["data"]>, <@mesh, []>]>} : () -> (tensor<8xf32>, !test.token)
  // CHECK: weft.shardings = #weft.shardings<[<@device3, []>]>
  "test.none"() {weft.shardings = #weft.shardings<[<@device3, []>]>} : () -> ()
  // CHECK: weft.rule = #weft.rule<([m, k], [k, n]) -> ([m, n]), [m = 8, n = 8, k = 4 reduction]>
  %1 = "test.dot"(%arg0, %arg1) {weft.rule = #weft.rule<([m, k], [k, n]) -> ([m, n]), [m = 8, n = 8, k = 4 reduction]>}
      : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: weft.rule = #weft.rule<([(a, b), c], []) -> ([a, b, c]), [a = 2, b = 4 need_replication, c = 4 permutation blocked, d = 1 blocked], custom>
  %2 = "test.reshape"(%arg0, %0#1) {weft.rule = #weft.rule<([(a, b), c], []) -> ([a, b, c]), [a = 2, b = 4 need_replication, c = 4 permutation blocked, d = 1 blocked], custom>}
      : (tensor<8x4xf32>, !test.token) -> tensor<2x4x4xf32>
  // An attribute of another name is nobody's business.
  // CHECK: test.attr = #weft.shardings<[<@unknown, []>]>
  "test.other"() {test.attr = #weft.shardings<[<@unknown, []>]>} : () -> ()
  return
}

// CHECK-LABEL: module @attributes
module @attributes attributes {
  // CHECK-SAME: test.a = #weft.axes<["a", "b":(1)2]>
  test.a = #weft.axes<["a", "b":(1)2]>,
  // CHECK-SAME: test.b = #weft.axes<[]>
  test.b = #weft.axes<[]>,
  // CHECK-SAME: test.c = #weft.reducer<xor>
  test.c = #weft.reducer<xor>,
  // CHECK-SAME: test.d = #weft.step<collective_permute>
  test.d = #weft.step<collective_permute>,
  // CHECK-SAME: test.e = #weft.step<all_slice []>
  test.e = #weft.step<all_slice []>,
  // CHECK-SAME: test.f = #weft.factor<k = 8 reduction>
  test.f = #weft.factor<k = 8 reduction>,
  // CHECK-SAME: test.g = #weft.dim_factors<[0, 2]>
  test.g = #weft.dim_factors<[0, 2]>,
  // CHECK-SAME: test.h = #weft.tensor_factors<[<[0]>, <[1, 2]>]>
  test.h = #weft.tensor_factors<[<[0]>, <[1, 2]>]>,
  // CHECK-SAME: test.i = #weft.tensor_factors<[]>
  test.i = #weft.tensor_factors<[]>,
  // CHECK-SAME: test.j = #weft.rule<() -> (), []>
  test.j = #weft.rule<() -> (), []>
} {}
