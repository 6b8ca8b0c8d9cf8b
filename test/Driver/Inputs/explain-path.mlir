#unknown = loc(unknown)
sdy.mesh @mesh = <["data"=2]>
func.func public @main(%k: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>} loc("params['mlp']['kernel']"), %s: tensor<8x8xf32> {weft.path = "norm.scale"}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %k, %s : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
} loc(#unknown)
