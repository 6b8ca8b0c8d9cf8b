// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @dimension_beyond_rank(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op dimension 1 is scanned, but input 0 has rank 1}}
  %0 = chlo.scan(%x) inits () dimension=1 {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @number_of_steps(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{'chlo.scan' op input 1 has size 5 along dimension 0, but there are 4 steps}}
  %0 = chlo.scan(%x, %y) inits () dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  } : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @size_of_output(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op output 0 has size 3 along dimension 0, but there are 4 steps}}
  %0 = chlo.scan(%x) inits () dimension=0 {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  } : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @negative_dimension(%x: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op attribute 'dimension' failed to satisfy constraint}}
  %0 = chlo.scan(%x) inits () dimension=-1 {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @carries_and_inits(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op has 1 initial values, but 0 carried results}}
  %0 = "chlo.scan"(%x, %i) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @type_of_carry(%i: tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op initial value 0 has type 'tensor<f32>', but the carried result has type 'tensor<i32>'}}
  %0 = chlo.scan() inits (%i) dimension=0 {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  } : (tensor<f32>) -> tensor<i32>
  return
}

// -----

func.func @arguments_of_body(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{'chlo.scan' op the body has 2 arguments, but a step has 1}}
  %0 = chlo.scan(%x) inits () dimension=0 {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  } : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @type_of_argument(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{'chlo.scan' op the body's argument 0 has type 'tensor<4xf32>', but a step has 'tensor<3xf32>' there}}
  %0 = chlo.scan(%x) inits () dimension=0 {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  } : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @type_of_result(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{'chlo.scan' op the body's result 0 has type 'tensor<3xf32>', but a step has 'tensor<2xf32>' there}}
  %0 = chlo.scan(%x) inits () dimension=0 {
  ^bb0(%a: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  } : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @operand_types(%x: tensor<4x3xf32>) {
  %0 = chlo.scan(%x) inits () dimension=0 {
  ^bb0(%a: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  // expected-error@+1 {{expected 1 operand types, but got 2}}
  } : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @result_types(%i: tensor<f32>) {
  chlo.scan() inits (%i) dimension=0 {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  // expected-error@+1 {{expected at least 1 result types, one per initial value, but got 0}}
  } : (tensor<f32>) -> ()
  return
}
