// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// What XLA cannot be asked (test/Interop/evaluate.py asks it for the rest):
// integer powers, i2, f4, f6, comparisons of narrow floats in total order.

// A negative power is 0 unless the base is its own inverse.
// CHECK: @integer_power: tensor<7xi32> [0, 0, 0, 1, -1, 1, 243]
// CHECK: @integer_power: tensor<3xui8> [0, 1, 161]
func.func @integer_power() -> (tensor<7xi32>, tensor<3xui8>) {
  %0 = stablehlo.constant dense<[-2, 2, 0, 1, -1, -1, 3]> : tensor<7xi32>
  %1 = stablehlo.constant dense<[-1, -3, -1, -4, -3, -2, 5]> : tensor<7xi32>
  %2 = stablehlo.power %0, %1 : tensor<7xi32>
  %3 = stablehlo.constant dense<[2, 255, 3]> : tensor<3xui8>
  %4 = stablehlo.constant dense<[8, 254, 200]> : tensor<3xui8>
  %5 = stablehlo.power %3, %4 : tensor<3xui8>
  return %2, %5 : tensor<7xi32>, tensor<3xui8>
}

// CHECK: @two_bits: tensor<3xi2> [-2, 1, -2]
// CHECK: @two_bits: tensor<3xi2> [1, -2, 1]
// CHECK: @two_bits: tensor<2xui2> [2, 0]
func.func @two_bits() -> (tensor<3xi2>, tensor<3xi2>, tensor<2xui2>) {
  %0 = stablehlo.constant dense<[1, -2, 0]> : tensor<3xi2>
  %1 = stablehlo.constant dense<[1, -1, -2]> : tensor<3xi2>
  %2 = stablehlo.add %0, %1 : tensor<3xi2>
  %3 = stablehlo.constant dense<[-1, -2, -1]> : tensor<3xi2>
  %4 = stablehlo.constant dense<[-1, -1, -1]> : tensor<3xi2>
  %5 = stablehlo.multiply %3, %4 : tensor<3xi2>
  %6 = stablehlo.constant dense<[3, 2]> : tensor<2xui2>
  %7 = stablehlo.multiply %6, %6 : tensor<2xui2>
  %8 = stablehlo.constant dense<[1, 0]> : tensor<2xui2>
  %9 = stablehlo.add %7, %8 : tensor<2xui2>
  return %2, %5, %9 : tensor<3xi2>, tensor<3xi2>, tensor<2xui2>
}

// The bits of an i4 are four.
// CHECK: @four_bits: tensor<3xi4> [4, 0, 1]
// CHECK: @four_bits: tensor<3xi4> [0, 4, 3]
// CHECK: @four_bits: tensor<3xi4> [7, 0, 0]
// CHECK: @four_bits: tensor<3xi4> [-1, 0, 0]
// CHECK: @four_bits: tensor<3xi4> [-2, 0, 2]
func.func @four_bits() -> (tensor<3xi4>, tensor<3xi4>, tensor<3xi4>, tensor<3xi4>, tensor<3xi4>) {
  %0 = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi4>
  %1 = stablehlo.constant dense<1> : tensor<3xi4>
  %2 = stablehlo.popcnt %0 : tensor<3xi4>
  %3 = stablehlo.count_leading_zeros %0 : tensor<3xi4>
  %4 = stablehlo.shift_right_logical %0, %1 : tensor<3xi4>
  %5 = stablehlo.shift_right_arithmetic %0, %1 : tensor<3xi4>
  %6 = stablehlo.shift_left %0, %1 : tensor<3xi4>
  return %2, %3, %4, %5, %6 : tensor<3xi4>, tensor<3xi4>, tensor<3xi4>, tensor<3xi4>, tensor<3xi4>
}

// Formats without infinity hold their largest number instead.
// CHECK: @saturating_floats: tensor<2xf4E2M1FN> [6, -1]
// CHECK: @saturating_floats: tensor<2xf6E2M3FN> [7.5, 0.25]
// CHECK: @saturating_floats: tensor<2xf6E3M2FN> [28, 1.25]
func.func @saturating_floats() -> (tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>) {
  %0 = stablehlo.constant dense<[6.0, -0.5]> : tensor<2xf4E2M1FN>
  %1 = stablehlo.add %0, %0 : tensor<2xf4E2M1FN>
  %2 = stablehlo.constant dense<[7.5, 0.125]> : tensor<2xf6E2M3FN>
  %3 = stablehlo.add %2, %2 : tensor<2xf6E2M3FN>
  %4 = stablehlo.constant dense<[28.0, 0.625]> : tensor<2xf6E3M2FN>
  %5 = stablehlo.add %4, %4 : tensor<2xf6E3M2FN>
  return %1, %3, %5 : tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>
}

// CHECK: @total_order: tensor<4xi1> [true, true, false, true]
// CHECK: @total_order: tensor<4xi1> [false, false, false, true]
func.func @total_order() -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.constant dense<[-0.0, 0x7C00, 0x7E00, -1.0]> : tensor<4xf16>
  %1 = stablehlo.constant dense<[0.0, 0x7E00, 0x7C00, 1.0]> : tensor<4xf16>
  %2 = stablehlo.compare LT, %0, %1, TOTALORDER : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xi1>
  %3 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xi1>
  return %2, %3 : tensor<4xi1>, tensor<4xi1>
}

// By the real part, then by the imaginary part.
// CHECK: @complex_order: tensor<2xcomplex<f32>> [(1, 3), (2, 0)]
// CHECK: @complex_order: tensor<2xcomplex<f32>> [(1, 2), (1, 5)]
func.func @complex_order() -> (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>
  %1 = stablehlo.constant dense<[(1.0, 3.0), (1.0, 5.0)]> : tensor<2xcomplex<f32>>
  %2 = stablehlo.maximum %0, %1 : tensor<2xcomplex<f32>>
  %3 = stablehlo.minimum %0, %1 : tensor<2xcomplex<f32>>
  return %2, %3 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
}

// Scalars beside tensors are repeated.
// CHECK: @scalars: tensor<4xf32> [0, 0.5, 1, nan]
// CHECK: @scalars: tensor<4xf32> [-1, 0.5, 2, nan]
func.func @scalars() -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<[-1.0, 0.5, 2.0, 0x7FC00000]> : tensor<4xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.constant dense<1.0> : tensor<f32>
  %3 = stablehlo.clamp %1, %0, %2 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.select %4, %0, %3 : tensor<i1>, tensor<4xf32>
  return %3, %5 : tensor<4xf32>, tensor<4xf32>
}

// More elements than one block of those that are decoded.
// CHECK: @blocks: tensor<bf16> 300
func.func @blocks() -> tensor<bf16> {
  %0 = stablehlo.constant dense<0.5> : tensor<300xbf16>
  %1 = stablehlo.add %0, %0 : tensor<300xbf16>
  %2 = stablehlo.dot %1, %1 : (tensor<300xbf16>, tensor<300xbf16>) -> tensor<bf16>
  return %2 : tensor<bf16>
}
