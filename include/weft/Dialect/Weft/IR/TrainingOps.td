//===- TrainingOps.td - gradients, losses, optimisers ------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_TRAININGOPS_TD
#define WEFT_DIALECT_WEFT_IR_TRAININGOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/Dialect/Weft/IR/ModuleBase.td"
include "weft/Dialect/Weft/IR/TrainingAttrs.td"

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

def Weft_SoftmaxCrossEntropyOp : Weft_Op<"softmax_cross_entropy", [Pure]> {
  let summary = "The loss of a classifier";
  let description = [{
    The negative logarithm of the probability that the softmax of the logits,
    over their last dimension, gives to the label.

    ```mlir
    %0 = weft.softmax_cross_entropy mean %logits, %labels
        : (tensor<32x10xf32>, tensor<32xi32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Weft_LossReductionAttr:$reduction,
      RankedTensorOf<[AnyFloat]>:$logits, RankedTensorOf<[AnyInteger]>:$labels);
  let results = (outs RankedTensorOf<[AnyFloat]>:$loss);
  let assemblyFormat = [{
    custom<Reduction>($reduction) $logits `,` $labels attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Weft_MeanSquaredErrorOp : Weft_Op<"mean_squared_error", [Pure]> {
  let summary = "The square of the difference to the target";
  let description = [{
    With `none` the result has the shape of the predictions.

    ```mlir
    %0 = weft.mean_squared_error mean %y, %target
        : (tensor<32x1xf32>, tensor<32x1xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Weft_LossReductionAttr:$reduction,
      RankedTensorOf<[AnyFloat]>:$predictions,
      RankedTensorOf<[AnyFloat]>:$targets);
  let results = (outs RankedTensorOf<[AnyFloat]>:$loss);
  let assemblyFormat = [{
    custom<Reduction>($reduction) $predictions `,` $targets attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

def Weft_ValueAndGradOp : Weft_Op<"value_and_grad",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A function's results, and the gradient of the first of them";
  let description = [{
    Calls a function or a method whose first result is a floating-point scalar.
    Returns all its results, then the gradient with respect to each argument of
    `wrt`, in that order and of the argument's type, then, with `state`, that
    with respect to all leaves of a member.

    ```mlir
    %v, %dx = weft.value_and_grad @f(%x, %y) wrt [0]
        : (tensor<8xf32>, tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>)
    %loss, %g = weft.value_and_grad @loss(%x, %labels) state @model
        : (tensor<32x64xf32>, tensor<32xi32>) -> (tensor<f32>, !weft.state<@model>)
    ```
  }];
  let arguments = (ins SymbolRefAttr:$callee, Variadic<AnyType>:$operands,
      OptionalAttr<DenseI64ArrayAttr>:$wrt, OptionalAttr<SymbolRefAttr>:$state);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $operands `)` (`wrt` $wrt^)? (`state` $state^)? attr-dict `:`
    functional-type($operands, $results)
  }];
  let hasVerifier = 1;
}

def Weft_StopGradientOp : Weft_Op<"stop_gradient",
    [Pure, SameOperandsAndResultType]> {
  let summary = "A value that counts as a constant in derivatives";
  let description = [{
    Returns its operand unchanged. No gradient goes back through it.

    ```mlir
    %1 = weft.stop_gradient %0 : tensor<8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($output)";
}

//===----------------------------------------------------------------------===//
// Optimisers
//===----------------------------------------------------------------------===//

/// An optimiser is declared once, with its settings, and applied by name.
class Weft_OptimizerOp<string mnemonic>
    : Weft_Op<mnemonic, [Symbol,
          ParentOneOf<["::mlir::ModuleOp", "ModuleDefOp"]>,
          DeclareOpInterfaceMethods<Weft_OptimizerInterface>,
          DeclareOpInterfaceMethods<Weft_ParameterProviderInterface>,
          DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let hasVerifier = 1;
  dag common = (ins SymbolNameAttr:$sym_name,
      OptionalAttr<SymbolRefAttr>:$target,
      Weft_ScheduleInterface:$learning_rate,
      OptionalAttr<F64Attr>:$clip_norm,
      OptionalAttr<DictionaryAttr>:$state_specs,
      OptionalAttr<TypeAttr>:$state_dtype);
  let extraClassDefinition = [{
    ::llvm::LogicalResult
    $cppClass::verifySymbolUses(::mlir::SymbolTableCollection &symbols) {
      return ::weft::verifyOptimizerTarget(*this, getTargetAttr(),
                                           getStateSpecsAttr(), symbols);
    }
    void $cppClass::visitLeaves(::weft::LeafVisitor &visitor) {
      ::weft::visitOptimizerState(*this, getTargetAttr(), getStateDtypeAttr(),
                                  getStateSpecsAttr(), visitor);
    }
  }];
}

def Weft_SgdOp : Weft_OptimizerOp<"sgd"> {
  let summary = "Plain gradient descent";
  let description = [{
    `p := p - rate * g`.

    ```mlir
    weft.sgd @optimizer for @model learning_rate 0.1
    weft.sgd @other learning_rate linear<0.1 to 0.0 in 1000> clip_norm 1.0
    ```

    All optimisers share some settings. `for` names the member whose leaves are
    trained. The learning rate is a number or a schedule. `clip_norm` scales the
    gradients down so that the norm of all of them together is at most that.
  }];
  let arguments = common;
  let assemblyFormat = [{
    $sym_name (`for` $target^)? `learning_rate` custom<Schedule>($learning_rate)
    oilist(`clip_norm` custom<RealNumber>($clip_norm)
      | `state_dtype` $state_dtype | `state_specs` $state_specs)
    attr-dict
  }];
}

def Weft_MomentumOp : Weft_OptimizerOp<"momentum"> {
  let summary = "Gradient descent with momentum";
  let description = [{
    `t := g + decay * t`, then `p := p - rate * t`; with `nesterov`
    `p := p - rate * (g + decay * t)`. The slot of each leaf is `trace`.

    ```mlir
    weft.momentum @optimizer for @model learning_rate 0.1 decay 0.9 nesterov
    ```

    The state of an optimiser is split as its parameters are, unless
    `state_specs` names a leaf by its path and gives it another spec;
    `state_dtype` gives it another element type.
  }];
  let arguments = !con(common, (ins F64Attr:$decay, UnitAttr:$nesterov));
  let assemblyFormat = [{
    $sym_name (`for` $target^)? `learning_rate` custom<Schedule>($learning_rate)
    `decay` custom<RealNumber>($decay)
    oilist(`nesterov` $nesterov | `clip_norm` custom<RealNumber>($clip_norm)
      | `state_dtype` $state_dtype | `state_specs` $state_specs)
    attr-dict
  }];
}

def Weft_AdamOp : Weft_OptimizerOp<"adam"> {
  let summary = "Adam";
  let description = [{
    `m := b1 * m + (1 - b1) * g` and `v := b2 * v + (1 - b2) * g^2`, both divided
    by `1 - b^t` after `t` steps; then `p := p - rate * m / (sqrt(v) + eps)`.
    Unless given, `b1` is 0.9, `b2` 0.999, `eps` 1e-8. The slots of each leaf are
    `mu` and `nu`, and there is one `count`.

    ```mlir
    weft.adam @optimizer for @model learning_rate 0.001 b2 0.95
        state_specs {"up.kernel" = #weft.spec<["data", "model"]>}
    ```
  }];
  let arguments = !con(common, (ins OptionalAttr<F64Attr>:$b1,
      OptionalAttr<F64Attr>:$b2, OptionalAttr<F64Attr>:$eps));
  let assemblyFormat = [{
    $sym_name (`for` $target^)? `learning_rate` custom<Schedule>($learning_rate)
    oilist(`b1` custom<RealNumber>($b1) | `b2` custom<RealNumber>($b2)
      | `eps` custom<RealNumber>($eps)
      | `clip_norm` custom<RealNumber>($clip_norm)
      | `state_dtype` $state_dtype | `state_specs` $state_specs)
    attr-dict
  }];
}

def Weft_AdamWOp : Weft_OptimizerOp<"adamw"> {
  let summary = "Adam with decoupled weight decay";
  let description = [{
    As `weft.adam`, and `p` also loses `rate * weight_decay * p`. Unless given,
    the decay is 1e-4.

    ```mlir
    weft.adamw @optimizer for @model
        learning_rate cosine<0.001 to 0.0 in 1000 warmup 0.0 in 100>
        weight_decay 0.1 clip_norm 1.0
    ```
  }];
  let arguments = !con(common, (ins OptionalAttr<F64Attr>:$b1,
      OptionalAttr<F64Attr>:$b2, OptionalAttr<F64Attr>:$eps,
      OptionalAttr<F64Attr>:$weight_decay));
  let assemblyFormat = [{
    $sym_name (`for` $target^)? `learning_rate` custom<Schedule>($learning_rate)
    oilist(`b1` custom<RealNumber>($b1) | `b2` custom<RealNumber>($b2)
      | `eps` custom<RealNumber>($eps)
      | `weight_decay` custom<RealNumber>($weight_decay)
      | `clip_norm` custom<RealNumber>($clip_norm)
      | `state_dtype` $state_dtype | `state_specs` $state_specs)
    attr-dict
  }];
}

def Weft_ApplyGradientsOp : Weft_Op<"apply_gradients",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "One step of an optimiser of the module";
  let description = [{
    Changes the leaves of the optimiser's target and its own state.

    ```mlir
    weft.apply_gradients @optimizer(%g) : !weft.state<@model>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$optimizer, Weft_StateType:$gradients);
  let assemblyFormat =
      "$optimizer `(` $gradients `)` attr-dict `:` qualified(type($gradients))";
}

def Weft_UpdateOp : Weft_Op<"update",
    [Pure, AttrSizedOperandSegments,
     InferTypeOpAdaptor,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "One step of an optimiser on separate tensors";
  let description = [{
    Returns the new parameters, then the new state. The state is the count, if
    the optimiser has one (`tensor<i32>`), then the slots: all tensors of the
    first, all of the second, each in the order of the parameters.

    ```mlir
    %p, %n, %m, %v = weft.update @adam params(%0 : tensor<8x4xf32>)
        grads(%1 : tensor<8x4xf32>)
        state(%2, %3, %4 : tensor<i32>, tensor<8x4xf32>, tensor<8x4xf32>)
    ```
  }];
  let arguments = (ins SymbolRefAttr:$optimizer,
      Variadic<AnyRankedTensor>:$params, Variadic<AnyRankedTensor>:$grads,
      Variadic<AnyRankedTensor>:$state);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $optimizer `params` `(` $params `:` type($params) `)`
    `grads` `(` $grads `:` type($grads) `)`
    (`state` `(` $state^ `:` type($state) `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_TRAININGOPS_TD
