// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// Equal keys keep their order.
// CHECK: @stable: tensor<6xi8> [1, 1, 1, 2, 2, 3]
// CHECK: @stable: tensor<6xi32> [1, 3, 5, 0, 4, 2]
func.func @stable() -> (tensor<6xi8>, tensor<6xi32>) {
  %0 = stablehlo.constant dense<[2, 1, 3, 1, 2, 1]> : tensor<6xi8>
  %1 = stablehlo.iota dim = 0 : tensor<6xi32>
  %2:2 = "stablehlo.sort"(%0, %1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<6xi8>, tensor<6xi32>) -> (tensor<6xi8>, tensor<6xi32>)
  return %2#0, %2#1 : tensor<6xi8>, tensor<6xi32>
}

// CHECK: @other_dimension: tensor<3x2xf32> [{{\[}}5, 6], [3, 4], [1, 2]]
func.func @other_dimension() -> tensor<3x2xf32> {
  %0 = stablehlo.constant dense<[[3.0, 2.0], [5.0, 6.0], [1.0, 4.0]]> : tensor<3x2xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = -2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// No order at all still ends, with the same elements.
// CHECK: @never_less: tensor<3xi32> [3, 1, 2]
// CHECK: @never_less: tensor<3xi32> [2, 1, 3]
func.func @never_less() -> (tensor<3xi32>, tensor<3xi32>) {
  %0 = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  %2 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  return %1, %2 : tensor<3xi32>, tensor<3xi32>
}

// CHECK: @top_k: tensor<2x2xf32> [{{\[}}3, 2], [nan, inf]]
// CHECK: @top_k: tensor<2x2xi32> [{{\[}}2, 1], [0, 2]]
func.func @top_k() -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 2.0], [0x7FC00000, 1.0, 0x7F800000, -0.0]]> : tensor<2x4xf32>
  %values, %indices = chlo.top_k(%0, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %values, %indices : tensor<2x2xf32>, tensor<2x2xi32>
}
