// RUN: weft-opt %s --weft-import-sdy --weft-propagate=strategy=aggressive --weft-export-sdy --split-input-file | FileCheck %s

// Tensors are compared by the product of their factors, so all operands of a
// concatenation and its result are of one size: the first that splits wins.

sdy.mesh @mesh = <["b"=2]>

// CHECK-LABEL: @first_of_one_size
// CHECK-SAME: %{{[a-z0-9]+}}: tensor<8x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}, {"b", ?}]>}, %{{[a-z0-9]+}}: tensor<8x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}, {"b", ?}]>}
func.func @first_of_one_size(%x: tensor<8x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}, {"b", ?}]>}, %y: tensor<8x4x2xf32>) -> tensor<8x8x2xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}, {?}]>]>} : (tensor<8x4x2xf32>, tensor<8x4x2xf32>) -> tensor<8x8x2xf32>
  return %0 : tensor<8x8x2xf32>
}

// -----

// Members of a group begin with what one of them states.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @group
// CHECK: stablehlo.tanh %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}], replicated={"b"}>]>}
func.func @group(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}], replicated={"b"}>}) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  sdy.sharding_group %x group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
