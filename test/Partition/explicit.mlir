// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-pipeline=explicit -o /dev/null
// Without the option all of it is partitioned.
// RUN: weft-opt %s --split-input-file --weft-pipeline -o /dev/null

// Shardings of operands ask for nothing.

weft.mesh @mesh <"x" = 2, "y" = 2>

func.func @contracted(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                      %b: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x8xf32> {
  // expected-error @+3 {{result 0 of 'stablehlo.dot_general' takes all_reduce over "x", 256 B sent by each device, which no annotation asks for}}
  // expected-note @+2 {{each device has a part of a sum here, #weft.sharding<@mesh, [_, _], unreduced = ["x"]>; operands that are not split along what is summed need none}}
  // expected-note @+1 {{to ask for it, constrain the value: 'weft.constrain' with #weft.sharding<@mesh, [_, _]>}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// An operand that has to lie otherwise.

weft.mesh @mesh <"x" = 2, "y" = 2>

func.func @moved(%a: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                 // expected-note @+1 {{the value is laid out as #weft.sharding<@mesh, [_, "x"]> here; laid out as needed, nothing is sent}}
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
