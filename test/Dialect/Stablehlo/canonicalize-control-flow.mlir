// RUN: weft-opt %s -canonicalize -split-input-file | FileCheck %s

// The second value is passed on unchanged: it is known after the loop.
// CHECK-LABEL: func.func @invariant_is_forwarded(
// CHECK-SAME: %[[N:.*]]: tensor<i32>, %[[X:.*]]: tensor<f32>
// CHECK: stablehlo.while
// CHECK: return %{{.*}}, %[[X]] : tensor<i32>, tensor<f32>
func.func @invariant_is_forwarded(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %0:2 = stablehlo.while(%i = %n, %y = %x) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %n : tensor<i32>
    stablehlo.return %1, %y : tensor<i32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}

// -----

// The third value is computed from the others, but nothing from it.
// CHECK-LABEL: func.func @dead_value_is_dropped(
// CHECK-SAME: %[[N:[^:]*]]: tensor<i32>, %[[X:[^:]*]]: tensor<f32>
// CHECK: %[[R:.*]]:2 = stablehlo.while(%[[I:.*]] = %[[N]], %[[Y:.*]] = %[[X]]) : tensor<i32>, tensor<f32> attributes {mhlo.note}
// CHECK: cond
// CHECK: do
// CHECK-NEXT: %[[I1:.*]] = stablehlo.add %[[I]], %[[N]]
// CHECK-NEXT: %[[Y1:.*]] = stablehlo.multiply %[[Y]], %[[Y]]
// CHECK-NEXT: stablehlo.return %[[I1]], %[[Y1]]
// CHECK: return %[[R]]#1
func.func @dead_value_is_dropped(%n: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0:3 = stablehlo.while(%i = %n, %y = %x, %z = %x) : tensor<i32>, tensor<f32>, tensor<f32> attributes {mhlo.note}
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %n : tensor<i32>
    %2 = stablehlo.multiply %y, %y : tensor<f32>
    %3 = stablehlo.add %z, %y : tensor<f32>
    stablehlo.return %1, %2, %3 : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}

// -----

// A value that a live one needs, directly or in a nested region, stays.
// CHECK-LABEL: func.func @needed_value_is_kept(
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<f32>, tensor<f32>
func.func @needed_value_is_kept(%n: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0:3 = stablehlo.while(%i = %n, %y = %x, %z = %x) : tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %n : tensor<i32>
    %2 = "stablehlo.case"(%i) ({
      stablehlo.return %z : tensor<f32>
    }, {
      stablehlo.return %x : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %3 = stablehlo.add %z, %y : tensor<f32>
    stablehlo.return %1, %2, %3 : tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @effects_keep_values(
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<f32>
// CHECK: stablehlo.custom_call @print
func.func @effects_keep_values(%n: tensor<i32>, %x: tensor<f32>) -> tensor<i32> {
  %0:2 = stablehlo.while(%i = %n, %y = %x) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %n : tensor<i32>
    %2 = stablehlo.add %y, %y : tensor<f32>
    stablehlo.custom_call @print(%y) {has_side_effect = true} : (tensor<f32>) -> ()
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @loop_without_use_is_erased(
// CHECK-NEXT: return
func.func @loop_without_use_is_erased(%n: tensor<i32>) {
  %0 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @case_of_constant(
// CHECK-SAME: %[[X:.*]]: tensor<f32>
// CHECK-NEXT: %[[NEG:.*]] = stablehlo.negate %[[X]]
// CHECK-NEXT: return %[[NEG]], %[[X]]
func.func @case_of_constant(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %far = stablehlo.constant dense<-7> : tensor<i32>
  %0 = "stablehlo.case"(%one) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %2 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  // Out of range: the last branch.
  %1 = "stablehlo.case"(%far) ({
    %2 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// CHECK-LABEL: func.func @case_of_one_branch(
// CHECK-SAME: %{{.*}}: tensor<i32>, %[[X:.*]]: tensor<f32>
// CHECK-NEXT: return %[[X]]
func.func @case_of_one_branch(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @if_of_constant(
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32>, %[[Y:[^:]*]]: tensor<f32>
// CHECK-NEXT: return %[[X]], %[[Y]]
func.func @if_of_constant(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.if"(%t) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %1 = "stablehlo.if"(%f) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// CHECK-LABEL: func.func @tuples_and_tokens(
// CHECK-SAME: %[[X:[^:]*]]: tensor<f32>, %[[T:[^:]*]]: !stablehlo.token
// CHECK-NEXT: return %[[X]], %[[T]]
func.func @tuples_and_tokens(%x: tensor<f32>, %t: !stablehlo.token) -> (tensor<f32>, !stablehlo.token) {
  %0 = stablehlo.tuple %t, %x : tuple<!stablehlo.token, tensor<f32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<!stablehlo.token, tensor<f32>>) -> tensor<f32>
  %2 = stablehlo.after_all %t : !stablehlo.token
  return %1, %2 : tensor<f32>, !stablehlo.token
}
