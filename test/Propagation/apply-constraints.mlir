// RUN: weft-opt %s --weft-apply-constraints | FileCheck %s

weft.mesh @mesh <"a" = 2, "b" = 2>

// CHECK-LABEL: @operand_takes_it
func.func @operand_takes_it(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: stablehlo.negate {{.*}}<@mesh, ["a", _]>
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, ["a", _]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: @argument_takes_it
// CHECK-SAME: weft.sharding = #weft.sharding<@mesh, ["a", _]>
func.func @argument_takes_it(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %1 = weft.constrain %x <@mesh, ["a", _]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: @open_or_contested
func.func @open_or_contested(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: stablehlo.negate %{{.*}} : tensor
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, ["a", _]> : tensor<8x8xf32>
  %2 = weft.constrain %0 <@mesh, ["b", _]> : tensor<8x8xf32>
  // CHECK: stablehlo.abs %{{.*}} : tensor
  %3 = stablehlo.abs %y : tensor<8x8xf32>
  %4 = weft.constrain %3 <@mesh, ["a", ?]> : tensor<8x8xf32>
  return %1, %2, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: @manual_region_wants_it
// CHECK-SAME: weft.sharding = #weft.sharding<@mesh, ["a"]>
func.func @manual_region_wants_it(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = weft.manual over ["a"] (%x) in [<@mesh, ["a"]>] out [<@mesh, ["a"]>] (%arg: tensor<4xf32>) {
    weft.return %arg : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Uses after a chain of constraints go through its end.
// CHECK-LABEL: @chain
func.func @chain(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: %[[X:.*]] = stablehlo.negate
  %0 = stablehlo.negate %x : tensor<8x8xf32>
  // CHECK: stablehlo.abs %[[X]]
  %before = stablehlo.abs %0 : tensor<8x8xf32>
  %1 = weft.constrain %0 <@mesh, ["a", _]> : tensor<8x8xf32>
  // CHECK: %[[END:.*]] = weft.constrain %{{.*}} <@mesh, [_, "b"]>
  %2 = weft.constrain %1 <@mesh, [_, "b"]> : tensor<8x8xf32>
  // CHECK: stablehlo.add %[[END]], %{{.*}}
  %3 = stablehlo.add %0, %before : tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// A value that flows through a region keeps its sharding free.
// CHECK-LABEL: @flow
func.func @flow(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: %[[R:.*]] = weft.scope
  %0 = weft.scope "s" (%x) (%arg: tensor<8x8xf32>) {
    weft.return %arg : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: %[[C:.*]] = weft.constrain %[[R]]
  // CHECK: stablehlo.negate %[[C]]
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  %2 = weft.constrain %0 <@mesh, ["b", _]> : tensor<8x8xf32>
  // CHECK: return %{{.*}}, %[[C]]
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}
