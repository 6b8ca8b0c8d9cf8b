//===- StablehloAttrs.td - attributes ---------------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_STABLEHLOATTRS_TD
#define WEFT_DIALECT_STABLEHLO_IR_STABLEHLOATTRS_TD

include "mlir/IR/TensorEncoding.td"
include "weft/Dialect/Stablehlo/IR/CommunicationAttrs.td"
include "weft/Dialect/Stablehlo/IR/DimensionNumbers.td"
include "weft/Dialect/Stablehlo/IR/StablehloEnums.td"

class Stablehlo_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Tensor types
//===----------------------------------------------------------------------===//

def Stablehlo_TypeExtensions : Stablehlo_Attr<"TypeExtensions", "bounds",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Upper bounds on the sizes of dynamic dimensions";
  let description = [{
    The encoding of a tensor type: one entry per dimension, `?` where there is
    no bound. Only dynamic dimensions may have one.

    ```mlir
    tensor<?x4xf32, #stablehlo.bounds<16, ?>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

def Stablehlo_ResultAccuracyAttr : Stablehlo_Attr<"ResultAccuracy",
    "result_accuracy"> {
  let summary = "How exact a transcendental op must be";
  let description = [{
    Under `TOLERANCE` the result may be off by the larger of the absolute, the
    relative and the ulp tolerance; under the other modes all three are zero.

    ```mlir
    #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
    ```
  }];
  let parameters = (ins "::llvm::APFloat":$atol, "::llvm::APFloat":$rtol,
      "int64_t":$ulps, "::weft::stablehlo::ResultAccuracyModeAttr":$mode);
  let extraClassDeclaration = [{
    /// The accuracy of an op that says nothing about it.
    static ResultAccuracyAttr getDefault(::mlir::MLIRContext *context);
  }];
  let hasCustomAssemblyFormat = 1;
  let constBuilderCall = "$0";
  let genVerifyDecl = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_STABLEHLOATTRS_TD
