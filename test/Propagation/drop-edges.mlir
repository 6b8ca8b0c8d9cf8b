// RUN: weft-opt %s --weft-drop-edges | FileCheck %s

weft.mesh @mesh <"a" = 2>

// CHECK-LABEL: @edges
func.func @edges(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[R:.*]]:2 = stablehlo.optimization_barrier {{.*}}<@mesh, [("a", ?)]>, <@mesh, [?]>
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<8xf32>, tensor<8xf32>
  // CHECK-NOT: weft.data_flow_edge
  %1 = weft.data_flow_edge %0#0 sharding <@mesh, [("a", ?)]> : tensor<8xf32>
  %2 = weft.data_flow_edge %0#1 : tensor<8xf32>
  // CHECK: return %[[R]]#0, %[[R]]#1
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// Each edge decides for its result, whichever comes first.
// CHECK-LABEL: @second_first
func.func @second_first(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: stablehlo.optimization_barrier {{.*}}<@mesh, [("a", ?)]>, <@mesh, [_]>
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<8xf32>, tensor<8xf32>
  %2 = weft.data_flow_edge %0#1 sharding <@mesh, [_]> : tensor<8xf32>
  %1 = weft.data_flow_edge %0#0 sharding <@mesh, [("a", ?)]> : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
