// Programs whose memory follows from their values: no op needs space of its own.

weft.mesh @mesh <"x" = 2, "y" = 2>

func.func @chain(%a: tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>})
    -> (tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>}) {
  %0 = stablehlo.tanh %a : tensor<64x64xf32>
  %1 = stablehlo.exponential %0 : tensor<64x64xf32>
  %2 = stablehlo.negate %1 : tensor<64x64xf32>
  %3 = stablehlo.add %2, %0 : tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

func.func @gathered(%a: tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>})
    -> (tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>}) {
  %0 = weft.constrain %a <@mesh, [_, _]> : tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = weft.constrain %1 <@mesh, [_, _]> : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

func.func @loop(%a: tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %begin, %v = %a) : tensor<i32>, tensor<64x64xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %flipped = stablehlo.transpose %v, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %sum = stablehlo.add %flipped, %v : tensor<64x64xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<64x64xf32>
  }
  return %r#1 : tensor<64x64xf32>
}

// Half of the values die before the others are made: the sum of all would be far
// more than is ever held.
func.func @dying(%a: tensor<64x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>})
    -> (tensor<32xf32> {weft.sharding = #weft.sharding<@mesh, [_]>}) {
  %0 = stablehlo.slice %a [0:64, 0:32] : (tensor<64x64xf32>) -> tensor<64x32xf32>
  %1 = stablehlo.concatenate %0, %0, dim = 1 : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.slice %1 [0:64, 16:48] : (tensor<64x64xf32>) -> tensor<64x32xf32>
  %3 = stablehlo.slice %2 [0:1, 0:32] : (tensor<64x32xf32>) -> tensor<1x32xf32>
  %4 = stablehlo.reshape %3 : (tensor<1x32xf32>) -> tensor<32xf32>
  return %4 : tensor<32xf32>
}
