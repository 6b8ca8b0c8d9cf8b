func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.add %a, %a : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @g(%a: tensor<4xi32>) -> tensor<4xi32> attributes {weft.local} {
  %0 = stablehlo.add %a, %a : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----
func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.add %a, %a : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @g(%a: tensor<4xi32>) -> tensor<4xi32> attributes {weft.local} {
  %0 = stablehlo.multiply %a, %a : tensor<4xi32>
  return %0 : tensor<4xi32>
}
