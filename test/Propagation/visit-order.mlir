// RUN: weft-opt %s --weft-import-sdy --weft-propagate=strategy=basic --weft-export-sdy | FileCheck %s

sdy.mesh @mesh = <["a"=4]>

// When an axis reaches a value, its uses are visited from the first to the
// last. So the slice has the axis before the product sees it on one operand
// only: it is a conflict, and the product gets nothing.

// CHECK-LABEL: @first_use_first
func.func @first_use_first(%x: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}, tensor<8x4xf32>) {
  // CHECK: stablehlo.slice {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>}
  %0 = stablehlo.slice %x [0:8, 6:8] : (tensor<8x8xf32>) -> tensor<8x2xf32>
  // CHECK: stablehlo.slice {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>}
  %1 = stablehlo.slice %0 [0:4, 0:2] : (tensor<8x2xf32>) -> tensor<4x2xf32>
  // CHECK: stablehlo.dot_general
  // CHECK-NOT: sdy.sharding
  // CHECK-SAME: -> tensor<8x4xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<8x2xf32>, tensor<4x2xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.tanh %x : tensor<8x8xf32>
  return %3, %2 : tensor<8x8xf32>, tensor<8x4xf32>
}
