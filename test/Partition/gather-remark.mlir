// RUN: weft-opt %s --weft-pipeline --verify-diagnostics -o /dev/null

// A device's shard of the result begins at an element, or between two: which of
// them is no function of the number of the device that a shift could follow.

weft.mesh @mesh <"x" = 4>

func.func @interior_padding_of_an_uneven_dimension(%a: tensor<5xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}, %fill: tensor<f32>) -> (tensor<9xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  // expected-remark @below {{dimension 0 of the shard 'tensor<2xf32>' is gathered over "x", 20 bytes on each device: the parts that devices need lie too far apart}}
  %0 = stablehlo.pad %a, %fill, low = [0], high = [0], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
