// For specs-rules.test.
weft.mesh @mesh <"data" = 2, "model" = 4>

weft.spec_rules ["**/kernel:rank=2" -> [_, "model"], "**/bias" -> ["model"],
                 "**:kind=embed" -> ["model", _]]

weft.module @Model {
  weft.linear @up 16 -> 64
  weft.layer_norm @norm 64
  weft.param @own : tensor<8x4xf32> init zeros spec ["data", _]
}

weft.module @Trainer {
  weft.submodule @model : @Model
  weft.adam @optimizer for @model learning_rate 0.1
}
