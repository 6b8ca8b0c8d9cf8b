// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @plain: tensor<1x3x1xf32> [{{\[}}[5], [8], [11]]]
// CHECK: @plain: tensor<1x3x1xf32> [{{\[}}[4], [7], [10]]]
func.func @plain() -> (tensor<1x3x1xf32>, tensor<1x3x1xf32>) {
  %0 = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
  %1 = stablehlo.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  %3 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  return %2, %3 : tensor<1x3x1xf32>, tensor<1x3x1xf32>
}

// Negative padding cuts elements off, after dilation put holes between them:
// 0 2 0 3 | 0 (4 and its neighbours are cut) with a window of two.
// CHECK: @cut_and_dilated: tensor<1x4x1xi8> [{{\[}}[2], [2], [3], [3]]]
func.func @cut_and_dilated() -> tensor<1x4x1xi8> {
  %0 = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi8>
  %1 = stablehlo.constant dense<1> : tensor<2x1x1xi8>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-1, -1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi8>, tensor<2x1x1xi8>) -> tensor<1x4x1xi8>
  return %2 : tensor<1x4x1xi8>
}

// The sum is wider than the operands if the result is: 100 * 100 * 2.
// CHECK: @preferred_type: tensor<1x1x1xi32> [{{\[}}[20000]]]
// CHECK: @preferred_type: tensor<1x1x1xi8> [{{\[}}[32]]]
func.func @preferred_type() -> (tensor<1x1x1xi32>, tensor<1x1x1xi8>) {
  %0 = stablehlo.constant dense<100> : tensor<1x1x2xi8>
  %1 = stablehlo.constant dense<100> : tensor<1x2x1xi8>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2xi8>, tensor<1x2x1xi8>) -> tensor<1x1x1xi32>
  %3 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2xi8>, tensor<1x2x1xi8>) -> tensor<1x1x1xi8>
  return %2, %3 : tensor<1x1x1xi32>, tensor<1x1x1xi8>
}

// CHECK: @groups: tensor<1x1x2xf8E4M3FN> [{{\[}}[2, 12]]]
// CHECK: @groups: tensor<1x1x2xbf16> [{{\[}}[2, 15]]]
func.func @groups() -> (tensor<1x1x2xf8E4M3FN>, tensor<1x1x2xbf16>) {
  %0 = stablehlo.constant dense<[[[1.0, 4.0]]]> : tensor<1x1x2xf8E4M3FN>
  %1 = stablehlo.constant dense<[[[2.0, 3.0]]]> : tensor<1x1x2xf8E4M3FN>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x1x2xf8E4M3FN>, tensor<1x1x2xf8E4M3FN>) -> tensor<1x1x2xf8E4M3FN>
  %3 = stablehlo.constant dense<[[[1.0]], [[5.0]]]> : tensor<2x1x1xbf16>
  %4 = stablehlo.constant dense<[[[2.0, 3.0]]]> : tensor<1x1x2xbf16>
  %5 = stablehlo.convolution(%3, %4) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x1x1xbf16>, tensor<1x1x2xbf16>) -> tensor<1x1x2xbf16>
  return %2, %5 : tensor<1x1x2xf8E4M3FN>, tensor<1x1x2xbf16>
}
