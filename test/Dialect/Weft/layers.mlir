// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

weft.mesh @mesh <"data" = 2, "model" = 4>

// CHECK-LABEL: weft.module @Linear
weft.module @Linear {
  // CHECK: weft.linear @plain 64 -> 256
  weft.linear @plain 64 -> 256
  // CHECK: weft.linear @all 64 -> 256 kernel_init he_normal kernel_spec [_, "model"] bias_init ones bias_spec ["model"] dtype bf16 param_dtype f16 {tag}
  weft.linear @all 64 -> 256 param_dtype f16 dtype bf16 kernel_spec [_, "model"] kernel_init he_normal bias_spec ["model"] bias_init ones {tag}
  // CHECK: weft.linear @no_bias 256 -> 64 no_bias
  weft.linear @no_bias 256 -> 64 no_bias
  weft.method @apply(%x: tensor<2x3x64xf32>, %h: tensor<?x256xbf16>, %i: tensor<64xi32>) {
    %0 = weft.call @plain(%x) : (tensor<2x3x64xf32>) -> tensor<2x3x256xf32>
    // A given dtype is that of the result.
    %1 = weft.call @all(%x) : (tensor<2x3x64xf32>) -> tensor<2x3x256xbf16>
    // f32 holds both bf16 and the f32 parameters.
    %2 = weft.call @no_bias(%h) : (tensor<?x256xbf16>) -> tensor<?x64xf32>
    %3 = weft.call @plain(%i) : (tensor<64xi32>) -> tensor<256xf32>
    %4 = weft.get @all::@kernel : tensor<64x256xf16>
    %5 = weft.get @all::@bias : tensor<256xf16>
    weft.return
  }
}

// CHECK-LABEL: weft.module @Norms
weft.module @Norms {
  // CHECK: weft.layer_norm @ln 16
  weft.layer_norm @ln 16
  // CHECK: weft.layer_norm @ln2 16 epsilon 1.0e-05 scale_init ones scale_spec ["model"] bias_init zeros bias_spec ["model"] dtype f32 param_dtype bf16
  weft.layer_norm @ln2 16 epsilon 1.0e-5 scale_init ones scale_spec ["model"] bias_init zeros bias_spec ["model"] dtype f32 param_dtype bf16
  // CHECK: weft.layer_norm @bare 16 no_scale no_bias
  weft.layer_norm @bare 16 no_bias no_scale
  // CHECK: weft.rms_norm @rms 16 epsilon 0.1 scale_init constant<2.0> scale_spec [_]
  weft.rms_norm @rms 16 epsilon 0.1 scale_init constant<2.0> scale_spec [_]
  // CHECK: weft.rms_norm @rms2 16 no_scale
  weft.rms_norm @rms2 16 no_scale
  weft.method @apply(%x: tensor<4x16xbf16>) {
    %0 = weft.call @ln(%x) : (tensor<4x16xbf16>) -> tensor<4x16xf32>
    %1 = weft.call @ln2(%x) : (tensor<4x16xbf16>) -> tensor<4x16xf32>
    %2 = weft.call @rms(%1) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %3 = weft.get @ln::@scale : tensor<16xf32>
    %4 = weft.get @ln::@bias : tensor<16xf32>
    %5 = weft.get @rms::@scale : tensor<16xf32>
    // Without parameters nothing is promoted.
    %6 = weft.call @bare(%x) : (tensor<4x16xbf16>) -> tensor<4x16xbf16>
    %7 = weft.call @rms2(%x) : (tensor<4x16xbf16>) -> tensor<4x16xbf16>
    weft.return
  }
}

// CHECK-LABEL: weft.module @Embed
weft.module @Embed {
  // CHECK: weft.embed @tokens 100 x 16 embedding_init normal<0.02> embedding_spec ["model", _] dtype bf16
  weft.embed @tokens 100 x 16 embedding_init normal<0.02> embedding_spec ["model", _] dtype bf16
  // CHECK: weft.embed @plain 100 x 16
  weft.embed @plain 100 x 16
  weft.method @apply(%ids: tensor<2x8xi32>, %id: tensor<ui8>) {
    %0 = weft.call @tokens(%ids) : (tensor<2x8xi32>) -> tensor<2x8x16xbf16>
    // The transposed table.
    %1 = weft.call @tokens::@attend(%0) : (tensor<2x8x16xbf16>) -> tensor<2x8x100xbf16>
    %2 = weft.call @plain(%id) : (tensor<ui8>) -> tensor<16xf32>
    %3 = weft.get @plain::@embedding : tensor<100x16xf32>
    // The table decides, not the query.
    %4 = stablehlo.convert %0 : (tensor<2x8x16xbf16>) -> tensor<2x8x16xf64>
    %5 = weft.call @plain::@attend(%4) : (tensor<2x8x16xf64>) -> tensor<2x8x100xf32>
    weft.return
  }
}

// CHECK-LABEL: weft.module @Conv
weft.module @Conv {
  // CHECK: weft.conv @same 3 -> 8 window [3, 5]
  weft.conv @same 3 -> 8 window [3, 5]
  // CHECK: weft.conv @strided 8 -> 8 window [3] strides [2] padding valid kernel_dilation [2] groups 4 no_bias kernel_spec [_, _, "model"]
  weft.conv @strided 8 -> 8 window [3] strides [2] padding valid kernel_dilation [2] groups 4 no_bias kernel_spec [_, _, "model"]
  // CHECK: weft.conv @pads 8 -> 4 window [3] pads [2, 0] input_dilation [2] kernel_init zeros bias_init ones bias_spec [_] dtype f64 param_dtype f64
  weft.conv @pads 8 -> 4 window [3] pads [2, 0] input_dilation [2] kernel_init zeros bias_init ones bias_spec [_] dtype f64 param_dtype f64
  // CHECK: weft.conv @causal 8 -> 4 window [3] padding causal
  weft.conv @causal 8 -> 4 window [3] padding causal
  // CHECK: weft.conv @circular 8 -> 4 window [3] strides [3] padding circular
  weft.conv @circular 8 -> 4 window [3] strides [3] padding circular
  // CHECK: weft.conv @reflect 8 -> 4 window [3] padding reflect
  weft.conv @reflect 8 -> 4 window [3] padding reflect
  weft.method @apply(%x: tensor<2x32x33x3xf32>, %y: tensor<7x6x17x8xf32>, %z: tensor<17x8xf32>) {
    %0 = weft.call @same(%x) : (tensor<2x32x33x3xf32>) -> tensor<2x32x33x8xf32>
    // (17 - 5) / 2 + 1, with two batch dimensions.
    %1 = weft.call @strided(%y) : (tensor<7x6x17x8xf32>) -> tensor<7x6x7x8xf32>
    // 33 + 2 - 3 + 1, without a batch dimension.
    %2 = weft.call @pads(%z) : (tensor<17x8xf32>) -> tensor<33x4xf64>
    %3 = weft.call @causal(%z) : (tensor<17x8xf32>) -> tensor<17x4xf32>
    %4 = weft.call @circular(%z) : (tensor<17x8xf32>) -> tensor<6x4xf32>
    %5 = weft.get @same::@kernel : tensor<3x5x3x8xf32>
    %6 = weft.get @same::@bias : tensor<8xf32>
    %7 = weft.get @strided::@kernel : tensor<3x2x8xf32>
    weft.return
  }
}

// CHECK-LABEL: weft.module @Attention
weft.module @Attention {
  // CHECK: weft.multi_head_attention @self 16 heads 4
  weft.multi_head_attention @self 16 heads 4
  // CHECK: weft.multi_head_attention @cross 16 heads 4 kv_heads 2 kv_features 24 qkv_features 32 out_features 8 causal normalize_qk dropout 0.1 kernel_init he_normal kernel_spec [_, _, "model"] bias_init zeros bias_spec [_, "model"] out_kernel_init lecun_normal out_kernel_spec ["model", _, _] out_bias_init ones out_bias_spec [_] dtype bf16 param_dtype bf16
  weft.multi_head_attention @cross 16 heads 4 out_features 8 qkv_features 32 kv_heads 2 kv_features 24 causal normalize_qk dropout 0.1 kernel_init he_normal kernel_spec [_, _, "model"] bias_init zeros bias_spec [_, "model"] out_kernel_init lecun_normal out_kernel_spec ["model", _, _] out_bias_init ones out_bias_spec [_] dtype bf16 param_dtype bf16
  // CHECK: weft.multi_head_attention @no_bias 16 heads 2 no_bias
  weft.multi_head_attention @no_bias 16 heads 2 no_bias
  weft.method @apply(%x: tensor<2x8x16xf32>, %kv: tensor<2x5x24xf32>, %v: tensor<2x5x24xbf16>,
                     %mask: tensor<8x8xi1>, %cross: tensor<2x1x8x5xi1>, %key: tensor<2xui32>) {
    %0 = weft.call @self(%x) : (tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %1 = weft.call @self(%x, %mask) : (tensor<2x8x16xf32>, tensor<8x8xi1>) -> tensor<2x8x16xf32>
    %2 = weft.call @cross(%x, %kv) : (tensor<2x8x16xf32>, tensor<2x5x24xf32>) -> tensor<2x8x8xbf16>
    %3 = weft.call @cross(%x, %kv, %v, %cross, %key) : (tensor<2x8x16xf32>, tensor<2x5x24xf32>, tensor<2x5x24xbf16>, tensor<2x1x8x5xi1>, tensor<2xui32>) -> tensor<2x8x8xbf16>
    %4 = weft.get @cross::@query::@kernel : tensor<16x4x8xbf16>
    %5 = weft.get @cross::@query::@bias : tensor<4x8xbf16>
    %6 = weft.get @cross::@key::@kernel : tensor<24x2x8xbf16>
    %7 = weft.get @cross::@value::@bias : tensor<2x8xbf16>
    %8 = weft.get @cross::@out::@kernel : tensor<4x8x8xbf16>
    %9 = weft.get @cross::@out::@bias : tensor<8xbf16>
    %10 = weft.get @cross::@query_ln::@scale : tensor<8xbf16>
    %11 = weft.get @cross::@key_ln::@scale : tensor<8xbf16>
    weft.return
  }
}

// CHECK-LABEL: weft.module @Dropout
weft.module @Dropout {
  // CHECK: weft.dropout @drop 0.1
  weft.dropout @drop 0.1
  // CHECK: weft.dropout @rows 1.0 broadcast [0, -1]
  weft.dropout @rows 1 broadcast [0, -1]
  weft.method @apply(%x: tensor<2x8xf32>, %key: tensor<2xui32>) {
    %0 = weft.call @drop(%x) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %1 = weft.call @rows(%x, %key) : (tensor<2x8xf32>, tensor<2xui32>) -> tensor<2x8xf32>
    weft.return
  }
}
