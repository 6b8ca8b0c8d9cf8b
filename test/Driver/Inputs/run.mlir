weft.mesh @mesh <"x" = 2>

func.func @large() -> (tensor<100xf32>, tensor<100xi8>, tensor<100xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<100xf32>
  %1 = stablehlo.iota dim = 0 : tensor<100xi8>
  %2 = stablehlo.divide %0, %0 : tensor<100xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<100xf32>
  %4 = stablehlo.multiply %3, %0 : tensor<100xf32>
  %5 = stablehlo.maximum %4, %2 : tensor<100xf32>
  return %0, %1, %5 : tensor<100xf32>, tensor<100xi8>, tensor<100xf32>
}

func.func @ranges(
    %a: tensor<100xf32> {weft.range = array<f64: 5.0, 6.0>},
    %b: tensor<100xui8> {weft.range = array<f64: 200.0, 210.0>},
    %c: tensor<100xi1>, %d: tensor<100xi2>, %e: tensor<100xi32>)
    -> (tensor<100xf32>, tensor<100xui8>, tensor<100xi1>, tensor<100xi2>, tensor<100xi32>) {
  return %a, %b, %c, %d, %e : tensor<100xf32>, tensor<100xui8>, tensor<100xi1>, tensor<100xi2>, tensor<100xi32>
}

func.func @bad_range(%a: tensor<4xf32> {weft.range = array<f64: 2.0, 1.0>}) {
  return
}

func.func @dynamic(%a: tensor<?xf32>) {
  return
}

func.func @donated(%a: tensor<1000xf32> {jax.buffer_donor = true}) -> tensor<1000xf32> {
  %0 = stablehlo.negate %a : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

func.func @aliased(%a: tensor<1000xf32> {tf.aliasing_output = 0 : i32}) -> tensor<1000xf32> {
  %0 = stablehlo.negate %a : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

func.func @kept(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = stablehlo.negate %a : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
