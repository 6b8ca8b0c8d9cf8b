// RUN: weft-opt %s --weft-outline-calls | FileCheck %s

weft.mesh @mesh <"a" = 2>

// Equal layouts share a function; the call keeps its attributes.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: call @f(%{{.*}}) {kept, weft.shardings = #weft.shardings<[<@mesh, ["a"]>]>}
  %0 = weft.scope "f" (%x) in [<@mesh, ["a"]>] out [<@mesh, ["a"]>] (%arg: tensor<8xf32>) {
    %n = stablehlo.negate %arg : tensor<8xf32>
    weft.return %n : tensor<8xf32>
  } {kept, weft.callee = @f} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: call @f_0(
  %1 = weft.scope "f" (%0) in [<@mesh, [_]>] out [<@mesh, [_]>] (%arg: tensor<8xf32>) {
    %n = stablehlo.negate %arg : tensor<8xf32>
    weft.return %n : tensor<8xf32>
  } {weft.callee = @f} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: call @f(
  %2 = weft.scope "f" (%1) in [<@mesh, ["a"]>] out [<@mesh, ["a"]>] (%arg: tensor<8xf32>) {
    %n = stablehlo.negate %arg : tensor<8xf32>
    weft.return %n : tensor<8xf32>
  } {weft.callee = @f} : (tensor<8xf32>) -> tensor<8xf32>
  // A scope that the user wrote stays.
  // CHECK: weft.scope "mine"
  %3 = weft.scope "mine" (%2) (%arg: tensor<8xf32>) {
    weft.return %arg : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
// CHECK: func.func private @f(%{{.*}}: tensor<8xf32> {jax.other, weft.sharding = #weft.sharding<@mesh, ["a"]>}) -> (tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>})
// CHECK: func.func private @f_0(%{{.*}}: tensor<8xf32> {jax.other, weft.sharding = #weft.sharding<@mesh, [_]>})
func.func private @f(tensor<8xf32> {jax.other}) -> tensor<8xf32>
