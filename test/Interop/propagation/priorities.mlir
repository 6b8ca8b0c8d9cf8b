// REQUIRES: jax
// RUN: %jax_python %S/../compare_shardy.py --tool weft-opt --file %s
// RUN: %jax_python %S/../compare_pipeline.py --tool weft-opt --file %s

// Priorities, barriers, groups, constraints. See axes.mlir.

// A weaker priority loses, even on the larger tensor.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p1, {?}p1]>},
                %w: tensor<1024x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}p0]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x1024xf32>, tensor<1024x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// Three priorities on one tensor, far apart.
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @main(%x: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p7, {"b", ?}p0, {"c", ?}p100]>},
                %y: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c", ?}p1, {?}p1]>}) -> tensor<8x8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8x8xf32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %2 = stablehlo.add %1, %y : tensor<8x8x8xf32>
  return %2 : tensor<8x8x8xf32>
}

// -----

// Priorities on results and on ops in between.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>)
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p2, {?}]>}) {
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}p1, {"a", ?}p1]>]>} : tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  %2 = stablehlo.dot_general %1, %y, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// A priority on a closed dimension, and one on a sub-axis.
sdy.mesh @mesh = <["a"=8, "b"=2]>
func.func @main(%x: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}p1, {?}]>},
                %y: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a":(2)4, ?}p2]>}) -> tensor<16x16xf32> {
  %0 = stablehlo.add %x, %y : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// Barriers in all directions.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>},
                %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<8x8xf32>
  %1 = sdy.propagation_barrier %x allowed_direction=BACKWARD : tensor<8x8xf32>
  %2 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<8x8xf32>
  %4 = stablehlo.negate %0 : tensor<8x8xf32>
  %5 = stablehlo.negate %1 : tensor<8x8xf32>
  %6 = stablehlo.negate %2 : tensor<8x8xf32>
  return %4, %5, %6 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The same from below.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>},
        tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>},
        tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) {
  %0 = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<8xf32>
  %1 = sdy.propagation_barrier %y allowed_direction=BACKWARD : tensor<8xf32>
  %2 = sdy.propagation_barrier %z allowed_direction=NONE : tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// A group carries what no op does; the members begin with nothing.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %y: tensor<8x8xf32>, %z: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %y group_id=3 : tensor<8x8xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.sharding_group %1 group_id=9 : tensor<8x8xf32>
  sdy.sharding_group %z group_id=9 : tensor<8x8xf32>
  return %1, %z : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Two groups that share a value are one; members state shardings.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %y: tensor<8x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  sdy.sharding_group %x group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %y group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %y group_id=1 : tensor<8x8xf32>
  sdy.sharding_group %z group_id=1 : tensor<8x8xf32>
  %0 = stablehlo.dot_general %y, %z, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// Members of rank 0 and free ones state nothing; a closed one does.
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32>,
                %z: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], replicated={"a"}>}, %u: tensor<8xf32>,
                %v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p1]>}, %w: tensor<4xf32>,
                %s: tensor<5xf32>, %t: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>},
                %q: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<f32> {
  sdy.sharding_group %x group_id=0 : tensor<f32>
  sdy.sharding_group %y group_id=0 : tensor<f32>
  sdy.sharding_group %z group_id=1 : tensor<8xf32>
  sdy.sharding_group %u group_id=1 : tensor<8xf32>
  sdy.sharding_group %v group_id=2 : tensor<4xf32>
  sdy.sharding_group %w group_id=2 : tensor<4xf32>
  sdy.sharding_group %s group_id=3 : tensor<5xf32>
  sdy.sharding_group %t group_id=3 : tensor<5xf32>
  sdy.sharding_group %q group_id=3 : tensor<5xf32>
  return %x : tensor<f32>
}

// -----

// Constraints: closed, open, one behind the other, two on one value.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.add %x, %x : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.negate %1 : tensor<8x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {"b", ?}]> : tensor<8x8xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{"b"}, {"a"}]> : tensor<8x8xf32>
  %5 = sdy.sharding_constraint %y <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %6 = sdy.sharding_constraint %y <@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  %7 = stablehlo.add %5, %6 : tensor<8x8xf32>
  %8 = stablehlo.multiply %y, %7 : tensor<8x8xf32>
  return %4, %7, %8 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// A chain of constraints takes over later uses.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  %1 = stablehlo.exponential %0 : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  %4 = stablehlo.tanh %0 : tensor<8x8xf32>
  %5 = stablehlo.add %1, %4 : tensor<8x8xf32>
  return %3, %5 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The same value is an argument, constrained, and returned as it is.
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) {
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  return %x, %0 : tensor<8x8xf32>, tensor<8x8xf32>
}
