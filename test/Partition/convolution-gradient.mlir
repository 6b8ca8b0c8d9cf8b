// RUN: weft-opt %s --weft-partition | FileCheck %s
// RUN: weft check %s --pipeline=weft-partition

weft.mesh @mesh <"x" = 4>

// In the gradient of a convolution the cotangent is the kernel. Both are split
// by rows, so every device sums its part of each window; only the rows at the
// borders and the small gradient are sent.

// CHECK-LABEL: func.func @kernel_gradient
// CHECK-NOT: weft.all_gather
// CHECK: weft.permute
// CHECK-NOT: weft.all_gather
// CHECK: stablehlo.convolution
// CHECK-NEXT: weft.all_reduce add {{.*}} : tensor<3x3x2x5xf32>
func.func @kernel_gradient(%x: tensor<2x16x6x2xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x", _, _]>},
                           %dy: tensor<2x16x6x5xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x", _, _]>}) -> tensor<3x3x2x5xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x2xf32>, tensor<2x16x6x5xf32>) -> tensor<3x3x2x5xf32>
  return %0 : tensor<3x3x2x5xf32>
}

// With a stride the cotangent is dilated, and sizes do not divide.
func.func @uneven_and_dilated(%x: tensor<2x15x6x2xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x", _, _]>},
                              %dy: tensor<2x7x3x5xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x", _, _]>}) -> tensor<3x2x2x5xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[0, 0], [0, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x6x2xf32>, tensor<2x7x3x5xf32>) -> tensor<3x2x2x5xf32>
  return %0 : tensor<3x2x2x5xf32>
}

// A kernel that is applied from its end is not split.
func.func @reversed(%x: tensor<2x16x6x2xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x", _, _]>},
                    %k: tensor<4x3x2x5xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _, _, _]>}) -> tensor<2x13x4x5xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x2xf32>, tensor<4x3x2x5xf32>) -> tensor<2x13x4x5xf32>
  return %0 : tensor<2x13x4x5xf32>
}
