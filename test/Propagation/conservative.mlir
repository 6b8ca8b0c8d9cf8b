// RUN: weft-opt %s --weft-import-sdy --weft-propagate="strategy=basic conservative=true" --weft-export-sdy | FileCheck %s

sdy.mesh @mesh = <["a"=4]>

// A part of an axis passes no op, but it does pass where a value only flows:
// to a result of the function, and through a barrier.

// CHECK-LABEL: @parts_only_flow
// CHECK-SAME: -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}]>}, tensor<8xf32>)
func.func @parts_only_flow(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}]>}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: sdy.propagation_barrier {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2, ?}]>]>}
  %0 = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<8xf32>
  // CHECK: stablehlo.tanh %{{[a-z0-9]+}} : tensor<8xf32>
  %1 = stablehlo.tanh %x : tensor<8xf32>
  return %x, %0, %1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
