// RUN: weft-opt %s --weft-lower-training | FileCheck %s
// RUN: weft-opt %s --weft-lower-training --weft-evaluate -o /dev/null | FileCheck %s --check-prefix=VALUE

// The label is picked by comparing, so that a split of the classes ends in a sum.
// CHECK-LABEL: func @cross_entropy
// CHECK-NOT: weft.softmax_cross_entropy
// CHECK-NOT: stablehlo.gather
// CHECK: stablehlo.compare EQ
// CHECK: stablehlo.reduce
// log(e + e^2 + e^3) - 2 and log(3), their mean
// VALUE: @cross_entropy: tensor<f32> 1.253109
func.func @cross_entropy() -> tensor<f32> {
  %logits = stablehlo.constant dense<[[1.0, 2.0, 3.0], [0.5, 0.5, 0.5]]> : tensor<2x3xf32>
  %labels = stablehlo.constant dense<[1, -1]> : tensor<2xi32>
  %0 = weft.softmax_cross_entropy mean %logits, %labels : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// VALUE: @no_such_class: tensor<2xf32> [nan, 1.3132617]
func.func @no_such_class() -> tensor<2xf32> {
  %logits = stablehlo.constant dense<[[1.0, 2.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %labels = stablehlo.constant dense<[2, 0]> : tensor<2xui8>
  %0 = weft.softmax_cross_entropy none %logits, %labels : (tensor<2x2xf32>, tensor<2xui8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Sums of narrow floats are made in f32.
// CHECK-LABEL: func @squares
// CHECK: stablehlo.reduce{{.*}}f32
// VALUE: @squares: tensor<bf16> 12
func.func @squares() -> tensor<bf16> {
  %a = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xbf16>
  %b = stablehlo.constant dense<[3.0, 4.0, 6.0]> : tensor<3xbf16>
  %0 = weft.mean_squared_error sum %a, %b : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}
