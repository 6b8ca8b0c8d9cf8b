// RUN: weft-opt %s --weft-split --split-input-file --verify-diagnostics --allow-unregistered-dialect

weft.module @M {
  weft.param @n : tensor<i32> init zeros
  weft.method @apply(%p: tensor<i1>) -> tensor<i32> {
    %0 = weft.get @n : tensor<i32>
    %2 = "stablehlo.if"(%p) ({
      // expected-error @+1 {{changes n inside of a region; return the new value from the region and change the state in the body of the method}}
      weft.set @n, %0 : tensor<i32>
      stablehlo.return %0 : tensor<i32>
    }, {
      stablehlo.return %0 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    weft.return %2 : tensor<i32>
  }
}

// -----

weft.module @M {
  weft.dropout @drop 0.5
  weft.method @apply(%x: tensor<f32>) -> tensor<f32> {
    // expected-error @+1 {{needs a method, but @drop is a 'weft.dropout'; call it in a method of its own}}
    %0, %1 = weft.value_and_grad @drop(%x) wrt [0] : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
    weft.return %0 : tensor<f32>
  }
}

// -----

func.func @M.apply() {
  return
}
weft.module @M {
  // expected-error @+1 {{becomes function @M.apply, but there is a @M.apply already; rename one of the two}}
  weft.method @apply() {
    weft.return
  }
}

// -----

weft.module @N {
  weft.param @w : tensor<f32> init ones
  weft.method @loss() -> tensor<f32> {
    %w = weft.get @w : tensor<f32>
    weft.return %w : tensor<f32>
  }
}
weft.module @M {
  weft.submodule @n : @N
  weft.method @apply() -> tensor<f32> {
    %0, %1 = weft.value_and_grad @n::@loss() state @n : () -> (tensor<f32>, !weft.state<@n>)
    // expected-error @+1 {{takes the gradients of a state as one value; only weft.apply_gradients, weft.call and weft.return do}}
    %2 = "test.op"(%1) : (!weft.state<@n>) -> tensor<f32>
    weft.return %2 : tensor<f32>
  }
}

// -----

weft.module @M {
  // expected-remark @+1 {{module @M has no init function, as w has no initialiser}}
  weft.param @w : tensor<f32>
}
