//===- LayerOps.td - layers with parameters ----------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_LAYEROPS_TD
#define WEFT_DIALECT_WEFT_IR_LAYEROPS_TD

include "weft/Dialect/Weft/IR/LayerAttrs.td"
include "weft/Dialect/Weft/IR/ModuleBase.td"

def Weft_LinearOp : Weft_LayerOp<"linear"> {
  let summary = "A matrix product over the last dimension, and a bias";
  let description = [{
    Leaves: `kernel` [in, out], `bias` [out]. Calling it maps `... x in` to
    `... x out`.

    ```mlir
    weft.linear @up 64 -> 256 kernel_spec [_, "model"] bias_spec ["model"]
    weft.linear @down 256 -> 64 no_bias kernel_init he_normal param_dtype bf16
    ```

    `param_dtype` is the element type of the parameters (f32 unless given),
    `dtype` that of the computation and the result (unless given, the one that
    holds both the parameters and the input).
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$in_features,
      I64Attr:$out_features, UnitAttr:$no_bias,
      OptionalAttr<Weft_InitializerInterface>:$kernel_init,
      OptionalAttr<Weft_SpecAttr>:$kernel_spec,
      OptionalAttr<Weft_InitializerInterface>:$bias_init,
      OptionalAttr<Weft_SpecAttr>:$bias_spec,
      OptionalAttr<TypeAttr>:$dtype, OptionalAttr<TypeAttr>:$param_dtype);
  let assemblyFormat = [{
    $sym_name $in_features `->` $out_features
    oilist(`no_bias` $no_bias
      | `kernel_init` custom<Initializer>($kernel_init)
      | `kernel_spec` custom<Spec>($kernel_spec)
      | `bias_init` custom<Initializer>($bias_init)
      | `bias_spec` custom<Spec>($bias_spec)
      | `dtype` $dtype | `param_dtype` $param_dtype)
    attr-dict
  }];
}

def Weft_LayerNormOp : Weft_LayerOp<"layer_norm"> {
  let summary = "Normalises the last dimension to mean 0 and variance 1";
  let description = [{
    Leaves: `scale` [n], `bias` [n].

    ```mlir
    weft.layer_norm @norm 512 scale_spec ["model"] bias_spec ["model"]
    weft.layer_norm @plain 512 epsilon 1.0e-05 no_bias
    ```

    `epsilon`, 1e-6 unless given, is added to the variance.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$features,
      OptionalAttr<F64Attr>:$epsilon, UnitAttr:$no_scale, UnitAttr:$no_bias,
      OptionalAttr<Weft_InitializerInterface>:$scale_init,
      OptionalAttr<Weft_SpecAttr>:$scale_spec,
      OptionalAttr<Weft_InitializerInterface>:$bias_init,
      OptionalAttr<Weft_SpecAttr>:$bias_spec,
      OptionalAttr<TypeAttr>:$dtype, OptionalAttr<TypeAttr>:$param_dtype);
  let assemblyFormat = [{
    $sym_name $features
    oilist(`epsilon` custom<RealNumber>($epsilon)
      | `no_scale` $no_scale | `no_bias` $no_bias
      | `scale_init` custom<Initializer>($scale_init)
      | `scale_spec` custom<Spec>($scale_spec)
      | `bias_init` custom<Initializer>($bias_init)
      | `bias_spec` custom<Spec>($bias_spec)
      | `dtype` $dtype | `param_dtype` $param_dtype)
    attr-dict
  }];
}

def Weft_RmsNormOp : Weft_LayerOp<"rms_norm"> {
  let summary = "Divides the last dimension by its root mean square";
  let description = [{
    Leaf: `scale` [n]. `epsilon`, 1e-6 unless given, is added to the mean square.

    ```mlir
    weft.rms_norm @norm 512 scale_spec ["model"]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$features,
      OptionalAttr<F64Attr>:$epsilon, UnitAttr:$no_scale,
      OptionalAttr<Weft_InitializerInterface>:$scale_init,
      OptionalAttr<Weft_SpecAttr>:$scale_spec,
      OptionalAttr<TypeAttr>:$dtype, OptionalAttr<TypeAttr>:$param_dtype);
  let assemblyFormat = [{
    $sym_name $features
    oilist(`epsilon` custom<RealNumber>($epsilon)
      | `no_scale` $no_scale
      | `scale_init` custom<Initializer>($scale_init)
      | `scale_spec` custom<Spec>($scale_spec)
      | `dtype` $dtype | `param_dtype` $param_dtype)
    attr-dict
  }];
}

def Weft_EmbedOp : Weft_LayerOp<"embed"> {
  let summary = "A table with one row for each number";
  let description = [{
    Leaf: `embedding` [entries, features]. Calling it maps integers `...` to
    `... x features`. `@tokens::@attend` multiplies by the transposed table, as
    models do that share it with their output layer: `... x features` to
    `... x entries`.

    ```mlir
    weft.embed @tokens 32000 x 512 embedding_spec ["model", _]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$entries,
      I64Attr:$features,
      OptionalAttr<Weft_InitializerInterface>:$embedding_init,
      OptionalAttr<Weft_SpecAttr>:$embedding_spec,
      OptionalAttr<TypeAttr>:$dtype, OptionalAttr<TypeAttr>:$param_dtype);
  let assemblyFormat = [{
    $sym_name $entries `x` $features
    oilist(`embedding_init` custom<Initializer>($embedding_init)
      | `embedding_spec` custom<Spec>($embedding_spec)
      | `dtype` $dtype | `param_dtype` $param_dtype)
    attr-dict
  }];
}

def Weft_ConvOp : Weft_LayerOp<"conv"> {
  let summary = "A convolution over the dimensions before the last";
  let description = [{
    Leaves: `kernel` [window..., in / groups, out], `bias` [out]. Calling it
    maps `batch... x spatial... x in` to `batch... x spatial... x out`.

    ```mlir
    weft.conv @stem 3 -> 64 window [7, 7] strides [2, 2]
    weft.conv @depthwise 64 -> 64 window [3, 3] groups 64 padding valid
    weft.conv @explicit 8 -> 8 window [3] pads [2, 0] kernel_spec [_, _, "model"]
    ```

    `pads` lists the zeros before and after each spatial dimension; it replaces
    `padding`, which is `same` unless given. `kernel_dilation` spreads the
    window, `input_dilation` the input.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$in_features,
      I64Attr:$out_features, DenseI64ArrayAttr:$window,
      OptionalAttr<DenseI64ArrayAttr>:$strides,
      OptionalAttr<Weft_PaddingKindAttr>:$padding,
      OptionalAttr<DenseI64ArrayAttr>:$pads,
      OptionalAttr<DenseI64ArrayAttr>:$input_dilation,
      OptionalAttr<DenseI64ArrayAttr>:$kernel_dilation,
      OptionalAttr<I64Attr>:$groups, UnitAttr:$no_bias,
      OptionalAttr<Weft_InitializerInterface>:$kernel_init,
      OptionalAttr<Weft_SpecAttr>:$kernel_spec,
      OptionalAttr<Weft_InitializerInterface>:$bias_init,
      OptionalAttr<Weft_SpecAttr>:$bias_spec,
      OptionalAttr<TypeAttr>:$dtype, OptionalAttr<TypeAttr>:$param_dtype);
  let assemblyFormat = [{
    $sym_name $in_features `->` $out_features `window` $window
    oilist(`strides` custom<Sizes>($strides)
      | `padding` custom<Padding>($padding)
      | `pads` custom<Sizes>($pads)
      | `input_dilation` custom<Sizes>($input_dilation)
      | `kernel_dilation` custom<Sizes>($kernel_dilation)
      | `groups` $groups
      | `no_bias` $no_bias
      | `kernel_init` custom<Initializer>($kernel_init)
      | `kernel_spec` custom<Spec>($kernel_spec)
      | `bias_init` custom<Initializer>($bias_init)
      | `bias_spec` custom<Spec>($bias_spec)
      | `dtype` $dtype | `param_dtype` $param_dtype)
    attr-dict
  }];
}

def Weft_MultiHeadAttentionOp : Weft_LayerOp<"multi_head_attention"> {
  let summary = "Attention with several heads";
  let description = [{
    Leaves: `query`, `key` and `value`, each with `kernel` [in, heads, head_dim]
    and `bias` [heads, head_dim]; with `normalize_qk` also `query_ln.scale` and
    `key_ln.scale` [head_dim]; `out` with `kernel` [heads, head_dim, out] and
    `bias` [out]. `kernel_...` and `bias_...` are those of query, key and value.

    ```mlir
    weft.multi_head_attention @attention 512 heads 8
        kernel_spec [_, "model", _] bias_spec ["model", _] out_kernel_spec ["model", _, _]
    weft.multi_head_attention @cross 512 heads 8 kv_heads 2 kv_features 256
        qkv_features 1024 out_features 512 causal dropout 0.1
    ```

    `qkv_features` is the product of heads and head_dim; it and `out_features`
    are the input features unless given. With `kv_heads` several query heads
    share a key and a value head.

    It is called with one input (self-attention), two (queries; keys and values)
    or three (queries, keys, values), each `batch... x length x features`. A
    mask of i1 may follow, which must broadcast to
    `batch... x heads x queries x keys`, then, if it has a dropout, a random key
    `tensor<2xui32>`; without a key nothing is dropped.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$in_features,
      I64Attr:$heads, OptionalAttr<I64Attr>:$kv_heads,
      OptionalAttr<I64Attr>:$kv_features, OptionalAttr<I64Attr>:$qkv_features,
      OptionalAttr<I64Attr>:$out_features, UnitAttr:$causal,
      UnitAttr:$normalize_qk, OptionalAttr<F64Attr>:$dropout,
      UnitAttr:$no_bias,
      OptionalAttr<Weft_InitializerInterface>:$kernel_init,
      OptionalAttr<Weft_SpecAttr>:$kernel_spec,
      OptionalAttr<Weft_InitializerInterface>:$bias_init,
      OptionalAttr<Weft_SpecAttr>:$bias_spec,
      OptionalAttr<Weft_InitializerInterface>:$out_kernel_init,
      OptionalAttr<Weft_SpecAttr>:$out_kernel_spec,
      OptionalAttr<Weft_InitializerInterface>:$out_bias_init,
      OptionalAttr<Weft_SpecAttr>:$out_bias_spec,
      OptionalAttr<TypeAttr>:$dtype, OptionalAttr<TypeAttr>:$param_dtype);
  let assemblyFormat = [{
    $sym_name $in_features `heads` $heads
    oilist(`kv_heads` $kv_heads
      | `kv_features` $kv_features
      | `qkv_features` $qkv_features
      | `out_features` $out_features
      | `causal` $causal
      | `normalize_qk` $normalize_qk
      | `dropout` custom<RealNumber>($dropout)
      | `no_bias` $no_bias
      | `kernel_init` custom<Initializer>($kernel_init)
      | `kernel_spec` custom<Spec>($kernel_spec)
      | `bias_init` custom<Initializer>($bias_init)
      | `bias_spec` custom<Spec>($bias_spec)
      | `out_kernel_init` custom<Initializer>($out_kernel_init)
      | `out_kernel_spec` custom<Spec>($out_kernel_spec)
      | `out_bias_init` custom<Initializer>($out_bias_init)
      | `out_bias_spec` custom<Spec>($out_bias_spec)
      | `dtype` $dtype | `param_dtype` $param_dtype)
    attr-dict
  }];
}

def Weft_DropoutOp : Weft_LayerOp<"dropout"> {
  let summary = "Sets random elements to 0 and scales the others up";
  let description = [{
    Has no leaves. Called with a random key `tensor<2xui32>` after its input it
    drops; without one it returns its input. The same elements are dropped along
    the dimensions of `broadcast`.

    ```mlir
    weft.dropout @drop 0.1
    weft.dropout @rows 0.5 broadcast [1]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, F64Attr:$rate,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast);
  let assemblyFormat = [{
    $sym_name custom<RealNumber>($rate) (`broadcast` $broadcast^)? attr-dict
  }];
}

#endif // WEFT_DIALECT_WEFT_IR_LAYEROPS_TD
