// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @one_operand
func.func @one_operand(%x: tensor<4xf32>, %c: tensor<4xcomplex<f64>>, %d: tensor<?xbf16>) {
  // CHECK: chlo.acos {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.acosh {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.asin {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.asinh {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.atan {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.atanh {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.bessel_i1e {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.conj {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %7 = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.cosh {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %8 = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.sinh {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %9 = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.square {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %10 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.tan {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %11 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.digamma {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %12 = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %13 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf_inv {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %14 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erfc {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %15 = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.lgamma {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xf32>
  %16 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.acos {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c0 = chlo.acos %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.acosh {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c1 = chlo.acosh %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.asin {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c2 = chlo.asin %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.asinh {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c3 = chlo.asinh %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.atan {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c4 = chlo.atan %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.atanh {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c5 = chlo.atanh %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.bessel_i1e {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c6 = chlo.bessel_i1e %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.conj {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c7 = chlo.conj %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.cosh {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c8 = chlo.cosh %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.sinh {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c9 = chlo.sinh %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.square {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c10 = chlo.square %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.tan {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c11 = chlo.tan %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo._asin_acos_kernel {{%[^ ,)]+}} : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  %c12 = chlo._asin_acos_kernel %c : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  // CHECK: chlo.tan {{%[^ ,)]+}} {foo} : tensor<?xbf16> -> tensor<4xbf16>
  %d0 = chlo.tan %d {foo} : tensor<?xbf16> -> tensor<4xbf16>
  // CHECK: chlo.is_inf {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xi1>
  %e0 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo.is_neg_inf {{%[^ ,)]+}} : tensor<4xf32> -> tensor<4xi1>
  %e1 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo.is_pos_inf {{%[^ ,)]+}} {foo} : tensor<4xf32> -> tensor<4xi1>
  %e2 = chlo.is_pos_inf %x {foo} : tensor<4xf32> -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @two_operands
func.func @two_operands(%x: tensor<4xf32>, %i: tensor<4xui32>) {
  // CHECK: chlo.mulhi {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xui32>, tensor<4xui32> -> tensor<4xui32>
  %0 = chlo.mulhi %i, %i : tensor<4xui32>, tensor<4xui32> -> tensor<4xui32>
  // CHECK: chlo.next_after {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.next_after %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.polygamma {{%[^ ,)]+}}, {{%[^ ,)]+}} {foo} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.polygamma %x, %x {foo} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.zeta {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.zeta %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @broadcasting
func.func @broadcasting(%x: tensor<3x4xf32>, %y: tensor<4xf32>, %i: tensor<3x1xi32>, %j: tensor<i32>, %p: tensor<4xi1>, %z: tensor<3xf32>, %d: tensor<?xf32>) {
  // CHECK: chlo.broadcast_add {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_atan2 {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %1 = chlo.broadcast_atan2 %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_divide {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %2 = chlo.broadcast_divide %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_maximum {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %3 = chlo.broadcast_maximum %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_minimum {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %4 = chlo.broadcast_minimum %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_multiply {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %5 = chlo.broadcast_multiply %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_next_after {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %6 = chlo.broadcast_next_after %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_polygamma {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %7 = chlo.broadcast_polygamma %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_power {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %8 = chlo.broadcast_power %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_remainder {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %9 = chlo.broadcast_remainder %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_subtract {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %10 = chlo.broadcast_subtract %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_zeta {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %11 = chlo.broadcast_zeta %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_and {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  %i0 = chlo.broadcast_and %i, %j : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  // CHECK: chlo.broadcast_or {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  %i1 = chlo.broadcast_or %i, %j : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  // CHECK: chlo.broadcast_shift_left {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  %i2 = chlo.broadcast_shift_left %i, %j : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  // CHECK: chlo.broadcast_shift_right_arithmetic {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  %i3 = chlo.broadcast_shift_right_arithmetic %i, %j : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  // CHECK: chlo.broadcast_shift_right_logical {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  %i4 = chlo.broadcast_shift_right_logical %i, %j : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  // CHECK: chlo.broadcast_xor {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  %i5 = chlo.broadcast_xor %i, %j : (tensor<3x1xi32>, tensor<i32>) -> tensor<3x1xi32>
  // CHECK: chlo.broadcast_complex {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xcomplex<f32>>
  %a0 = chlo.broadcast_complex %y, %x : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xcomplex<f32>>
  // CHECK: chlo.broadcast_add {{%[^ ,)]+}}, {{%[^ ,)]+}} {broadcast_dimensions = array<i64: 0>, foo} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %a1 = chlo.broadcast_add %z, %x {broadcast_dimensions = array<i64: 0>, foo} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_compare {{%[^ ,)]+}}, {{%[^ ,)]+}} {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xi1>
  %a2 = chlo.broadcast_compare %x, %y {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xi1>
  // CHECK: chlo.broadcast_select {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xi1>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %a3 = chlo.broadcast_select %p, %x, %y : (tensor<4xi1>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_add {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x4xf32>, tensor<?xf32>) -> tensor<3x4xf32>
  %a4 = chlo.broadcast_add %x, %d : (tensor<3x4xf32>, tensor<?xf32>) -> tensor<3x4xf32>
  // CHECK: chlo.broadcast_add {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %a5 = chlo.broadcast_add %d, %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @constants
func.func @constants(%x: tensor<?xi32>) {
  // CHECK: chlo.constant {foo} dense<1.000000e+00> : tensor<4xf32>
  %0 = chlo.constant {foo} dense<1.000000e+00> : tensor<4xf32>
  // CHECK: "chlo.constant_like"({{%[^ ,)]+}}) <{value = 1.000000e+00 : f32}> : (tensor<?xi32>) -> tensor<?xf32>
  %1 = "chlo.constant_like"(%x) <{value = 1.000000e+00 : f32}> : (tensor<?xi32>) -> tensor<?xf32>
  // CHECK: "chlo.constant_like"({{%[^ ,)]+}}) <{value = #complex.number<:f32 1.000000e+00, 0.000000e+00> : complex<f32>}> : (tensor<?xi32>) -> tensor<?xcomplex<f32>>
  %2 = "chlo.constant_like"(%x) <{value = #complex.number<:f32 1.000000e+00, 0.000000e+00> : complex<f32>}> : (tensor<?xi32>) -> tensor<?xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @top_k
func.func @top_k(%x: tensor<3x4xf32>) {
  // CHECK: %values, %indices = chlo.top_k(%{{.*}}, k = 2) {foo} : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %0:2 = chlo.top_k(%x, k = 2) {foo} : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return
}

// The ragged dimension is free, contracting, or a batch dimension.
// CHECK-LABEL: func.func @ragged_dot
func.func @ragged_dot(%l: tensor<11x5xf32>, %r: tensor<3x5x7xf32>, %g: tensor<3xi32>, %bl: tensor<2x11x5xf32>, %br: tensor<2x5x7xf32>, %bg: tensor<2x3xi32>) {
  // CHECK: "chlo.ragged_dot"({{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}}) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> {foo} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> {foo} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  // CHECK: "chlo.ragged_dot"({{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}}) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>}> : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<2x3xi32>) -> tensor<3x2x11x7xf32>
  %1 = "chlo.ragged_dot"(%bl, %br, %bg) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>}> : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<2x3xi32>) -> tensor<3x2x11x7xf32>
  // CHECK: "chlo.ragged_dot"({{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}}) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  %2 = "chlo.ragged_dot"(%bl, %br, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<2x5x7xf32>, tensor<3xi32>) -> tensor<2x11x7xf32>
  return
}
