// RUN: weft-opt %s --weft-swap-products | FileCheck %s

// The gradient of a weight: the sharding is that of the transpose.

// CHECK-LABEL: @gradient
// CHECK-NEXT: %[[R:.*]] = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [0], precision = [HIGH, DEFAULT] {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : (tensor<8x2xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: return %[[R]]
weft.mesh @mesh <"x" = 2>
func.func @gradient(%dy: tensor<8x4xf32>, %x: tensor<8x2xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %dy, %x, contracting_dims = [0] x [0], precision = [DEFAULT, HIGH] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x4xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// Batching dimensions stay first; several free dimensions move as they are.

// CHECK-LABEL: @batched
// CHECK-NEXT: stablehlo.dot_general %arg1, %arg0, batching_dims = [1] x [0], contracting_dims = [0] x [2] : (tensor<3x5x6x7xf32>, tensor<5x2x3xf32>) -> tensor<5x6x7x2xf32>
// CHECK-NEXT: return
func.func @batched(%a: tensor<5x2x3xf32>, %b: tensor<3x5x6x7xf32>) -> tensor<5x6x7x2xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<5x2x3xf32>, tensor<3x5x6x7xf32>) -> tensor<5x2x6x7xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 3, 1] : (tensor<5x2x6x7xf32>) -> tensor<5x6x7x2xf32>
  return %1 : tensor<5x6x7x2xf32>
}

// Other orders, and products that are also used as they are, stay.

// CHECK-LABEL: @another_order
// CHECK: stablehlo.transpose
func.func @another_order(%a: tensor<2x3xf32>, %b: tensor<3x6x7xf32>) -> tensor<7x6x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x6x7xf32>) -> tensor<2x6x7xf32>
  %1 = stablehlo.transpose %0, dims = [2, 1, 0] : (tensor<2x6x7xf32>) -> tensor<7x6x2xf32>
  return %1 : tensor<7x6x2xf32>
}

// CHECK-LABEL: @used_twice
// CHECK: stablehlo.transpose
func.func @used_twice(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
