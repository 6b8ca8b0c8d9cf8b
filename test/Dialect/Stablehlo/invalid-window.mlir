// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @no_operands() {
  // expected-error@+1 {{has 0 operands; there must be as many inputs as init values, and at least one}}
  %0 = "stablehlo.reduce_window"() <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : () -> tensor<7xf32>
  return
}

// -----

func.func @odd_operands(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{has 3 operands; there must be as many inputs as init values, and at least one}}
  %0 = "stablehlo.reduce_window"(%a, %i, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @result_count(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{has 1 inputs, but 2 results}}
  %0:2 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> (tensor<7xf32>, tensor<7xf32>)
  return
}

// -----

func.func @window_rank(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{window_dimensions has 2 entries, but the tensor has rank 1}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @window_size_zero(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the window size is 0 along window dimension 0; it must be positive}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @window_size_negative(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the window size is -9223372036854775808 along window dimension 0; it must be positive}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: -9223372036854775808>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @stride_negative(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the window stride is -1 along window dimension 0; it must be positive}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: -1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @stride_count(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the window stride has 2 entries, but the window has 1 dimensions}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @base_dilation_zero(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the base dilation is 0 along window dimension 0; it must be positive}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @window_dilation_zero(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the window dilation is 0 along window dimension 0; it must be positive}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, window_dilations = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @dilation_overflow(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the window arithmetic of dimension 0 overflows 64 bits}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 9223372036854775807>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @padding_shape(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the padding has type 'tensor<1000000000x2xi64>', but a tensor<1x2xi64> is needed}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<0> : tensor<1000000000x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @padding_type(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{attribute 'padding' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<0> : tensor<1x2xi32>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @padding_negative(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{dimension 0 of size 8 is padded to the negative size -1}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<[[-8, -1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @init_rank(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the init value has type 'tensor<8xf32>', but 'tensor<f32>' is needed}}
  %0 = "stablehlo.reduce_window"(%a, %a) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<8xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @result_shape(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the result has type 'tensor<8xf32>', but 'tensor<7xf32>' is needed}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @result_element_type(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the result has element type 'f16', but 'f32' is needed}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf16>
  return
}

// -----

func.func @body_arguments(%a: tensor<8xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the body takes 1 arguments, but 2 are needed}}
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @select_window_missing(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{window_dimensions has 0 entries, but the tensor has rank 1}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @select_source_shape(%a: tensor<8xf32>, %s: tensor<5xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the source has type 'tensor<5xf32>', but 'tensor<4xf32>' is needed}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<5xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @select_source_type(%a: tensor<8xf32>, %s: tensor<4xf64>, %i: tensor<f32>) {
  // expected-error@+1 {{the source has element type 'f64', but 'f32' is needed}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf64>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @select_init(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{the init value has element type 'i32', but 'f32' is needed}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

func.func @select_returns(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the select region returns 'tensor<f32>' at index 0, but 'tensor<i1>' is needed}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @select_takes(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the select region takes 'tensor<f64>' at index 1, but 'tensor<f32>' is needed}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f64>):
    stablehlo.return %x : tensor<f32>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @scatter_returns(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the scatter region returns 'tensor<i1>' at index 0, but the input's element type 'f32' cannot be promoted to that}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @select_result(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{the result has type 'tensor<4xf32>', but 'tensor<8xf32>' is needed}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
