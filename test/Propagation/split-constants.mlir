// RUN: weft-opt %s --weft-split-constants | FileCheck %s
// RUN: weft-opt %s --weft-split-constants --weft-merge-constants | FileCheck %s --check-prefix=MERGED

// Every use has a copy of the whole expression.
// CHECK-LABEL: @expression
// MERGED-LABEL: @expression
func.func @expression(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-COUNT-2: stablehlo.constant
  // MERGED: stablehlo.constant
  // MERGED-NOT: stablehlo.constant
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  // CHECK: %[[E1:.*]] = stablehlo.add
  // CHECK: %[[E0:.*]] = stablehlo.add
  // MERGED: %[[E:.*]] = stablehlo.add
  %e = stablehlo.add %c, %i : tensor<4xf32>
  // CHECK: stablehlo.multiply %{{.*}}, %[[E0]]
  // MERGED: stablehlo.multiply %{{.*}}, %[[E]]
  %0 = stablehlo.multiply %x, %e : tensor<4xf32>
  // CHECK: stablehlo.multiply %{{.*}}, %[[E1]]
  // MERGED: stablehlo.multiply %{{.*}}, %[[E]]
  %1 = stablehlo.multiply %0, %e : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A scalar is shared, what it is spread to is not; an op that uses it twice has
// two.
// CHECK-LABEL: @broadcast
func.func @broadcast(%s: tensor<f32>) -> tensor<4xf32> {
  // CHECK-COUNT-2: stablehlo.broadcast_in_dim %arg0
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.add %[[A:.*]], %[[B:.*]] :
  %0 = stablehlo.add %b, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What has one use, and what costs something to compute, stays.
// CHECK-LABEL: @no_copies
func.func @no_copies(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK-COUNT-2: stablehlo.constant
  // CHECK-NOT: stablehlo.constant
  %c = stablehlo.constant dense<2.0> : tensor<4x4xf32>
  %d = stablehlo.dot %c, %c : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = stablehlo.add %x, %d : tensor<4x4xf32>
  return %0, %d : tensor<4x4xf32>, tensor<4x4xf32>
}
