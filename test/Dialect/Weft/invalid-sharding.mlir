// RUN: weft-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// Text.

// expected-error@+1 {{the pre-size of a sub-axis is 0; it must be at least 1}}
"test.op"() {a = #weft.axis_ref<"x":(0)2>} : () -> ()

// -----

// expected-error@+1 {{the size of a sub-axis is 1; it must be at least 2}}
"test.op"() {a = #weft.axis_ref<"x":(2)1>} : () -> ()

// -----

// expected-error@+1 {{priority p1 on a dimension that is closed and not split has no meaning; open it ('?') or drop the priority}}
"test.op"() {a = #weft.sharding<@mesh, [_ p1]>} : () -> ()

// -----

// expected-error@+1 {{expected a priority such as 'p1', found 'q1'}}
"test.op"() {a = #weft.sharding<@mesh, ["a" q1]>} : () -> ()

// -----

// expected-error@+1 {{expected a priority such as 'p1', found 'p99999999999999999999'}}
"test.op"() {a = #weft.sharding<@mesh, ["a" p99999999999999999999]>} : () -> ()

// -----

// Nothing follows the mark of an open dimension.
// expected-error@+1 {{expected ')'}}
"test.op"() {a = #weft.sharding<@mesh, [(?, "a")]>} : () -> ()

// -----

// expected-error@+1 {{expected string}}
"test.op"() {a = #weft.sharding<@mesh, [a]>} : () -> ()

// -----

// expected-error@+1 {{expected 'replicated' or 'unreduced', found 'shared'}}
"test.op"() {a = #weft.sharding<@mesh, [_], shared = ["a"]>} : () -> ()

// -----

// expected-error@+1 {{'replicated' is written twice}}
"test.op"() {a = #weft.sharding<@mesh, [_], replicated = ["a"], replicated = ["b"]>} : () -> ()

// -----

// expected-error@+1 {{unknown reducer 'avg'; the reducers are add, mul, max, min, and, or, xor}}
"test.op"() {a = #weft.sharding<@mesh, [_], unreduced = avg ["a"]>} : () -> ()

// -----

// Axes and their mesh.

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2, "model" = 4>
func.func @unknown_axis(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'weft.constrain' op axis "modle" is not in the mesh; its axes are "data", "model"}}
  %0 = weft.constrain %arg0 <@grid, ["modle"]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @none is declared here}}
weft.mesh @none <>
func.func @axis_of_empty_mesh(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{axis "data" is not in the mesh, which has no axes}}
  %0 = weft.constrain %arg0 <@none, ["data"]> : tensor<8xf32>
  return
}

// -----

weft.mesh @grid <"data" = 2>
func.func @unknown_mesh(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'weft.constrain' op mesh @gird is not declared}}
  %0 = weft.constrain %arg0 <@gird, ["data"]> : tensor<8xf32>
  return
}

// -----

weft.mesh @grid <"data" = 2>
func.func @not_a_mesh(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{mesh @not_a_mesh is not declared}}
  %0 = weft.constrain %arg0 <@not_a_mesh, ["data"]> : tensor<8xf32>
  return
}

// -----

func.func @inline_mesh(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{axis "b" is not in the mesh; its axes are "a"}}
  %0 = weft.constrain %arg0 <mesh<"a" = 2>, ["b"]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
func.func @rank(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{the sharding has 2 dimensions, but the tensor has rank 1}}
  %0 = weft.constrain %arg0 <@grid, ["data", _]> : tensor<8xf32>
  return
}

// -----

func.func @rank_without_mesh(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{the sharding has 2 dimensions, but the tensor has rank 1}}
  %0 = weft.constrain %arg0 <@grid, ["data", _]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @one is declared here}}
weft.mesh @one <device_ids = [3]>
func.func @maximal_has_no_entries(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{a sharding on a single device has no dimensions to split, but 1 are listed; write []}}
  %0 = weft.constrain %arg0 <@one, [_]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
func.func @size_zero(%arg0: tensor<4x0xf32>) {
  // expected-error@+1 {{dimension 1 has size 0 and cannot be split over "data"}}
  %0 = weft.constrain %arg0 <@grid, [_, "data"]> : tensor<4x0xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2, "model" = 8>
func.func @twice_in_a_dimension(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{axis "data" is listed twice in dimension 0}}
  %0 = weft.constrain %arg0 <@grid, [("data", "model", "data")]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2, "model" = 8>
func.func @in_two_dimensions(%arg0: tensor<8x8x8xf32>) {
  // expected-error@+1 {{axis "model" splits dimension 0 and dimension 2; it can split only one}}
  %0 = weft.constrain %arg0 <@grid, ["model", _, "model"]> : tensor<8x8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2, "model" = 8>
func.func @also_replicated(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{axis "model" splits dimension 0 and is also replicated}}
  %0 = weft.constrain %arg0 <@grid, ["model"], replicated = ["model"]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2, "model" = 8>
func.func @also_unreduced(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{axis "model" splits dimension 0 and is also unreduced}}
  %0 = weft.constrain %arg0 <@grid, ["model"], unreduced = ["model"]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2, "model" = 8>
func.func @replicated_and_unreduced(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{axis "data" is both replicated and unreduced}}
  %0 = weft.constrain %arg0 <@grid, [_], replicated = ["data"], unreduced = ["data"]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2, "model" = 8>
func.func @overlap(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{"model":(1)4 in dimension 0 and "model":(2)2 in dimension 1 overlap}}
  %0 = weft.constrain %arg0 <@grid, ["model":(1)4, "model":(2)2]> : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"model" = 8>
func.func @whole_and_part(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{"model" in dimension 0 and "model":(2)2 in the unreduced axes overlap}}
  %0 = weft.constrain %arg0 <@grid, ["model", _], unreduced = ["model":(2)2]> : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"model" = 12>
func.func @other_factorisation(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{"model":(1)2 in dimension 1 and "model":(3)2 in dimension 0 are not parts of one factorisation: 2 does not divide 3}}
  %0 = weft.constrain %arg0 <@grid, ["model":(3)2, "model":(1)2]> : tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"model" = 8>
func.func @does_not_divide(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{sub-axis "model":(2)3 does not fit: 2 * 3 does not divide the size 8 of axis "model"}}
  %0 = weft.constrain %arg0 <@grid, ["model":(2)3]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"model" = 8>
func.func @part_is_whole(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{sub-axis "model":(1)8 is the whole axis; write "model"}}
  %0 = weft.constrain %arg0 <@grid, ["model":(1)8]> : tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"model" = 8>
func.func @neighbours(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{"model":(1)2 and "model":(2)2 are neighbours in dimension 0; write "model":(1)4}}
  %0 = weft.constrain %arg0 <@grid, [("model":(1)2, "model":(2)2)]> : tensor<8xf32>
  return
}

// -----

// Shardings on functions and on ops of any dialect.

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
// expected-error@+1 {{'func.func' op argument 1: axis "model" is not in the mesh; its axes are "data"}}
func.func @argument(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {weft.sharding = #weft.sharding<@grid, ["model"]>}) {
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
// expected-error@+1 {{'func.func' op result 0: the sharding has 2 dimensions, but the tensor has rank 1}}
func.func private @result() -> (tensor<8xf32> {weft.sharding = #weft.sharding<@grid, ["data", _]>})

// -----

// expected-error@+1 {{argument 0: 'weft.sharding' must be a #weft.sharding, not "data"}}
func.func private @wrong_kind(tensor<8xf32> {weft.sharding = "data"})

// -----

// expected-error@+1 {{argument 0: 'weft.shardings' is for ops; here write 'weft.sharding'}}
func.func private @wrong_name(tensor<8xf32> {weft.shardings = #weft.shardings<[<@grid, [_]>]>})

// -----

func.func @op_wrong_name() {
  // expected-error@+1 {{'weft.sharding' is for function arguments and results; on an op write 'weft.shardings'}}
  %0 = "test.op"() {weft.sharding = #weft.sharding<@grid, [_]>} : () -> tensor<8xf32>
  return
}

// -----

func.func @op_wrong_kind() {
  // expected-error@+1 {{'weft.shardings' must be a #weft.shardings, not 1 : i64}}
  %0 = "test.op"() {weft.shardings = 1 : i64} : () -> tensor<8xf32>
  return
}

// -----

func.func @op_wrong_number() {
  // expected-error@+1 {{'weft.shardings' has 2 entries, but the op has 1 results}}
  %0 = "test.op"() {weft.shardings = #weft.shardings<[<@grid, [_]>, <@grid, [_]>]>} : () -> tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
func.func @op_wrong_axis() {
  // expected-error@+1 {{'test.op' op result 1: axis "x" is not in the mesh; its axes are "data"}}
  %0:2 = "test.op"() {weft.shardings = #weft.shardings<[<@grid, [_]>, <@grid, ["x"]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
func.func @token() {
  // expected-error@+1 {{result 0: the sharding has 1 dimensions, but the tensor has rank 0}}
  %0 = "test.op"() {weft.shardings = #weft.shardings<[<@grid, [_]>]>} : () -> !test.token
  return
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
func.func @no_results() {
  // expected-error@+1 {{has no results, so its sharding can only name a single device}}
  "test.op"() {weft.shardings = #weft.shardings<[<@grid, []>]>} : () -> ()
  return
}

// -----

// expected-note@+1 {{mesh @a is declared here}}
weft.mesh @a <"x" = 2>
// expected-note@+1 {{mesh @b is declared here}}
weft.mesh @b <"y" = 2>
func.func @mixed_meshes() {
  // expected-error@+1 {{mixes shardings on meshes with different axes: #weft.mesh<"x" = 2> and #weft.mesh<"y" = 2>}}
  %0:2 = "test.op"() {weft.shardings = #weft.shardings<[<@a, ["x"]>, <@b, ["y"]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// Edges and groups.

func.func @group(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{group -1 is negative}}
  weft.sharding_group %arg0 group -1 : tensor<8xf32>
  return
}

// -----

func.func @edge(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{must be the only use of its operand, which has 2 uses}}
  %0 = weft.data_flow_edge %arg0 : tensor<8xf32>
  // expected-note@+1 {{another use is here}}
  return %arg0 : tensor<8xf32>
}

// -----

func.func @func_edge(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{must be the only use of its operand, which has 2 uses}}
  %0 = weft.func_data_flow_edge %arg0 : tensor<8xf32>
  // expected-note@+1 {{another use is here}}
  return %arg0 : tensor<8xf32>
}

// -----

// expected-note@+1 {{mesh @grid is declared here}}
weft.mesh @grid <"data" = 2>
func.func @edge_sharding(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{the sharding has 0 dimensions, but the tensor has rank 1}}
  %0 = weft.data_flow_edge %arg0 sharding <@grid, []> : tensor<8xf32>
  return
}

// -----

func.func @barrier(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{expected 'forward', 'backward' or 'none', found 'sideways'}}
  %0 = weft.barrier %arg0 sideways : tensor<8xf32>
  return
}
