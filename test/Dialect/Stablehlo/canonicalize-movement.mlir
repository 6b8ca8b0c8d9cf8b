// RUN: weft-opt %s -canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @constants_move
func.func @constants_move() -> (tensor<3x2xi32>, tensor<6xi32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<4x3xi32>) {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<7> : tensor<2x3xi32>
  // CHECK-DAG: dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  // CHECK-DAG: dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %1 = stablehlo.reshape %x : (tensor<2x3xi32>) -> tensor<6xi32>
  // CHECK-DAG: dense<{{\[\[}}6, 5, 4], [3, 2, 1]]> : tensor<2x3xi32>
  %2 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xi32>
  // CHECK-DAG: dense<{{\[\[}}1, 3], [4, 6]]> : tensor<2x2xi32>
  %3 = stablehlo.slice %x [0:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  // CHECK-DAG: dense<{{\[\[}}1, 2, 3], [4, 5, 6], [7, 7, 7], [7, 7, 7]]> : tensor<4x3xi32>
  %4 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
  return %0, %1, %2, %3, %4 : tensor<3x2xi32>, tensor<6xi32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<4x3xi32>
}

// CHECK-LABEL: @concatenate_inner_dimension
func.func @concatenate_inner_dimension() -> tensor<2x3xi32> {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi32>
  // CHECK: dense<{{\[\[}}1, 2, 5], [3, 4, 6]]> : tensor<2x3xi32>
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: @equal_elements
func.func @equal_elements() -> (tensor<2x1000xf32>, tensor<2x4xf32>, tensor<7xf32>) {
  %s = stablehlo.constant dense<1.0> : tensor<f32>
  %x = stablehlo.constant dense<1.0> : tensor<4xf32>
  // CHECK-DAG: dense<1.000000e+00> : tensor<2x1000xf32>
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x1000xf32>
  // CHECK-DAG: dense<1.000000e+00> : tensor<2x4xf32>
  %1 = stablehlo.broadcast %x, sizes = [2] : (tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK-DAG: dense<1.000000e+00> : tensor<7xf32>
  %2 = stablehlo.pad %x, %s, low = [1], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return %0, %1, %2 : tensor<2x1000xf32>, tensor<2x4xf32>, tensor<7xf32>
}

// A broadcast constant would only grow.
// CHECK-LABEL: @different_elements_are_not_repeated
func.func @different_elements_are_not_repeated() -> tensor<1000x2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: stablehlo.broadcast_in_dim
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<1000x2xf32>
  return %0 : tensor<1000x2xf32>
}

// CHECK-LABEL: @known_values
func.func @known_values(%x: tensor<2x3xf32>) -> (tensor<3x1xi32>, tensor<i32>, tensor<i32>, tensor<f32>) {
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %i = stablehlo.constant dense<0x7FC00001> : tensor<i32>
  // CHECK-DAG: [[ZERO:%.+]] = stablehlo.constant dense<0> : tensor<3x1xi32>
  %0 = stablehlo.iota dim = 1 : tensor<3x1xi32>
  // CHECK-DAG: [[SIZE:%.+]] = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  // CHECK-DAG: [[BITS:%.+]] = stablehlo.constant dense<1065353216> : tensor<i32>
  %2 = stablehlo.bitcast_convert %f : (tensor<f32>) -> tensor<i32>
  // CHECK-DAG: [[NAN:%.+]] = stablehlo.constant dense<0x7FC00001> : tensor<f32>
  %3 = stablehlo.bitcast_convert %i : (tensor<i32>) -> tensor<f32>
  // CHECK: return [[ZERO]], [[SIZE]], [[BITS]], [[NAN]]
  return %0, %1, %2, %3 : tensor<3x1xi32>, tensor<i32>, tensor<i32>, tensor<f32>
}

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @identities
func.func @identities(%x: tensor<2x3xf32>, %v: tensor<f32>, %i: tensor<i32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  // CHECK: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg3
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.broadcast %x, sizes = [] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.slice %x [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.pad %x, %v, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = stablehlo.concatenate %x, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = stablehlo.reverse %x, dims = [] : tensor<2x3xf32>
  %8 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %9 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %10 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// A square matrix keeps its type when transposed.
// CHECK-LABEL: @not_identities
func.func @not_identities(%x: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  // CHECK: stablehlo.transpose
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: stablehlo.broadcast_in_dim
  %1 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @chains
func.func @chains(%x: tensor<2x3x4xf32>, %v: tensor<4xf32>) -> (tensor<24xf32>, tensor<3x4x2xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<5x4x6xf32>) {
  // CHECK-DAG: [[A:%.+]] = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %0 = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<6x4xf32>) -> tensor<24xf32>
  // CHECK-DAG: [[B:%.+]] = stablehlo.transpose %arg0, dims = [1, 2, 0]
  %2 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %3 = stablehlo.transpose %2, dims = [2, 0, 1] : (tensor<4x2x3xf32>) -> tensor<3x4x2xf32>
  %4 = stablehlo.transpose %2, dims = [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  %5 = stablehlo.reverse %x, dims = [1] : tensor<2x3x4xf32>
  %6 = stablehlo.reverse %5, dims = [1] : tensor<2x3x4xf32>
  // CHECK-DAG: [[C:%.+]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<5x4x6xf32>
  %7 = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<4xf32>) -> tensor<4x6xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<4x6xf32>) -> tensor<5x4x6xf32>
  // CHECK: return [[A]], [[B]], %arg0, %arg0, [[C]]
  return %1, %3, %4, %6, %8 : tensor<24xf32>, tensor<3x4x2xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<5x4x6xf32>
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

// Other attributes move to the new op.
// CHECK-LABEL: @broadcast_has_one_form
func.func @broadcast_has_one_form(%x: tensor<4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: stablehlo.broadcast_in_dim %arg0, dims = [2] {foo} : (tensor<4xf32>) -> tensor<2x3x4xf32>
  %0 = stablehlo.broadcast %x, sizes = [2, 3] {foo} : (tensor<4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: @empty_inputs
func.func @empty_inputs(%x: tensor<2xf32>, %e: tensor<0xf32>, %y: tensor<3xf32>) -> (tensor<5xf32>, tensor<2xf32>, tensor<0xf32>) {
  // CHECK: [[A:%.+]] = stablehlo.concatenate %arg0, %arg2, dim = 0
  %0 = stablehlo.concatenate %x, %e, %y, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = stablehlo.concatenate %x, %e, dim = 0 : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  // CHECK: [[B:%.+]] = stablehlo.concatenate %arg1, %arg1, dim = 0
  %2 = stablehlo.concatenate %e, %e, dim = 0 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  // CHECK: return [[A]], %arg0, [[B]]
  return %0, %1, %2 : tensor<5xf32>, tensor<2xf32>, tensor<0xf32>
}

// The start is moved so that the block lies inside.
// CHECK-LABEL: @constant_positions
func.func @constant_positions(%x: tensor<4x9xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %a = stablehlo.constant dense<-7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  %c = stablehlo.constant dense<255> : tensor<ui8>
  %d = stablehlo.constant dense<1> : tensor<ui8>
  // CHECK: stablehlo.slice %arg0 [0:2, 6:9]
  %0 = stablehlo.dynamic_slice %x, %a, %b, sizes = [2, 3] : (tensor<4x9xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.slice %arg0 [2:4, 1:4] {foo}
  %1 = stablehlo.dynamic_slice %x, %c, %d, sizes = [2, 3] {foo} : (tensor<4x9xf32>, tensor<ui8>, tensor<ui8>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// Without elements there is nothing to go wrong.
// CHECK-LABEL: @no_elements
func.func @no_elements() -> (tensor<0x2xi32>, tensor<2x0xi32>) {
  %x = stablehlo.constant dense<> : tensor<0x2xi32>
  // CHECK-DAG: stablehlo.constant dense<> : tensor<0x2xi32>
  %0 = stablehlo.add %x, %x : tensor<0x2xi32>
  // CHECK-DAG: stablehlo.constant dense<> : tensor<2x0xi32>
  %1 = stablehlo.transpose %x, dims = [1, 0] : (tensor<0x2xi32>) -> tensor<2x0xi32>
  return %0, %1 : tensor<0x2xi32>, tensor<2x0xi32>
}
