// RUN: weft-opt %s -canonicalize -split-input-file | FileCheck %s

weft.mesh @mesh <"x" = 4, "one" = 1, "uno" = 1>

// CHECK-LABEL: func.func @constrained_twice
func.func @constrained_twice(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[ONCE:.*]] = weft.constrain
  // CHECK-NEXT: return %[[ONCE]]
  %0 = weft.constrain %arg0 <@mesh, ["x"]> : tensor<8xf32>
  %1 = weft.constrain %0 <@mesh, ["x"]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Both words stand: the value is wanted in two ways.
// CHECK-LABEL: func.func @constrained_differently
func.func @constrained_differently(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-COUNT-2: weft.constrain
  %0 = weft.constrain %arg0 <@mesh, ["x"]> : tensor<8xf32>
  %1 = weft.constrain %0 <@mesh, [_]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @reshard_of_reshard
// CHECK-SAME: %[[ARG:.*]]: tensor<8x8xf32>
func.func @reshard_of_reshard(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[ONCE:.*]] = weft.reshard %[[ARG]] <@mesh, [_, "x"]>
  // CHECK-NEXT: return %[[ONCE]]
  %0 = weft.reshard %arg0 <@mesh, ["x", _]> : tensor<8x8xf32>
  %1 = weft.reshard %0 <@mesh, [_, "x"]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @shared_reshard_stays
func.func @shared_reshard_stays(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: %[[FIRST:.*]] = weft.reshard
  // CHECK: weft.reshard %[[FIRST]]
  %0 = weft.reshard %arg0 <@mesh, ["x", _]> : tensor<8x8xf32>
  %1 = weft.reshard %0 <@mesh, [_, "x"]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @chosen_steps_stay
func.func @chosen_steps_stay(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-COUNT-2: weft.reshard
  %0 = weft.reshard %arg0 <@mesh, ["x", _]> : tensor<8x8xf32>
  %1 = weft.reshard %0 <@mesh, [_, "x"]> via all_to_all ["x"] 0 -> 1 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @reshard_to_the_same
func.func @reshard_to_the_same(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[ONCE:.*]] = weft.reshard
  // CHECK-NEXT: return %[[ONCE]]
  %0 = weft.reshard %arg0 <@mesh, ["x"]> : tensor<8xf32>
  %1 = weft.reshard %0 <@mesh, ["x"]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @reshard_of_an_argument
// CHECK-SAME: %[[ARG:.*]]: tensor<8xf32>
func.func @reshard_of_an_argument(%arg0: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) -> tensor<8xf32> {
  // CHECK-NEXT: return %[[ARG]]
  %0 = weft.reshard %arg0 <@mesh, ["x"]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// An open dimension may still change.
// CHECK-LABEL: func.func @reshard_of_an_open_argument
func.func @reshard_of_an_open_argument(%arg0: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [?]>}) -> tensor<8xf32> {
  // CHECK-NEXT: weft.reshard
  %0 = weft.reshard %arg0 <@mesh, [?]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @barriers_allow_what_both_allow
func.func @barriers_allow_what_both_allow(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[A:.*]] = weft.barrier %{{.*}} forward
  // CHECK-NEXT: %[[B:.*]] = weft.barrier %{{.*}} none
  // CHECK-NEXT: return %[[A]], %[[B]]
  %0 = weft.barrier %arg0 forward : tensor<8xf32>
  %1 = weft.barrier %0 forward : tensor<8xf32>
  %2 = weft.barrier %arg0 backward : tensor<8xf32>
  %3 = weft.barrier %2 forward : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// A device alone has nobody to talk to.
// CHECK-LABEL: func.func @alone
// CHECK-SAME: %[[ARG:.*]]: tensor<8x8xf32>
func.func @alone(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: return %[[ARG]], %[[ARG]]
  %0 = weft.all_gather %arg0 over ["one"] dim 0 : tensor<8x8xf32> -> tensor<8x8xf32>
  %1 = weft.all_slice %0 over ["one"] dim 0 : tensor<8x8xf32> -> tensor<8x8xf32>
  %2 = weft.all_to_all %1 over ["one", "uno"] split 0 concat 1 : tensor<8x8xf32> -> tensor<8x8xf32>
  %3 = weft.permute %2 over ["uno"] rotate 3 : tensor<8x8xf32>
  %4 = weft.broadcast %3 over [] from 0 : tensor<8x8xf32>
  %5 = weft.reduce_scatter add %4 over ["one"] dim 0 : tensor<8x8xf32> -> tensor<8x8xf32>
  %6:2 = weft.all_reduce max %5, %arg0 over ["one"] : tensor<8x8xf32>, tensor<8x8xf32>
  return %6#0, %6#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// A device without a neighbour receives zeros, so this one is no identity.
// CHECK-LABEL: func.func @shift_alone
func.func @shift_alone(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: weft.permute
  %0 = weft.permute %arg0 over ["one"] shift 1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @full_turn
// CHECK-SAME: %[[ARG:.*]]: tensor<8xf32>
func.func @full_turn(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: return %[[ARG]]
  %0 = weft.permute %arg0 over ["x"] rotate -4 : tensor<8xf32>
  %1 = weft.permute %0 over ["x"] shift 0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @slice_of_gather
// CHECK-SAME: %[[ARG:.*]]: tensor<3xf32>
func.func @slice_of_gather(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: return %[[ARG]]
  %0 = weft.all_gather %arg0 over ["x"] dim 0 : tensor<3xf32> -> tensor<10xf32>
  %1 = weft.all_slice %0 over ["x"] dim 0 : tensor<10xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Not used, so not needed.
// CHECK-LABEL: func.func @unused
func.func @unused(%arg0: tensor<8xf32>) {
  // CHECK-NEXT: return
  %0 = weft.all_reduce add %arg0 over ["x"] : tensor<8xf32>
  %1 = weft.constrain %arg0 <@mesh, ["x"]> : tensor<8xf32>
  return
}

// The case is folded away, and what it returned has another use.
// CHECK-LABEL: func.func @edge_of_a_folded_case
func.func @edge_of_a_folded_case(%i: tensor<i32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[SPLIT:.*]] = weft.constrain %arg1 <@mesh, ["x"]>
  // CHECK-NEXT: return %[[SPLIT]], %arg1
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %1 = weft.data_flow_edge %0 sharding <@mesh, ["x"]> : tensor<8xf32>
  return %1, %x : tensor<8xf32>, tensor<8xf32>
}
