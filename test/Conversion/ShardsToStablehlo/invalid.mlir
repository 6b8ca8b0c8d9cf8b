// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-export-stablehlo

weft.mesh @mesh <"x" = 4>

// expected-error @+1 {{@main works on whole tensors; partition it first (--weft-pipeline)}}
func.func @main(%arg: tensor<4xf32>) -> tensor<4xf32> {
  return %arg : tensor<4xf32>
}

// -----

weft.mesh @mesh <"x" = 4>

// expected-error @+1 {{@main is public and also called}}
func.func @main(%arg: tensor<4xf32>) -> tensor<4xf32> attributes {weft.local} {
  return %arg : tensor<4xf32>
}

func.func private @other(%arg: tensor<4xf32>) -> tensor<4xf32> attributes {weft.local} {
  %0 = call @main(%arg) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @+1 {{the other mesh is here}}
weft.mesh @four <"x" = 4>
// expected-error @+1 {{mesh @eight has 8 devices, mesh @four has 4; a program runs on one set of devices}}
weft.mesh @eight <"x" = 8>

func.func @main(%arg: tensor<4xf32>) -> tensor<4xf32> attributes {weft.local} {
  return %arg : tensor<4xf32>
}

// -----

// expected-note @+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"x" = 1024, "y" = 2048>

func.func @main(%arg: tensor<4xf32>) -> tensor<4xf32> attributes {weft.local} {
  // expected-error @+1 {{'weft.all_reduce' op runs on 2097152 devices; groups of at most 1048576 can be listed}}
  %0 = weft.all_reduce add %arg over ["x"] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

weft.mesh @mesh <"x" = 4>

func.func @main() -> index attributes {weft.local} {
  // expected-error @+1 {{'weft.axis_index' op has no StableHLO form: its result is no tensor}}
  %0 = weft.axis_index over ["x"] : index
  return %0 : index
}

// -----

weft.mesh @mesh <"x" = 4>

func.func @main(%arg: tensor<4xf32>) -> tensor<4xf32> attributes {weft.local} {
  // expected-error @+1 {{'weft.barrier' op has no StableHLO form; lower it first}}
  %0 = weft.barrier %arg forward : tensor<4xf32>
  return %0 : tensor<4xf32>
}
