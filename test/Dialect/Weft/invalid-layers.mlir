// RUN: weft-opt %s -split-input-file -verify-diagnostics

weft.module @M {
  // expected-error @+1 {{has in_features 0; it must be at least 1}}
  weft.linear @l 0 -> 8
}

// -----

weft.module @M {
  // expected-error @+1 {{has out_features -8; it must be at least 1}}
  weft.linear @l 4 -> -8
}

// -----

weft.module @M {
  // expected-error @+1 {{has a parameter of more than 2^63 elements}}
  weft.linear @l 9223372036854775807 -> 8
}

// -----

weft.module @M {
  // expected-error @+1 {{has param_dtype 'i32'; it must be a floating-point or complex type}}
  weft.linear @l 4 -> 8 param_dtype i32
}

// -----

weft.module @M {
  // expected-error @+1 {{has no bias, but a bias_spec; remove one of the two}}
  weft.linear @l 4 -> 8 no_bias bias_spec [_]
}

// -----

weft.module @M {
  // expected-error @+1 {{has no scale, but a scale_init; remove one of the two}}
  weft.rms_norm @l 4 no_scale scale_init ones
}

// -----

weft.module @M {
  // expected-error @+1 {{has epsilon -0.1; it must not be negative}}
  weft.layer_norm @l 4 epsilon -0.1
}

// -----

weft.module @M {
  // expected-error @+1 {{bias variance scaling needs a fan-in and a fan-out dimension, but the parameter has 1 dimension; use zeros, ones or normal}}
  weft.linear @l 4 -> 8 bias_init lecun_normal
}

// -----

weft.module @M {
  weft.embed @e 10 x 4
  weft.method @apply(%x: tensor<2xf32>) {
    // expected-error @+1 {{argument 0 is 'tensor<2xf32>', but an embedding looks up integers}}
    %0 = weft.call @e(%x) : (tensor<2xf32>) -> tensor<2x4xf32>
    weft.return
  }
}

// -----

weft.module @M {
  // expected-error @+1 {{has an empty window; use weft.linear}}
  weft.conv @c 4 -> 4 window []
}

// -----

weft.module @M {
  // expected-error @+1 {{has 1 strides, but a window of 2 dimensions needs 2}}
  weft.conv @c 4 -> 4 window [3, 3] strides [2]
}

// -----

weft.module @M {
  // expected-error @+1 {{has window sizes of 0; they must be at least 1}}
  weft.conv @c 4 -> 4 window [3, 0]
}

// -----

weft.module @M {
  // expected-error @+1 {{has 2 pads, but a window of 2 dimensions needs 4}}
  weft.conv @c 4 -> 4 window [3, 3] pads [1, 1]
}

// -----

weft.module @M {
  // expected-error @+1 {{has in_features 4, which the 3 groups do not divide}}
  weft.conv @c 4 -> 6 window [3] groups 3
}

// -----

weft.module @M {
  // expected-error @+1 {{has both padding and pads; remove one of the two}}
  weft.conv @c 4 -> 4 window [3] padding valid pads [0, 0]
}

// -----

weft.module @M {
  // expected-error @+1 {{is causal, but has a window of 2 dimensions; only one can be}}
  weft.conv @c 4 -> 4 window [3, 3] padding causal
}

// -----

weft.module @M {
  // expected-error @+1 {{unknown padding 'sane'; expected one of same, valid, circular, reflect and causal; did you mean 'same'?}}
  weft.conv @c 4 -> 4 window [3, 3] padding sane
}

// -----

weft.module @M {
  weft.conv @c 4 -> 4 window [3, 3]
  weft.method @apply(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{argument 0 is 'tensor<8x4xf32>', but the layer takes a tensor of at least 3 dimensions}}
    %0 = weft.call @c(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.conv @c 4 -> 4 window [3] input_dilation [4611686018427387904]
  weft.method @apply(%x: tensor<8x4xf32>) {
    // expected-error @+1 {{dimension 0 of 'tensor<8x4xf32>' has more than 2^63 elements with its dilation and padding}}
    %0 = weft.call @c(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    weft.return
  }
}

// -----

weft.module @M {
  // expected-error @+1 {{has 3 heads, which do not divide its 16 features}}
  weft.multi_head_attention @a 16 heads 3
}

// -----

weft.module @M {
  // expected-error @+1 {{has 3 kv_heads, which do not divide its 4 heads}}
  weft.multi_head_attention @a 16 heads 4 kv_heads 3
}

// -----

weft.module @M {
  // expected-error @+1 {{drops 1.0 of the attention; the rate is from 0 to below 1}}
  weft.multi_head_attention @a 16 heads 4 dropout 1.0
}

// -----

weft.module @M {
  // expected-error @+1 {{out.kernel has 3 dimensions ('tensor<4x4x16xf32>'), but its spec ["x", _] has 2 entries; add `_` for each dimension that is not split}}
  weft.multi_head_attention @a 16 heads 4 out_kernel_spec ["x", _]
}

// -----

weft.module @M {
  weft.multi_head_attention @a 16 heads 4
  weft.method @apply(%x: tensor<2x8x16xf32>, %m: tensor<3x8xi1>) {
    // expected-error @+1 {{the mask is 'tensor<3x8xi1>', which does not broadcast to batch, 4 heads, 8 queries and 8 keys}}
    %0 = weft.call @a(%x, %m) : (tensor<2x8x16xf32>, tensor<3x8xi1>) -> tensor<2x8x16xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.multi_head_attention @a 16 heads 4
  weft.method @apply(%x: tensor<2x8x16xf32>, %y: tensor<3x8x16xf32>) {
    // expected-error @+1 {{argument 1 is 'tensor<3x8x16xf32>', which does not fit argument 0, 'tensor<2x8x16xf32>'}}
    %0 = weft.call @a(%x, %y) : (tensor<2x8x16xf32>, tensor<3x8x16xf32>) -> tensor<2x8x16xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.multi_head_attention @a 16 heads 4
  weft.method @apply(%x: tensor<2x8x16xf32>, %k: tensor<2xui32>) {
    // expected-error @+1 {{the call has a random key, but the layer has no dropout; remove the key}}
    %0 = weft.call @a(%x, %k) : (tensor<2x8x16xf32>, tensor<2xui32>) -> tensor<2x8x16xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.multi_head_attention @a 16 heads 4 kv_features 8
  weft.method @apply(%x: tensor<2x8x16xf32>) {
    // expected-error @+1 {{keys have 8 features and queries 16; the call needs an input for each}}
    %0 = weft.call @a(%x) : (tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    weft.return
  }
}

// -----

weft.module @M {
  // expected-error @+1 {{drops 1.5 of the elements; the rate is from 0 to 1}}
  weft.dropout @d 1.5
}

// -----

weft.module @M {
  weft.dropout @d 0.5
  weft.method @apply(%x: tensor<4xf32>) {
    // expected-error @+1 {{argument 1 is 'tensor<4xf32>', but a random key is tensor<2xui32>}}
    %0 = weft.call @d(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.dropout @d 0.5 broadcast [2]
  weft.method @apply(%x: tensor<4x4xf32>) {
    // expected-error @+1 {{the layer broadcasts along dimension 2, but the input has 2 dimensions}}
    %0 = weft.call @d(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    weft.return
  }
}
