// Programs that other partitioners are known to get wrong, to refuse or to crash
// on: each is run whole and partitioned.
//
// RUN: weft check %s | FileCheck %s
// CHECK-NOT: differs

weft.mesh @mesh <"a" = 2, "b" = 4, "one" = 1>

// Reductions -----------------------------------------------------------------

// CHECK: @maximum_over_a_sharded_dimension on 8 devices: agrees
func.func @maximum_over_a_sharded_dimension(%x: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) -> tensor<6xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: @minimum_over_a_sharded_dimension
func.func @minimum_over_a_sharded_dimension(%x: tensor<8xi32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> tensor<i32> {
  %high = stablehlo.constant dense<2147483647> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK: @product_over_a_sharded_dimension
func.func @product_over_a_sharded_dimension(%x: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, ["b", "a"]>}) -> tensor<6xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: @logical_reductions_over_a_sharded_dimension
func.func @logical_reductions_over_a_sharded_dimension(%x: tensor<8xi1> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> (tensor<i1>, tensor<i1>) {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %yes) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  %1 = stablehlo.reduce(%x init: %no) applies stablehlo.or across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
  return %0, %1 : tensor<i1>, tensor<i1>
}

// CHECK: @several_operands_are_reduced_together
func.func @several_operands_are_reduced_together(%x: tensor<7x3xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) -> (tensor<3xf32>, tensor<3xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<7x3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %none) across dimensions = [0] : (tensor<7x3xf32>, tensor<7x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%ai: tensor<i32>, %bi: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %ai, %bi : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

// The last element: neither commutative, nor is there a value that is neutral.
// CHECK: @a_body_of_which_nothing_is_known
func.func @a_body_of_which_nothing_is_known(%x: tensor<6xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: @the_init_value_counts_once
func.func @the_init_value_counts_once(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [("a", "b")]>}) -> tensor<f32> {
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %three) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: @mean_over_an_uneven_dimension
func.func @mean_over_an_uneven_dimension(%x: tensor<7x2xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x2xf32>, tensor<f32>) -> tensor<2xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<2xf32>
  %1 = stablehlo.divide %0, %seven : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK: @minimum_over_padding
func.func @minimum_over_padding(%x: tensor<5xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> tensor<f32> {
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: @batch_norm_of_a_sharded_batch
func.func @batch_norm_of_a_sharded_batch(%x: tensor<5x3xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, %scale: tensor<3xf32>, %offset: tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<5x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK: @contracting_dimensions_in_any_axis_order
func.func @contracting_dimensions_in_any_axis_order(
    %x: tensor<4x8x3xf32> {weft.sharding = #weft.sharding<@mesh, ["b", "a", _]>},
    %y: tensor<4x8x5xf32> {weft.sharding = #weft.sharding<@mesh, ["b", "a", _]>}) -> tensor<3x5xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1, 0] x [1, 0] : (tensor<4x8x3xf32>, tensor<4x8x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK: @sums_that_are_scattered_over_two_dimensions
func.func @sums_that_are_scattered_over_two_dimensions(
    %x: tensor<4x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, ("a", "b")]>},
    %y: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, [("a", "b"), _]>}) -> (tensor<4x6xf32> {weft.sharding = #weft.sharding<@mesh, ["b", "a"]>}) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK: @partial_sums_as_a_result
func.func @partial_sums_as_a_result(%x: tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) -> (tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = weft.constrain %0 <@mesh, [_], unreduced = ["b"]> : tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Groups count rows of the whole: here of rows, of sums and of groups that are
// split, all unevenly.
// CHECK: @groups_of_ragged_rows
func.func @groups_of_ragged_rows(%x: tensor<11x5xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, %w: tensor<3x5x7xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _, _]>}) -> tensor<11x7xf32> {
  %sizes = stablehlo.constant dense<[3, 6, 1]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
  return %0 : tensor<11x7xf32>
}

// CHECK: @groups_of_ragged_sums
func.func @groups_of_ragged_sums(%x: tensor<5x11xf32> {weft.sharding = #weft.sharding<@mesh, [_, "b"]>}, %w: tensor<11x7xf32>) -> (tensor<3x5x7xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _, _]>}) {
  %sizes = stablehlo.constant dense<[3, 6, 1]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<5x11xf32>, tensor<11x7xf32>, tensor<3xi32>) -> tensor<3x5x7xf32>
  return %0 : tensor<3x5x7xf32>
}

// Indices ----------------------------------------------------------------------

// CHECK: @scatter_by_maximum_of_sharded_updates
func.func @scatter_by_maximum_of_sharded_updates(%x: tensor<6xf32>, %i: tensor<8x1xi32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, %u: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> tensor<6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: @scatter_by_product_of_uneven_updates
func.func @scatter_by_product_of_uneven_updates(%x: tensor<6xf32>, %i: tensor<7x1xi32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, %u: tensor<7xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> tensor<6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6xf32>, tensor<7x1xi32>, tensor<7xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK: @scatter_windows_across_shards
func.func @scatter_windows_across_shards(%x: tensor<9xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}, %i: tensor<4x1xi32>, %u: tensor<4x3xf32>) -> (tensor<9xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<9xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CHECK: @scatter_into_an_inserted_dimension_without_index
func.func @scatter_into_an_inserted_dimension_without_index(%x: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<8x6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK: @gather_by_i32_along_a_collapsed_sharded_dimension
func.func @gather_by_i32_along_a_collapsed_sharded_dimension(%x: tensor<10x3xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, %i: tensor<5x1xi32>) -> tensor<5x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<10x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK: @gather_slices_across_shards
func.func @gather_slices_across_shards(%x: tensor<10xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}, %i: tensor<5x1xi32>) -> tensor<5x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 4>}> : (tensor<10xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK: @dynamic_update_slice_of_a_sharded_dimension
func.func @dynamic_update_slice_of_a_sharded_dimension(%x: tensor<9xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}, %u: tensor<4xf32>, %i: tensor<i32>) -> (tensor<9xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<9xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CHECK: @dynamic_slice_beside_a_sharded_dimension
func.func @dynamic_slice_beside_a_sharded_dimension(%x: tensor<8x6xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, %i: tensor<i32>) -> (tensor<8x2xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %zero, %i, sizes = [8, 2] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// CHECK: @one_layer_of_a_sharded_stack
func.func @one_layer_of_a_sharded_stack(%x: tensor<8x3x2xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _, "a"]>}) -> (tensor<1x3x2xf32> {weft.sharding = #weft.sharding<@mesh, [_, _, "a"]>}) {
  %0 = stablehlo.slice %x [5:6, 0:3, 0:2] : (tensor<8x3x2xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

// Windows ------------------------------------------------------------------------

// CHECK: @strided_and_dilated_convolution_of_sharded_space
func.func @strided_and_dilated_convolution_of_sharded_space(%x: tensor<1x11x2xf32> {weft.sharding = #weft.sharding<@mesh, [_, "b", _]>}, %k: tensor<3x2x4xf32>) -> (tensor<1x6x4xf32> {weft.sharding = #weft.sharding<@mesh, [_, "b", _]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x11x2xf32>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>
  return %0 : tensor<1x6x4xf32>
}

// CHECK: @transposed_convolution_of_sharded_space
func.func @transposed_convolution_of_sharded_space(%x: tensor<1x5x2xf32> {weft.sharding = #weft.sharding<@mesh, [_, "b", _]>}, %k: tensor<3x2x4xf32>) -> (tensor<1x11x4xf32> {weft.sharding = #weft.sharding<@mesh, [_, "b", _]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [2], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2xf32>, tensor<3x2x4xf32>) -> tensor<1x11x4xf32>
  return %0 : tensor<1x11x4xf32>
}

// CHECK: @two_windows_with_different_padding
func.func @two_windows_with_different_padding(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> (tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}, tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 3>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 3>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Movement -----------------------------------------------------------------------

// CHECK: @sharded_pieces_are_joined
func.func @sharded_pieces_are_joined(
    %x: tensor<5x2xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>},
    %y: tensor<6x2xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) -> (tensor<11x2xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<5x2xf32>, tensor<6x2xf32>) -> tensor<11x2xf32>
  return %0 : tensor<11x2xf32>
}

// CHECK: @two_elements_on_four_devices
func.func @two_elements_on_four_devices(%x: tensor<2xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> (tensor<2xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reverse %x, dims = [0] : tensor<2xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<2xf32>, tensor<f32>
}

// CHECK: @axes_of_size_one
func.func @axes_of_size_one(%x: tensor<4x6xf32> {weft.sharding = #weft.sharding<@mesh, ["one", "b"]>}) -> (tensor<6x4xf32> {weft.sharding = #weft.sharding<@mesh, ["b", "one"]>}) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK: @random_bits_do_not_depend_on_the_mesh
func.func @random_bits_do_not_depend_on_the_mesh(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<5x6xui32> {weft.sharding = #weft.sharding<@mesh, ["b", "a"]>}, tensor<7x3xui64> {weft.sharding = #weft.sharding<@mesh, ["b", "a"]>}) {
  %0:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x6xui32>)
  %1:2 = stablehlo.rng_bit_generator %0#0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x3xui64>)
  return %1#0, %0#1, %1#1 : tensor<2xui64>, tensor<5x6xui32>, tensor<7x3xui64>
}

// The state of `rng` is hidden; still all devices draw what the whole program
// does, in every turn of a loop.
// CHECK: @random_numbers_of_a_hidden_state
func.func @random_numbers_of_a_hidden_state(%low: tensor<f32>, %high: tensor<f32>, %x: tensor<5x6xf32> {weft.sharding = #weft.sharding<@mesh, ["b", "a"]>}) -> (tensor<5x6xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}, tensor<5x6xf32>) {
  %shape = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<5x6xf32>
  %r:2 = stablehlo.while(%k = %i, %sum = %x) : tensor<i32>, tensor<5x6xf32>
    cond {
      %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %1 = stablehlo.rng %low, %high, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<5x6xf32>
      %2 = stablehlo.add %sum, %1 : tensor<5x6xf32>
      %3 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %3, %2 : tensor<i32>, tensor<5x6xf32>
    }
  return %0, %r#1 : tensor<5x6xf32>, tensor<5x6xf32>
}

// Control flow -------------------------------------------------------------------

func.func private @twice(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK: @calls_with_sharded_results
func.func @calls_with_sharded_results(%x: tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) -> (tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, [_, "a"]>}) {
  %0 = func.call @twice(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = func.call @twice(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// CHECK: @loops_with_sharded_carries
func.func @loops_with_sharded_carries(%x: tensor<7x4xf32> {weft.sharding = #weft.sharding<@mesh, ["b", _]>}) -> tensor<7x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<7x4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.reverse %y, dims = [0] : tensor<7x4xf32>
    %2 = stablehlo.add %y, %1 : tensor<7x4xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<7x4xf32>
  }
  return %0#1 : tensor<7x4xf32>
}

// CHECK: @scans_of_sharded_elements
func.func @scans_of_sharded_elements(%x: tensor<4x7xf32> {weft.sharding = #weft.sharding<@mesh, ["a", "b"]>}, %c: tensor<7xf32>) -> (tensor<4x7xf32>, tensor<7xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) {
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%input: tensor<7xf32>, %carry: tensor<7xf32>):
    %1 = stablehlo.add %input, %carry : tensor<7xf32>
    %2 = stablehlo.tanh %1 : tensor<7xf32>
    stablehlo.return %2, %1 : tensor<7xf32>, tensor<7xf32>
  } : (tensor<4x7xf32>, tensor<7xf32>) -> (tensor<4x7xf32>, tensor<7xf32>)
  return %0#0, %0#1 : tensor<4x7xf32>, tensor<7xf32>
}

// CHECK: @scans_with_constants_in_the_body
func.func @scans_with_constants_in_the_body(%x: tensor<4x7xf32> {weft.sharding = #weft.sharding<@mesh, ["a", "b"]>}, %c: tensor<7xf32>) -> (tensor<4x7xf32>, tensor<7xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) {
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%input: tensor<7xf32>, %carry: tensor<7xf32>):
    %half = stablehlo.constant dense<0.5> : tensor<7xf32>
    %1 = stablehlo.multiply %carry, %half : tensor<7xf32>
    %2 = stablehlo.add %input, %1 : tensor<7xf32>
    stablehlo.return %2, %2 : tensor<7xf32>, tensor<7xf32>
  } : (tensor<4x7xf32>, tensor<7xf32>) -> (tensor<4x7xf32>, tensor<7xf32>)
  return %0#0, %0#1 : tensor<4x7xf32>, tensor<7xf32>
}

// One value, returned by one branch twice, in two layouts.
// CHECK: @branches_that_return_a_value_twice
func.func @branches_that_return_a_value_twice(%i: tensor<i32>, %x: tensor<6xf32>) -> (tensor<6xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}, tensor<6xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) {
  %0:2 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<6xf32>
    stablehlo.return %x, %1 : tensor<6xf32>, tensor<6xf32>
  }, {
    stablehlo.return %x, %x : tensor<6xf32>, tensor<6xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<6xf32>
    stablehlo.return %x, %1 : tensor<6xf32>, tensor<6xf32>
  }) {weft.shardings = #weft.shardings<[<@mesh, ["a"]>, <@mesh, ["b"]>]>} : (tensor<i32>) -> (tensor<6xf32>, tensor<6xf32>)
  return %0#0, %0#1 : tensor<6xf32>, tensor<6xf32>
}

// CHECK: @reshape_whose_boundaries_cross on 8 devices: agrees
func.func @reshape_whose_boundaries_cross(%x: tensor<2x3xi8> {weft.sharding = #weft.sharding<@mesh, [_, "b"]>}) -> tensor<3x2xi8> {
  %0 = stablehlo.reshape %x : (tensor<2x3xi8>) -> tensor<3x2xi8>
  return %0 : tensor<3x2xi8>
}

// CHECK: @reshape_of_uneven_shards on 8 devices: agrees
func.func @reshape_of_uneven_shards(%x: tensor<5x4x3xf32> {weft.sharding = #weft.sharding<@mesh, [("b", "a"), _, _]>}) -> (tensor<3x20xf32> {weft.sharding = #weft.sharding<@mesh, [_, ("b", "a")]>}) {
  %0 = stablehlo.reshape %x : (tensor<5x4x3xf32>) -> tensor<3x20xf32>
  return %0 : tensor<3x20xf32>
}
