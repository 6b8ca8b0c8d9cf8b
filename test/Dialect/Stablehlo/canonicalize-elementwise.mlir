// RUN: weft-opt %s -canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @integers_wrap_around
func.func @integers_wrap_around() -> (tensor<2xi8>, tensor<2xui8>, tensor<i8>) {
  %a = stablehlo.constant dense<[127, -128]> : tensor<2xi8>
  %b = stablehlo.constant dense<1> : tensor<2xi8>
  %c = stablehlo.constant dense<[255, 0]> : tensor<2xui8>
  %d = stablehlo.constant dense<[1, 3]> : tensor<2xui8>
  %e = stablehlo.constant dense<-128> : tensor<i8>
  // CHECK-DAG: dense<[-128, -127]> : tensor<2xi8>
  %0 = stablehlo.add %a, %b : tensor<2xi8>
  // CHECK-DAG: dense<[254, 253]> : tensor<2xui8>
  %1 = stablehlo.subtract %c, %d : tensor<2xui8>
  // CHECK-DAG: dense<-128> : tensor<i8>
  %2 = stablehlo.negate %e : tensor<i8>
  return %0, %1, %2 : tensor<2xi8>, tensor<2xui8>, tensor<i8>
}

// CHECK-LABEL: @sign_of_type_decides
func.func @sign_of_type_decides() -> (tensor<i8>, tensor<ui8>, tensor<i8>, tensor<ui8>, tensor<i1>, tensor<i1>) {
  %a = stablehlo.constant dense<-6> : tensor<i8>
  %b = stablehlo.constant dense<4> : tensor<i8>
  %c = stablehlo.constant dense<250> : tensor<ui8>
  %d = stablehlo.constant dense<4> : tensor<ui8>
  // CHECK-DAG: [[A:%.+]] = stablehlo.constant dense<-1> : tensor<i8>
  %0 = stablehlo.divide %a, %b : tensor<i8>
  // CHECK-DAG: [[B:%.+]] = stablehlo.constant dense<62> : tensor<ui8>
  %1 = stablehlo.divide %c, %d : tensor<ui8>
  // CHECK-DAG: [[C:%.+]] = stablehlo.constant dense<4> : tensor<i8>
  %2 = stablehlo.maximum %a, %b : tensor<i8>
  // CHECK-DAG: [[D:%.+]] = stablehlo.constant dense<250> : tensor<ui8>
  %3 = stablehlo.maximum %c, %d : tensor<ui8>
  // CHECK-DAG: [[T:%.+]] = stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
  // CHECK-DAG: [[F:%.+]] = stablehlo.constant dense<false> : tensor<i1>
  %5 = stablehlo.compare LT, %c, %d, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  // CHECK: return [[A]], [[B]], [[C]], [[D]], [[T]], [[F]]
  return %0, %1, %2, %3, %4, %5 : tensor<i8>, tensor<ui8>, tensor<i8>, tensor<ui8>, tensor<i1>, tensor<i1>
}

// What a division by zero gives is up to whoever runs the program.
// CHECK-LABEL: @undefined_quotients_stay
func.func @undefined_quotients_stay() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %min = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  // CHECK: stablehlo.divide
  %0 = stablehlo.divide %min, %zero : tensor<i32>
  // CHECK: stablehlo.divide
  %1 = stablehlo.divide %min, %minus : tensor<i32>
  // CHECK: stablehlo.remainder
  %2 = stablehlo.remainder %min, %zero : tensor<i32>
  // CHECK: stablehlo.power
  %3 = stablehlo.power %min, %minus : tensor<i32>
  return %0, %1, %2, %3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @predicates_are_logical
func.func @predicates_are_logical() -> (tensor<i1>, tensor<i1>, tensor<i1>) {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %f = stablehlo.constant dense<false> : tensor<i1>
  // CHECK-DAG: [[T:%.+]] = stablehlo.constant dense<true>
  // CHECK-DAG: [[F:%.+]] = stablehlo.constant dense<false>
  // CHECK: return [[T]], [[F]], [[F]]
  %0 = stablehlo.add %t, %t : tensor<i1>
  %1 = stablehlo.multiply %t, %f : tensor<i1>
  %2 = stablehlo.not %t : tensor<i1>
  return %0, %1, %2 : tensor<i1>, tensor<i1>, tensor<i1>
}

// CHECK-LABEL: @shifts_beyond_the_width
func.func @shifts_beyond_the_width() -> (tensor<i8>, tensor<i8>, tensor<i8>) {
  %x = stablehlo.constant dense<-64> : tensor<i8>
  %n = stablehlo.constant dense<9> : tensor<i8>
  // CHECK-DAG: [[ZERO:%.+]] = stablehlo.constant dense<0> : tensor<i8>
  // CHECK-DAG: [[SIGN:%.+]] = stablehlo.constant dense<-1> : tensor<i8>
  // CHECK: return [[ZERO]], [[SIGN]], [[ZERO]]
  %0 = stablehlo.shift_left %x, %n : tensor<i8>
  %1 = stablehlo.shift_right_arithmetic %x, %n : tensor<i8>
  %2 = stablehlo.shift_right_logical %x, %n : tensor<i8>
  return %0, %1, %2 : tensor<i8>, tensor<i8>, tensor<i8>
}

// CHECK-LABEL: @bits
func.func @bits() -> (tensor<i32>, tensor<ui8>, tensor<i32>) {
  %x = stablehlo.constant dense<10> : tensor<i32>
  %y = stablehlo.constant dense<16> : tensor<ui8>
  %three = stablehlo.constant dense<3> : tensor<i32>
  // CHECK-DAG: [[A:%.+]] = stablehlo.constant dense<2> : tensor<i32>
  // CHECK-DAG: [[B:%.+]] = stablehlo.constant dense<3> : tensor<ui8>
  // CHECK-DAG: [[C:%.+]] = stablehlo.constant dense<1000> : tensor<i32>
  // CHECK: return [[A]], [[B]], [[C]]
  %0 = stablehlo.popcnt %x : tensor<i32>
  %1 = stablehlo.count_leading_zeros %y : tensor<ui8>
  %2 = stablehlo.power %x, %three : tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<ui8>, tensor<i32>
}

// CHECK-LABEL: @floats
func.func @floats() -> (tensor<2xf32>, tensor<2xbf16>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %x = stablehlo.constant dense<[1.5, -2.5]> : tensor<2xf32>
  %y = stablehlo.constant dense<2.0> : tensor<2xf32>
  %b = stablehlo.constant dense<[1.0, 256.0]> : tensor<2xbf16>
  %c = stablehlo.constant dense<1.0> : tensor<2xbf16>
  %r = stablehlo.constant dense<[0.5, 1.5, -0.5, 2.5]> : tensor<4xf32>
  // CHECK-DAG: dense<[3.000000e+00, -5.000000e+00]> : tensor<2xf32>
  %0 = stablehlo.multiply %x, %y : tensor<2xf32>
  // 257 has no bf16: the tie goes to even.
  // CHECK-DAG: dense<[2.000000e+00, 2.560000e+02]> : tensor<2xbf16>
  %1 = stablehlo.add %b, %c : tensor<2xbf16>
  // CHECK-DAG: dense<[0.000000e+00, 2.000000e+00, -0.000000e+00, 2.000000e+00]> : tensor<4xf32>
  %2 = stablehlo.round_nearest_even %r : tensor<4xf32>
  // CHECK-DAG: dense<[1.000000e+00, 2.000000e+00, -1.000000e+00, 3.000000e+00]> : tensor<4xf32>
  %3 = stablehlo.round_nearest_afz %r : tensor<4xf32>
  // CHECK-DAG: dense<[1.500000e+00, -5.000000e-01]> : tensor<2xf32>
  %4 = stablehlo.remainder %x, %y : tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xbf16>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}

// CHECK-LABEL: @special_floats
func.func @special_floats() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<3xi1>, tensor<i1>, tensor<i1>) {
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %minus = stablehlo.constant dense<-0.0> : tensor<f32>
  %v = stablehlo.constant dense<[0x7F800000, 1.0, 0x7FC00000]> : tensor<3xf32>
  // CHECK-DAG: [[NAN:%.+]] = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %0 = stablehlo.maximum %nan, %one : tensor<f32>
  // CHECK-DAG: [[INF:%.+]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.divide %one, %minus : tensor<f32>
  // CHECK-DAG: [[ZERO:%.+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %2 = stablehlo.maximum %zero, %minus : tensor<f32>
  // CHECK-DAG: [[FINITE:%.+]] = stablehlo.constant dense<[false, true, false]> : tensor<3xi1>
  %3 = stablehlo.is_finite %v : (tensor<3xf32>) -> tensor<3xi1>
  // CHECK-DAG: [[T:%.+]] = stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.compare NE, %nan, %nan, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = stablehlo.compare LT, %minus, %zero, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK: return [[NAN]], [[INF]], [[ZERO]], [[FINITE]], [[T]], [[T]]
  return %0, %1, %2, %3, %4, %5 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<3xi1>, tensor<i1>, tensor<i1>
}

// Formats below 16 bits: what is exact is folded, the rest is left.
// CHECK-LABEL: @narrow_floats
func.func @narrow_floats() -> (tensor<f8E4M3FN>, tensor<f8E4M3FN>, tensor<f4E2M1FN>, tensor<f4E2M1FN>, tensor<f8E8M0FNU>) {
  %one = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  %large = stablehlo.constant dense<448.0> : tensor<f8E4M3FN>
  %four = stablehlo.constant dense<4.0> : tensor<f4E2M1FN>
  %zero = stablehlo.constant dense<0.0> : tensor<f4E2M1FN>
  %scale = stablehlo.constant dense<2.0> : tensor<f8E8M0FNU>
  // CHECK-DAG: stablehlo.constant dense<2.000000e+00> : tensor<f8E4M3FN>
  %0 = stablehlo.add %one, %one : tensor<f8E4M3FN>
  // CHECK: stablehlo.add {{.*}} : tensor<f8E4M3FN>
  %1 = stablehlo.add %large, %large : tensor<f8E4M3FN>
  // CHECK: stablehlo.multiply {{.*}} : tensor<f4E2M1FN>
  %2 = stablehlo.multiply %four, %four : tensor<f4E2M1FN>
  // CHECK: stablehlo.divide {{.*}} : tensor<f4E2M1FN>
  %3 = stablehlo.divide %zero, %zero : tensor<f4E2M1FN>
  // CHECK: stablehlo.subtract {{.*}} : tensor<f8E8M0FNU>
  %4 = stablehlo.subtract %scale, %scale : tensor<f8E8M0FNU>
  return %0, %1, %2, %3, %4 : tensor<f8E4M3FN>, tensor<f8E4M3FN>, tensor<f4E2M1FN>, tensor<f4E2M1FN>, tensor<f8E8M0FNU>
}

// CHECK-LABEL: @conversions
func.func @conversions() -> (tensor<2xi8>, tensor<2xui8>, tensor<2xf32>, tensor<2xi32>, tensor<3xi1>, tensor<2xi32>, tensor<2xbf16>) {
  %i = stablehlo.constant dense<[300, -1]> : tensor<2xi32>
  %f = stablehlo.constant dense<[1.9, -1.9]> : tensor<2xf32>
  %big = stablehlo.constant dense<[1.0e10, 1.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<[0.0, 0.5, 0x7FC00000]> : tensor<3xf32>
  // CHECK-DAG: dense<[44, -1]> : tensor<2xi8>
  %0 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xi8>
  // CHECK-DAG: dense<[44, 255]> : tensor<2xui8>
  %1 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xui8>
  // CHECK-DAG: dense<[3.000000e+02, -1.000000e+00]> : tensor<2xf32>
  %2 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xf32>
  // CHECK-DAG: dense<[1, -1]> : tensor<2xi32>
  %3 = stablehlo.convert %f : (tensor<2xf32>) -> tensor<2xi32>
  // CHECK-DAG: dense<[false, true, true]> : tensor<3xi1>
  %4 = stablehlo.convert %n : (tensor<3xf32>) -> tensor<3xi1>
  // CHECK: stablehlo.convert {{.*}} : (tensor<2xf32>) -> tensor<2xi32>
  %5 = stablehlo.convert %big : (tensor<2xf32>) -> tensor<2xi32>
  %6 = stablehlo.convert %f : (tensor<2xf32>) -> tensor<2xbf16>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi8>, tensor<2xui8>, tensor<2xf32>, tensor<2xi32>, tensor<3xi1>, tensor<2xi32>, tensor<2xbf16>
}

// CHECK-LABEL: @complex_parts
func.func @complex_parts(%x: tensor<4xcomplex<f32>>, %y: tensor<4xf32>) -> (tensor<f32>, tensor<4xcomplex<f32>>, tensor<4xf32>) {
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  // CHECK: [[C:%.+]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  // CHECK: return [[C]], %arg0, %arg1
  %0 = stablehlo.imag %c : (tensor<complex<f32>>) -> tensor<f32>
  %1 = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %3 = stablehlo.complex %1, %2 : tensor<4xcomplex<f32>>
  %4 = stablehlo.complex %y, %1 : tensor<4xcomplex<f32>>
  %5 = stablehlo.real %4 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0, %3, %5 : tensor<f32>, tensor<4xcomplex<f32>>, tensor<4xf32>
}

// Equal elements are folded at any size, different ones up to a limit.
// CHECK-LABEL: @sizes
func.func @sizes() -> (tensor<100000x100000xf32>, tensor<100x100xi32>) {
  %x = stablehlo.constant dense<1.0> : tensor<100000x100000xf32>
  %i = stablehlo.iota dim = 0 : tensor<100x100xi32>
  // CHECK: dense<2.000000e+00> : tensor<100000x100000xf32>
  %0 = stablehlo.add %x, %x : tensor<100000x100000xf32>
  return %0, %i : tensor<100000x100000xf32>, tensor<100x100xi32>
}

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @integer_identities
func.func @integer_identities(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %ones = stablehlo.constant dense<-1> : tensor<4xi32>
  // CHECK: [[ZERO:%.+]] = stablehlo.constant dense<0>
  // CHECK: return %arg0, %arg0, [[ZERO]], [[ZERO]], %arg0, [[ZERO]], %arg0
  %0 = stablehlo.add %zero, %x : tensor<4xi32>
  %1 = stablehlo.multiply %x, %one : tensor<4xi32>
  %2 = stablehlo.multiply %zero, %x : tensor<4xi32>
  %3 = stablehlo.subtract %x, %x : tensor<4xi32>
  %4 = stablehlo.and %x, %ones : tensor<4xi32>
  %5 = stablehlo.xor %x, %x : tensor<4xi32>
  %6 = stablehlo.shift_left %x, %zero : tensor<4xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// x + 0.0 changes -0.0; x * 0.0 and x - x change NaN and infinity.
// CHECK-LABEL: @float_identities
func.func @float_identities(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %minus = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  // CHECK: [[A:%.+]] = stablehlo.add
  %0 = stablehlo.add %x, %zero : tensor<4xf32>
  // CHECK: [[B:%.+]] = stablehlo.multiply
  %1 = stablehlo.multiply %x, %zero : tensor<4xf32>
  // CHECK: [[C:%.+]] = stablehlo.subtract
  %2 = stablehlo.subtract %x, %x : tensor<4xf32>
  // CHECK: return [[A]], [[B]], [[C]], %arg0, %arg0, %arg0, %arg0
  %3 = stablehlo.add %x, %minus : tensor<4xf32>
  %4 = stablehlo.subtract %x, %zero : tensor<4xf32>
  %5 = stablehlo.multiply %x, %one : tensor<4xf32>
  %6 = stablehlo.divide %x, %one : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @twice
func.func @twice(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: [[ABS:%.+]] = stablehlo.abs %arg0
  // CHECK: return %arg0, %arg1, [[ABS]], %arg0
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.not %i : tensor<4xi32>
  %3 = stablehlo.not %2 : tensor<4xi32>
  %4 = stablehlo.abs %x : tensor<4xf32>
  %5 = stablehlo.abs %4 : tensor<4xf32>
  %6 = stablehlo.maximum %x, %x : tensor<4xf32>
  return %1, %3, %5, %6 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @compare_with_itself
func.func @compare_with_itself(%i: tensor<4xi32>, %x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  // CHECK-DAG: [[T:%.+]] = stablehlo.constant dense<true>
  // CHECK-DAG: [[F:%.+]] = stablehlo.constant dense<false>
  %0 = stablehlo.compare GE, %i, %i, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = stablehlo.compare LT, %i, %i, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: [[C:%.+]] = stablehlo.compare
  %2 = stablehlo.compare EQ, %x, %x, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: return [[T]], [[F]], [[C]]
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: @choices
func.func @choices(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xi32>, tensor<3xi32>) {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %f = stablehlo.constant dense<false> : tensor<4xi1>
  %m = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<7> : tensor<2xi32>
  %lo = stablehlo.constant dense<0> : tensor<i32>
  %hi = stablehlo.constant dense<5> : tensor<i32>
  %v = stablehlo.constant dense<[-3, 3, 9]> : tensor<3xi32>
  // CHECK-DAG: [[S:%.+]] = stablehlo.constant dense<[1, 7]> : tensor<2xi32>
  // CHECK-DAG: [[C:%.+]] = stablehlo.constant dense<[0, 3, 5]> : tensor<3xi32>
  // CHECK: return %arg1, %arg2, %arg1, [[S]], [[C]]
  %0 = stablehlo.select %t, %x, %y : tensor<i1>, tensor<4xf32>
  %1 = stablehlo.select %f, %x, %y : tensor<4xi1>, tensor<4xf32>
  %2 = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  %3 = stablehlo.select %m, %a, %b : tensor<2xi1>, tensor<2xi32>
  %4 = stablehlo.clamp %lo, %v, %hi : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xi32>, tensor<3xi32>
}

// An op that makes a type less exact is needed for that.
// CHECK-LABEL: @types_must_agree
func.func @types_must_agree(%x: tensor<4xi32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  // CHECK: stablehlo.add
  %0 = stablehlo.add %x, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Quantized constants stand for other numbers than the stored ones.
// CHECK-LABEL: @quantized_constants_stay
func.func @quantized_constants_stay(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %c = stablehlo.constant() {value = dense<1> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  // CHECK: stablehlo.multiply
  %0 = stablehlo.multiply %x, %c : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
