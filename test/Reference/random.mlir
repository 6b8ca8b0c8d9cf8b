// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// The bits of XLA on CPU for the same state.
// CHECK: @threefry: tensor<2xui64> [81985529216486895, 18364758544493064723]
// CHECK: @threefry: tensor<6xui32> [2933171071, 288411921, 3284946178, 2039365678, 2934253134, 2961824378]
func.func @threefry() -> (tensor<2xui64>, tensor<6xui32>) {
  %0 = stablehlo.constant dense<[81985529216486895, 18364758544493064720]> : tensor<2xui64>
  %state, %bits = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  return %state, %bits : tensor<2xui64>, tensor<6xui32>
}

// A state of three words has a counter of 128 bits.
// CHECK: @philox: tensor<3xui64> [1, 4, 3]
// CHECK: @philox: tensor<5xui32> [4031113034, 1366700262, 495645701, 3051723414, 89414891]
func.func @philox() -> (tensor<3xui64>, tensor<5xui32>) {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui64>
  %state, %bits = stablehlo.rng_bit_generator %0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  return %state, %bits : tensor<3xui64>, tensor<5xui32>
}

// Two draws differ, each is in its range, and a run can be repeated.
// CHECK: @draws: tensor<i1> true
// CHECK: @draws: tensor<i1> true
func.func @draws() -> (tensor<i1>, tensor<i1>) {
  %low = stablehlo.constant dense<3> : tensor<i32>
  %high = stablehlo.constant dense<5> : tensor<i32>
  %shape = stablehlo.constant dense<[4, 100]> : tensor<2xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<4x100xi32>
  %1 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<4x100xi32>
  %2 = stablehlo.compare NE, %0, %1 : (tensor<4x100xi32>, tensor<4x100xi32>) -> tensor<4x100xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %3 = stablehlo.reduce(%2 init: %false) applies stablehlo.or across dimensions = [0, 1] : (tensor<4x100xi1>, tensor<i1>) -> tensor<i1>
  %4 = stablehlo.clamp %low, %0, %high : (tensor<i32>, tensor<4x100xi32>, tensor<i32>) -> tensor<4x100xi32>
  %5 = stablehlo.compare EQ, %0, %4 : (tensor<4x100xi32>, tensor<4x100xi32>) -> tensor<4x100xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %6 = stablehlo.reduce(%5 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x100xi1>, tensor<i1>) -> tensor<i1>
  return %3, %6 : tensor<i1>, tensor<i1>
}
