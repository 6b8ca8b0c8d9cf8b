// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-propagation-pipeline

weft.mesh @grid <"a" = 2, "b" = 2>
weft.mesh @line <"x" = 4>

// expected-note@+2 {{this one is on @grid}}
// expected-note@+2 {{this one is on @line}}
func.func @main(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@grid, ["a"]>},
                %y: tensor<8xf32> {weft.sharding = #weft.sharding<@line, ["x"]>}) -> tensor<8xf32> {
  // expected-error@+1 {{'stablehlo.add' op has tensors on two meshes, @grid and @line; bring them to one with 'weft.constrain' or 'weft.reshard'}}
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

weft.mesh @grid <"a" = 2, "b" = 2>
weft.mesh @line <"x" = 4>

// A constraint may go from one mesh to another.
func.func @main(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@grid, ["a"]>},
                %y: tensor<8xf32> {weft.sharding = #weft.sharding<@line, ["x"]>}) -> tensor<8xf32> {
  %0 = weft.constrain %x <@line, ["x"]> : tensor<8xf32>
  %1 = stablehlo.add %0, %y : tensor<8xf32>
  return %1 : tensor<8xf32>
}
