weft.mesh @mesh <"data" = 2, "model" = 4>
weft.axis_rules ["vocab" -> ("data", "model"), "mlp" -> "model"]

weft.module @Block {
  weft.linear @up 16 -> 10 kernel_spec [_, "mlp"] bias_spec ["mlp"]
  weft.layer_norm @norm 16 param_dtype bf16
}

weft.module @Model {
  weft.param @table : tensor<100x16xf32> init normal<0.02> spec ["vocab", _]
  weft.submodule @blocks x 2 : @Block
  weft.alias @first = @table
  weft.dropout @drop 0.1
  weft.param @scale : tensor<f64>
}

func.func @main(%x: tensor<4xf32>) {
  return
}
