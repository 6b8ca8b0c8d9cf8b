// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-lower-training

weft.sgd @sgd learning_rate 0.5
func.func @integers(%p: tensor<2xi32>, %g: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error @below {{a parameter is 'tensor<2xi32>'; only floating-point and complex ones can be trained}}
  %0 = weft.update @sgd params(%p : tensor<2xi32>) grads(%g : tensor<2xi32>)
  return %0 : tensor<2xi32>
}
