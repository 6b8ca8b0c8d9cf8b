// A small decoder-only transformer: 4 blocks, 256 features, 8 heads, and the
// training step around it. Specs name what a dimension means ("embed", "mlp",
// "heads", "vocab"); the rules say where that goes. Change the rules, and the
// model is laid out in another way:
//
//   weft specs examples/transformer.mlir
//   weft specs examples/transformer.mlir --module Transformer --mesh data=4,model=2

weft.mesh @mesh <"data" = 2, "model" = 4>

// Tensor parallelism over "model"; the embedding dimension of every kernel is
// split over "data" besides (fully sharded data parallelism).
weft.axis_rules ["vocab" -> "model", "heads" -> "model", "mlp" -> "model",
                 "embed" -> "data"]

// The feed-forward part of a block.
weft.module @FeedForward {
  weft.linear @up 256 -> 1024 no_bias kernel_spec ["embed", "mlp"]
  weft.linear @down 1024 -> 256 no_bias kernel_spec ["mlp", "embed"]

  weft.method @apply(%x: tensor<8x128x256xf32>) -> tensor<8x128x256xf32> {
    %0 = weft.call @up(%x) : (tensor<8x128x256xf32>) -> tensor<8x128x1024xf32>
    %1 = stablehlo.tanh %0 : tensor<8x128x1024xf32>
    %2 = weft.call @down(%1) : (tensor<8x128x1024xf32>) -> tensor<8x128x256xf32>
    weft.return %2 : tensor<8x128x256xf32>
  }
}

weft.module @Block {
  weft.rms_norm @attention_norm 256
  weft.multi_head_attention @attention 256 heads 8 causal no_bias
      kernel_spec ["embed", "heads", _] out_kernel_spec ["heads", _, "embed"]
  weft.rms_norm @mlp_norm 256
  weft.submodule @mlp : @FeedForward

  // What happens inside is computed again in the backward pass: only the input
  // of each block is kept.
  weft.method remat @apply(%x: tensor<8x128x256xf32>) -> tensor<8x128x256xf32> {
    %0 = weft.call @attention_norm(%x) : (tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
    %1 = weft.call @attention(%0) : (tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
    %2 = stablehlo.add %x, %1 : tensor<8x128x256xf32>
    %3 = weft.call @mlp_norm(%2) : (tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
    %4 = weft.call @mlp(%3) : (tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
    %5 = stablehlo.add %2, %4 : tensor<8x128x256xf32>
    weft.return %5 : tensor<8x128x256xf32>
  }
}

weft.module @Transformer {
  weft.embed @tokens 8192 x 256 embedding_spec ["vocab", "embed"]
  weft.submodule @blocks x 4 : @Block
  weft.rms_norm @norm 256

  weft.method @apply(%ids: tensor<8x128xi32>) -> tensor<8x128x8192xf32> {
    %0 = weft.call @tokens(%ids) : (tensor<8x128xi32>) -> tensor<8x128x256xf32>
    // One block after the other.
    %1 = weft.call @blocks(%0) : (tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
    %2 = weft.call @norm(%1) : (tensor<8x128x256xf32>) -> tensor<8x128x256xf32>
    // The output layer is the embedding once more, transposed.
    %3 = weft.call @tokens::@attend(%2) : (tensor<8x128x256xf32>) -> tensor<8x128x8192xf32>
    weft.return %3 : tensor<8x128x8192xf32>
  }

  weft.method @loss(%ids: tensor<8x128xi32>, %next: tensor<8x128xi32>) -> tensor<f32> {
    %logits = weft.call @apply(%ids) : (tensor<8x128xi32>) -> tensor<8x128x8192xf32>
    %loss = weft.softmax_cross_entropy mean %logits, %next
        : (tensor<8x128x8192xf32>, tensor<8x128xi32>) -> tensor<f32>
    weft.return %loss : tensor<f32>
  }
}

// The state of the optimiser is laid out as the parameters are: `optimizer.mu`
// and `optimizer.nu` have a leaf for each leaf of the model.
weft.module @Trainer {
  weft.submodule @model : @Transformer
  weft.adamw @optimizer for @model
      learning_rate cosine<0.001 to 0.0001 in 1000 warmup 0.0 in 100>
      b2 0.95 weight_decay 0.1 clip_norm 1.0

  // The batch is split over "data"; what is computed from it stays there.
  weft.method @step(%ids: tensor<8x128xi32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                    %next: tensor<8x128xi32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
      -> tensor<f32> {
    %loss, %gradients = weft.value_and_grad @model::@loss(%ids, %next) state @model
        : (tensor<8x128xi32>, tensor<8x128xi32>) -> (tensor<f32>, !weft.state<@model>)
    weft.apply_gradients @optimizer(%gradients) : !weft.state<@model>
    weft.return %loss : tensor<f32>
  }
}
