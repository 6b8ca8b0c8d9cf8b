// RUN: weft-opt %s --weft-drop-uncalled --split-input-file | FileCheck %s

// What is called through others stays.
// CHECK-LABEL: func.func @all_called
func.func @all_called(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @one(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: @one
func.func private @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @two(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: @two
func.func private @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Two that only call each other go; one that an attribute names stays.
// CHECK-LABEL: func.func @some_called
func.func @some_called(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @foo(%x) {called_computations = [@named]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: @named
func.func private @named(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// CHECK-NOT: @ping
func.func private @ping(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @pong(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-NOT: @pong
func.func private @pong(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @ping(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
