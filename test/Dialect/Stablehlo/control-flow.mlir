// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @while(
// CHECK: %{{.*}}:2 = stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<4xf32> attributes {mhlo.note = 1 : i64}
// CHECK: cond {
// CHECK: %{{.*}} = stablehlo.compare LT, %{{.*}}, %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK: stablehlo.return %{{.*}} : tensor<i1>
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<i32>, tensor<4xf32>
func.func @while(%a: tensor<i32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = stablehlo.while(%i = %a, %x = %b) : tensor<i32>, tensor<4xf32> attributes {mhlo.note = 1 : i64}
  cond {
    %1 = stablehlo.compare LT, %i, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.return %i, %1 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @while_without_values(
// CHECK: stablehlo.while() attributes {mhlo.note}
// CHECK: cond {
// CHECK: stablehlo.return %{{.*}} : tensor<i1>
// CHECK: stablehlo.return
func.func @while_without_values(%p: tensor<i1>) {
  stablehlo.while() attributes {mhlo.note}
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// CHECK-LABEL: func.func @while_of_tokens_and_buffers(
// CHECK: %{{.*}}:2 = stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : !stablehlo.token, memref<4xf32>
// CHECK: cond {
// CHECK: stablehlo.return %{{.*}} : tensor<i1>
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : !stablehlo.token, memref<4xf32>
func.func @while_of_tokens_and_buffers(%p: tensor<i1>, %t: !stablehlo.token, %m: memref<4xf32>) {
  %0:2 = stablehlo.while(%x = %t, %y = %m) : !stablehlo.token, memref<4xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %x, %y : !stablehlo.token, memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @branches(
// CHECK: %{{.*}} = "stablehlo.case"(%{{.*}}) ({
// CHECK: stablehlo.return %{{.*}} : tensor<4xf32>
// CHECK: stablehlo.return %{{.*}} : tensor<4xf32>
// CHECK: }) {mhlo.note} : (tensor<i32>) -> tensor<4xf32>
// CHECK: %{{.*}}:2 = "stablehlo.if"(%{{.*}}) ({
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i1>
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i1>
// CHECK: }) : (tensor<i1>) -> (tensor<4xf32>, tensor<i1>)
// CHECK: "stablehlo.case"(%{{.*}}) ({
// CHECK: stablehlo.return
// CHECK: }) : (tensor<i32>) -> ()
func.func @branches(%a: tensor<i32>, %p: tensor<i1>, %b: tensor<4xf32>) {
  %0 = "stablehlo.case"(%a) ({
    stablehlo.return %b : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) {mhlo.note} : (tensor<i32>) -> tensor<4xf32>
  %1:2 = "stablehlo.if"(%p) ({
    stablehlo.return %b, %p : tensor<4xf32>, tensor<i1>
  }, {
    stablehlo.return %b, %p : tensor<4xf32>, tensor<i1>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<i1>)
  "stablehlo.case"(%a) ({
    stablehlo.return
  }) : (tensor<i32>) -> ()
  return
}

// CHECK-LABEL: func.func @sort(
// CHECK: %{{.*}}:2 = "stablehlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK: %{{.*}} = stablehlo.compare LT, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK: stablehlo.return %{{.*}} : tensor<i1>
// CHECK: }) : (tensor<4x?xf32>, tensor<4x?xi32>) -> (tensor<4x?xf32>, tensor<4x?xi32>)
// CHECK: %{{.*}} = "stablehlo.sort"(%{{.*}}) ({
// CHECK: %{{.*}} = stablehlo.compare LT, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK: stablehlo.return %{{.*}} : tensor<i1>
// CHECK: }) : (tensor<4x?xf32>) -> tensor<4x?xf32>
func.func @sort(%a: tensor<4x?xf32>, %b: tensor<4x?xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x?xf32>, tensor<4x?xi32>) -> (tensor<4x?xf32>, tensor<4x?xi32>)
  %2 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}

// CHECK-LABEL: func.func @map(
// CHECK: %{{.*}} = "stablehlo.map"(%{{.*}}, %{{.*}}) <{dimensions = array<i64: 0>}> ({
// CHECK: stablehlo.return %{{.*}} : tensor<i32>
// CHECK: }) : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi32>
func.func @map(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    stablehlo.return %y : tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @optimization_barrier(
// CHECK: %{{.*}}:2 = stablehlo.optimization_barrier {mhlo.note} %{{.*}}, %{{.*}} : tensor<i32>, tensor<4xf32>
// CHECK: %{{.*}} = stablehlo.optimization_barrier %{{.*}} : !stablehlo.token
// CHECK: stablehlo.optimization_barrier()
func.func @optimization_barrier(%a: tensor<i32>, %b: tensor<4xf32>, %t: !stablehlo.token) {
  %0:2 = stablehlo.optimization_barrier {mhlo.note} %a, %b : tensor<i32>, tensor<4xf32>
  %1 = stablehlo.optimization_barrier %t : !stablehlo.token
  stablehlo.optimization_barrier()
  return
}
