// A training run with fully sharded data parallelism over "data" and tensor
// parallelism over "model": parameters, gradients and the state of the
// optimiser are split over both, the batch over "data".
//
//   weft train examples/training.mlir --steps 20 --generate teacher --out /tmp/run
//   weft train examples/training.mlir --steps 40 --generate teacher --out /tmp/run \
//       --resume /tmp/run --mesh data=4,model=2
//
// The second line goes on where the first has stopped, on another mesh, with
// the same losses as a run of 40 steps that never stopped. To see what a step
// sends:
//
//   weft plan examples/training.mlir --function Trainer.step

weft.mesh @mesh <"data" = 2, "model" = 4>

weft.axis_rules ["embed" -> "data", "hidden" -> "model"]

weft.module @Mlp {
  weft.linear @up 16 -> 64 kernel_spec ["embed", "hidden"] bias_spec ["hidden"]
  weft.linear @down 64 -> 8 kernel_spec ["hidden", "embed"] bias_spec ["embed"]

  weft.method @apply(%x: tensor<32x16xf32>) -> tensor<32x8xf32> {
    %0 = weft.call @up(%x) : (tensor<32x16xf32>) -> tensor<32x64xf32>
    %1 = stablehlo.tanh %0 : tensor<32x64xf32>
    // The hidden features stay where `up` makes them.
    %h = weft.constrain %1 <@mesh, ["data", "model"]> : tensor<32x64xf32>
    %2 = weft.call @down(%h) : (tensor<32x64xf32>) -> tensor<32x8xf32>
    weft.return %2 : tensor<32x8xf32>
  }

  weft.method @loss(%x: tensor<32x16xf32>, %y: tensor<32x8xf32>) -> tensor<f32> {
    %0 = weft.call @apply(%x) : (tensor<32x16xf32>) -> tensor<32x8xf32>
    %1 = weft.mean_squared_error mean %0, %y
        : (tensor<32x8xf32>, tensor<32x8xf32>) -> tensor<f32>
    weft.return %1 : tensor<f32>
  }
}

weft.module @Trainer {
  weft.submodule @model : @Mlp
  weft.adam @optimizer for @model learning_rate 0.01

  // The batch is split over "data"; what is computed from it stays there.
  weft.method @step(%x: tensor<32x16xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                    %y: tensor<32x8xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
      -> tensor<f32> {
    %loss, %gradients = weft.value_and_grad @model::@loss(%x, %y) state @model
        : (tensor<32x16xf32>, tensor<32x8xf32>) -> (tensor<f32>, !weft.state<@model>)
    weft.apply_gradients @optimizer(%gradients) : !weft.state<@model>
    weft.return %loss : tensor<f32>
  }
}
