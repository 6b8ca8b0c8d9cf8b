// RUN: weft-opt %s --weft-insert-reshards | FileCheck %s

weft.mesh @mesh <"a" = 2>

// The end of a branch is visited before the ops in it: one reshard serves both,
// and stands before the first.
// CHECK-LABEL: @one_reshard_for_an_op_and_for_the_end
func.func @one_reshard_for_an_op_and_for_the_end(%i: tensor<i32>, %x: tensor<2x4xf32> {weft.sharding = #weft.sharding<@mesh, [_, "a"]>})
    -> (tensor<2x4xf32> {weft.sharding = #weft.sharding<@mesh, ["a", _]>}) {
  // CHECK: "stablehlo.case"
  // CHECK-NEXT: %[[MOVED:.*]] = weft.reshard %{{.*}} <@mesh, ["a", _]>
  // CHECK-NEXT: stablehlo.cbrt %[[MOVED]]
  // CHECK-NEXT: stablehlo.return %[[MOVED]]
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.cbrt %x {weft.layout = #weft.shardings<[<@mesh, ["a", _]>, <@mesh, ["a", _]>]>, weft.shardings = #weft.shardings<[<@mesh, ["a", _]>]>} : tensor<2x4xf32>
    stablehlo.return %x : tensor<2x4xf32>
  }) {weft.shardings = #weft.shardings<[<@mesh, ["a", _]>]>} : (tensor<i32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
