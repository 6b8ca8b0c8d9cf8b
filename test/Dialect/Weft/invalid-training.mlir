// RUN: weft-opt %s -split-input-file -verify-diagnostics

// Losses.

func.func @f(%x: tensor<4x3xf32>, %y: tensor<3xi32>) {
  // expected-error @+1 {{has logits 'tensor<4x3xf32>' and labels 'tensor<3xi32>'; the labels must have the shape of the logits without the last dimension}}
  %0 = weft.softmax_cross_entropy mean %x, %y : (tensor<4x3xf32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %y: tensor<4xi32>) {
  // expected-error @+1 {{returns 'tensor<4xf32>', but with reduction sum it is 'tensor<f32>'}}
  %0 = weft.softmax_cross_entropy sum %x, %y : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<f32>, %y: tensor<i32>) {
  // expected-error @+1 {{needs logits with a dimension for the classes}}
  %0 = weft.softmax_cross_entropy sum %x, %y : (tensor<f32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{compares 'tensor<4xf32>' with 'tensor<3xf32>'; both must have the same type}}
  %0 = weft.mean_squared_error mean %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{unknown reduction 'meen'; expected one of mean, sum and none; did you mean 'mean'?}}
  %0 = weft.mean_squared_error meen %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

// Gradients.

func.func private @g(tensor<4xf32>) -> tensor<f32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has nothing to differentiate with respect to; add `wrt [0]` or `state @member`}}
  %0 = weft.value_and_grad @g(%x) : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<f32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{differentiates with respect to argument 1 of 1}}
  %0:2 = weft.value_and_grad @g(%x) wrt [1] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<f32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{lists argument 0 twice}}
  %0:3 = weft.value_and_grad @g(%x) wrt [0, 0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @g(tensor<4xi32>) -> tensor<f32>
func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{differentiates with respect to argument 0 of type 'tensor<4xi32>', which has no derivative}}
  %0:2 = weft.value_and_grad @g(%x) wrt [0] : (tensor<4xi32>) -> (tensor<f32>, tensor<4xi32>)
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs a function whose first result is a floating-point scalar, but @g returns ('tensor<4xf32>')}}
  %0:2 = weft.value_and_grad @g(%x) wrt [0] : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<f32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has results ('tensor<f32>'), but the value and the gradients are ('tensor<f32>', 'tensor<4xf32>')}}
  %0 = weft.value_and_grad @g(%x) wrt [0] : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func private @g(tensor<8xf32>) -> tensor<f32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{passes ('tensor<4xf32>'), but @g takes ('tensor<8xf32>')}}
  %0:2 = weft.value_and_grad @g(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{differentiates @g, which is no function or method}}
  %0:2 = weft.value_and_grad @g(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return
}

// -----

weft.module @M {
  weft.method @loss() -> tensor<f32> {
    %0 = weft.get @p : tensor<f32>
    weft.return %0 : tensor<f32>
  }
  weft.param @p : tensor<f32>
  weft.method @step() {
    // expected-error @+1 {{differentiates with respect to @loss, which has no state}}
    %0:2 = weft.value_and_grad @loss() state @loss : () -> (tensor<f32>, !weft.state<@loss>)
    weft.return
  }
}

// -----

// Optimisers.

// expected-error @+1 {{has b1 1.0; it must be from 0}}
weft.adam @adam learning_rate 0.1 b1 1.0

// -----

// expected-error @+1 {{has eps -1.0; it must not be negative}}
weft.adamw @adam learning_rate 0.1 eps -1.0

// -----

// expected-error @+1 {{has decay 1.5; it must be from 0}}
weft.momentum @m learning_rate 0.1 decay 1.5

// -----

// expected-error @+1 {{clips gradients to a norm of 0.0; it must be positive}}
weft.sgd @s learning_rate 0.1 clip_norm 0.0

// -----

// expected-error @+1 {{a learning rate of -0.1 is not allowed; it must not be negative}}
weft.sgd @s learning_rate -0.1

// -----

// expected-error @+1 {{unknown schedule 'cosin'; expected a number, linear, cosine or exponential; did you mean 'cosine'?}}
weft.sgd @s learning_rate cosin<0.1 to 0.0 in 10>

// -----

// expected-error @+1 {{the schedule spans 0 steps; it must span at least 1}}
weft.sgd @s learning_rate linear<0.1 to 0.0 in 0>

// -----

// expected-error @+1 {{the warm-up takes 10 of 10 steps; none is left for the decay}}
weft.sgd @s learning_rate cosine<0.1 to 0.0 in 10 warmup 0.0 in 10>

// -----

// expected-error @+1 {{the factor is 0.0; it must be positive}}
weft.sgd @s learning_rate exponential<0.1 by 0.0 in 10>

// -----

// expected-error @+1 {{has state_specs, but no target whose leaves they could mean; add `for @member`}}
weft.adam @a learning_rate 0.1 state_specs {x = #weft.spec<[]>}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  // expected-error @+1 {{has a state spec for "kernal", but @up has no such leaf; did you mean 'kernel'?}}
  weft.adam @a for @up learning_rate 0.1 state_specs {kernal = #weft.spec<[_, _]>}
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  // expected-error @+1 {{has a state spec of 1 entries for "kernel", which has 2 dimensions}}
  weft.adam @a for @up learning_rate 0.1 state_specs {kernel = #weft.spec<[_]>}
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  // expected-error @+1 {{has unit as the state spec of "kernel"; write #weft.spec<[...]>}}
  weft.adam @a for @up learning_rate 0.1 state_specs {kernel}
}

// -----

weft.module @M {
  weft.method @apply() {
    weft.return
  }
  // expected-error @+1 {{is for @apply, a 'weft.method', which has no parameters to train}}
  weft.adam @a for @apply learning_rate 0.1
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  weft.linear @down 8 -> 4
  weft.sgd @opt for @up learning_rate 0.1
  weft.method @step(%g: !weft.state<@down>) {
    // expected-error @+1 {{has gradients of @down, but @opt trains @up}}
    weft.apply_gradients @opt(%g) : !weft.state<@down>
    weft.return
  }
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  weft.method @step(%g: !weft.state<@up>) {
    // expected-error @+1 {{steps @up, a 'weft.linear', which is no optimiser}}
    weft.apply_gradients @up(%g) : !weft.state<@up>
    weft.return
  }
}

// -----

weft.adam @adam learning_rate 0.1
func.func @f(%p: tensor<4xf32>) {
  // expected-error @+1 {{has 0 tensors of state, but 'weft.adam' keeps 3 for 1 parameters}}
  %0 = weft.update @adam params(%p : tensor<4xf32>) grads(%p : tensor<4xf32>)
  return
}

// -----

weft.adam @adam learning_rate 0.1
func.func @f(%p: tensor<4xf32>) {
  // expected-error @+1 {{has a count of type 'tensor<4xf32>'; it must be tensor<i32>}}
  %0:4 = weft.update @adam params(%p : tensor<4xf32>) grads(%p : tensor<4xf32>) state(%p, %p, %p : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

weft.adam @adam learning_rate 0.1
func.func @f(%p: tensor<4xf32>, %n: tensor<i32>, %q: tensor<5xf32>) {
  // expected-error @+1 {{has slot nu of type 'tensor<5xf32>' for parameter 0 of type 'tensor<4xf32>'; both must have the same shape}}
  %0:4 = weft.update @adam params(%p : tensor<4xf32>) grads(%p : tensor<4xf32>) state(%n, %p, %q : tensor<i32>, tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

weft.sgd @sgd learning_rate 0.1
func.func @f(%p: tensor<4xf32>, %q: tensor<5xf32>) {
  // expected-error @+1 {{has parameter 0 of type 'tensor<4xf32>' and a gradient of type 'tensor<5xf32>'}}
  %0 = weft.update @sgd params(%p : tensor<4xf32>) grads(%q : tensor<5xf32>)
  return
}

// -----

weft.sgd @sgd learning_rate 0.1
func.func @f(%p: tensor<4xf32>) {
  // expected-error @+1 {{has 1 parameters and 2 gradients}}
  %0 = weft.update @sgd params(%p : tensor<4xf32>) grads(%p, %p : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%p: tensor<4xf32>) {
  // expected-error @+1 {{steps @sgd, which is no optimiser}}
  %0 = weft.update @sgd params(%p : tensor<4xf32>) grads(%p : tensor<4xf32>)
  return
}
