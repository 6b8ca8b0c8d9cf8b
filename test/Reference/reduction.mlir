// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @along_one_dimension: tensor<2xf32> [16, 25]
// CHECK: @along_one_dimension: tensor<3xf32> [15, 17, 19]
func.func @along_one_dimension() -> (tensor<2xf32>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<10.0> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %3 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %2, %3 : tensor<2xf32>, tensor<3xf32>
}

// CHECK: @along_all: tensor<i8> -126
// CHECK: @along_all: tensor<i8> 5
// CHECK: @along_all: tensor<i8> 1
func.func @along_all() -> (tensor<i8>, tensor<i8>, tensor<i8>) {
  %0 = stablehlo.constant dense<[[100, 25, 3], [1, 1, 0]]> : tensor<2x3xi8>
  %1 = stablehlo.constant dense<0> : tensor<i8>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xi8>, tensor<i8>) -> tensor<i8>
  %3 = stablehlo.constant dense<[[7, 5], [13, 21]]> : tensor<2x2xi8>
  %4 = stablehlo.constant dense<-1> : tensor<i8>
  %5 = stablehlo.reduce(%3 init: %4) applies stablehlo.and across dimensions = [1, 0] : (tensor<2x2xi8>, tensor<i8>) -> tensor<i8>
  %6 = stablehlo.constant dense<1> : tensor<i8>
  %7 = stablehlo.constant dense<5> : tensor<0xi8>
  %8 = stablehlo.reduce(%7 init: %6) applies stablehlo.multiply across dimensions = [0] : (tensor<0xi8>, tensor<i8>) -> tensor<i8>
  return %2, %5, %8 : tensor<i8>, tensor<i8>, tensor<i8>
}

// CHECK: @nan_and_zeros: tensor<3xf16> [nan, 0, 2]
// CHECK: @nan_and_zeros: tensor<3xf16> [nan, -0, 1]
func.func @nan_and_zeros() -> (tensor<3xf16>, tensor<3xf16>) {
  %0 = stablehlo.constant dense<[[1.0, -0.0, 1.0], [0x7E00, 0.0, 2.0]]> : tensor<2x3xf16>
  %1 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xf16>, tensor<f16>) -> tensor<3xf16>
  %3 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %4 = stablehlo.reduce(%0 init: %3) applies stablehlo.minimum across dimensions = [0] : (tensor<2x3xf16>, tensor<f16>) -> tensor<3xf16>
  return %2, %4 : tensor<3xf16>, tensor<3xf16>
}

// CHECK: @booleans: tensor<2xi1> [true, false]
func.func @booleans() -> tensor<2xi1> {
  %0 = stablehlo.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %1 = stablehlo.constant dense<false> : tensor<i1>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.or across dimensions = [1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<2xi1>
  return %2 : tensor<2xi1>
}

// Any body, several inputs: the largest with its place, of 5 rows.
// CHECK: @largest_with_place: tensor<2xf32> [9, 8]
// CHECK: @largest_with_place: tensor<2xi32> [3, 0]
func.func @largest_with_place() -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = stablehlo.constant dense<[[1.0, 8.0], [2.0, 3.0], [7.0, 8.0], [9.0, 0.0], [9.0, 8.0]]> : tensor<5x2xf32>
  %1 = stablehlo.iota dim = 0 : tensor<5x2xi32>
  %2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %3 = stablehlo.constant dense<0> : tensor<i32>
  %4:2 = stablehlo.reduce(%0 init: %2), (%1 init: %3) across dimensions = [0] : (tensor<5x2xf32>, tensor<5x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>)  {
    %5 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %7 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %8 = stablehlo.and %6, %7 : tensor<i1>
    %9 = stablehlo.or %5, %8 : tensor<i1>
    %10 = stablehlo.select %5, %a, %b : tensor<i1>, tensor<f32>
    %11 = stablehlo.select %9, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %10, %11 : tensor<f32>, tensor<i32>
  }
  return %4#0, %4#1 : tensor<2xf32>, tensor<2xi32>
}

// A body with control flow is run element by element; one that is not
// commutative keeps the order: the last element wins.
// CHECK: @not_elementwise: tensor<2xi32> [3, 6]
func.func @not_elementwise() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.reduce(%0 init: %1) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>)  {
    %3 = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = "stablehlo.if"(%3) ({
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %b : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }
  return %2 : tensor<2xi32>
}

// A body that ignores its arguments.
// CHECK: @constant_body: tensor<2xi32> [7, 7]
func.func @constant_body() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<1> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.reduce(%0 init: %1) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>)  {
    %3 = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }
  return %2 : tensor<2xi32>
}
