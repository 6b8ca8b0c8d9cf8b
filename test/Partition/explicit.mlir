// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-pipeline=explicit -o /dev/null
// Without the option all of it is partitioned.
// RUN: weft-opt %s --split-input-file --weft-pipeline -o /dev/null

// Shardings of operands ask for nothing.

weft.mesh @mesh <"x" = 2, "y" = 2>

// expected-note @+1 {{with #weft.sharding<@mesh, [_, _]> on operand 0 of 'stablehlo.dot_general' instead of #weft.sharding<@mesh, [_, "x"]> nothing is left to sum}}
func.func @contracted(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                      // expected-note @+1 {{with #weft.sharding<@mesh, [_, _]> on operand 1 of 'stablehlo.dot_general' instead of #weft.sharding<@mesh, ["x", _]> nothing is left to sum}}
                      %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  // expected-error @+3 {{result 0 of 'stablehlo.dot_general' takes all_reduce over "x", 256 B sent by each device, which no annotation asks for}}
  // expected-note @+2 {{each device has a part of a sum here, #weft.sharding<@mesh, [_, _], unreduced = ["x"]>}}
  // expected-note @+1 {{to ask for it, constrain the value: 'weft.constrain' with #weft.sharding<@mesh, [_, _]>}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// An operand that has to lie otherwise.

weft.mesh @mesh <"x" = 2, "y" = 2>

func.func @moved(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                 // expected-note @+1 {{the value is laid out as #weft.sharding<@mesh, [_, "x"]> here; with #weft.sharding<@mesh, ["x", _]> instead, nothing is sent}}
                 %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) -> tensor<8x8xf32> {
  // expected-error @+2 {{operand 1 of 'stablehlo.add' takes all_to_all over "x", 64 B sent by each device, which no annotation asks for}}
  // expected-note @+1 {{to ask for it, constrain the value: 'weft.constrain' with #weft.sharding<@mesh, ["x", _]>}}
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// A constraint of the result does.

weft.mesh @mesh <"x" = 2, "y" = 2>

func.func @constrained(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                       %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, [_, _]> : tensor<8x8xf32>
  %2 = stablehlo.tanh %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// So does returning it where the function says how.

func.func @returned(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                    %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// A sum that was asked for stays so wherever it is made.

weft.mesh @mesh <"x" = 2, "y" = 2>

func.func @moved_through_transpose(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
    %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, [_, _]> : tensor<8x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.tanh %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// One sum for two.
func.func @merged(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
    %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, [_, _]> : tensor<8x8xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = weft.constrain %2 <@mesh, [_, _]> : tensor<8x8xf32>
  %4 = stablehlo.add %1, %3 : tensor<8x8xf32>
  %5 = stablehlo.tanh %4 : tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}

// Reduced into the shards that the next op takes, which sends less.
func.func @scattered(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
    %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
    %c: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, [_, _]> : tensor<8x8xf32>
  %2 = stablehlo.add %c, %1 : tensor<8x8xf32>
  %3 = stablehlo.tanh %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// After the loop instead of in it.
func.func @accumulated(%a: tensor<8x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
    %b: tensor<64x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  %r:3 = stablehlo.while(%k = %i, %acc = %zero, %v = %a) : tensor<i32>, tensor<8x8xf32>, tensor<8x64xf32>
    cond {
      %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %0 = stablehlo.dot_general %v, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
      %1 = weft.constrain %0 <@mesh, [_, _]> : tensor<8x8xf32>
      %2 = stablehlo.add %acc, %1 : tensor<8x8xf32>
      %3 = stablehlo.negate %v : tensor<8x64xf32>
      %4 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %4, %2, %3 : tensor<i32>, tensor<8x8xf32>, tensor<8x64xf32>
    }
  return %r#1 : tensor<8x8xf32>
}

// -----

// A sum of two of which one was asked for.

weft.mesh @mesh <"x" = 2, "y" = 2>

// expected-note @+1 {{on operand 0 of 'stablehlo.dot_general' instead of}}
func.func @half_asked(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
    // expected-note @+1 {{on operand 1 of 'stablehlo.dot_general' instead of}}
    %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, [_, _]> : tensor<8x8xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-error @+3 {{result 0 of 'stablehlo.add' takes all_reduce over "x", 256 B sent by each device}}
  // expected-note @+2 {{each device has a part of a sum here}}
  // expected-note @+1 {{to ask for it}}
  %3 = stablehlo.add %1, %2 : tensor<8x8xf32>
  %4 = stablehlo.tanh %3 : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// -----

// Nobody asked for this one; it is made after the loop.

weft.mesh @mesh <"x" = 2, "y" = 2>

func.func @accumulated_unasked(%a: tensor<8x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
    // expected-note @+1 {{with #weft.sharding<@mesh, [_, _]> on operand 1 of 'stablehlo.dot_general' instead of #weft.sharding<@mesh, ["x", _]> nothing is left to sum}}
    %b: tensor<64x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  // expected-error @+4 {{result 1 of 'stablehlo.while' takes all_reduce over "x", 256 B sent by each device, which no annotation asks for}}
  // expected-note @+3 {{each device has a part of a sum here, #weft.sharding<@mesh, [_, _], unreduced = ["x"]>}}
  // expected-note @+2 {{to ask for it, constrain the value: 'weft.constrain' with #weft.sharding<@mesh, [_, _]>}}
  // expected-note @+1 {{with #weft.sharding<@mesh, [_, _]> on operand 0 of 'stablehlo.dot_general' instead of #weft.sharding<@mesh, [_, "x"]> nothing is left to sum}}
  %r:3 = stablehlo.while(%k = %i, %acc = %zero, %v = %a) : tensor<i32>, tensor<8x8xf32>, tensor<8x64xf32>
    cond {
      %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %0 = stablehlo.dot_general %v, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
      %2 = stablehlo.add %acc, %0 : tensor<8x8xf32>
      %3 = stablehlo.negate %v : tensor<8x64xf32>
      %4 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %4, %2, %3 : tensor<i32>, tensor<8x8xf32>, tensor<8x64xf32>
    }
  return %r#1 : tensor<8x8xf32>
}

// -----

// What an op exchanges by itself counts as well.

weft.mesh @mesh <"x" = 4>

func.func @shifted(%a: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+2 {{'stablehlo.pad' takes permute over "x", 4 B sent by each device, which no annotation asks for}}
  // expected-note @+1 {{to ask for it, constrain what this op makes ('weft.constrain'); to do without, lay its operands out whole along these axes}}
  %0 = stablehlo.pad %a, %zero, low = [1], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// What the user wrote in a manual region was asked for.

weft.mesh @mesh <"x" = 4>

func.func @manual(%a: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> tensor<8xf32> {
  %0 = weft.manual over ["x"] (%a) in [<@mesh, ["x"]>] out [<@mesh, [_]>] (%local: tensor<2xf32>) {
    %1 = weft.all_gather %local over ["x"] dim 0 : tensor<2xf32> -> tensor<8xf32>
    weft.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
