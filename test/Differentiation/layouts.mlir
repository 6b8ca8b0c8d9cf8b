// RUN: weft-opt %s --weft-value-and-grad | FileCheck %s
// RUN: weft-opt %s --weft-value-and-grad --weft-propagation-pipeline | FileCheck %s --check-prefix=LAID

// The cotangents of both sides of a product are asked to lie as the sides do,
// in groups behind those that the program has.

weft.mesh @mesh <"x" = 4>

// CHECK-LABEL: func.func private @loss.value_and_grad
// CHECK: weft.sharding_group %{{.*}} group 8
// CHECK: stablehlo.dot_general
// CHECK: %[[DA:.*]] = stablehlo.dot_general
// CHECK: weft.sharding_group %[[A:.*]] group 9
// CHECK: weft.sharding_group %[[DA]] group 9
// CHECK: stablehlo.dot_general
// CHECK: %[[DW:.*]] = stablehlo.transpose
// CHECK: weft.sharding_group %[[W:.*]] group 10
// CHECK: weft.sharding_group %[[DW]] group 10
// LAID-LABEL: func.func private @loss.value_and_grad
// LAID: stablehlo.sine {{.*}}["x", _]
// LAID: contracting_dims = [1] x [1] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>}
func.func private @loss(%x: tensor<4x64xf32>, %w: tensor<64x256xf32>) -> tensor<f32> {
  %a = stablehlo.sine %x : tensor<4x64xf32>
  weft.sharding_group %a group 8 : tensor<4x64xf32>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x256xf32>) -> tensor<4x256xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4x256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x256xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

func.func @main(%x: tensor<4x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                %w: tensor<64x256xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<f32>, tensor<4x64xf32>, tensor<64x256xf32>) {
  %0:3 = weft.value_and_grad @loss(%x, %w) wrt [0, 1] : (tensor<4x64xf32>, tensor<64x256xf32>) -> (tensor<f32>, tensor<4x64xf32>, tensor<64x256xf32>)
  return %0#0, %0#1, %0#2 : tensor<f32>, tensor<4x64xf32>, tensor<64x256xf32>
}

// Inside of a manual region layouts are what it says.

// CHECK-LABEL: func.func private @manual.value_and_grad
// CHECK-NOT: weft.sharding_group
// CHECK: return
func.func private @manual(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<f32> {
  %0 = weft.manual over ["x"] (%x, %w) in [<@mesh, ["x", _]>, <@mesh, [_, _]>] out [<@mesh, ["x", _]>] (%p: tensor<1x8xf32>, %q: tensor<8x8xf32>) {
    %d = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    weft.return %d : tensor<1x8xf32>
  } : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func @through_manual(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<f32>, tensor<4x8xf32>, tensor<8x8xf32>) {
  %0:3 = weft.value_and_grad @manual(%x, %w) wrt [0, 1] : (tensor<4x8xf32>, tensor<8x8xf32>) -> (tensor<f32>, tensor<4x8xf32>, tensor<8x8xf32>)
  return %0#0, %0#1, %0#2 : tensor<f32>, tensor<4x8xf32>, tensor<8x8xf32>
}
