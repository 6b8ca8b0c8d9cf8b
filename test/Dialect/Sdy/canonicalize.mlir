// RUN: weft-opt %s --canonicalize | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// The case is folded away, and its edge would sit on an edge.
// CHECK-LABEL: func.func @edge_of_a_folded_case
func.func @edge_of_a_folded_case(%i: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[BARRIER:.*]] = stablehlo.optimization_barrier
  // CHECK-NEXT: %[[EDGE:.*]] = sdy.data_flow_edge %[[BARRIER]]
  // CHECK-NEXT: return %[[EDGE]]
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.optimization_barrier %x : tensor<8xf32>
    %2 = sdy.data_flow_edge %1 : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %3 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// What the case returned has another use.
// CHECK-LABEL: func.func @edge_with_a_sharding
func.func @edge_with_a_sharding(%i: tensor<i32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[SPLIT:.*]] = sdy.sharding_constraint %arg1 <@mesh, [{"a"}]>
  // CHECK-NEXT: return %[[SPLIT]], %arg1
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
  return %1, %x : tensor<8xf32>, tensor<8xf32>
}
