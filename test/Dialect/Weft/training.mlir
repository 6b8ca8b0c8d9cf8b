// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @losses
func.func @losses(%logits: tensor<4x3xf32>, %labels: tensor<4xi32>, %y: tensor<4x1xbf16>) {
  // CHECK: weft.softmax_cross_entropy mean %{{.*}}, %{{.*}} : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<f32>
  %0 = weft.softmax_cross_entropy mean %logits, %labels : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<f32>
  // CHECK: weft.softmax_cross_entropy none %{{.*}}, %{{.*}} : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<4xf32>
  %1 = weft.softmax_cross_entropy none %logits, %labels : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<4xf32>
  // CHECK: weft.mean_squared_error sum %{{.*}}, %{{.*}} : (tensor<4x1xbf16>, tensor<4x1xbf16>) -> tensor<bf16>
  %2 = weft.mean_squared_error sum %y, %y : (tensor<4x1xbf16>, tensor<4x1xbf16>) -> tensor<bf16>
  // CHECK: weft.mean_squared_error none %{{.*}}, %{{.*}} : (tensor<4x1xbf16>, tensor<4x1xbf16>) -> tensor<4x1xbf16>
  %3 = weft.mean_squared_error none %y, %y : (tensor<4x1xbf16>, tensor<4x1xbf16>) -> tensor<4x1xbf16>
  return
}

func.func private @f(tensor<8xf32>, tensor<8xf32>) -> (tensor<f32>, tensor<i32>)

// The value, what comes with it, and one gradient per argument.
// CHECK-LABEL: func.func @gradients
func.func @gradients(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // CHECK: weft.value_and_grad @f(%{{.*}}, %{{.*}}) wrt [1, 0] : (tensor<8xf32>, tensor<8xf32>) -> (tensor<f32>, tensor<i32>, tensor<8xf32>, tensor<8xf32>)
  %0:4 = weft.value_and_grad @f(%x, %y) wrt [1, 0]
      : (tensor<8xf32>, tensor<8xf32>) -> (tensor<f32>, tensor<i32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: weft.stop_gradient %{{.*}} : tensor<8xf32>
  %1 = weft.stop_gradient %x : tensor<8xf32>
  return
}

weft.sgd @sgd learning_rate 0.1
weft.momentum @decaying learning_rate exponential<0.1 by 0.5 in 100> decay 0.9
weft.adam @adam learning_rate 0.001

// CHECK-LABEL: func.func @updates
func.func @updates(%p: tensor<8x4xf32>, %q: tensor<f32>, %n: tensor<i32>, %m: tensor<8x4xbf16>, %o: tensor<bf16>) {
  // CHECK: weft.update @sgd params(%{{.*}} : tensor<8x4xf32>) grads(%{{.*}} : tensor<8x4xf32>)
  %0 = weft.update @sgd params(%p : tensor<8x4xf32>) grads(%p : tensor<8x4xf32>)
  // CHECK: weft.update @decaying params({{.*}}) grads({{.*}}) state(%{{.*}}, %{{.*}} : tensor<i32>, tensor<f32>)
  %1:3 = weft.update @decaying params(%q : tensor<f32>) grads(%q : tensor<f32>) state(%n, %q : tensor<i32>, tensor<f32>)
  // The state may have other elements.
  // CHECK: %{{.*}}:7 = weft.update @adam
  %2:7 = weft.update @adam params(%p, %q : tensor<8x4xf32>, tensor<f32>) grads(%p, %q : tensor<8x4xf32>, tensor<f32>)
      state(%n, %m, %o, %m, %o : tensor<i32>, tensor<8x4xbf16>, tensor<bf16>, tensor<8x4xbf16>, tensor<bf16>)
  return
}

weft.module @Model {
  weft.linear @up 4 -> 2
  weft.method @loss(%x: tensor<8x4xf32>, %y: tensor<8x2xf32>) -> tensor<f32> {
    %0 = weft.call @up(%x) : (tensor<8x4xf32>) -> tensor<8x2xf32>
    %1 = weft.mean_squared_error mean %0, %y : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<f32>
    weft.return %1 : tensor<f32>
  }
}

// CHECK-LABEL: weft.module @Trainer
weft.module @Trainer {
  weft.submodule @model : @Model
  // CHECK: weft.sgd @a for @model learning_rate linear<0.0 to 0.1 in 10> clip_norm 1.0
  weft.sgd @a for @model learning_rate linear<0 to 0.1 in 10> clip_norm 1.0
  // CHECK: weft.momentum @b for @model learning_rate 0.1 decay 0.9 nesterov state_dtype bf16
  weft.momentum @b for @model learning_rate 0.1 decay 0.9 nesterov state_dtype bf16
  // CHECK: weft.adam @c for @model::@up learning_rate cosine<0.1 to 0.0 in 100> b1 0.8 b2 0.95 eps 1.0e-06 state_specs {kernel = #weft.spec<[_, _]>}
  weft.adam @c for @model::@up learning_rate cosine<0.1 to 0 in 100> b1 0.8 b2 0.95 eps 1.0e-6 state_specs {kernel = #weft.spec<[_, _]>}
  // CHECK: weft.adamw @d for @model learning_rate cosine<0.1 to 0.01 in 100 warmup 0.0 in 10> weight_decay 0.1
  weft.adamw @d for @model learning_rate cosine<0.1 to 0.01 in 100 warmup 0 in 10> weight_decay 0.1
  weft.method @step(%x: tensor<8x4xf32>, %y: tensor<8x2xf32>) -> tensor<f32> {
    // CHECK: weft.value_and_grad @model::@loss(%{{.*}}, %{{.*}}) wrt [0] state @model : (tensor<8x4xf32>, tensor<8x2xf32>) -> (tensor<f32>, tensor<8x4xf32>, !weft.state<@model>)
    %0:3 = weft.value_and_grad @model::@loss(%x, %y) wrt [0] state @model
        : (tensor<8x4xf32>, tensor<8x2xf32>) -> (tensor<f32>, tensor<8x4xf32>, !weft.state<@model>)
    // CHECK: weft.apply_gradients @d(%{{.*}}) : !weft.state<@model>
    weft.apply_gradients @d(%0#2) : !weft.state<@model>
    weft.return %0#0 : tensor<f32>
  }
}
