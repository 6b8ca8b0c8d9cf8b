// RUN: weft-opt %s --weft-pipeline --verify-diagnostics -o /dev/null

// A device's shard of the result begins at an element, or between two: which of
// them is no function of the number of the device that a shift could follow.

weft.mesh @mesh <"x" = 4>

func.func @interior_padding_of_an_uneven_dimension(%a: tensor<5xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}, %fill: tensor<f32>) -> (tensor<9xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  // expected-remark @below {{dimension 0 of the shard 'tensor<2xf32>' is gathered over "x", 20 bytes on each device: the parts that devices need lie too far apart}}
  %0 = stablehlo.pad %a, %fill, low = [0], high = [0], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// An operand that is split over two axes, of which the op can use one.

weft.mesh @two <"x" = 2, "y" = 2>

// expected-note @below {{the operand is made here}}
func.func @joined_over_one_axis(%a: tensor<2x8xcomplex<f32>> {weft.sharding = #weft.sharding<@two, ["x", "y"]>}) -> (tensor<2x8xcomplex<f32>> {weft.sharding = #weft.sharding<@two, ["x", _]>}) {
  // expected-remark @below {{operand 0 is gathered from #weft.sharding<@two, ["x", "y"]> to #weft.sharding<@two, ["x", _]> over "y", 64 B on each device; to keep it split, give the op operands and results that are split alike}}
  %0 = stablehlo.fft %a, type = FFT, length = [8] : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xcomplex<f32>>
  return %0 : tensor<2x8xcomplex<f32>>
}
