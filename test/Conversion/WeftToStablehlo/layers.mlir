// RUN: weft-opt %s --weft-split --weft-drop-modules | FileCheck %s

weft.module @M {
  weft.linear @narrow 4 -> 3 param_dtype bf16
  weft.layer_norm @norm 4 param_dtype bf16
  weft.embed @tokens 10 x 4
  weft.conv @wrap 4 -> 2 window [3] padding circular no_bias
  weft.multi_head_attention @attention 8 heads 4 kv_heads 2 causal no_bias
  weft.dropout @drop 0.5

  // The input is promoted to the wider type, and so are the parameters.
  // CHECK-LABEL: func.func @M.linear
  // CHECK-COUNT-1: stablehlo.convert {{.*}} : (tensor<4x3xbf16>) -> tensor<4x3xf32>
  // CHECK: stablehlo.dot_general {{.*}} -> tensor<2x3xf32>
  // CHECK: stablehlo.add
  weft.method @linear(%x: tensor<2x4xf32>) -> tensor<2x3xf32> {
    %0 = weft.call @narrow(%x) : (tensor<2x4xf32>) -> tensor<2x3xf32>
    weft.return %0 : tensor<2x3xf32>
  }

  // Norms are computed in f32 at least.
  // CHECK-LABEL: func.func @M.norm
  // CHECK: stablehlo.rsqrt {{.*}} : tensor<2xf32>
  // CHECK: return {{.*}} : tensor<2x4xbf16>
  weft.method @norm_(%x: tensor<2x4xbf16>) -> tensor<2x4xbf16> {
    %0 = weft.call @norm(%x) : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
    weft.return %0 : tensor<2x4xbf16>
  }

  // Rows that do not exist are NaN.
  // CHECK-LABEL: func.func @M.lookup
  // CHECK: stablehlo.gather
  // CHECK: stablehlo.select
  weft.method @lookup(%ids: tensor<5xi32>) -> tensor<5x4xf32> {
    %0 = weft.call @tokens(%ids) : (tensor<5xi32>) -> tensor<5x4xf32>
    weft.return %0 : tensor<5x4xf32>
  }

  // The last element, the input, the first element.
  // CHECK-LABEL: func.func @M.circular
  // CHECK: stablehlo.concatenate {{.*}} -> tensor<1x8x4xf32>
  // CHECK: stablehlo.convolution
  weft.method @circular(%x: tensor<6x4xf32>) -> tensor<6x2xf32> {
    %0 = weft.call @wrap(%x) : (tensor<6x4xf32>) -> tensor<6x2xf32>
    weft.return %0 : tensor<6x2xf32>
  }

  // Two query heads for each key head; the softmax is f32.
  // CHECK-LABEL: func.func @M.attend
  // CHECK: stablehlo.compare GE
  // CHECK: stablehlo.dot_general {{.*}}batching_dims = [0, 2] x [0, 2]{{.*}} -> tensor<1x2x5x2x5xf32>
  // CHECK: stablehlo.exponential
  weft.method @attend(%x: tensor<1x5x8xf32>) -> tensor<1x5x8xf32> {
    %0 = weft.call @attention(%x) : (tensor<1x5x8xf32>) -> tensor<1x5x8xf32>
    weft.return %0 : tensor<1x5x8xf32>
  }

  // Without a key nothing is dropped.
  // CHECK-LABEL: func.func @M.kept
  // CHECK-NEXT: return
  weft.method @kept(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = weft.call @drop(%x) : (tensor<3xf32>) -> tensor<3xf32>
    weft.return %0 : tensor<3xf32>
  }
}
