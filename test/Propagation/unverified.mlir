// With verification switched off a wrong program reaches the passes. They say
// what is wrong with it, and never abort.

// RUN: not weft-opt %s --split-input-file --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=false --weft-complete-manual-axes --weft-even-boundary --weft-propagate 2>&1 | FileCheck %s

weft.mesh @mesh <"a" = 2, "b" = 2>
// CHECK: 'weft.manual' op {{.*}}"c"
func.func @unknown_axis(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = weft.manual over ["a"] (%x) in [<@mesh, ["c"]>] out [<@mesh, ["a"]>] (%y: tensor<4xf32>) {
    weft.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

weft.mesh @mesh <"a" = 2, "b" = 2>
// CHECK: 'weft.manual' op {{.*}}"c"
func.func @unknown_manual_axis(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = weft.manual over ["c"] (%x) in [<@mesh, ["a"]>] out [<@mesh, ["a"]>] (%y: tensor<4xf32>) {
    weft.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

weft.mesh @mesh <"a" = 2, "b" = 2>
// CHECK: error: {{.*}}"c"
func.func @unknown_axis_of_argument(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["c"]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

weft.mesh @mesh <"a" = 2, "b" = 2>
// CHECK: error: a sharding of 2 dimensions is stated for 'tensor<8xf32>', which has 1
func.func @rank_of_argument(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

weft.mesh @mesh <"a" = 2, "b" = 2>
// CHECK: error: a sharding of 0 dimensions is stated for 'tensor<8xf32>', which has 1
func.func @rank_of_result(%x: tensor<8xf32>) -> (tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, []>}) {
  return %x : tensor<8xf32>
}

// -----

weft.mesh @mesh <"a" = 2, "b" = 2>
// CHECK: error: a sharding of 2 dimensions is stated for 'tensor<8xf32>', which has 1
func.func @rank_of_value(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x {weft.shardings = #weft.shardings<[<@mesh, ["a", "b"]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK: 'weft.rule' gives operand 0 2 dimensions, but its rank is 1
func.func @rule_of_another_rank(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @f(%x) {weft.rule = #weft.rule<([i, j]) -> ([i]), [i = 8, j = 4 reduction]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
