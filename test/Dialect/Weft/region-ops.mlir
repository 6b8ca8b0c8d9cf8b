// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

weft.mesh @mesh <"data" = 2, "model" = 4>

// CHECK-LABEL: func.func @manual
func.func @manual(%arg0: tensor<8x16xf32>, %arg1: tensor<f32>) -> tensor<8x16xf32> {
  // CHECK:      weft.manual over ["model"] (%{{.*}}, %{{.*}}) in [<@mesh, ["data", "model"]>, <@mesh, []>] out [<@mesh, ["data", _]>]
  // CHECK-SAME:   (%[[LOCAL:.*]]: tensor<8x4xf32>, %{{.*}}: tensor<f32>) {
  // CHECK-NEXT:   weft.all_gather %[[LOCAL]] over ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x16xf32>
  // CHECK-NEXT:   weft.return %{{.*}} : tensor<8x16xf32>
  // CHECK-NEXT: } {note = 1 : i64} : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  %0 = weft.manual over ["model"] (%arg0, %arg1) in [<@mesh, ["data", "model"]>, <@mesh, []>] out [<@mesh, ["data", _]>]
      (%local: tensor<8x4xf32>, %scalar: tensor<f32>) {
    %1 = weft.all_gather %local over ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x16xf32>
    weft.return %1 : tensor<8x16xf32>
  } {note = 1} : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// Other axes may follow the manual one; inside, they alone may be used.
// CHECK-LABEL: func.func @nested
func.func @nested(%arg0: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: weft.manual over @mesh ["data"]
  %0 = weft.manual over @mesh ["data"] (%arg0) in [<@mesh, [("data", "model")]>] out [<@mesh, [("data", ?)]>]
      (%a: tensor<8xf32>) {
    %1 = weft.constrain %a <@mesh, ["model"]> : tensor<8xf32>
    // CHECK: weft.manual over ["model"]
    %2 = weft.manual over ["model"] (%1) in [<@mesh, ["model"]>] out [<@mesh, ["model"]>]
        (%b: tensor<2xf32>) {
      // CHECK: weft.all_reduce add %{{.*}} over ["data", "model"] : tensor<2xf32>
      %3 = weft.all_reduce add %b over ["data", "model"] : tensor<2xf32>
      weft.return %3 : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    weft.return %2 : tensor<8xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func @no_values
func.func @no_values() {
  // CHECK: weft.manual over mesh<"x" = 2> ["x"] () in [] out [] () {
  weft.manual over mesh<"x" = 2> ["x"] () in [] out [] () {
    // CHECK-NEXT: weft.axis_index over ["x"] : tensor<i32>
    %0 = weft.axis_index over ["x"] : tensor<i32>
    // CHECK-NEXT: weft.return{{$}}
    weft.return
  } : () -> ()
  return
}

// CHECK-LABEL: func.func @scope
func.func @scope(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: weft.scope "ffn" (%{{.*}}) in [<@mesh, ["data"]>] out [<@mesh, [?]>] (%{{.*}}: tensor<8xf32>) {
  %0 = weft.scope "ffn" (%arg0) in [<@mesh, ["data"]>] out [<@mesh, [?]>] (%a: tensor<8xf32>) {
    weft.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: weft.scope "plain" (%{{.*}}) (%{{.*}}: tensor<8xf32>) {
  %1 = weft.scope "plain" (%0) (%a: tensor<8xf32>) {
    weft.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: weft.scope "out only" () out [<@mesh, ["data"]>] () {
  %2 = weft.scope "out only" () out [<@mesh, ["data"]>] () {
    %3 = arith.constant dense<0.0> : tensor<8xf32>
    weft.return %3 : tensor<8xf32>
  } : () -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
