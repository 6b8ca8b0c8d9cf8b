// RUN: weft-opt %s --weft-annotate-rules --split-input-file | FileCheck %s

// The rules of ops that move elements.

// CHECK-LABEL: @transpose
// CHECK: #weft.rule<([j, k, i]) -> ([i, j, k]), [i = 4, j = 2, k = 3]>
func.func @transpose(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// CHECK-LABEL: @merge_and_split
// CHECK: #weft.rule<([i, (j, k), l]) -> ([(i, j), (k, l)]), [i = 2, j = 4, k = 3, l = 5]>
func.func @merge_and_split(%x: tensor<2x12x5xf32>) -> tensor<8x15xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x12x5xf32>) -> tensor<8x15xf32>
  return %0 : tensor<8x15xf32>
}

// CHECK-LABEL: @broadcast_in_dim
// CHECK: #weft.rule<([j, k]) -> ([i, j, l]), [i = 2, j = 3, k = 1, l = 4]>
func.func @broadcast_in_dim(%x: tensor<3x1xf32>) -> tensor<2x3x4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<3x1xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: @slice
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 16 permutation]>
func.func @slice(%x: tensor<8x16xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.slice %x [0:8, 2:6] : (tensor<8x16xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: @pad
// CHECK: #weft.rule<([i, j], []) -> ([i, j]), [i = 8, j = 16 permutation]>
func.func @pad(%x: tensor<8x16xf32>, %v: tensor<f32>) -> tensor<8x18xf32> {
  %0 = stablehlo.pad %x, %v, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x18xf32>
  return %0 : tensor<8x18xf32>
}

// Padded at one end and cut at the other: the size stays, the elements move.
// CHECK-LABEL: @shift
// CHECK: #weft.rule<([i, j], []) -> ([i, j]), [i = 8, j = 16 permutation]>
func.func @shift(%x: tensor<8x16xf32>, %v: tensor<f32>) -> tensor<8x16xf32> {
  %0 = stablehlo.pad %x, %v, low = [0, 1], high = [0, -1], interior = [0, 0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// CHECK-LABEL: @concatenate
// CHECK: #weft.rule<([i, j], [i, j]) -> ([i, j]), [i = 8, j = 20 need_replication]>
func.func @concatenate(%x: tensor<8x16xf32>, %y: tensor<8x4xf32>) -> tensor<8x20xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<8x20xf32>
  return %0 : tensor<8x20xf32>
}

// CHECK-LABEL: @concatenate_slices
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 16 permutation]>
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 16 permutation]>
// CHECK: #weft.rule<([i, j], [i, j]) -> ([i, j]), [i = 8, j = 16 permutation]>
func.func @concatenate_slices(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.slice %x [0:8, 0:8] : (tensor<8x16xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.slice %x [0:8, 8:16] : (tensor<8x16xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.concatenate %1, %0, dim = 1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// CHECK-LABEL: @reverse
// CHECK: #weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 16 permutation]>
func.func @reverse(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// CHECK-LABEL: @bitcast
// CHECK: #weft.rule<([i]) -> ([i, j]), [i = 8, j = 2 need_replication]>
func.func @bitcast(%x: tensor<8xf32>) -> tensor<8x2xi16> {
  %0 = stablehlo.bitcast_convert %x : (tensor<8xf32>) -> tensor<8x2xi16>
  return %0 : tensor<8x2xi16>
}

// CHECK-LABEL: @dynamic_reshape
// CHECK: #weft.rule<([i, j], [k]) -> ([(i, j)]), [i = 2, j = 6, k = 1]>
func.func @dynamic_reshape(%x: tensor<2x6xf32>, %s: tensor<1xi32>) -> tensor<12xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x6xf32>, tensor<1xi32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// CHECK-LABEL: @dynamic_broadcast
// CHECK: #weft.rule<([j], [k]) -> ([i, j]), [i = 2, j = 6, k = 1]>
func.func @dynamic_broadcast(%x: tensor<6xf32>, %s: tensor<2xi32>) -> tensor<2x6xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// CHECK-LABEL: @dynamic_pad
// CHECK: #weft.rule<([i], [], [j], [k], [l]) -> ([i]), [i = 6 need_replication blocked, j = 1, k = 1, l = 1]>
func.func @dynamic_pad(%x: tensor<6xf32>, %v: tensor<f32>, %s: tensor<1xi32>) -> tensor<8xf32> {
  %0 = stablehlo.dynamic_pad %x, %v, %s, %s, %s : (tensor<6xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @real_dynamic_slice
// CHECK: #weft.rule<([i, j], [k], [l], [m]) -> ([i, j]), [i = 6 need_replication blocked, j = 4, k = 1, l = 1, m = 1]>
func.func @real_dynamic_slice(%x: tensor<6x4xf32>, %s: tensor<2xi32>) -> tensor<3x4xf32> {
  %0 = stablehlo.real_dynamic_slice %x, %s, %s, %s : (tensor<6x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
