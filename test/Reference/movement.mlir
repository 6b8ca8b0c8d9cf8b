// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @broadcast: tensor<2x3xi8> {{\[\[}}1, 2, 3], [1, 2, 3]]
func.func @broadcast() -> tensor<2x3xi8> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %1 = stablehlo.broadcast %0, sizes = [2] : (tensor<3xi8>) -> tensor<2x3xi8>
  return %1 : tensor<2x3xi8>
}

// CHECK: @broadcast_in_dim: tensor<2x3x2xf64> {{\[\[\[}}1, 1], [2, 2], [3, 3]], {{\[\[}}1, 1], [2, 2], [3, 3]]]
func.func @broadcast_in_dim() -> tensor<2x3x2xf64> {
  %0 = stablehlo.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<3x1xf64>) -> tensor<2x3x2xf64>
  return %1 : tensor<2x3x2xf64>
}

// CHECK: @transposed_dims: tensor<3x2xi32> {{\[\[}}0, 3], [1, 4], [2, 5]]
func.func @transposed_dims() -> tensor<3x2xi32> {
  %0 = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return %1 : tensor<3x2xi32>
}

// CHECK: @transpose: tensor<2x1x3xcomplex<f64>> {{\[\[\[}}(0, 1), (2, 0), (4, 0)]], {{\[\[}}(1, 0), (3, 0), (5, -1)]]]
func.func @transpose() -> tensor<2x1x3xcomplex<f64>> {
  %0 = stablehlo.constant dense<[[[(0.0, 1.0), (1.0, 0.0)], [(2.0, 0.0), (3.0, 0.0)], [(4.0, 0.0), (5.0, -1.0)]]]> : tensor<1x3x2xcomplex<f64>>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<1x3x2xcomplex<f64>>) -> tensor<2x1x3xcomplex<f64>>
  return %1 : tensor<2x1x3xcomplex<f64>>
}

// CHECK: @slice: tensor<2x2xi16> {{\[\[}}5, 7], [9, 11]]
func.func @slice() -> tensor<2x2xi16> {
  %0 = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi16>
  %1 = stablehlo.slice %0 [1:3, 1:4:2] : (tensor<3x4xi16>) -> tensor<2x2xi16>
  return %1 : tensor<2x2xi16>
}

// CHECK: @reverse: tensor<2x3xbf16> {{\[\[}}5, 4, 3], [2, 1, 0]]
func.func @reverse() -> tensor<2x3xbf16> {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xbf16>
  %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}

// CHECK: @concatenate: tensor<2x4xi1> {{\[\[}}true, false, true, true], [false, true, false, true]]
func.func @concatenate() -> tensor<2x4xi1> {
  %0 = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %1 = stablehlo.constant dense<[[false, true, true], [true, false, true]]> : tensor<2x3xi1>
  %2 = stablehlo.constant dense<true> : tensor<2x0xi1>
  %3 = stablehlo.concatenate %0, %2, %1, dim = 1 : (tensor<2x1xi1>, tensor<2x0xi1>, tensor<2x3xi1>) -> tensor<2x4xi1>
  return %3 : tensor<2x4xi1>
}

// CHECK: @pad_edges_and_between: tensor<8xi32> [9, 1, 9, 2, 9, 3, 9, 9]
func.func @pad_edges_and_between() -> tensor<8xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [1], high = [2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<8xi32>
  return %2 : tensor<8xi32>
}

// A negative amount removes elements, of the padding between as well.
// CHECK: @pad_negative: tensor<3xi32> [9, 2, 9]
func.func @pad_negative() -> tensor<3xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [-1], high = [-1], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %2 : tensor<3xi32>
}

// CHECK: @pad_removes_all: tensor<2xi32> [9, 9]
func.func @pad_removes_all() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [-4], high = [3], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}

// CHECK: @pad_empty: tensor<2xf32> [1.5, 1.5]
func.func @pad_empty() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<0xf32>
  %1 = stablehlo.constant dense<1.5> : tensor<f32>
  %2 = stablehlo.pad %0, %1, low = [1], high = [1], interior = [3] : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// CHECK: @reshape: tensor<3x2xf16> {{\[\[}}0, 1], [2, 3], [4, 5]]
func.func @reshape() -> tensor<3x2xf16> {
  %0 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf16>
  %1 = stablehlo.reshape %0 : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return %1 : tensor<3x2xf16>
}

// The first of a row of narrow elements has the lowest bits.
// CHECK: @bitcast_narrower: tensor<2x2xui16> {{\[\[}}0, 16256], [52429, 15820]]
func.func @bitcast_narrower() -> tensor<2x2xui16> {
  %0 = stablehlo.constant dense<[1.0, 0.1]> : tensor<2xf32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xf32>) -> tensor<2x2xui16>
  return %1 : tensor<2x2xui16>
}

// CHECK: @bitcast_wider: tensor<1xi32> [-559038737]
func.func @bitcast_wider() -> tensor<1xi32> {
  %0 = stablehlo.constant dense<[[239, 190, 173, 222]]> : tensor<1x4xui8>
  %1 = stablehlo.bitcast_convert %0 : (tensor<1x4xui8>) -> tensor<1xi32>
  return %1 : tensor<1xi32>
}

// CHECK: @bitcast_nibbles: tensor<2xi8> [-31, 127]
// CHECK: @bitcast_nibbles: tensor<2x2xi4> {{\[\[}}1, -2], [-1, 7]]
func.func @bitcast_nibbles() -> (tensor<2xi8>, tensor<2x2xi4>) {
  %0 = stablehlo.constant dense<[[1, -2], [-1, 7]]> : tensor<2x2xi4>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xi4>) -> tensor<2xi8>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2xi8>) -> tensor<2x2xi4>
  return %1, %2 : tensor<2xi8>, tensor<2x2xi4>
}

// CHECK: @iota: tensor<2x3xf8E4M3FN> {{\[\[}}0, 1, 2], [0, 1, 2]]
// CHECK: @iota: tensor<2x2xcomplex<f32>> {{\[\[}}(0, 0), (0, 0)], [(1, 0), (1, 0)]]
func.func @iota() -> (tensor<2x3xf8E4M3FN>, tensor<2x2xcomplex<f32>>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xf8E4M3FN>
  %1 = stablehlo.iota dim = 0 : tensor<2x2xcomplex<f32>>
  return %0, %1 : tensor<2x3xf8E4M3FN>, tensor<2x2xcomplex<f32>>
}

// CHECK: @get_dimension_size: tensor<i32> 3
func.func @get_dimension_size() -> tensor<i32> {
  %0 = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// CHECK: @empty: tensor<0x3xf32> []
func.func @empty() -> tensor<0x3xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<3x0xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x0xf32>) -> tensor<0x3xf32>
  %2 = stablehlo.reverse %1, dims = [0, 1] : tensor<0x3xf32>
  return %2 : tensor<0x3xf32>
}
