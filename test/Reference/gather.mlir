// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// A start that would leave the operand is moved back.
// CHECK: @gather_clamps: tensor<4x2xf32> [{{\[}}1, 2], [5, 6], [5, 6], [3, 4]]
func.func @gather_clamps() -> tensor<4x2xf32> {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[[-7], [2], [99], [1]]> : tensor<4x1xi64>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<4x1xi64>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// The largest ui64 is out of bounds, not negative.
// CHECK: @gather_unsigned: tensor<1xi8> [30]
func.func @gather_unsigned() -> tensor<1xi8> {
  %0 = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi8>
  %1 = stablehlo.constant dense<18446744073709551615> : tensor<1xui64>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<3xi8>, tensor<1xui64>) -> tensor<1xi8>
  return %2 : tensor<1xi8>
}

// Row b of the operand is read at the places that row b of the indices names.
// CHECK: @gather_batching: tensor<2x3xi32> [{{\[}}3, 1, 2], [4, 4, 6]]
func.func @gather_batching() -> tensor<2x3xi32> {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[[2], [0], [1]], [[0], [0], [2]]]> : tensor<2x3x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x3x1xi32>) -> tensor<2x3xi32>
  return %2 : tensor<2x3xi32>
}

// CHECK: @dynamic_gather: tensor<2x2xi32> [{{\[}}2, 3], [1, 2]]
func.func @dynamic_gather() -> tensor<2x2xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[[9], [0]]> : tensor<2x1xi32>
  %2 = stablehlo.constant dense<2> : tensor<1xi32>
  %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3xi32>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %3 : tensor<2x2xi32>
}

// CHECK: @torch_index_select: tensor<2x3xf16> [{{\[}}2, 1, 2], [4, 3, 4]]
func.func @torch_index_select() -> tensor<2x3xf16> {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
  %1 = stablehlo.constant dense<[1, 0, 5]> : tensor<3xi32>
  %2 = "stablehlo.torch_index_select"(%0, %1) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x2xf16>, tensor<3xi32>) -> tensor<2x3xf16>
  return %2 : tensor<2x3xf16>
}

// CHECK: @dynamic_slice: tensor<2x1xui4> [{{\[}}5], [8]]
// CHECK: @dynamic_slice: tensor<3x3xui4> [{{\[}}10, 2, 3], [11, 5, 6], [7, 8, 9]]
func.func @dynamic_slice() -> (tensor<2x1xui4>, tensor<3x3xui4>) {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xui4>
  %1 = stablehlo.constant dense<5> : tensor<i32>
  %2 = stablehlo.constant dense<1> : tensor<i32>
  %3 = stablehlo.dynamic_slice %0, %1, %2, sizes = [2, 1] : (tensor<3x3xui4>, tensor<i32>, tensor<i32>) -> tensor<2x1xui4>
  %4 = stablehlo.constant dense<[[10], [11]]> : tensor<2x1xui4>
  %5 = stablehlo.constant dense<-3> : tensor<i32>
  %6 = stablehlo.dynamic_update_slice %0, %4, %5, %5 : (tensor<3x3xui4>, tensor<2x1xui4>, tensor<i32>, tensor<i32>) -> tensor<3x3xui4>
  return %3, %6 : tensor<2x1xui4>, tensor<3x3xui4>
}
