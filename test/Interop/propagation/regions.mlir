// REQUIRES: jax
// RUN: %jax_python %S/../compare_shardy.py --tool weft-opt --file %s
// RUN: %jax_python %S/../compare_pipeline.py --tool weft-opt --file %s

// Manual computations, loops, branches, calls. See axes.mlir.

// A manual computation in a manual computation.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @main(%x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %y: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a"}, {?}]>] manual_axes={"a"} (%p: tensor<8x32xf32>, %q: tensor<8x32xf32>) {
    %2 = stablehlo.add %p, %q : tensor<8x32xf32>
    %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{?}, {"b", ?}]>] out_shardings=[<@mesh, [{?}, {"b"}]>] manual_axes={"b"} (%r: tensor<8x16xf32>) {
      %5 = stablehlo.negate %r {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"c", ?}, {?}]>]>} : tensor<8x16xf32>
      sdy.return %5 : tensor<8x16xf32>
    } : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %4 = stablehlo.tanh %3 : tensor<8x32xf32>
    sdy.return %4 : tensor<8x32xf32>
  } : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  %1 = stablehlo.exponential %0 : tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
}

// -----

// A manual axis that no sharding mentions; free axes flow through.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @main(%x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", ?}, {"b", ?}]>}) -> tensor<16x32xf32> {
  %0 = stablehlo.negate %x : tensor<16x32xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{?}, {?}]>] out_shardings=[<@mesh, [{?}, {?}]>] manual_axes={"a"} (%p: tensor<16x32xf32>) {
    %3 = stablehlo.negate %p : tensor<16x32xf32>
    sdy.return %3 : tensor<16x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %2 = stablehlo.exponential %1 : tensor<16x32xf32>
  return %2 : tensor<16x32xf32>
}

// -----

// A loop inside of a manual computation, and one around it.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) -> tensor<16x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<16x8xf32>
   cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = sdy.manual_computation(%c) in_shardings=[<@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a"}, {?}]>] manual_axes={"a"} (%p: tensor<8x8xf32>) {
      %start = stablehlo.constant dense<0> : tensor<i32>
      %5:2 = stablehlo.while(%j = %start, %d = %p) : tensor<i32>, tensor<8x8xf32>
       cond {
        %n = stablehlo.constant dense<2> : tensor<i32>
        %6 = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %6 : tensor<i1>
      } do {
        %6 = stablehlo.tanh %d : tensor<8x8xf32>
        %step = stablehlo.constant dense<1> : tensor<i32>
        %7 = stablehlo.add %j, %step : tensor<i32>
        stablehlo.return %7, %6 : tensor<i32>, tensor<8x8xf32>
      }
      sdy.return %5#1 : tensor<8x8xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<16x8xf32>
  }
  return %0#1 : tensor<16x8xf32>
}

// -----

// Carries that swap places; one is stated on the loop's own results.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %p: tensor<i1>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0:3 = stablehlo.while(%c = %x, %d = %y, %q = %p) : tensor<8x8xf32>, tensor<8x8xf32>, tensor<i1> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{?}, {?}]>, <@mesh, []>]>}
   cond {
    stablehlo.return %q : tensor<i1>
  } do {
    %1 = stablehlo.negate %c : tensor<8x8xf32>
    %2 = stablehlo.transpose %d, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %2, %1, %q : tensor<8x8xf32>, tensor<8x8xf32>, tensor<i1>
  }
  return %0#0, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Branches that disagree, inside of a loop.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%i: tensor<i32>, %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0:2 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<8x8xf32>
    stablehlo.return %1, %y : tensor<8x8xf32>, tensor<8x8xf32>
  }, {
    %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %1, %x : tensor<8x8xf32>, tensor<8x8xf32>
  }, {
    stablehlo.return %y, %x : tensor<8x8xf32>, tensor<8x8xf32>
  }) : (tensor<i32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %2 = stablehlo.add %0#0, %0#1 : tensor<8x8xf32>
  return %2, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// One function, three calls, each with other shardings; and one nested.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}, %z: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = call @outer(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @outer(%y) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = call @inner(%z) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = call @inner(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1, %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @outer(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @inner(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func private @inner(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// A called function that states shardings of its own, for its argument,
// its result, and within.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = call @f(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @f(%y) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) {
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {"b"}]> : tensor<8x8xf32>
  %2 = stablehlo.tanh %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// A call inside of a loop inside of a call; results that nobody uses.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> tensor<8x8xf32> {
  %0:2 = call @f(%x) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
  return %0#0 : tensor<8x8xf32>
}
func.func private @f(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<8x8xf32>
   cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = func.call @g(%c) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8x8xf32>
  }
  %3 = stablehlo.reduce(%0#1 init: %f) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0#1, %3 : tensor<8x8xf32>, tensor<8xf32>
}
func.func private @g(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// optimization_barrier keeps its values apart.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<8x8xf32>, tensor<8x8xf32>
  %1 = stablehlo.negate %0#0 : tensor<8x8xf32>
  return %1, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}
