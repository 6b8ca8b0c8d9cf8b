// The rule of the factorisation in the body is wrong.

weft.mesh @mesh <"x" = 2>

func.func @main(%a: tensor<4x4xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<4x4xf32>
    cond {
      %0 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
    } do {
      %0 = stablehlo.negate %x : tensor<4x4xf32>
      %lu, %pivots, %info = stablehlo.custom_call @lapack_sgetrf_ffi(%0)
          {api_version = 4 : i32, weft.rule = #weft.rule<([i, j]) -> ([i, j], [j], []), [i = 4, j = 4], custom>}
          : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
      %1 = stablehlo.tanh %lu : tensor<4x4xf32>
      %2 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
