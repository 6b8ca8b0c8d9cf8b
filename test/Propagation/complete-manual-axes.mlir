// RUN: weft-opt %s --weft-complete-manual-axes | FileCheck %s

weft.mesh @mesh <"a" = 2, "b" = 2, "c" = 2>

// CHECK-LABEL: @unmentioned_axes_are_replicated
func.func @unmentioned_axes_are_replicated(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: in [<@mesh, ["a"], replicated = ["b"]>] out [<@mesh, [?], replicated = ["a", "b"]>]
  %0 = weft.manual over ["a", "b"] (%x) in [<@mesh, ["a"]>] out [<@mesh, [?], replicated = ["b"]>] (%arg: tensor<4xf32>) {
    %1 = stablehlo.concatenate %arg, %arg, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    weft.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
