// What a step and a loss send when they are split; nothing in their lowering
// speaks of devices.

// RUN: weft-opt %s --weft-lower-training -o %t.mlir
// RUN: weft plan %t.mlir --function zero | FileCheck %s --check-prefix=ZERO
// RUN: weft check %t.mlir --function zero | FileCheck %s --check-prefix=AGREES
// RUN: weft plan %t.mlir --function data_parallel | FileCheck %s --check-prefix=DP
// RUN: weft check %t.mlir --function data_parallel | FileCheck %s --check-prefix=AGREES
// RUN: weft plan %t.mlir --function split_classes | FileCheck %s --check-prefix=CLASSES
// RUN: weft check %t.mlir --function split_classes | FileCheck %s --check-prefix=AGREES
// AGREES: agrees

weft.mesh @mesh <"data" = 4>
weft.adam @adam learning_rate 0.01

// The state is split over the data axis, the parameter is not (ZeRO-1): the
// gradient is reduced to the part that the device updates, and the new
// parameter is gathered.
// ZERO: reduce_scatter{{ +}}data{{ +}}1
// ZERO-NEXT: all_gather{{ +}}data{{ +}}1
// ZERO-NOT: data
func.func @zero(%x: tensor<4096x16xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                %dy: tensor<4096x32xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                %p: tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>},
                %n: tensor<i32>,
                %mu: tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                %nu: tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
    -> (tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>}, tensor<i32>,
        tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
        tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) {
  %g = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<4096x16xf32>, tensor<4096x32xf32>) -> tensor<16x32xf32>
  // The squares of Adam need not be negative.
  %v = stablehlo.abs %nu : tensor<16x32xf32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0:4 = weft.update @adam params(%p : tensor<16x32xf32>) grads(%g : tensor<16x32xf32>)
      state(%c, %mu, %v : tensor<i32>, tensor<16x32xf32>, tensor<16x32xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<16x32xf32>, tensor<i32>, tensor<16x32xf32>, tensor<16x32xf32>
}

// All devices hold everything: the gradient is reduced, and nothing else.
// DP: all_reduce{{ +}}data{{ +}}1
// DP-NOT: data
func.func @data_parallel(%x: tensor<4096x16xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                %dy: tensor<4096x32xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                %p: tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>},
                %mu: tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>},
                %nu: tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>})
    -> (tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>},
        tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>},
        tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>}) {
  %g = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<4096x16xf32>, tensor<4096x32xf32>) -> tensor<16x32xf32>
  %v = stablehlo.abs %nu : tensor<16x32xf32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0:4 = weft.update @adam params(%p : tensor<16x32xf32>) grads(%g : tensor<16x32xf32>)
      state(%c, %mu, %v : tensor<i32>, tensor<16x32xf32>, tensor<16x32xf32>)
  return %0#0, %0#2, %0#3 : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>
}

// The largest logit, the sum of exponentials and the label's logit: a number
// per example each, and no logits.
// CLASSES: all_reduce{{ +}}data{{ +}}3{{ +}}96 bytes
// CLASSES-NOT: data
func.func @split_classes(%logits: tensor<8x1024xf32> {weft.sharding = #weft.sharding<@mesh, [_, "data"]>},
                         %labels: tensor<8xi32>) -> tensor<8xf32> {
  %0 = weft.softmax_cross_entropy none %logits, %labels : (tensor<8x1024xf32>, tensor<8xi32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
