// A dense layer whose parameters say how they are split, as
// nnx.with_partitioning says it in Flax. The spec stands beside the
// initialiser: it is a fact about the parameter, not about a device.
//
//     weft specs examples/dense.mlir                     what each device holds
//     weft specs examples/dense.mlir --mesh model=8      the same on 8 devices
//     weft init  examples/dense.mlir --seed 0 --out /tmp/dense

weft.mesh @mesh <"model" = 4>

// Written out: parameters, and a method that uses them.
weft.module @Dense {
  weft.param @kernel : tensor<64x256xf32> init lecun_normal spec [_, "model"]
  weft.param @bias   : tensor<256xf32>    init zeros        spec ["model"]

  weft.method @apply(%x: tensor<32x64xf32>) -> tensor<32x256xf32> {
    %w = weft.get @kernel : tensor<64x256xf32>
    %b = weft.get @bias : tensor<256xf32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<32x64xf32>, tensor<64x256xf32>) -> tensor<32x256xf32>
    %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<256xf32>) -> tensor<32x256xf32>
    %2 = stablehlo.add %0, %1 : tensor<32x256xf32>
    weft.return %2 : tensor<32x256xf32>
  }
}

// The same as a layer: its leaves are `linear.kernel` and `linear.bias`.
weft.module @Layer {
  weft.linear @linear 64 -> 256 kernel_spec [_, "model"] bias_spec ["model"]

  weft.method @apply(%x: tensor<32x64xf32>) -> tensor<32x256xf32> {
    %0 = weft.call @linear(%x) : (tensor<32x64xf32>) -> tensor<32x256xf32>
    weft.return %0 : tensor<32x256xf32>
  }
}
