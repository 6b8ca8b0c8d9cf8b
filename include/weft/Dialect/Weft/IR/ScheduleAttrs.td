//===- ScheduleAttrs.td - learning rates over time ---------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SCHEDULEATTRS_TD
#define WEFT_DIALECT_WEFT_IR_SCHEDULEATTRS_TD

include "weft/Dialect/Weft/IR/ModelAttrInterfaces.td"
include "weft/Dialect/Weft/IR/ShardingAttrs.td"

class Weft_ScheduleAttr<string name, string attrMnemonic,
                        list<string> interfaceMethods = []>
    : Weft_Attr<name # "Schedule", attrMnemonic,
        [DeclareAttrInterfaceMethods<Weft_ScheduleInterface,
                                     interfaceMethods>]> {
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_ConstantScheduleAttr
    : Weft_ScheduleAttr<"Constant", "constant_schedule", ["isConstant"]> {
  let summary = "The same value at every step";
  let description = [{
    `#weft.constant_schedule<0.1>`; inside ops the number alone.
  }];
  let parameters = (ins "::mlir::FloatAttr":$value);
}

def Weft_LinearScheduleAttr : Weft_ScheduleAttr<"Linear", "linear"> {
  let summary = "From one value to another in a straight line";
  let description = [{
    `linear<0.0 to 0.1 in 100>`: reaches the second value at step 100 and stays
    there. From 0 upwards it is a warm-up.
  }];
  let parameters = (ins "::mlir::FloatAttr":$from, "::mlir::FloatAttr":$to,
                        "int64_t":$steps);
}

def Weft_CosineScheduleAttr : Weft_ScheduleAttr<"Cosine", "cosine"> {
  let summary = "Half a cosine, after an optional warm-up";
  let description = [{
    `cosine<0.1 to 0.001 in 1000>` falls from the first value at step 0 to the
    second at step 1000 and stays there.
    `cosine<0.1 to 0.001 in 1000 warmup 0.0 in 100>` first rises in a straight
    line from 0 to 0.1 in 100 steps; the 1000 steps include these.
  }];
  let parameters = (ins "::mlir::FloatAttr":$peak, "::mlir::FloatAttr":$end,
      "int64_t":$steps,
      OptionalParameter<"::mlir::FloatAttr">:$warmupFrom,
      DefaultValuedParameter<"int64_t", "0">:$warmupSteps);
}

def Weft_ExponentialScheduleAttr
    : Weft_ScheduleAttr<"Exponential", "exponential"> {
  let summary = "Multiplied by the same factor every so many steps";
  let description = [{
    `exponential<0.1 by 0.5 in 1000>`: half of 0.1 at step 1000, a quarter at
    step 2000, smoothly in between.
  }];
  let parameters = (ins "::mlir::FloatAttr":$from, "::mlir::FloatAttr":$factor,
                        "int64_t":$steps);
}

#endif // WEFT_DIALECT_WEFT_IR_SCHEDULEATTRS_TD
