// RUN: weft-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// The mesh and the axes.

func.func @no_mesh(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'weft.all_reduce' op needs a mesh, but the module declares none}}
  %0 = weft.all_reduce add %arg0 over ["x"] : tensor<8xf32>
  return
}

// -----

weft.mesh @a <"x" = 2>
weft.mesh @b <"x" = 4>
func.func @several_meshes(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{names no mesh, and the module has several; name one after 'over', or mark one as default}}
  %0 = weft.all_reduce add %arg0 over ["x"] : tensor<8xf32>
  return
}

// -----

weft.mesh @a <"x" = 2>
func.func @undeclared_mesh(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{mesh @b is not declared}}
  %0 = weft.all_reduce add %arg0 over @b ["x"] : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 4>
func.func @unknown_axis(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{axis "y" is not in the mesh; its axes are "x"}}
  %0 = weft.all_reduce add %arg0 over ["y"] : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 4>
func.func @overlapping_axes(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{"x" in the list and "x":(2)2 in the list overlap}}
  %0 = weft.all_reduce add %arg0 over ["x", "x":(2)2] : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @not_manual(%arg0: tensor<8xf32>) {
  // expected-note@+1 {{the manual region is here}}
  weft.manual over ["x"] (%arg0) in [<@mesh, ["x"]>] out [] (%a: tensor<4xf32>) {
    // expected-error@+1 {{axis "y" is not manual here; the manual axes are "x"}}
    %0 = weft.all_reduce add %a over ["y"] : tensor<4xf32>
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// Local types.

weft.mesh @mesh <"x" = 4>
func.func @gather_dim(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'weft.all_gather' op dim is 1, but the operand has rank 1}}
  %0 = weft.all_gather %arg0 over ["x"] dim 1 : tensor<8xf32> -> tensor<32xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @gather_negative_dim(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{dim is -1, but the operand has rank 1}}
  %0 = weft.all_gather %arg0 over ["x"] dim -1 : tensor<8xf32> -> tensor<32xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @gather_too_large(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{dimension 0 of the result has size 33, but 4 shards of size 8 make 29 to 32}}
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<8xf32> -> tensor<33xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @gather_too_small(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{dimension 0 of the result has size 28, but 4 shards of size 8 make 29 to 32}}
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<8xf32> -> tensor<28xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @gather_nothing(%arg0: tensor<0xf32>) {
  // expected-error@+1 {{dimension 0 of the result has size 4, but 4 shards of size 0 make 0}}
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<0xf32> -> tensor<4xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @gather_huge(%arg0: tensor<9223372036854775807xf32>) {
  // expected-error@+1 {{dimension 0 of the result has size 4, but 4 shards of size 9223372036854775807 make more than a dimension can have}}
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<9223372036854775807xf32> -> tensor<4xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @other_dimension(%arg0: tensor<8x2xf32>) {
  // expected-error@+1 {{dimension 1 has size 2 in the operand and 4 in the result}}
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<8x2xf32> -> tensor<32x4xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @element_type(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand and result have different element types: 'f32' and 'f64'}}
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<8xf32> -> tensor<32xf64>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @ranks(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand and result have different ranks: 1 and 2}}
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<8xf32> -> tensor<32x1xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @slice(%arg0: tensor<10xf32>) {
  // expected-error@+1 {{'weft.all_slice' op dimension 0 of the result has size 2, but each of 4 shards of size 10 has 3}}
  %0 = weft.all_slice %arg0 over ["x"] dim 0 : tensor<10xf32> -> tensor<2xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @scatter(%arg0: tensor<10xf32>) {
  // expected-error@+1 {{'weft.reduce_scatter' op dimension 0 of the result has size 4, but each of 4 shards of size 10 has 3}}
  %0 = weft.reduce_scatter add %arg0 over ["x"] dim 0 : tensor<10xf32> -> tensor<4xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @all_to_all_same(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{splits and joins the same dimension 1}}
  %0 = weft.all_to_all %arg0 over ["x"] split 1 concat 1 : tensor<8x8xf32> -> tensor<8x8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @all_to_all_split(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{dimension 0 of the result has size 8, but each of 4 shards of size 8 has 2}}
  %0 = weft.all_to_all %arg0 over ["x"] split 0 concat 1 : tensor<8x8xf32> -> tensor<8x32xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @all_to_all_concat(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{dimension 1 of the result has size 8, but 4 shards of size 8 make 29 to 32}}
  %0 = weft.all_to_all %arg0 over ["x"] split 0 concat 1 : tensor<8x8xf32> -> tensor<2x8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @all_to_all_dim(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{concat is 2, but the operand has rank 2}}
  %0 = weft.all_to_all %arg0 over ["x"] split 0 concat 2 : tensor<8x8xf32> -> tensor<2x8xf32>
  return
}

// -----

// Who sends to whom.

weft.mesh @mesh <"x" = 4>
func.func @permute_word(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{expected 'rotate', 'shift' or 'pairs', found 'turn'}}
  %0 = weft.permute %arg0 over ["x"] turn 1 : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @permute_two_ways(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{needs one of 'rotate', 'shift' and 'pairs', but 2 are given}}
  %0 = "weft.permute"(%arg0) {axes = #weft.axes<["x"]>, rotate = 1 : i64, shift = 1 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @permute_odd(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{pairs has 3 numbers, which is odd}}
  %0 = "weft.permute"(%arg0) {axes = #weft.axes<["x"]>, pairs = array<i64: 0, 1, 2>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @permute_device(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{pairs names device 4, but there are 4 along the axes}}
  %0 = weft.permute %arg0 over ["x"] pairs [0 -> 4] : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @permute_sends_twice(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{device 0 sends twice}}
  %0 = weft.permute %arg0 over ["x"] pairs [0 -> 1, 0 -> 2] : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @permute_receives_twice(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{device 2 receives twice}}
  %0 = weft.permute %arg0 over ["x"] pairs [0 -> 2, 1 -> 2] : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @broadcast(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{sends from device 4, but there are 4 along the axes}}
  %0 = weft.broadcast %arg0 over ["x"] from 4 : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 8>
func.func @axis_index() {
  // expected-error@+1 {{the number of one of 8 devices does not fit 'i2'}}
  %0 = weft.axis_index over ["x"] : tensor<i2>
  return
}

// -----

// Reducers.

weft.mesh @mesh <"x" = 4>
func.func @unknown_reducer(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{unknown reducer 'sum'; the reducers are add, mul, max, min, and, or, xor}}
  %0 = weft.all_reduce sum %arg0 over ["x"] : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @no_reducer(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{needs a reducer, as in 'add', or a region}}
  %0 = weft.all_reduce %arg0 over ["x"] : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @two_reducers(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{has both a reducer and a region; only one is used}}
  %0 = weft.all_reduce add %arg0 over ["x"] by (%a: tensor<f32>, %b: tensor<f32>) {
    weft.return %a : tensor<f32>
  } : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @no_operands() {
  // expected-error@+1 {{has no operands}}
  "weft.all_reduce"() ({}) {axes = #weft.axes<["x"]>, reducer = #weft.reducer<add>} : () -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @bits_of_floats(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{cannot combine elements of type 'f32' by and}}
  %0 = weft.all_reduce and %arg0 over ["x"] : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @order_of_complex(%arg0: tensor<8xcomplex<f32>>) {
  // expected-error@+1 {{cannot combine elements of type 'complex<f32>' by max}}
  %0 = weft.reduce_scatter max %arg0 over ["x"] dim 0 : tensor<8xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @region_arguments(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{region must take ('tensor<f32>', 'tensor<f32>'), but takes ('tensor<f32>')}}
  %0 = weft.all_reduce %arg0 over ["x"] by (%a: tensor<f32>) {
    weft.return %a : tensor<f32>
  } : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @region_results(%arg0: tensor<8xf32>) {
  %0 = weft.all_reduce %arg0 over ["x"] by (%a: tensor<f32>, %b: tensor<f32>) {
    // expected-error@+1 {{must return ('tensor<f32>'), but returns ('tensor<f32>', 'tensor<f32>')}}
    weft.return %a, %b : tensor<f32>, tensor<f32>
  } : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @region_shapes(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>) {
  // expected-error@+1 {{operands that a region combines must have one shape, but 'tensor<8xf32>' and 'tensor<4xf32>' differ}}
  %0:2 = weft.all_reduce %arg0, %arg1 over ["x"] by (%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>) {
    weft.return %a, %b : tensor<f32>, tensor<f32>
  } : tensor<8xf32>, tensor<4xf32>
  return
}

// -----

weft.mesh @mesh <"x" = 4>
func.func @region_terminator(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{region must end in 'weft.return', not in 'test.end'}}
  %0 = weft.all_reduce %arg0 over ["x"] by (%a: tensor<f32>, %b: tensor<f32>) {
    "test.end"() : () -> ()
  } : tensor<8xf32>
  return
}
