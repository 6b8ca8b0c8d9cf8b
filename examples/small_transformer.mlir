// The transformer of transformer.mlir, small enough to be trained in seconds by
// the reference interpreter: 2 blocks, 32 features, 4 heads, 32 tokens. It
// learns to continue rows that count up by 1, 2 or 3: from a loss of ln 32 = 3.47
// at the beginning it falls below 1.
//
//   weft train examples/small_transformer.mlir --steps 60 --generate sequence \
//       --classes 32 --out /tmp/run
//   weft plan examples/small_transformer.mlir --function Trainer.step

weft.mesh @mesh <"data" = 2, "model" = 4>

// Tensor parallelism over "model"; the embedding dimension of every kernel is
// split over "data" besides (fully sharded data parallelism).
weft.axis_rules ["vocab" -> "model", "heads" -> "model", "mlp" -> "model",
                 "embed" -> "data"]

// The feed-forward part of a block.
weft.module @FeedForward {
  weft.linear @up 32 -> 128 no_bias kernel_spec ["embed", "mlp"]
  weft.linear @down 128 -> 32 no_bias kernel_spec ["mlp", "embed"]

  weft.method @apply(%x: tensor<8x16x32xf32>) -> tensor<8x16x32xf32> {
    %0 = weft.call @up(%x) : (tensor<8x16x32xf32>) -> tensor<8x16x128xf32>
    %1 = stablehlo.tanh %0 : tensor<8x16x128xf32>
    %2 = weft.call @down(%1) : (tensor<8x16x128xf32>) -> tensor<8x16x32xf32>
    weft.return %2 : tensor<8x16x32xf32>
  }
}

weft.module @Block {
  weft.rms_norm @attention_norm 32
  weft.multi_head_attention @attention 32 heads 4 causal no_bias
      kernel_spec ["embed", "heads", _] out_kernel_spec ["heads", _, "embed"]
  weft.rms_norm @mlp_norm 32
  weft.submodule @mlp : @FeedForward

  // What happens inside is computed again in the backward pass: only the input
  // of each block is kept.
  weft.method remat @apply(%x: tensor<8x16x32xf32>) -> tensor<8x16x32xf32> {
    %0 = weft.call @attention_norm(%x) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %1 = weft.call @attention(%0) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %2 = stablehlo.add %x, %1 : tensor<8x16x32xf32>
    %3 = weft.call @mlp_norm(%2) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %4 = weft.call @mlp(%3) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %5 = stablehlo.add %2, %4 : tensor<8x16x32xf32>
    weft.return %5 : tensor<8x16x32xf32>
  }
}

weft.module @Transformer {
  weft.embed @tokens 32 x 32 embedding_spec ["vocab", "embed"]
  weft.submodule @blocks x 2 : @Block
  weft.rms_norm @norm 32

  weft.method @apply(%ids: tensor<8x16xi32>) -> tensor<8x16x32xf32> {
    %0 = weft.call @tokens(%ids) : (tensor<8x16xi32>) -> tensor<8x16x32xf32>
    // One block after the other.
    %1 = weft.call @blocks(%0) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %2 = weft.call @norm(%1) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    // The output layer is the embedding once more, transposed.
    %3 = weft.call @tokens::@attend(%2) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    weft.return %3 : tensor<8x16x32xf32>
  }

  weft.method @loss(%ids: tensor<8x16xi32>, %next: tensor<8x16xi32>) -> tensor<f32> {
    %logits = weft.call @apply(%ids) : (tensor<8x16xi32>) -> tensor<8x16x32xf32>
    %loss = weft.softmax_cross_entropy mean %logits, %next
        : (tensor<8x16x32xf32>, tensor<8x16xi32>) -> tensor<f32>
    weft.return %loss : tensor<f32>
  }
}

// The state of the optimiser is laid out as the parameters are: `optimizer.mu`
// and `optimizer.nu` have a leaf for each leaf of the model.
weft.module @Trainer {
  weft.submodule @model : @Transformer
  weft.adamw @optimizer for @model
      learning_rate cosine<0.01 to 0.001 in 200 warmup 0.0 in 10>
      b2 0.95 weight_decay 0.1 clip_norm 1.0

  // The batch is split over "data"; what is computed from it stays there.
  weft.method @step(%ids: tensor<8x16xi32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                    %next: tensor<8x16xi32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
      -> tensor<f32> {
    %loss, %gradients = weft.value_and_grad @model::@loss(%ids, %next) state @model
        : (tensor<8x16xi32>, tensor<8x16xi32>) -> (tensor<f32>, !weft.state<@model>)
    weft.apply_gradients @optimizer(%gradients) : !weft.state<@model>
    weft.return %loss : tensor<f32>
  }
}
