// The rule is wrong: the columns of a factorisation depend on each other.

weft.mesh @mesh <"x" = 2>

func.func @main(%a: tensor<4x4xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.negate %a : tensor<4x4xf32>
  %lu, %pivots, %info = stablehlo.custom_call @lapack_sgetrf_ffi(%0)
      {api_version = 4 : i32, weft.rule = #weft.rule<([i, j]) -> ([i, j], [j], []), [i = 4, j = 4], custom>}
      : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
  %1 = stablehlo.tanh %lu : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
