// RUN: weft-opt %s --weft-partition | FileCheck %s
// RUN: weft check %s --pipeline=weft-partition --seeds 3

weft.mesh @mesh <"x" = 4>

// A maximum over a split dimension is reduced by maximum.

// CHECK-LABEL: func.func @maximum
// CHECK: weft.all_reduce max
func.func @maximum(%a: tensor<512x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<3xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<512x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// An init value that is not neutral is counted once, by the first device.

// CHECK-LABEL: func.func @init_counts_once
// CHECK: weft.axis_index
// CHECK: stablehlo.select
// CHECK: weft.all_reduce add
func.func @init_counts_once(%a: tensor<512x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<3xf32> {
  %init = stablehlo.constant dense<5.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.add across dimensions = [0] : (tensor<512x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// 501 elements on 4 devices: shards of 126, the last one short. The padding is 1
// before the product.

// CHECK-LABEL: func.func @padding_is_neutral
// CHECK-SAME: tensor<126xf32>
// CHECK: stablehlo.select
// CHECK: weft.all_reduce mul
func.func @padding_is_neutral(%a: tensor<501xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> tensor<f32> {
  %init = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.multiply across dimensions = [0] : (tensor<501xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A mean over an uneven dimension.

// CHECK-LABEL: func.func @uneven_mean
func.func @uneven_mean(%a: tensor<511x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<511.0> : tensor<3xf32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<511x3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.divide %0, %count : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Several operands are combined together, by the body itself. A flag goes along
// that says whether there was an element at all, since nothing is neutral.

// CHECK-LABEL: func.func @argmax
// CHECK: stablehlo.reduce
// CHECK: weft.all_gather {{.*}} tensor<1xf32> -> tensor<4xf32>
// CHECK: weft.all_gather {{.*}} tensor<1xi32> -> tensor<4xi32>
// CHECK: weft.all_gather {{.*}} tensor<1xi1> -> tensor<4xi1>
// CHECK: stablehlo.reduce
func.func @argmax(%a: tensor<510xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>},
                  %i: tensor<510xi32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> (tensor<f32>, tensor<i32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %low), (%i init: %none) across dimensions = [0] : (tensor<510xf32>, tensor<510xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%xi: tensor<i32>, %yi: tensor<i32>) {
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %x, %y : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %xi, %yi : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// A body that computes may not be applied to an init value more than once: the
// elements are brought together.

// CHECK-LABEL: func.func @unknown_body
// CHECK: weft.all_gather
// CHECK: stablehlo.reduce
func.func @unknown_body(%a: tensor<16xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> tensor<f32> {
  %init = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %init) across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %1 = stablehlo.multiply %x, %y : tensor<f32>
    %2 = stablehlo.add %1, %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}
