weft.mesh @four <"x" = 4>
weft.mesh @six <"x" = 6>

func.func @main(%a: tensor<8xf32> {weft.sharding = #weft.sharding<@four, ["x"]>},
                %b: tensor<8xf32> {weft.sharding = #weft.sharding<@six, ["x"]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}
