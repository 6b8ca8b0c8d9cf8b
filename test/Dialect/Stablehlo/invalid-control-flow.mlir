// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @while_result_count(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has 1 operands, but 0 results}}
  "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @while_result_type(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{operand 0 has type 'tensor<4xf32>', but among the results it has type 'tensor<?xf32>'}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @while_condition_arguments(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has 1 operands, but 2 condition arguments}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<i32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_body_argument(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{operand 0 has type 'tensor<4xf32>', but among the body arguments it has type 'tensor<i32>'}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_condition_returns(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the condition returns 'tensor<4xf32>' at index 0, but 'tensor<i1>' is needed}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_condition_returns_nothing(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the condition returns 0 values, but 1 are needed}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return 
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_body_returns(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the body returns 2 values, but 1 are needed}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_body_return_type(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the body returns 'tensor<i1>' at index 0, but 'tensor<4xf32>' is needed}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_one_region(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{expected 2 regions}}
  "stablehlo.while"() ({
    stablehlo.return %p : tensor<i1>
  }) : () -> ()
  return
}

// -----

func.func @while_no_blocks(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{region #0 ('cond') failed to verify constraint: region with 1 blocks}}
  "stablehlo.while"() ({}, {}) : () -> ()
  return
}

// -----

func.func @while_types(%a: tensor<4xf32>) {
  // expected-error@+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = stablehlo.while(%x = %a) : tensor<4xf32>, tensor<4xf32>
  cond {
    stablehlo.return %x : tensor<4xf32>
  } do {
    stablehlo.return %x : tensor<4xf32>
  }
  return
}

// -----

func.func @case_without_branches(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has no branches; it needs at least one}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_index_rank(%v: tensor<2xi32>) {
  // expected-error@+1 {{the operand has rank 1; it must be a scalar}}
  "stablehlo.case"(%v) ({
    stablehlo.return
  }) : (tensor<2xi32>) -> ()
  return
}

// -----

func.func @case_index_type(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of 32-bit signless integer values}}
  "stablehlo.case"(%p) ({
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @case_branch_results(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{branch 1 returns 0 values, but 1 are needed}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @case_branch_type(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{branch 1 returns 'tensor<i1>' at index 0, but 'tensor<4xf32>' is needed}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @case_branch_arguments(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{branch 0 takes 1 arguments, but 0 are needed}}
  "stablehlo.case"(%i) ({
  ^bb0(%x: tensor<i1>):
    stablehlo.return
  }) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_empty_branch(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{region #0 ('branches') failed to verify constraint: region with 1 blocks}}
  "stablehlo.case"(%i) ({}) : (tensor<i32>) -> ()
  return
}

// -----

func.func @if_pred_rank(%v: tensor<2xi1>) {
  // expected-error@+1 {{the operand has rank 1; it must be a scalar}}
  "stablehlo.if"(%v) ({
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<2xi1>) -> ()
  return
}

// -----

func.func @if_branch_type(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{branch 0 returns 'tensor<4xf32>' at index 0, but 'tensor<5xf32>' is needed}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<5xf32>
  return
}

// -----

func.func @if_one_branch(%i: tensor<i32>, %a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{expected 2 regions}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @map_no_inputs() {
  // expected-error@+1 {{needs at least one input}}
  %0 = "stablehlo.map"() <{dimensions = array<i64>}> ({
  ^bb0():
    stablehlo.return 
  }) : () -> tensor<4xf32>
  return
}

// -----

func.func @map_dimensions(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{dimensions contains 1 at index 0; all dimensions must be listed in order}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_dimension_count(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{dimensions has 0 entries, but the tensor has rank 1}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_result(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the result has type 'tensor<5xf32>', but 'tensor<4xf32>' is needed}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @map_returns(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the computation returns 'tensor<f32>' at index 0, but 'tensor<i32>' is needed}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @sort_no_inputs(%p: tensor<i1>) {
  // expected-error@+1 {{needs at least one input}}
  "stablehlo.sort"() ({
    stablehlo.return %p : tensor<i1>
  }) : () -> ()
  return
}

// -----

func.func @sort_results(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has 1 inputs, but 0 results}}
  "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @sort_dimension(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{dimension is 1; for a tensor of rank 1 it must be at least -1 and below 1}}
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_dimension_negative(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{dimension is -2; for a tensor of rank 1 it must be at least -1 and below 1}}
  %0 = "stablehlo.sort"(%a) <{dimension = -2 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_type(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{an input has type 'tensor<4xf32>', but its result has type 'tensor<5xf32>'}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @sort_comparator(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the comparator takes 1 arguments, but 2 are needed}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_comparator_returns(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the comparator returns 'tensor<f32>' at index 0, but 'tensor<i1>' is needed}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @barrier_count(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has 1 operands, but 0 results}}
  "stablehlo.optimization_barrier"(%a) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @barrier_type(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{operand 0 has type 'tensor<4xf32>', but its result has type 'tensor<?xf32>'}}
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<4xf32>) -> tensor<?xf32>
  return
}
