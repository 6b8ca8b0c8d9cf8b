// RUN: weft-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error@+1 {{unknown step 'gather'; the steps are all_gather, all_slice, all_reduce, reduce_scatter, all_to_all, collective_permute, replicated_to_unreduced, sharded_to_unreduced}}
"test.op"() {a = #weft.step<gather ["a"]>} : () -> ()

// -----

// expected-error@+1 {{expected only axes here, or '_' for none}}
"test.op"() {a = #weft.step<all_gather [?]>} : () -> ()

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @rank(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{all_gather lists axes for 1 dimensions, but the tensor has rank 2}}
  %0 = weft.reshard %arg0 <@grid, [_, _]> via all_gather ["x"] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @nothing(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{all_slice names no axes, so it does nothing}}
  %0 = weft.reshard %arg0 <@grid, [_, _]> via all_slice [_, _] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @unknown_axis(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{axis "z" is not in the mesh; its axes are "x", "y"}}
  %0 = weft.reshard %arg0 <@grid, [_, _]> via all_reduce ["z"] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @twice(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{axis "x" splits dimension 0 and dimension 1; it can split only one}}
  %0 = weft.reshard %arg0 <@grid, [_, _]> via all_gather ["x", "x"] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @move_rank(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{all_to_all names dimension 2, but the tensor has rank 2}}
  %0 = weft.reshard %arg0 <@grid, [_, _]> via all_to_all ["x"] 0 -> 2 : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @move_twice(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{all_to_all names dimension 1 twice}}
  %0 = weft.reshard %arg0 <@grid, [_, _]> via all_to_all ["x"] 0 -> 1, ["y"] 1 -> 0 : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @move_nothing(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{all_to_all moves no axes from dimension 0 to dimension 1}}
  %0 = weft.reshard %arg0 <@grid, [_, _]> via all_to_all [] 0 -> 1 : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @gather_what_is_not_split(%arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@grid, ["x", _]>}) {
  // expected-error@+1 {{all_gather takes "y" from dimension 1, which is not split}}
  %0 = weft.reshard %arg0 <@grid, ["x", _]> via all_gather [_, "y"] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @gather_major(%arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@grid, [("x", "y"), _]>}) {
  // expected-error@+1 {{all_gather takes "x" from dimension 0, which is split over "x", "y"; only its minor-most axes can go}}
  %0 = weft.reshard %arg0 <@grid, ["y", _]> via all_gather ["x", _] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @wrong_target(%arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@grid, [("x", "y"), _]>}) {
  // expected-error@+1 {{all_gather leads to ["x", _], not to [_, ("x", "y")]}}
  %0 = weft.reshard %arg0 <@grid, [_, ("x", "y")]> via all_gather ["y", _] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @slice_over_used_axis(%arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@grid, ["x", _]>}) {
  // expected-error@+1 {{axis "x" splits dimension 0 and dimension 1; it can split only one}}
  %0 = weft.reshard %arg0 <@grid, ["x", _]> via all_slice [_, "x"] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @reduce_over_used_axis(%arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@grid, ["x", _]>}) {
  // expected-error@+1 {{all_reduce combines over "x", which splits the tensor}}
  %0 = weft.reshard %arg0 <@grid, ["x", _]> via all_reduce ["x"] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @still_unreduced(%arg0: tensor<8x8xf32>) {
  %0 = weft.constrain %arg0 <@grid, [_, _], unreduced = ["x", "y"]> : tensor<8x8xf32>
  // expected-error@+1 {{all_reduce leads to [_, _], unreduced = ["y"], not to [_, _]}}
  %1 = weft.reshard %0 <@grid, [_, _]> via all_reduce ["x"] : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"x" = 4, "y" = 2>
func.func @permute_changes_count(%arg0: tensor<8x8xf32> {weft.sharding = #weft.sharding<@grid, ["x", _]>}) {
  // expected-error@+1 {{collective_permute keeps the number of shards, but dimension 0 goes from 4 to 2}}
  %0 = weft.reshard %arg0 <@grid, ["y", _]> via collective_permute : tensor<8x8xf32>
  return
}
