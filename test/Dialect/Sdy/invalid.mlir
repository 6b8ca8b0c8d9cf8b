// RUN: weft-opt %s -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op names the mesh @other, which the module does not declare}}
  %0 = sdy.sharding_constraint %x <@other, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op the sharding has 1 dimensions, but the tensor has rank 2}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op the sharding has 3 dimensions, but the tensor has rank 2}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op the sharding has 0 dimensions, but the tensor has rank 2}}
  %0 = sdy.sharding_constraint %x <@mesh, []> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op axis "d" is not in the mesh; its axes are "a", "b", "c"}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"d"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op axis "a" is not in the mesh; its axes are "z"}}
  %0 = sdy.sharding_constraint %x <mesh<["z"=2]>, [{"a"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op axis "a" splits dimension 0 and dimension 1; it can split only one}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {"a"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op axis "a" is listed twice in dimension 0}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a", "a"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op axis "a" splits dimension 0 and is also replicated}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}], replicated={"a"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op axis "a" splits dimension 0 and is also unreduced}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}], unreduced={"a"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op axis "a" is both replicated and unreduced}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op "c":(1)2 and "c":(2)2 are neighbours in dimension 0; write "c"}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(1)2, "c":(2)2}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op "c":(1)2 in dimension 0 and "c" in dimension 1 overlap}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(1)2}, {"c"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis "c":(1)4 is the whole axis; write "c"}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(1)4}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis "c":(2)4 does not fit: 2 * 4 does not divide the size 4 of axis "c"}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(2)4}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis "c":(1)3 does not fit: 1 * 3 does not divide the size 4 of axis "c"}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(1)3}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis "c":(0)2 must have a pre-size of at least 1 and a size of at least 2}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(0)2}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis "c":(2)1 must have a pre-size of at least 1 and a size of at least 2}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(2)1}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis "c":(9223372036854775807)9223372036854775807 does not fit: 9223372036854775807 * 9223372036854775807 does not divide the size 4 of axis "c"}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(9223372036854775807)9223372036854775807}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op sub-axis "c":(-2)-2 must have a pre-size of at least 1 and a size of at least 2}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"c":(-2)-2}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op dimension 0 has priority 1 but is closed and not split, so it has no effect}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}p1, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op replicated lists "c" before "a"; the order of the mesh is expected}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"c", "a"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unreduced lists "b" before "a"; the order of the mesh is expected}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], unreduced={"b", "a"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op replicated lists "c":(2)2 before "c":(1)2; the order of the mesh is expected}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {}], replicated={"c":(2)2, "c":(1)2}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @one = <[], device_ids=[1]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op the mesh is a single device, so the sharding must be empty: write []}}
  %0 = sdy.sharding_constraint %x <@one, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<*xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op a value of type 'tensor<*xf32>' has no rank, so it cannot be sharded}}
  %0 = sdy.sharding_constraint %x <@mesh, []> : tensor<*xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: i32) {
  // expected-error@+1 {{'sdy.sharding_constraint' op a value of type 'i32' cannot be split, so the sharding must be empty: write []}}
  %0 = sdy.sharding_constraint %x <@mesh, [{}]> : i32
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: i32) {
  // expected-error@+1 {{'sdy.sharding_constraint' op a value of type 'i32' cannot be split, so the sharding must be empty: write []}}
  %0 = sdy.sharding_constraint %x <@mesh, [], replicated={"a"}> : i32
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op the sharding has 0 dimensions, but the tensor has rank 1}}
  %0 = sdy.sharding_constraint %x <@mesh, []> : tuple<tensor<2xf32>>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.reshard' op the sharding has 1 dimensions, but the tensor has rank 2}}
  %0 = sdy.reshard %x <@mesh, [{"a"}]> : tensor<8x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
  sdy.mesh @m = <["a"=2]>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.propagation_barrier' op lets shardings pass both ways, so it has no effect; use FORWARD, BACKWARD or NONE}}
  %0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{custom op 'sdy.propagation_barrier' expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]}}
  %0 = sdy.propagation_barrier %x allowed_direction=UP : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{integer constant out of range for attribute}}
  sdy.sharding_group %x group_id=99999999999999999999 : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'sdy.sharding_group' invalid kind of type specified: expected builtin.tensor, but found 'i32'}}
  sdy.sharding_group %x group_id=1 : i32
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<?xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op needs a static shape, found 'tensor<?xf32>'}}
  %0 = sdy.data_flow_edge %x : tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op must be the only user of its operand}}
  %0 = sdy.data_flow_edge %x : tensor<8x8xf32>
  %1 = stablehlo.abs %x : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  %0 = sdy.reshard %x <@mesh, [{}, {}]> : tensor<8x8xf32>
  // expected-error@+1 {{'sdy.data_flow_edge' op cannot sit on a result of 'sdy.reshard'; it belongs to an op with data flow, or to a region argument}}
  %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op the sharding has 1 dimensions, but the tensor has rank 2}}
  %0 = sdy.data_flow_edge %x sharding=<@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  %0 = stablehlo.abs %x : tensor<8x8xf32>
  // expected-error@+1 {{'sdy.func_data_flow_edge' op must sit on an argument of a function or a result of a call, found a result of 'stablehlo.abs'}}
  %1 = sdy.func_data_flow_edge %0 : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  %0 = sdy.named_computation<"f">(%x) (%p: tensor<8x8xf32>) {
    // expected-error@+1 {{'sdy.func_data_flow_edge' op must sit on an argument of a function or a result of a call, found an argument of another region}}
    %1 = sdy.func_data_flow_edge %p : tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.constant' op failed to verify that all of {value, output} have same type}}
  %0 = "sdy.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi64>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{custom op 'sdy.constant' invalid kind of attribute specified}}
  %0 = sdy.constant 1 : i32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sdy.return' op must end a manual or named computation, found 'func.func'}}
  sdy.return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op has 0 shardings for 1 results}}
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op has 2 shardings for 1 results}}
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op 'sdy.sharding' must be of the form '#sdy.sharding_per_value<...>', found #sdy.sharding<@mesh, [{}, {}]>}}
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op 'sdy.sharding' must be of the form '#sdy.sharding_per_value<...>', found 1 : i32}}
  %0 = stablehlo.abs %x {sdy.sharding = 1 : i32} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op result 0: the sharding has 1 dimensions, but the tensor has rank 2}}
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op result 0: axis "d" is not in the mesh; its axes are "a", "b", "c"}}
  %0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"d"}, {}]>]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op 'sdy.sharding_rule' must be of the form '#sdy.op_sharding_rule<...>', found 1 : i32}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = 1 : i32} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op 'sdy.propagation_edges' must be of the form '#sdy.propagation_edges<...>', found []}}
  %0 = stablehlo.abs %x {sdy.propagation_edges = []} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: has 2 operand mappings, but the op has 1 operands}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: has 2 result mappings, but the op has 1 results}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i]) {i=8, j=8}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: the mapping of operand 0 has 1 dimensions, but its type is 'tensor<8x8xf32>'}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: factor 'j' has no size; the rule gives the sizes of 1 factors}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: factor 'k' is in no operand and no result}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8, k=8}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: factor 'i' is in operand 0 twice}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([i, i]) {i=8}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: factor 'k' of size 1 shares a dimension with others; only factors larger than 1 may}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([ik, j])->([i, j]) {i=8, j=8, k=1}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: factor 'i' is reduced, so it cannot be in a result}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} reduction={i}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: factor 'i' is in two of reduction, need_replication and permutation}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, j]) {i=8, j=8, k=8} reduction={i} need_replication={i}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: need_replication lists 'k' before 'i'; factors must ascend}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, j]) {i=8, j=8, k=8} need_replication={k, i}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: permutation lists 'i' before 'i'; factors must ascend}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, j]) {i=8, j=8, k=8} permutation={i, i}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op sharding rule: factor 'z_5' has no size; the rule gives the sizes of 3 factors}}
  %0 = stablehlo.abs %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, j]) {i=8, j=8, k=8} need_replication={z_5}>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
// expected-error@+1 {{'func.func' op argument 0: 'sdy.sharding' must be of the form '#sdy.sharding<...>', found #sdy.sharding_per_value<[]>}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding_per_value<[]>})

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
// expected-error@+1 {{'func.func' op argument 1: the sharding has 0 dimensions, but the tensor has rank 1}}
func.func private @f(tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, []>})

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
// expected-error@+1 {{'func.func' op result 0: the sharding has 2 dimensions, but the tensor has rank 1}}
func.func private @f() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>})
