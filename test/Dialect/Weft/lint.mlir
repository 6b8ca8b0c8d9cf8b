// RUN: weft-opt %s -weft-lint=large-bytes=4096 -split-input-file -verify-diagnostics

weft.mesh @mesh <"data" = 2, "model" = 4>

weft.module @bias_as_kernel {
  weft.linear @column 8 -> 16 kernel_spec [_, "model"] bias_spec ["model"]
  weft.linear @row 16 -> 8 kernel_spec ["model", _]
  weft.linear @whole 8 -> 8
  weft.layer_norm @norm 16 scale_spec ["model"] bias_spec ["model"]
}

weft.module @bias_replicated {
  // expected-warning @+1 {{up.bias goes with dimension 1 of up.kernel, which is split over "model", but its own dimension 0 is not split; the spec of up.bias would be ["model"]}}
  weft.linear @up 8 -> 16 kernel_spec [_, "model"]
}

weft.module @kernel_replicated {
  // expected-warning @+1 {{up.bias goes with dimension 1 of up.kernel, which is not split, but its own dimension 0 is split over "model"; the spec of up.bias would be [_]}}
  weft.linear @up 8 -> 16 bias_spec ["model"]
}

weft.module @attention_bias {
  // expected-warning @+3 {{attention.query.bias goes with dimension 1 of attention.query.kernel, which is split over "model", but its own dimension 0 is not split; the spec of attention.query.bias would be ["model", _]}}
  // expected-warning @+2 {{attention.key.bias goes with}}
  // expected-warning @+1 {{attention.value.bias goes with}}
  weft.multi_head_attention @attention 16 heads 4 kernel_spec [_, "model", _] out_kernel_spec ["model", _, _]
}

// Parameters go together by their names.
weft.module @params {
  weft.param @q_kernel : tensor<8x16xf32> spec [_, "model"]
  // expected-warning @+1 {{q_bias goes with dimension 1 of q_kernel}}
  weft.param @q_bias : tensor<16xf32> spec ["data"]
  weft.param @other_bias : tensor<16xf32> spec [_]
}

weft.module @scale_and_bias {
  // expected-warning @+1 {{norm.bias goes with dimension 0 of norm.scale}}
  weft.layer_norm @norm 16 scale_spec ["model"]
}

weft.module @large {
  // expected-warning @+1 {{large has no spec, so each of the 8 devices holds all of it, 4.00 KiB ('tensor<32x32xf32>'); split it, or write the spec [_, _] if that is meant}}
  weft.param @large : tensor<32x32xf32>
  weft.param @meant : tensor<32x32xf32> spec [_, _]
  weft.param @small : tensor<31x32xf32>
}

weft.module @padding {
  // expected-warning @+1 {{dimension 0 of p has size 10, which 4 shards do not divide: each holds 3, and 2 of 12 (16.7%, 24 B) are padding; 12 or 8 would need none}}
  weft.param @p : tensor<10x3xf32> spec ["model", _]
  // expected-warning @+1 {{dimension 0 of q has size 3, which 8 shards do not divide: each holds 1, and 5 of 8 (62.5%, 20 B) are padding; 8 would need none}}
  weft.param @q : tensor<3xf32> spec [("data", "model")]
}

// A submodule is looked at where it is defined, once.
weft.module @repeated {
  weft.submodule @parts x 3 : @padding
}

// -----

weft.mesh @mesh <"data" = 2, "model" = 4>
// expected-warning @+2 {{the rule for "batch" to "data" is never used: no spec names it; remove it}}
// expected-warning @+1 {{the rule for "mlp" to _ is never used: an earlier rule for it always applies; remove it}}
weft.axis_rules ["batch" -> "data", "embed" -> "data", "mlp" -> "model", "mlp" -> _]

weft.module @names {
  // expected-warning @+1 {{dimension 0 of p is not split: "embde" has no rule and is no axis of mesh @mesh; did you mean "embed"?}}
  weft.param @p : tensor<8x8xf32> spec ["embde", "mlp"]
  // expected-warning @+1 {{dimension 0 of q is not split: "kv" has no rule and is no axis of mesh @mesh; add the rule "kv" -> _ if that is meant}}
  weft.param @q : tensor<8x8xf32> spec ["kv", "embed"]
  // expected-warning @+1 {{dimension 1 of r is not split: the axes of every rule for "embed" split other dimensions of it already; end with the rule "embed" -> _ if that is meant}}
  weft.param @r : tensor<8x8xf32> spec ["data", "embed"]
}

// -----

weft.mesh @mesh <"data" = 2, "model" = 4>
weft.module @Model {
  weft.linear @up 8 -> 16 no_bias kernel_spec [_, "model"]
  weft.linear @down 16 -> 8 no_bias kernel_spec ["model", _]
}
weft.module @Trainer {
  weft.submodule @model : @Model
  // expected-warning @+1 {{the state of up.kernel is laid out as ["data", "model"], but the parameter as [_, "model"], so each step moves it; remove it from state_specs unless that is meant}}
  weft.adam @optimizer for @model learning_rate 0.1
      state_specs {"up.kernel" = #weft.spec<["data", "model"]>, "down.kernel" = #weft.spec<["model", _]>}
}

// -----

weft.mesh @mesh <"data" = 2, "model" = 4>
weft.momentum @m learning_rate 0.1 decay 0.9
func.func @state(%p: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["model"]>},
                 %t: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["data"]>}) {
  // expected-warning @+1 {{the state of parameter 0 is laid out as ["data"], but the parameter is laid out as ["model"]; give both the same sharding unless that is meant}}
  %0:2 = weft.update @m params(%p : tensor<8xf32>) grads(%p : tensor<8xf32>) state(%t : tensor<8xf32>)
  return
}

// All of it on device 3.
weft.mesh @device3 <device_ids = [3]>
func.func @on_one_device(%x: tensor<7xf32> {weft.sharding = #weft.sharding<@device3, []>}) {
  return
}

// expected-warning @+1 {{dimension 0 of argument 0 has size 7, which 4 shards do not divide}}
func.func @arguments(%x: tensor<7xf32> {weft.sharding = #weft.sharding<@mesh, ["model"]>}) {
  return
}

// -----

// Without a mesh, or on one device, annotations have no effect.
weft.module @no_mesh {
  weft.linear @up 100 -> 100 kernel_spec [_, "model"]
}

// -----

weft.mesh @one <"model" = 1>
weft.module @one_device {
  weft.linear @up 100 -> 100
}
