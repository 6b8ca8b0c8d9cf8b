// For checkpoint.test: leaves of several types and ranks, one of them empty.
weft.mesh @mesh <"data" = 2, "model" = 3>

weft.module @M {
  weft.param @kernel : tensor<4x6xf32> init lecun_normal spec ["data", "model"]
  weft.param @bias : tensor<5xbf16> init ones spec ["model"]
  weft.param @none : tensor<0x3xf64> init zeros
  weft.param @scale : tensor<f16> init ones
  weft.param @phase : tensor<2x1x3xcomplex<f32>> init normal<0.5> spec [_, _, "model"]
}
