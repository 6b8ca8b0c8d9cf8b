// RUN: weft-opt %s --weft-propagate --split-input-file --verify-diagnostics | FileCheck %s

// Without `weft-join-groups` before it, too, the pass refuses members that
// cannot be laid out alike.

weft.mesh @mesh <"a" = 2>
func.func @shapes(%x: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [?, "a"]>}, %y: tensor<8xf32>) {
  // expected-note@+1 {{the first member is here}}
  weft.sharding_group %x group 0 : tensor<8x8xf32>
  // expected-error@+1 {{'weft.sharding_group' op puts 'tensor<8xf32>' into a group of 'tensor<8x8xf32>'; all members have one shape}}
  weft.sharding_group %y group 0 : tensor<8xf32>
  return
}

// -----

// A member that leaves everything open states nothing: it takes over what the
// others state, and they do not take over its openness.
weft.mesh @mesh <"a" = 2>
// CHECK: func.func @free(
// CHECK-SAME: %{{[a-z0-9]*}}: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [_]>}
// CHECK-SAME: %{{[a-z0-9]*}}: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [_]>}
// CHECK-SAME: %{{[a-z0-9]*}}: tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, [?]>}, %{{[a-z0-9]*}}: tensor<4xf32>)
func.func @free(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [?]>}, %y: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [_]>},
                %z: tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, [?]>}, %u: tensor<4xf32>) {
  weft.sharding_group %x group 0 : tensor<8xf32>
  weft.sharding_group %y group 0 : tensor<8xf32>
  weft.sharding_group %z group 1 : tensor<4xf32>
  weft.sharding_group %u group 1 : tensor<4xf32>
  return
}

// -----

// Only the signature of the entry takes part before calls are inlined.
weft.mesh @mesh <"a" = 2>
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [("a", ?)]>})
func.func @main(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
// CHECK-LABEL: func.func @other
// CHECK-SAME: -> tensor<8xf32>
func.func @other(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// Of the results of a loop one has an edge and stays as the op states it; the
// priority of the other has had its turn.
weft.mesh @mesh <"a" = 2>
// CHECK-LABEL: func.func @half_kept
func.func @half_kept(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: stablehlo.optimization_barrier {{.*}}<@mesh, [("a", ?)]>, <@mesh, ["a"]>
  %0:2 = stablehlo.optimization_barrier {weft.shardings = #weft.shardings<[<@mesh, [("a", ?)]>, <@mesh, ["a" p1]>]>} %x, %x : tensor<8xf32>, tensor<8xf32>
  %1 = weft.data_flow_edge %0#0 : tensor<8xf32>
  return %1, %0#1 : tensor<8xf32>, tensor<8xf32>
}
