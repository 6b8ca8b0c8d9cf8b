// RUN: weft check %s
// RUN: weft check %s --mesh data=2,model=2
// RUN: weft check %s --mesh data=3,model=3
// RUN: weft check %s --mesh data=8,model=1

// Gradients of small models, whole against partitioned: data, tensor and fully
// sharded parallelism, a loop over layers, a window, a table.

weft.mesh @mesh <"data" = 2, "model" = 4>

func.func private @perceptron(%x: tensor<8x6xf32>, %w: tensor<6x16xf32>, %b: tensor<16xf32>, %v: tensor<16x4xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x16xf32>
  %3 = stablehlo.tanh %2 : tensor<8x16xf32>
  %4 = weft.constrain %3 <@mesh, ["data", "model"]> : tensor<8x16xf32>
  %5 = stablehlo.dot_general %4, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.multiply %5, %5 : tensor<8x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  return %7 : tensor<f32>
}
func.func @tensor_parallel(%x: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
    %w: tensor<6x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>},
    %b: tensor<16xf32> {weft.sharding = #weft.sharding<@mesh, ["model"]>},
    %v: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>})
    -> (tensor<f32>, tensor<6x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>}, tensor<16xf32>, tensor<16x4xf32>) {
  %l, %g:3 = weft.value_and_grad @perceptron(%x, %w, %b, %v) wrt [1, 2, 3]
      : (tensor<8x6xf32>, tensor<6x16xf32>, tensor<16xf32>, tensor<16x4xf32>) -> (tensor<f32>, tensor<6x16xf32>, tensor<16xf32>, tensor<16x4xf32>)
  return %l, %g#0, %g#1, %g#2 : tensor<f32>, tensor<6x16xf32>, tensor<16xf32>, tensor<16x4xf32>
}
func.func @fully_sharded(%x: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, [("data", "model"), _]>},
    %w: tensor<6x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, ("data", "model")]>},
    %b: tensor<16xf32> {weft.sharding = #weft.sharding<@mesh, [("data", "model")]>},
    %v: tensor<16x4xf32> {weft.sharding = #weft.sharding<@mesh, [("data", "model"), _]>})
    -> (tensor<f32>, tensor<6x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, ("data", "model")]>}, tensor<16xf32>, tensor<16x4xf32>) {
  %l, %g:3 = weft.value_and_grad @perceptron(%x, %w, %b, %v) wrt [1, 2, 3]
      : (tensor<8x6xf32>, tensor<6x16xf32>, tensor<16xf32>, tensor<16x4xf32>) -> (tensor<f32>, tensor<6x16xf32>, tensor<16xf32>, tensor<16x4xf32>)
  return %l, %g#0, %g#1, %g#2 : tensor<f32>, tensor<6x16xf32>, tensor<16xf32>, tensor<16x4xf32>
}

func.func private @layers(%x: tensor<4x8xf32>, %ws: tensor<3x8x8xf32>) -> tensor<f32> {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %start, %c = %x, %all = %ws) : tensor<i32>, tensor<4x8xf32>, tensor<3x8x8xf32>
  cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %0 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %all, %i, %first, %first, sizes = [1, 8, 8] : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %w = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.tanh %1 : tensor<4x8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2, %all : tensor<i32>, tensor<4x8xf32>, tensor<3x8x8xf32>
  }
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%r#1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
func.func @loop(%x: tensor<4x8xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
    %ws: tensor<3x8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, _, "model"]>}) -> (tensor<f32>, tensor<4x8xf32>, tensor<3x8x8xf32>) {
  %l, %g:2 = weft.value_and_grad @layers(%x, %ws) wrt [0, 1] : (tensor<4x8xf32>, tensor<3x8x8xf32>) -> (tensor<f32>, tensor<4x8xf32>, tensor<3x8x8xf32>)
  return %l, %g#0, %g#1 : tensor<f32>, tensor<4x8xf32>, tensor<3x8x8xf32>
}

func.func private @pool(%x: tensor<2x6x6x3xf32>, %k: tensor<3x3x3x4xf32>) -> tensor<f32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x6x6x4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%0, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<2x6x6x4xf32>, tensor<f32>) -> tensor<2x3x3x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x3x4xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
func.func @convolution(%x: tensor<2x6x6x3xf32> {weft.sharding = #weft.sharding<@mesh, ["data", "model", _, _]>}, %k: tensor<3x3x3x4xf32>)
    -> (tensor<f32>, tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>) {
  %l, %g:2 = weft.value_and_grad @pool(%x, %k) wrt [0, 1] : (tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>) -> (tensor<f32>, tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>)
  return %l, %g#0, %g#1 : tensor<f32>, tensor<2x6x6x3xf32>, tensor<3x3x3x4xf32>
}

func.func private @lookup(%table: tensor<10x4xf32>, %ids: tensor<6x1xi32>) -> tensor<f32> {
  %0 = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<6x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
func.func @embedding(%table: tensor<10x4xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>},
    %ids: tensor<6x1xi32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) -> (tensor<f32>, tensor<10x4xf32>) {
  %l, %g = weft.value_and_grad @lookup(%table, %ids) wrt [0] : (tensor<10x4xf32>, tensor<6x1xi32>) -> (tensor<f32>, tensor<10x4xf32>)
  return %l, %g : tensor<f32>, tensor<10x4xf32>
}
