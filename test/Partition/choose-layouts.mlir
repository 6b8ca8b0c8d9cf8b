// RUN: weft-opt %s --weft-choose-layouts --weft-insert-reshards --weft-place-reductions | FileCheck %s
// RUN: weft check %s --pipeline=weft-partition

weft.mesh @mesh <"x" = 4>

// Propagation wanted the values in between by columns. The product is computed
// by rows, and so is all that follows, since no step of it gains by the change.

// CHECK-LABEL: func.func @chain_stays_by_rows
// CHECK-NOT: weft.reshard
// CHECK: return
func.func @chain_stays_by_rows(%a: tensor<16x8xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>},
                               %b: tensor<8x64xf32>)
    -> (tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<16x8xf32>, tensor<8x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.tanh %0 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %2 = stablehlo.negate %1 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %3 = stablehlo.abs %2 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %4 = stablehlo.exponential %3 {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : tensor<16x64xf32>
  return %4 : tensor<16x64xf32>
}

// A value that others use as it was wanted goes there once, for all of them.

// CHECK-LABEL: func.func @shared_value_moves_once
// CHECK: %[[T:.*]] = stablehlo.tanh %arg0
// CHECK-NEXT: %[[R:.*]] = weft.reshard %[[T]] <@mesh, [_, "x"]>
// CHECK-NEXT: stablehlo.negate %[[R]]
// CHECK-NEXT: stablehlo.exponential %[[R]]
// CHECK-NOT: weft.reshard
// CHECK: return
func.func @shared_value_moves_once(%a: tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}, tensor<16x64xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>}) {
  %0 = stablehlo.tanh %a {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %1 = stablehlo.negate %0 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  %2 = stablehlo.exponential %0 {weft.shardings = #weft.shardings<[<@mesh, [_, "x"]>]>} : tensor<16x64xf32>
  return %1, %2 : tensor<16x64xf32>, tensor<16x64xf32>
}
