// RUN: weft-opt %s --split-input-file --weft-propagation-pipeline | FileCheck %s
// RUN: weft-opt %s --split-input-file --weft-propagation-pipeline -o %t.once
// RUN: weft-opt %t.once --split-input-file --weft-propagation-pipeline -o %t.twice
// RUN: diff %t.once %t.twice

sdy.mesh @mesh = <["a"=2, "b"=2]>

// Each call is laid out in its own way, and equal ones share a function.
// CHECK-LABEL: func.func public @main
func.func public @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: %[[A:.*]] = call @f(%arg0) {{.*}}["a", _]
  %0 = call @f(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: call @f_1(%arg1) {{.*}}[_, "b"]
  %1 = call @f(%y) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: call @f(%[[A]]) {{.*}}["a", _]
  %2 = call @f(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// CHECK: func.func private @f(%arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _]>})
// CHECK: func.func private @f_1(
// CHECK: func.func private @g(
// CHECK: func.func private @g_0(
func.func private @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  %1 = call @g(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func private @g(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// CHECK-NOT: @unused
func.func private @unused(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %x : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

// No layout travels through a constant from one use to another.
// CHECK-LABEL: func.func @constants
func.func @constants(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.constant {{.*}}["a", _]
  // CHECK-DAG: %[[B:.*]] = stablehlo.constant {{.*}}[_, "b"]
  %c = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  // CHECK: stablehlo.add %arg0, %[[A]]
  %0 = stablehlo.add %x, %c : tensor<8x8xf32>
  // CHECK: stablehlo.add %arg1, %[[B]]
  %1 = stablehlo.add %y, %c : tensor<8x8xf32>
  // CHECK: stablehlo.multiply %arg0, %[[A]]
  %2 = stablehlo.multiply %x, %c : tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @group
// CHECK-SAME: %arg1: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _]>}
func.func @group(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  sdy.sharding_group %x group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %y group_id=3 : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
