weft.mesh @mesh <"x" = 4>

func.func @double(%a: tensor<10x3xf32>) -> tensor<10x3xf32> {
  %0 = stablehlo.add %a, %a : tensor<10x3xf32>
  return %0 : tensor<10x3xf32>
}

func.func @double_shards(
    %a: tensor<3x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>, weft.whole = tensor<10x3xf32>})
    -> (tensor<3x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>, weft.whole = tensor<10x3xf32>})
    attributes {weft.local} {
  %0 = stablehlo.add %a, %a : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @wrong_shards(
    %a: tensor<3x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>, weft.whole = tensor<10x3xf32>})
    -> (tensor<3x3xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>, weft.whole = tensor<10x3xf32>})
    attributes {weft.local} {
  %0 = stablehlo.multiply %a, %a : tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @zero(%a: tensor<10xf32>) -> tensor<1xf32> {
  %0 = stablehlo.slice %a [9:10] : (tensor<10xf32>) -> tensor<1xf32>
  %1 = stablehlo.subtract %0, %0 : tensor<1xf32>
  return %1 : tensor<1xf32>
}

// What device 3 reads is padding, which holds NaN.
func.func @zero_but_on_device_3(
    %a: tensor<3xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>, weft.whole = tensor<10xf32>})
    -> tensor<1xf32> attributes {weft.local} {
  %0 = stablehlo.slice %a [1:2] : (tensor<3xf32>) -> tensor<1xf32>
  %1 = stablehlo.subtract %0, %0 : tensor<1xf32>
  return %1 : tensor<1xf32>
}
