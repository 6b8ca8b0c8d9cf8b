// A state that is made where it lies. Each device makes its own part of every
// parameter, and the numbers are the same on every mesh: those of flax's
// nnx.Rngs(seed).
//
//   weft init examples/sharded_init.mlir --seed 0 --out /tmp/one
//   weft init examples/sharded_init.mlir --seed 0 --mesh data=8,model=1 --out /tmp/two
//   weft checkpoint diff /tmp/one /tmp/two
//
// The output says what each device holds, and that no value it ever makes is
// larger than a shard.

weft.mesh @mesh <"data" = 2, "model" = 4>

weft.module @Mlp {
  // Two dimensions split over two axes, and one over both.
  weft.linear @up 64 -> 256 kernel_spec ["data", "model"] bias_spec ["model"]
  weft.linear @down 256 -> 64 kernel_spec [("data", "model"), _]
  weft.param @scale : tensor<64xf32> init ones spec ["data"]
}
