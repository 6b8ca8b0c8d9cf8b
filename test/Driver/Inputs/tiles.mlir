// For init-tiles.test: leaves of more than a tile, in sizes that no tile and no
// mesh divides, by every way to make numbers.
weft.mesh @mesh <"x" = 2, "y" = 3>

weft.module @Tiles {
  weft.param @truncated : tensor<130x257xf32> init lecun_normal spec ["x", "y"]
  weft.param @vector : tensor<20011xf64> init normal<0.5> spec ["x"]
  weft.param @rank4 : tensor<3x5x7x509xbf16> init uniform<0.5> spec [_, "y", _, _]
  weft.param @disk : tensor<100x130xcomplex<f32>> init lecun_uniform spec [_, "y"]
  weft.param @wide : tensor<100x101xcomplex<f64>> init lecun_normal
  weft.param @tall : tensor<20000x3xf16> init glorot_uniform spec [("x", "y"), _]
  weft.param @same : tensor<20000xf32> init ones
}
