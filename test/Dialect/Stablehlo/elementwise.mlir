// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @transcendental
func.func @transcendental(%x: tensor<4xf32>, %c: tensor<2x?xcomplex<f64>>) {
  // CHECK: stablehlo.cbrt {{%[^ ,)]+}} : tensor<4xf32>
  %0 = stablehlo.cbrt %x : tensor<4xf32>
  // CHECK: stablehlo.cosine {{%[^ ,)]+}} : tensor<4xf32>
  %1 = stablehlo.cosine %x : tensor<4xf32>
  // CHECK: stablehlo.exponential {{%[^ ,)]+}} : tensor<4xf32>
  %2 = stablehlo.exponential %x : tensor<4xf32>
  // CHECK: stablehlo.exponential_minus_one {{%[^ ,)]+}} : tensor<4xf32>
  %3 = stablehlo.exponential_minus_one %x : tensor<4xf32>
  // CHECK: stablehlo.log {{%[^ ,)]+}} : tensor<4xf32>
  %4 = stablehlo.log %x : tensor<4xf32>
  // CHECK: stablehlo.log_plus_one {{%[^ ,)]+}} : tensor<4xf32>
  %5 = stablehlo.log_plus_one %x : tensor<4xf32>
  // CHECK: stablehlo.logistic {{%[^ ,)]+}} : tensor<4xf32>
  %6 = stablehlo.logistic %x : tensor<4xf32>
  // CHECK: stablehlo.rsqrt {{%[^ ,)]+}} : tensor<4xf32>
  %7 = stablehlo.rsqrt %x : tensor<4xf32>
  // CHECK: stablehlo.sine {{%[^ ,)]+}} : tensor<4xf32>
  %8 = stablehlo.sine %x : tensor<4xf32>
  // CHECK: stablehlo.sqrt {{%[^ ,)]+}} : tensor<4xf32>
  %9 = stablehlo.sqrt %x : tensor<4xf32>
  // CHECK: stablehlo.tan {{%[^ ,)]+}} : tensor<4xf32>
  %10 = stablehlo.tan %x : tensor<4xf32>
  // CHECK: stablehlo.tanh {{%[^ ,)]+}} : tensor<4xf32>
  %11 = stablehlo.tanh %x : tensor<4xf32>
  // CHECK: stablehlo.cbrt {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c0 = stablehlo.cbrt %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.cosine {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c1 = stablehlo.cosine %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.exponential {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c2 = stablehlo.exponential %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.exponential_minus_one {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c3 = stablehlo.exponential_minus_one %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.log {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c4 = stablehlo.log %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.log_plus_one {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c5 = stablehlo.log_plus_one %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.logistic {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c6 = stablehlo.logistic %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.rsqrt {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c7 = stablehlo.rsqrt %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.sine {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c8 = stablehlo.sine %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.sqrt {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c9 = stablehlo.sqrt %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.tan {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c10 = stablehlo.tan %c : tensor<2x?xcomplex<f64>>
  // CHECK: stablehlo.tanh {{%[^ ,)]+}} : tensor<2x?xcomplex<f64>>
  %c11 = stablehlo.tanh %c : tensor<2x?xcomplex<f64>>
  return
}

// The default is not printed.
// CHECK-LABEL: func.func @result_accuracy
func.func @result_accuracy(%x: tensor<4xf32>) {
  // CHECK: stablehlo.exponential {{%[^ ,)]+}} {foo = 1 : i32, result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  %0 = stablehlo.exponential %x {foo = 1 : i32, result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  // CHECK: stablehlo.tanh {{%[^ ,)]+}} {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  %1 = stablehlo.tanh %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e+00, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  // CHECK: stablehlo.sqrt {{%[^ ,)]+}} : tensor<4xf32>
  %2 = stablehlo.sqrt %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @one_operand
func.func @one_operand(%x: tensor<4xf32>, %i: tensor<4xi32>, %u: tensor<4xui8>, %p: tensor<4xi1>, %c: tensor<4xcomplex<f32>>) {
  // CHECK: stablehlo.abs {{%[^ ,)]+}} : tensor<4xf32>
  %0 = stablehlo.abs %x : tensor<4xf32>
  // CHECK: stablehlo.abs {{%[^ ,)]+}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = stablehlo.abs %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: stablehlo.ceil {{%[^ ,)]+}} : tensor<4xf32>
  %2 = stablehlo.ceil %x : tensor<4xf32>
  // CHECK: stablehlo.count_leading_zeros {{%[^ ,)]+}} : tensor<4xui8>
  %3 = stablehlo.count_leading_zeros %u : tensor<4xui8>
  // CHECK: stablehlo.floor {{%[^ ,)]+}} : tensor<4xf32>
  %4 = stablehlo.floor %x : tensor<4xf32>
  // CHECK: stablehlo.imag {{%[^ ,)]+}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %5 = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: stablehlo.imag {{%[^ ,)]+}} : tensor<4xf32>
  %6 = stablehlo.imag %x : tensor<4xf32>
  // CHECK: stablehlo.is_finite {{%[^ ,)]+}} : (tensor<4xf32>) -> tensor<4xi1>
  %7 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.negate {{%[^ ,)]+}} : tensor<4xui8>
  %8 = stablehlo.negate %u : tensor<4xui8>
  // CHECK: stablehlo.not {{%[^ ,)]+}} : tensor<4xi1>
  %9 = stablehlo.not %p : tensor<4xi1>
  // CHECK: stablehlo.popcnt {{%[^ ,)]+}} : tensor<4xi32>
  %10 = stablehlo.popcnt %i : tensor<4xi32>
  // CHECK: stablehlo.real {{%[^ ,)]+}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %11 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: stablehlo.round_nearest_afz {{%[^ ,)]+}} : tensor<4xf32>
  %12 = stablehlo.round_nearest_afz %x : tensor<4xf32>
  // CHECK: stablehlo.round_nearest_even {{%[^ ,)]+}} : tensor<4xf32>
  %13 = stablehlo.round_nearest_even %x : tensor<4xf32>
  // CHECK: stablehlo.sign {{%[^ ,)]+}} : tensor<4xi32>
  %14 = stablehlo.sign %i : tensor<4xi32>
  // CHECK: stablehlo.convert {{%[^ ,)]+}} : (tensor<4xf32>) -> tensor<4xi32>
  %15 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  // CHECK: stablehlo.convert {{%[^ ,)]+}} : tensor<4xf32>
  %16 = stablehlo.convert %x : tensor<4xf32>
  // CHECK: stablehlo.reduce_precision {{%[^ ,)]+}}, format = e5m10 : tensor<4xf32>
  %17 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @two_operands
func.func @two_operands(%x: tensor<4xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>) {
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  // CHECK: stablehlo.divide {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %1 = stablehlo.divide %x, %x : tensor<4xf32>
  // CHECK: stablehlo.maximum {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %2 = stablehlo.maximum %x, %x : tensor<4xf32>
  // CHECK: stablehlo.minimum {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %3 = stablehlo.minimum %x, %x : tensor<4xf32>
  // CHECK: stablehlo.multiply {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %4 = stablehlo.multiply %x, %x : tensor<4xf32>
  // CHECK: stablehlo.power {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %5 = stablehlo.power %x, %x : tensor<4xf32>
  // CHECK: stablehlo.remainder {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %6 = stablehlo.remainder %x, %x : tensor<4xf32>
  // CHECK: stablehlo.subtract {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %7 = stablehlo.subtract %x, %x : tensor<4xf32>
  // CHECK: stablehlo.atan2 {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %8 = stablehlo.atan2 %x, %x : tensor<4xf32>
  // CHECK: stablehlo.and {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi32>
  %i0 = stablehlo.and %i, %i : tensor<4xi32>
  // CHECK: stablehlo.or {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi32>
  %i1 = stablehlo.or %i, %i : tensor<4xi32>
  // CHECK: stablehlo.xor {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi32>
  %i2 = stablehlo.xor %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_left {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi32>
  %i3 = stablehlo.shift_left %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_right_arithmetic {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi32>
  %i4 = stablehlo.shift_right_arithmetic %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_right_logical {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi32>
  %i5 = stablehlo.shift_right_logical %i, %i : tensor<4xi32>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>
  %p0 = stablehlo.add %p, %p : tensor<4xi1>
  // CHECK: stablehlo.and {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>
  %p1 = stablehlo.and %p, %p : tensor<4xi1>
  // CHECK: stablehlo.maximum {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>
  %p2 = stablehlo.maximum %p, %p : tensor<4xi1>
  // CHECK: stablehlo.minimum {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>
  %p3 = stablehlo.minimum %p, %p : tensor<4xi1>
  // CHECK: stablehlo.multiply {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>
  %p4 = stablehlo.multiply %p, %p : tensor<4xi1>
  // CHECK: stablehlo.or {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>
  %p5 = stablehlo.or %p, %p : tensor<4xi1>
  // CHECK: stablehlo.xor {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>
  %p6 = stablehlo.xor %p, %p : tensor<4xi1>
  // CHECK: stablehlo.complex {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xcomplex<f32>>
  %c0 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @compare
func.func @compare(%x: tensor<4xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>, %c: tensor<4xcomplex<f32>>) {
  // CHECK: stablehlo.compare EQ, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = stablehlo.compare EQ, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare NE, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare GE, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.compare GE, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare GT, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.compare GT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare LE, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = stablehlo.compare LE, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare LT, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare LT, {{%[^ ,)]+}}, {{%[^ ,)]+}}, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %10 = stablehlo.compare LT, %x, %x, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare LT, {{%[^ ,)]+}}, {{%[^ ,)]+}}, TOTALORDER {foo} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %11 = stablehlo.compare LT, %x, %x, TOTALORDER {foo} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare LT, {{%[^ ,)]+}}, {{%[^ ,)]+}}, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %12 = stablehlo.compare LT, %i, %i, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare LT, {{%[^ ,)]+}}, {{%[^ ,)]+}}, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %13 = stablehlo.compare LT, %p, %p, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK: stablehlo.compare EQ, {{%[^ ,)]+}}, {{%[^ ,)]+}}, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %14 = stablehlo.compare EQ, %c, %c, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  // CHECK: stablehlo.compare EQ, {{%[^ ,)]+}}, {{%[^ ,)]+}}, NOTYPE : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %15 = stablehlo.compare EQ, %c, %c, NOTYPE : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}

// Limits and predicates may be scalars.
// CHECK-LABEL: func.func @scalar_operands
func.func @scalar_operands(%x: tensor<4xf32>, %s: tensor<f32>, %p: tensor<4xi1>, %q: tensor<i1>) {
  // CHECK: stablehlo.clamp {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xf32>
  %0 = stablehlo.clamp %x, %x, %x : tensor<4xf32>
  // CHECK: stablehlo.clamp {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.select {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<4xi1>, tensor<4xf32>
  %2 = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  // CHECK: stablehlo.select {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}} {foo} : tensor<i1>, tensor<4xf32>
  %3 = stablehlo.select %q, %x, %x {foo} : tensor<i1>, tensor<4xf32>
  return
}

// A type may be less exact than the one that is inferred.
// CHECK-LABEL: func.func @dynamic_shapes
func.func @dynamic_shapes(%x: tensor<3x?xf32>, %y: tensor<?x4xf32>, %b: tensor<?xf32, #stablehlo.bounds<5>>, %d: tensor<?xf32>) {
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<3x?xf32>, tensor<?x4xf32>) -> tensor<3x4xf32>
  %0 = stablehlo.add %x, %y : (tensor<3x?xf32>, tensor<?x4xf32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} {foo} : (tensor<3x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.add %x, %y {foo} : (tensor<3x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<3xf32>
  %2 = stablehlo.add %b, %d : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<3xf32>
  // CHECK: stablehlo.negate {{%[^ ,)]+}} : tensor<?xf32, #stablehlo.bounds<5>>
  %3 = stablehlo.negate %b : tensor<?xf32, #stablehlo.bounds<5>>
  // CHECK: stablehlo.complex {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<?xcomplex<f32>>
  %4 = stablehlo.complex %b, %d : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<?xcomplex<f32>>
  // CHECK: stablehlo.compare LT, {{%[^ ,)]+}}, {{%[^ ,)]+}}, FLOAT : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<?xi1>
  %5 = stablehlo.compare LT, %b, %d, FLOAT : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<?xi1>
  return
}

// Every element type of the specification.
// CHECK-LABEL: func.func @element_types
func.func @element_types(%a0: tensor<2xi1>, %a1: tensor<2xi2>, %a2: tensor<2xi4>, %a3: tensor<2xi8>, %a4: tensor<2xi16>, %a5: tensor<2xi32>, %a6: tensor<2xi64>, %a7: tensor<2xui2>, %a8: tensor<2xui4>, %a9: tensor<2xui8>, %a10: tensor<2xui16>, %a11: tensor<2xui32>, %a12: tensor<2xui64>, %a13: tensor<2xf4E2M1FN>, %a14: tensor<2xf6E2M3FN>, %a15: tensor<2xf6E3M2FN>, %a16: tensor<2xf8E3M4>, %a17: tensor<2xf8E4M3>, %a18: tensor<2xf8E4M3FN>, %a19: tensor<2xf8E4M3FNUZ>, %a20: tensor<2xf8E4M3B11FNUZ>, %a21: tensor<2xf8E5M2>, %a22: tensor<2xf8E5M2FNUZ>, %a23: tensor<2xf8E8M0FNU>, %a24: tensor<2xbf16>, %a25: tensor<2xf16>, %a26: tensor<2xf32>, %a27: tensor<2xf64>, %a28: tensor<2xcomplex<f32>>, %a29: tensor<2xcomplex<f64>>, %a30: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %a31: tensor<2x!quant.uniform<u8:f32, 2.000000e+00:17>>, %a32: tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xi1>
  %0 = stablehlo.add %a0, %a0 : tensor<2xi1>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xi2>
  %1 = stablehlo.add %a1, %a1 : tensor<2xi2>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xi4>
  %2 = stablehlo.add %a2, %a2 : tensor<2xi4>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xi8>
  %3 = stablehlo.add %a3, %a3 : tensor<2xi8>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xi16>
  %4 = stablehlo.add %a4, %a4 : tensor<2xi16>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xi32>
  %5 = stablehlo.add %a5, %a5 : tensor<2xi32>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xi64>
  %6 = stablehlo.add %a6, %a6 : tensor<2xi64>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xui2>
  %7 = stablehlo.add %a7, %a7 : tensor<2xui2>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xui4>
  %8 = stablehlo.add %a8, %a8 : tensor<2xui4>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xui8>
  %9 = stablehlo.add %a9, %a9 : tensor<2xui8>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xui16>
  %10 = stablehlo.add %a10, %a10 : tensor<2xui16>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xui32>
  %11 = stablehlo.add %a11, %a11 : tensor<2xui32>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xui64>
  %12 = stablehlo.add %a12, %a12 : tensor<2xui64>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf4E2M1FN>
  %13 = stablehlo.add %a13, %a13 : tensor<2xf4E2M1FN>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf6E2M3FN>
  %14 = stablehlo.add %a14, %a14 : tensor<2xf6E2M3FN>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf6E3M2FN>
  %15 = stablehlo.add %a15, %a15 : tensor<2xf6E3M2FN>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E3M4>
  %16 = stablehlo.add %a16, %a16 : tensor<2xf8E3M4>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E4M3>
  %17 = stablehlo.add %a17, %a17 : tensor<2xf8E4M3>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E4M3FN>
  %18 = stablehlo.add %a18, %a18 : tensor<2xf8E4M3FN>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E4M3FNUZ>
  %19 = stablehlo.add %a19, %a19 : tensor<2xf8E4M3FNUZ>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E4M3B11FNUZ>
  %20 = stablehlo.add %a20, %a20 : tensor<2xf8E4M3B11FNUZ>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E5M2>
  %21 = stablehlo.add %a21, %a21 : tensor<2xf8E5M2>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E5M2FNUZ>
  %22 = stablehlo.add %a22, %a22 : tensor<2xf8E5M2FNUZ>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf8E8M0FNU>
  %23 = stablehlo.add %a23, %a23 : tensor<2xf8E8M0FNU>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xbf16>
  %24 = stablehlo.add %a24, %a24 : tensor<2xbf16>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf16>
  %25 = stablehlo.add %a25, %a25 : tensor<2xf16>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf32>
  %26 = stablehlo.add %a26, %a26 : tensor<2xf32>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xf64>
  %27 = stablehlo.add %a27, %a27 : tensor<2xf64>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xcomplex<f32>>
  %28 = stablehlo.add %a28, %a28 : tensor<2xcomplex<f32>>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2xcomplex<f64>>
  %29 = stablehlo.add %a29, %a29 : tensor<2xcomplex<f64>>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %30 = stablehlo.add %a30, %a30 : tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2x!quant.uniform<u8:f32, 2.000000e+00:17>>
  %31 = stablehlo.add %a31, %a31 : tensor<2x!quant.uniform<u8:f32, 2.000000e+00:17>>
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  %32 = stablehlo.add %a32, %a32 : tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  return
}

// Scales and zero points of operands and result may differ.
// CHECK-LABEL: func.func @requantize
func.func @requantize(%a: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<2x!quant.uniform<i8:f32, 2.000000e-01>>) {
  // CHECK: stablehlo.add {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 4.000000e-01>>
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 4.000000e-01>>
  return
}
