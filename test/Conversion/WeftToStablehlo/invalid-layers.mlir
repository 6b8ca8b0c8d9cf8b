// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-split

weft.module @Dynamic {
  weft.linear @m 4 -> 3
  weft.method @apply(%x: tensor<?x4xf32>) -> tensor<?x3xf32> {
    // expected-error @below {{a call of 'weft.linear' has a tensor of type 'tensor<?x4xf32>', but layers are lowered for static shapes only}}
    %0 = weft.call @m(%x) : (tensor<?x4xf32>) -> tensor<?x3xf32>
    weft.return %0 : tensor<?x3xf32>
  }
}

// -----

weft.module @NoZero {
  weft.linear @m 4 -> 3 dtype f8E8M0FNU
  weft.method @apply(%x: tensor<2x4xf32>) -> tensor<2x3xf8E8M0FNU> {
    // expected-error @below {{'weft.linear' cannot compute with elements of type 'f8E8M0FNU'}}
    %0 = weft.call @m(%x) : (tensor<2x4xf32>) -> tensor<2x3xf8E8M0FNU>
    weft.return %0 : tensor<2x3xf8E8M0FNU>
  }
}

// -----

weft.module @Empty {
  weft.conv @m 4 -> 3 window [3] padding circular
  weft.method @apply(%x: tensor<0x4xf32>) -> tensor<0x3xf32> {
    // expected-error @below {{the input is 'tensor<0x4xf32>', which has no elements that padding circular could repeat}}
    %0 = weft.call @m(%x) : (tensor<0x4xf32>) -> tensor<0x3xf32>
    weft.return %0 : tensor<0x3xf32>
  }
}

// -----

weft.module @Complex {
  weft.multi_head_attention @m 4 heads 2 param_dtype complex<f32>
  weft.method @apply(%x: tensor<2x4xf32>) -> tensor<2x4xcomplex<f32>> {
    // expected-error @below {{attention has no softmax of complex numbers}}
    %0 = weft.call @m(%x) : (tensor<2x4xf32>) -> tensor<2x4xcomplex<f32>>
    weft.return %0 : tensor<2x4xcomplex<f32>>
  }
}

// -----

weft.module @NarrowInit {
  // expected-error @below {{initialiser normal cannot make a parameter of type 'tensor<4xf8E4M3FN>'; it makes f16, bf16, f32 and f64, and complex numbers of these}}
  weft.param @p : tensor<4xf8E4M3FN> init normal<0.1>
}

// -----

weft.module @ComplexInit {
  // expected-error @below {{initialiser uniform cannot make a parameter of type 'tensor<4xcomplex<f32>>'; it makes f16, bf16, f32 and f64}}
  weft.param @p : tensor<4xcomplex<f32>> init uniform<0.1>
}

// -----

weft.module @NarrowOrthogonal {
  // expected-error @below {{initialiser orthogonal cannot make a parameter of type 'tensor<4x4xbf16>'; it makes f32 and f64, and complex numbers of these}}
  weft.param @p : tensor<4x4xbf16> init orthogonal<1.0>
}
