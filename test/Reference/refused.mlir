// RUN: weft-opt --weft-evaluate -o /dev/null --split-input-file --verify-diagnostics %s

func.func @unknown_op() -> tensor<f32> {
  // expected-error @+1 {{the interpreter does not know the op 'arith.constant'}}
  %0 = arith.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @dynamic() -> tensor<?xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{type tensor<?xf32> is not static; the interpreter needs every size}}
  %1 = stablehlo.convert %0 : (tensor<2xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @quantized() -> tensor<2xf32> {
  // expected-error @+1 {{is quantized; the interpreter computes with plain numbers only}}
  %0 = stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @no_body() {
  func.call @elsewhere() : () -> ()
  return
}
// expected-error @+1 {{function @elsewhere has no body to run}}
func.func private @elsewhere()

// -----

func.func @host() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  // expected-error @+1 {{'stablehlo.outfeed' talks to a host program, and there is none}}
  %1 = "stablehlo.outfeed"(%0) <{outfeed_config = ""}> : (!stablehlo.token) -> !stablehlo.token
  return %1 : !stablehlo.token
}

// -----

func.func @recursive() -> tensor<f32> {
  %0 = func.call @other() : () -> tensor<f32>
  return %0 : tensor<f32>
}
// expected-error @+1 {{function @other calls itself, directly or through others}}
func.func private @other() -> tensor<f32> {
  %0 = func.call @back() : () -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @back() -> tensor<f32> {
  %0 = func.call @other() : () -> tensor<f32>
  return %0 : tensor<f32>
}
