// For training.py: a model of two blocks that says nothing about its layout.
weft.mesh @mesh <"data" = 1, "fsdp" = 1, "model" = 1>

weft.module @Block {
  weft.linear @up 16 -> 32
  weft.linear @down 32 -> 16

  weft.method @apply(%x: tensor<128x16xf32>) -> tensor<128x16xf32> {
    %0 = weft.call @up(%x) : (tensor<128x16xf32>) -> tensor<128x32xf32>
    %1 = stablehlo.tanh %0 : tensor<128x32xf32>
    %2 = weft.call @down(%1) : (tensor<128x32xf32>) -> tensor<128x16xf32>
    %3 = stablehlo.add %x, %2 : tensor<128x16xf32>
    weft.return %3 : tensor<128x16xf32>
  }
}

weft.module @Model {
  weft.submodule @blocks x 2 : @Block

  weft.method @loss(%x: tensor<128x16xf32>, %y: tensor<128x16xf32>) -> tensor<f32> {
    %0 = weft.call @blocks(%x) : (tensor<128x16xf32>) -> tensor<128x16xf32>
    %1 = weft.mean_squared_error mean %0, %y
        : (tensor<128x16xf32>, tensor<128x16xf32>) -> tensor<f32>
    weft.return %1 : tensor<f32>
  }
}

weft.module @Trainer {
  weft.submodule @model : @Model
  weft.adamw @optimizer for @model learning_rate 0.01 clip_norm 1.0

  weft.method @step(%x: tensor<128x16xf32>, %y: tensor<128x16xf32>) -> tensor<f32> {
    %loss, %g = weft.value_and_grad @model::@loss(%x, %y) state @model
        : (tensor<128x16xf32>, tensor<128x16xf32>) -> (tensor<f32>, !weft.state<@model>)
    weft.apply_gradients @optimizer(%g) : !weft.state<@model>
    weft.return %loss : tensor<f32>
  }
}
