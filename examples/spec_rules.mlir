// A model that says nothing about layouts, and rules that choose one by the
// path and the rank of each leaf. The same rules serve any model with the same
// names; another layout is another list, in the file or on the command line:
//
//   weft specs examples/spec_rules.mlir
//   weft specs examples/spec_rules.mlir --spec-rule '**/kernel:rank=2 -> ["data", "model"]'
//
// `weft specs` shows which rule decided about which leaf, what no rule matches,
// and which rules were never used.

weft.mesh @mesh <"data" = 2, "model" = 4>

weft.spec_rules [
  // The projection back is split by its inputs, all others by their outputs.
  "**/down/kernel" -> ["model", _],
  "**/kernel:rank=2" -> [_, "model"],
  "**/up/bias" -> ["model"],
  // Whatever belongs to an embedding: by its rows.
  "**:kind=embed" -> ["model", _],
  // Everything else is small, and whole on every device.
  "**:rank=1" -> [_]
]

weft.module @Block {
  weft.layer_norm @norm 32
  weft.linear @up 32 -> 128
  weft.linear @down 128 -> 32

  weft.method @apply(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = weft.call @norm(%x) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %1 = weft.call @up(%0) : (tensor<8x32xf32>) -> tensor<8x128xf32>
    %2 = stablehlo.tanh %1 : tensor<8x128xf32>
    %3 = weft.call @down(%2) : (tensor<8x128xf32>) -> tensor<8x32xf32>
    %4 = stablehlo.add %x, %3 : tensor<8x32xf32>
    weft.return %4 : tensor<8x32xf32>
  }
}

weft.module @Model {
  weft.embed @tokens 64 x 32
  weft.submodule @blocks x 2 : @Block
  weft.linear @head 32 -> 10

  weft.method @apply(%ids: tensor<8xi32>) -> tensor<8x10xf32> {
    %0 = weft.call @tokens(%ids) : (tensor<8xi32>) -> tensor<8x32xf32>
    %1 = weft.call @blocks(%0) : (tensor<8x32xf32>) -> tensor<8x32xf32>
    %2 = weft.call @head(%1) : (tensor<8x32xf32>) -> tensor<8x10xf32>
    weft.return %2 : tensor<8x10xf32>
  }
}
