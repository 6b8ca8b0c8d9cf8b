// RUN: weft-opt %s --verify-diagnostics --weft-inline-calls=max-ops=10

// Each function calls the next twice, so the program doubles with each.
func.func private @one(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @two(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @one(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @one(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// expected-error@+1 {{@main grows to 24 ops when every call gets its own copy, more than 10; inline or remove calls, or raise max-ops}}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @two(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @two(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
