// For init-large.test.
weft.mesh @mesh <"x" = 64>

weft.module @Part {
  weft.param @kernel : tensor<128x256xf32> init lecun_normal spec ["x", _]
}

weft.module @Large {
  weft.submodule @parts x 32 : @Part
}

// One parameter of 64 MiB, 1 MiB on each device.
weft.module @Wide {
  weft.param @kernel : tensor<4096x4096xf32> init lecun_normal spec ["x", _]
}

weft.module @Orthogonal {
  weft.param @kernel : tensor<128x128xf32> init orthogonal<1.0> spec ["x", _]
}
