weft.mesh @mesh <"x" = 1024>

func.func @main() -> tensor<i32> attributes {weft.local} {
  %0 = weft.axis_index over ["x"] : tensor<i32>
  %1 = weft.all_reduce add %0 over ["x"] : tensor<i32>
  return %1 : tensor<i32>
}
