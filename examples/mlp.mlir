// A two-layer perceptron, split over a 2 x 4 mesh in the usual way: the first
// kernel by its output dimension ("column parallel"), the second by its input
// dimension ("row parallel"), the batch over the other axis. One all-reduce per
// call is all the communication this needs.
//
//   weft specs examples/mlp.mlir       what each device holds
//   weft lint examples/mlp.mlir        whether something looks wrong

weft.mesh @mesh <"data" = 2, "model" = 4>

weft.module @Mlp {
  // A layer brings its parameters along: `up.kernel`, 64x256, and `up.bias`.
  // The bias is added to the split dimension, so it is split the same way.
  weft.linear @up 64 -> 256 kernel_spec [_, "model"] bias_spec ["model"]

  // Parameters can also be written out. The kernel's input dimension is the one
  // that `up` has split; its output is a sum over all shards.
  weft.param @kernel : tensor<256x10xf32> init lecun_normal spec ["model", _]
  weft.param @bias : tensor<10xf32> init zeros spec [_]

  weft.method @apply(%x: tensor<32x64xf32>) -> tensor<32x10xf32> {
    %0 = weft.call @up(%x) : (tensor<32x64xf32>) -> tensor<32x256xf32>
    %1 = stablehlo.tanh %0 : tensor<32x256xf32>
    // Activations: the batch over "data", the features as `up` leaves them.
    %h = weft.constrain %1 <@mesh, ["data", "model"]> : tensor<32x256xf32>
    %w = weft.get @kernel : tensor<256x10xf32>
    %b = weft.get @bias : tensor<10xf32>
    %2 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0]
        : (tensor<32x256xf32>, tensor<256x10xf32>) -> tensor<32x10xf32>
    %3 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<10xf32>) -> tensor<32x10xf32>
    %y = stablehlo.add %2, %3 : tensor<32x10xf32>
    weft.return %y : tensor<32x10xf32>
  }

  weft.method @loss(%x: tensor<32x64xf32>, %labels: tensor<32xi32>) -> tensor<f32> {
    %logits = weft.call @apply(%x) : (tensor<32x64xf32>) -> tensor<32x10xf32>
    %loss = weft.softmax_cross_entropy mean %logits, %labels
        : (tensor<32x10xf32>, tensor<32xi32>) -> tensor<f32>
    weft.return %loss : tensor<f32>
  }
}
