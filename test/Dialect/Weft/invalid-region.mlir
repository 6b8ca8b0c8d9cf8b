// RUN: weft-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

func.func @no_mesh() {
  // expected-error@+1 {{'weft.manual' op has no shardings that say which mesh its axes belong to; write the mesh before the axes}}
  weft.manual over ["x"] () in [] out [] () {
    weft.return
  } : () -> ()
  return
}

// -----

func.func @undeclared_mesh() {
  // expected-error@+1 {{mesh @mesh is not declared}}
  weft.manual over @mesh ["x"] () in [] out [] () {
    weft.return
  } : () -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @unknown_axis() {
  // expected-error@+1 {{axis "z" is not in the mesh; its axes are "x", "y"}}
  weft.manual over @mesh ["z"] () in [] out [] () {
    weft.return
  } : () -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @axis_twice() {
  // expected-error@+1 {{axis "x" is listed twice in the list}}
  weft.manual over @mesh ["x", "x"] () in [] out [] () {
    weft.return
  } : () -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @part_of_axis() {
  // expected-error@+1 {{manual axes are whole, but "y":(1)2 is a part of one}}
  weft.manual over @mesh ["y":(1)2] () in [] out [] () {
    weft.return
  } : () -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @nested_on_same_axis() {
  // expected-note@+1 {{the enclosing manual region is here}}
  weft.manual over @mesh ["x"] () in [] out [] () {
    // expected-error@+1 {{axis "x" is already manual}}
    weft.manual over @mesh ["x"] () in [] out [] () {
      weft.return
    } : () -> ()
    weft.return
  } : () -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @number_of_shardings(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{has 0 operand shardings for 1 operands}}
  weft.manual over @mesh ["x"] (%arg0) in [] out [] (%a: tensor<8xf32>) {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @number_of_arguments(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{has 1 operands, but its region has 0 arguments}}
  weft.manual over ["x"] (%arg0) in [<@mesh, [_]>] out [] () {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @number_of_results(%arg0: tensor<8xf32>) {
  weft.manual over ["x"] (%arg0) in [<@mesh, [_]>] out [] (%a: tensor<8xf32>) {
    // expected-error@+1 {{returns 1 values, but the enclosing 'weft.manual' has 0 results}}
    weft.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @terminator(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{region must end in 'weft.return', not in 'test.end'}}
  weft.scope "s" (%arg0) (%a: tensor<8xf32>) {
    "test.end"() : () -> ()
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @local_argument(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{block argument 0 has type 'tensor<8xf32>', but the shard of operand 0 has type 'tensor<4xf32>'}}
  weft.manual over ["x"] (%arg0) in [<@mesh, ["x"]>] out [] (%a: tensor<8xf32>) {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @local_result(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{returned value 0 has type 'tensor<8xf32>', but the shard of result 0 has type 'tensor<4xf32>'}}
  %0 = weft.manual over ["x"] (%arg0) in [<@mesh, [_]>] out [<@mesh, ["x"]>] (%a: tensor<8xf32>) {
    weft.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @manual_axis_last(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand 0: dimension 0 is split over "y", "x"; the manual axis "x" must come first}}
  weft.manual over ["x"] (%arg0) in [<@mesh, [("y", "x")]>] out [] (%a: tensor<4xf32>) {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @part_of_manual_axis(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand 0: dimension 0 uses the part "y":(1)2 of a manual axis}}
  weft.manual over ["y"] (%arg0) in [<@mesh, ["y":(1)2]>] out [] (%a: tensor<4xf32>) {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @does_not_divide(%arg0: tensor<10xf32>) {
  // expected-error@+1 {{operand 0: dimension 0 has size 10, which the 4 shards of the manual axes do not divide}}
  weft.manual over ["y"] (%arg0) in [<@mesh, ["y"]>] out [] (%a: tensor<3xf32>) {
    weft.return
  } : (tensor<10xf32>) -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @sharding_inside(%arg0: tensor<8xf32>) {
  // expected-note@+1 {{the manual region is here}}
  weft.manual over ["x"] (%arg0) in [<@mesh, ["x"]>] out [] (%a: tensor<4xf32>) {
    // expected-error@+1 {{axis "x" is manual here, so a sharding cannot use it}}
    %0 = weft.constrain %a <@mesh, ["x"]> : tensor<4xf32>
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @sharding_of_op_inside(%arg0: tensor<8xf32>) {
  // expected-note@+1 {{the manual region is here}}
  weft.manual over ["x"] (%arg0) in [<@mesh, ["x"]>] out [] (%a: tensor<4xf32>) {
    // expected-error@+1 {{'test.op' op result 0: axis "x" is manual here, so a sharding cannot use it}}
    %0 = "test.op"() {weft.shardings = #weft.shardings<[<@mesh, ["y"], replicated = ["x"]>]>} : () -> tensor<4xf32>
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
// expected-note@+1 {{mesh @other is declared here}}
weft.mesh @other <"z" = 2>
func.func @mixed_meshes(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{mixes shardings on meshes with different axes: #weft.mesh<"x" = 2, "y" = 4> and #weft.mesh<"z" = 2>}}
  %0 = weft.manual over ["x"] (%arg0) in [<@mesh, ["x"]>] out [<@other, [_]>] (%a: tensor<4xf32>) {
    %1 = "test.op"() : () -> tensor<8xf32>
    weft.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @scope_argument(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand 0 has type 'tensor<8xf32>', but block argument 0 has type 'tensor<4xf32>'}}
  weft.scope "s" (%arg0) (%a: tensor<4xf32>) {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @scope_result(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{result 0 has type 'tensor<4xf32>', but returned value 0 has type 'tensor<8xf32>'}}
  %0 = weft.scope "s" (%arg0) (%a: tensor<8xf32>) {
    weft.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @scope_sharding(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand 0: axis "z" is not in the mesh; its axes are "x", "y"}}
  weft.scope "s" (%arg0) in [<@mesh, ["z"]>] (%a: tensor<8xf32>) {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// Without any declared mesh a reference has no meaning, but the axes of the
// inline mesh do.
func.func @inline_and_undeclared(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand 0: axis "y" is not in the mesh; its axes are "x"}}
  weft.manual over mesh<"x" = 2> ["x"] (%arg0) in [<@mesh, ["y"]>] out [] (%a: tensor<8xf32>) {
    weft.return
  } : (tensor<8xf32>) -> ()
  return
}
