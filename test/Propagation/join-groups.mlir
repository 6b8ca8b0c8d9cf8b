// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-join-groups | FileCheck %s

// CHECK-LABEL: @shared_value_joins
func.func @shared_value_joins(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>) {
  // CHECK-NEXT: weft.sharding_group %arg0 group 0
  // CHECK-NEXT: weft.sharding_group %arg1 group 0
  // CHECK-NEXT: weft.sharding_group %arg2 group 0
  // CHECK-NEXT: return
  weft.sharding_group %x group 7 : tensor<8xf32>
  weft.sharding_group %y group 7 : tensor<8xf32>
  weft.sharding_group %y group 3 : tensor<8xf32>
  weft.sharding_group %z group 3 : tensor<8xf32>
  return
}

// -----

weft.mesh @mesh <"a" = 2, "b" = 2>

// CHECK-LABEL: @conflict
// expected-note@+2 {{this member has #weft.sharding<@mesh, ["a"]>}}
// expected-note@+1 {{this member has #weft.sharding<@mesh, ["b"]>}}
func.func @conflict(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}, %y: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["b"]>}) -> tensor<8xf32> {
  // CHECK-DAG: %[[X:.*]] = weft.constrain %arg0 <@mesh, [?]>
  // CHECK-DAG: %[[Y:.*]] = weft.constrain %arg1 <@mesh, [?]>
  // CHECK: weft.sharding_group %[[X]] group 0
  // CHECK: weft.sharding_group %[[Y]] group 0
  weft.sharding_group %x group 7 : tensor<8xf32>
  // expected-warning@+1 {{members of a sharding group state different shardings; the group holds for their uses only}}
  weft.sharding_group %y group 7 : tensor<8xf32>
  // CHECK: stablehlo.add %[[X]], %[[Y]]
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @shapes(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // expected-note@+1 {{the first member is here}}
  weft.sharding_group %x group 7 : tensor<8xf32>
  // expected-error@+1 {{'weft.sharding_group' op puts 'tensor<4xf32>' into a group of 'tensor<8xf32>'; all members have one shape}}
  weft.sharding_group %y group 7 : tensor<4xf32>
  return
}

// -----

weft.mesh @mesh <"a" = 2>

func.func @manual(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@+1 {{the first member is here}}
  weft.sharding_group %x group 7 : tensor<8xf32>
  %0 = weft.manual over ["a"] (%x) in [<@mesh, [_]>] out [<@mesh, [_]>] (%arg: tensor<8xf32>) {
    // expected-error@+1 {{'weft.sharding_group' op is in another manual region than the rest of its group}}
    weft.sharding_group %arg group 7 : tensor<8xf32>
    weft.return %arg : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
