// REQUIRES: jax
// RUN: %jax_python %S/../compare_shardy.py --tool weft-opt --file %s
// RUN: %jax_python %S/../compare_pipeline.py --tool weft-opt --file %s

// Sub-axes, sizes and shardings of unusual kinds. No checks are
// written in the programs of this directory, since Shardy says what is expected.

// A sub-axis is split further by a reshape, and joined again behind it.
sdy.mesh @mesh = <["a"=8, "b"=2]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.reshape %x : (tensor<16x8xf32>) -> tensor<2x8x8xf32>
  %1 = stablehlo.negate %0 : tensor<2x8x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
  %4 = stablehlo.reshape %3 : (tensor<2x8x8xf32>) -> tensor<16x8xf32>
  return %4 : tensor<16x8xf32>
}

// -----

// The minor part of an axis here, the major part there.
sdy.mesh @mesh = <["a"=8, "b"=2]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}, {?}]>},
                %y: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a":(2)4, ?}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<16x8xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// -----

// Overlapping sub-axes of one axis on the same dimension.
sdy.mesh @mesh = <["a"=16]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)4, ?}, {?}]>},
                %y: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)8, ?}, {?}]>},
                %z: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a":(2)8, ?}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<16x8xf32>
  %1 = stablehlo.add %0, %z : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// -----

// Reshapes whose boundaries cross: 6x4 to 4x6 to 24 to 3x8.
sdy.mesh @mesh = <["a"=2, "b"=3, "c"=4]>
func.func @main(%x: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {"c", ?}]>}) -> tensor<3x8xf32> {
  %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x6xf32>) -> tensor<24xf32>
  %2 = stablehlo.reshape %1 : (tensor<24xf32>) -> tensor<3x8xf32>
  return %2 : tensor<3x8xf32>
}

// -----

// Uneven: seven over four and two, through everything that keeps a dimension.
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%x: tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> tensor<35xf32> {
  %0 = stablehlo.exponential %x : tensor<7x5xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<7x5xf32>) -> tensor<5x7xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<7x5xf32>, tensor<5x7xf32>) -> tensor<7x7xf32>
  %3 = stablehlo.slice %2 [0:7, 1:6] : (tensor<7x7xf32>) -> tensor<7x5xf32>
  %4 = stablehlo.reshape %3 : (tensor<7x5xf32>) -> tensor<35xf32>
  return %4 : tensor<35xf32>
}

// -----

// Axes of size one, written beside real ones.
sdy.mesh @mesh = <["a"=1, "b"=4, "c"=1]>
func.func @main(%x: tensor<8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {"c", ?}]>},
                %y: tensor<8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", ?}, {"a", ?}]>}) -> tensor<8x1xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}

// -----

// Rank 0 and scalars: nothing to split, but replicated and unreduced axes.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], replicated={"a"}>},
                %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) -> (tensor<f32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.add %x, %0 : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.add %2, %y : tensor<8xf32>
  return %1, %3 : tensor<f32>, tensor<8xf32>
}

// -----

// Empty tensors.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<0x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<8x0xf32> {
  %0 = stablehlo.negate %x : tensor<0x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<0x8xf32>) -> tensor<8x0xf32>
  %2 = stablehlo.reshape %1 : (tensor<8x0xf32>) -> tensor<0x2xf32>
  %3 = stablehlo.reshape %2 : (tensor<0x2xf32>) -> tensor<8x0xf32>
  return %3 : tensor<8x0xf32>
}

// -----

// Replicated axes keep out; unreduced ones do, too.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {"c", ?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}], replicated={"b"}>]>} : tensor<8x8xf32>
  %1 = stablehlo.exponential %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}], unreduced={"c"}>]>} : tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
  return %0, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Maximal shardings say nothing about their neighbours.
sdy.mesh @maximal = <[], device_ids=[0]>
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.custom_call @foo(%x) {sdy.sharding = #sdy.sharding_per_value<[<@maximal, []>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %y, %y : tensor<8x8xf32>
  %2 = stablehlo.multiply %1, %x : tensor<8x8xf32>
  %3 = stablehlo.custom_call @bar(%0, %2) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

// One dimension split by four axes, contracted with one split by two of them.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2]>
func.func @main(%x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", "b", "c", ?}]>},
                %w: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"d", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// The same axis wanted on two dimensions by two operands, and by the result.
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>},
                %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a"}]>}) {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// Ranks of eight and axes of many names.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2, "e"=2, "f"=2, "g"=2, "h"=2]>
func.func @main(%x: tensor<2x2x2x2x2x2x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}, {"c"}, {"d", ?}, {?}, {"f", ?}, {"g", ?}, {"h", "e", ?}]>}) -> tensor<256xf32> {
  %0 = stablehlo.transpose %x, dims = [7, 6, 5, 4, 3, 2, 1, 0] : (tensor<2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x2x2x2x2x2x2x2xf32>) -> tensor<16x16xf32>
  %2 = stablehlo.reshape %1 : (tensor<16x16xf32>) -> tensor<256xf32>
  return %2 : tensor<256xf32>
}

// -----

// Two functions that know nothing of each other, and two meshes of one shape.
sdy.mesh @one = <["a"=2]>
sdy.mesh @two = <["a"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, [{"a", ?}]>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @other(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@two, [{?}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@two, [{"a"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}
