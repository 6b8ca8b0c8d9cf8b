// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @no_operands() {
  // expected-error@+1 {{has 0 operands; there must be as many inputs as init values, and at least one}}
  %0 = "stablehlo.reduce"() <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : () -> tensor<3xf32>
  return
}

// -----

func.func @odd_operands(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{has 3 operands; there must be as many inputs as init values, and at least one}}
  %0 = "stablehlo.reduce"(%a, %i, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @no_results(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{has 1 inputs, but 0 results}}
  "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> ()
  return
}

// -----

func.func @input_shapes(%a: tensor<2x3xf32>, %i: tensor<f32>, %b: tensor<3x3xf32>) {
  // expected-error@+1 {{op the shapes}}
  %0:2 = "stablehlo.reduce"(%a, %b, %i, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @dimension_out_of_range(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{dimensions contains 2, but the tensor has rank 2}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @dimension_negative(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{dimensions contains -1, but the tensor has rank 2}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: -1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @dimension_twice(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{dimensions contains dimension 0 twice}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0, 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @init_rank(%a: tensor<2x3xf32>, %i: tensor<f32>, %v: tensor<1xf32>) {
  // expected-error@+1 {{the init value has type 'tensor<1xf32>', but 'tensor<f32>' is needed}}
  %0 = "stablehlo.reduce"(%a, %v) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @init_element_type(%a: tensor<2x3xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{the init value has element type 'i32', but 'f32' is needed}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

func.func @no_block(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @empty_block(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{expects a non-empty block}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @no_region(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{requires one region}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @other_terminator(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body ends in func.return; it must end in stablehlo.return}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "func.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @body_arguments(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body takes 1 arguments, but 2 are needed}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @body_argument_type(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body takes 'tensor<f64>' at index 1, but 'tensor<f32>' is needed}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f64>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @body_returns(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body returns 2 values, but 1 are needed}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @body_returns_vector(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body returns 'tensor<1xf32>' at index 0; it must be a tensor of rank 0}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>):
    stablehlo.return %x : tensor<1xf32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @body_returns_token(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body returns '!stablehlo.token' at index 0; it must be a tensor of rank 0}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: !stablehlo.token, %y: !stablehlo.token):
    stablehlo.return %x : !stablehlo.token
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @body_narrows(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body returns 'tensor<f16>' at index 0, but the input's element type 'f32' cannot be promoted to that}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    stablehlo.return %x : tensor<f16>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf16>
  return
}

// -----

func.func @result_shape(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the result has type 'tensor<2xf32>', but 'tensor<3xf32>' is needed}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @result_element_type(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the result has element type 'f64', but 'f32' is needed}}
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
  return
}

// -----

func.func @applies_unknown(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.plus' is no commutative stablehlo op of two operands}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.plus across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @applies_subtract(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.subtract' is no commutative stablehlo op of two operands}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.subtract across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @applies_two_inputs(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'applies' is for one input, not 2}}
  %0:2 = stablehlo.reduce(%a init: %i), (%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @applies_to_token(%a: !stablehlo.token, %i: tensor<f32>) {
  // expected-error@+1 {{the input is '!stablehlo.token'; it must be a ranked tensor}}
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (!stablehlo.token, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @missing_init(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{expected 'init'}}
  %0 = stablehlo.reduce(%a) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @norm_feature_index(%a: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error@+2 {{feature_index is 2, but the tensor has rank 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @norm_scale(%a: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error@+2 {{has an operand of type 'tensor<2xf32>', but one number per feature is 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %t, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @norm_results(%a: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error@+2 {{are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2xf32>', 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

func.func @norm_inference_variance(%a: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error@+2 {{has an operand of type 'tensor<2xf32>', but one number per feature is 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %t) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @norm_gradient(%a: tensor<2x3xf32>, %s: tensor<3xf32>, %t: tensor<2xf32>) {
  // expected-error@+2 {{the operand has type 'tensor<2x3xf32>', but its gradient has type 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
