//===- ModelAttrInterfaces.td - what model attributes answer *- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MODELATTRINTERFACES_TD
#define WEFT_DIALECT_WEFT_IR_MODELATTRINTERFACES_TD

include "mlir/IR/OpBase.td"

def Weft_InitializerInterface : AttrInterface<"InitializerAttrInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    The first value of a parameter, as a function of its type, a random key and
    the index of the element.
  }];
  let methods = [
    InterfaceMethod<[{
        Checks that a parameter of `type` can be filled: the rank suffices, the
        axes exist, the element type can hold the values.
      }],
      "::llvm::LogicalResult", "verifyFor",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::mlir::RankedTensorType":$type)>,
    InterfaceMethod<[{
        The same initialiser for a kernel whose inputs and outputs span several
        dimensions, as [in, heads, head_dim]. Axes that the user gave win; an
        initialiser that has no fans is returned as it is.
      }],
      "::weft::InitializerAttrInterface", "withFanAxes",
      (ins "::llvm::ArrayRef<int64_t>":$inAxes,
           "::llvm::ArrayRef<int64_t>":$outAxes),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return $_attr;
      }]>,
    InterfaceMethod<[{
        Writes the short form used inside ops: `normal<0.02>`, `lecun_normal`.
      }],
      "void", "printBare", (ins "::mlir::AsmPrinter &":$printer)>
  ];
}

def Weft_ScheduleInterface : AttrInterface<"ScheduleAttrInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    A number that depends on the step of a training run: a learning rate.
  }];
  let methods = [
    InterfaceMethod<[{
        The value at `step`, counted from 0, in double precision. Lowerings
        compute the same in the program; this is what they are tested against.
      }],
      "double", "valueAt", (ins "int64_t":$step)>,
    InterfaceMethod<"Whether the value is the same at every step.",
      "bool", "isConstant", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        Writes the short form used inside ops: `0.001`, `cosine<0.1, 1000>`.
      }],
      "void", "printBare", (ins "::mlir::AsmPrinter &":$printer)>
  ];
}

#endif // WEFT_DIALECT_WEFT_IR_MODELATTRINTERFACES_TD
