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

// -----

// Padding makes it huge; the sums, which are wider, do not even have a size.
// expected-error @+1 {{an array of 1x2305843009213693953x1 elements of type f64 has 2^63 bytes or more}}
func.func @huge_convolution() -> tensor<1x2305843009213693953x1xf8E5M2> {
  %0 = stablehlo.constant dense<1.0> : tensor<1x1x1xf8E5M2>
  %1 = stablehlo.convolution(%0, %0) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2305843009213693952, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf8E5M2>, tensor<1x1x1xf8E5M2>) -> tensor<1x2305843009213693953x1xf8E5M2>
  return %1 : tensor<1x2305843009213693953x1xf8E5M2>
}

// -----

weft.mesh @mesh <"x" = 2>

func.func @partial_maximum() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{the interpreter gives manual regions partial sums, but no values to be combined by maximum}}
  %1 = weft.manual over ["x"] (%0) in [<@mesh, [_], unreduced = max ["x"]>] out [<@mesh, [_], unreduced = max ["x"]>] (%l: tensor<2xf32>) {
    weft.return %l : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
