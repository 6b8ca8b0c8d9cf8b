//===- TrainingAttrs.td - types and attributes of training -*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_TRAININGATTRS_TD
#define WEFT_DIALECT_WEFT_IR_TRAININGATTRS_TD

include "weft/Dialect/Weft/IR/ScheduleAttrs.td"

def Weft_StateType : TypeDef<Weft_Dialect, "State"> {
  let mnemonic = "state";
  let summary = "One tensor for each leaf of a member";
  let description = [{
    The gradients of a module's state, as one value: a tensor of the type of
    each leaf that is trained, in the order of the leaves. Splitting the module
    replaces it by those tensors.

    ```mlir
    !weft.state<@model>
    ```
  }];
  let parameters = (ins "::mlir::SymbolRefAttr":$member);
  let assemblyFormat = "`<` $member `>`";
}

def Weft_LossNone : I32EnumAttrCase<"None", 0, "none">;
def Weft_LossMean : I32EnumAttrCase<"Mean", 1, "mean">;
def Weft_LossSum : I32EnumAttrCase<"Sum", 2, "sum">;
def Weft_LossReduction : I32EnumAttr<"LossReduction",
    "how the losses of the examples are combined",
    [Weft_LossNone, Weft_LossMean, Weft_LossSum]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}
def Weft_LossReductionAttr
    : EnumAttr<Weft_Dialect, Weft_LossReduction, "loss_reduction"> {
  let summary = "How the losses of the examples are combined";
  let description = "`mean`, `sum`, or `none` to keep one loss per example.";
  let assemblyFormat = "`<` $value `>`";
}

#endif // WEFT_DIALECT_WEFT_IR_TRAININGATTRS_TD
