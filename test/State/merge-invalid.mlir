// RUN: weft-opt %s --weft-merge --split-input-file --verify-diagnostics

// expected-note @+4 {{up.kernel is tensor<8x4xf32>, but the module has tensor<8x16xf32>}}
// expected-note @+3 {{up.bias has elements of bf16, but the module has f32}}
// expected-note @+2 {{down.kernel is missing; it is tensor<16x2xf32>}}
// expected-note @+1 {{down.kernal is no leaf of the module; did you mean down.kernel?}}
weft.module @M {
  weft.linear @up 8 -> 16
  weft.linear @down 16 -> 2 no_bias
}
// expected-error @+1 {{has a state that does not fit module @M}}
func.func @apply(%0: tensor<8x4xf32> {weft.path = "up.kernel"},
                 %1: tensor<16xbf16> {weft.path = "up.bias"},
                 %2: tensor<16x2xf32> {weft.path = "down.kernal"})
    attributes {weft.method = @M::@apply} {
  return
}

// -----

// expected-note @+1 {{w is there twice}}
weft.module @M {
  weft.param @w : tensor<f32> init ones
}
// expected-error @+1 {{has a state that does not fit module @M}}
func.func @apply(%0: tensor<f32> {weft.path = "w"}, %1: tensor<f32> {weft.path = "w"})
    attributes {weft.method = @M::@apply} {
  return
}

// -----

weft.module @Model {
}
// expected-error @+1 {{has the state of module @Modle, which is not defined; did you mean @Model?}}
func.func @apply() attributes {weft.method = @Modle::@apply} {
  return
}
