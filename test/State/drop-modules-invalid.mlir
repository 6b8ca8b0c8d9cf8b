// RUN: weft-opt %s --weft-drop-modules --verify-diagnostics

weft.module @M {
  weft.sgd @optimizer learning_rate 0.1
}
func.func @f(%p: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{needs module @M; lower it before the modules are dropped}}
  %0 = weft.update @M::@optimizer params(%p : tensor<4xf32>) grads(%g : tensor<4xf32>)
  return %0 : tensor<4xf32>
}
