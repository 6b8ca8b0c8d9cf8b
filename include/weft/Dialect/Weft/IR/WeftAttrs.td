//===- WeftAttrs.td - all attributes of the weft dialect ---*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes of a dialect share one generated parser, so every file that
// defines some is included here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTATTRS_TD
#define WEFT_DIALECT_WEFT_IR_WEFTATTRS_TD

include "weft/Dialect/Weft/IR/InitializerAttrs.td"
include "weft/Dialect/Weft/IR/LayerAttrs.td"
include "weft/Dialect/Weft/IR/RuleAttrs.td"
include "weft/Dialect/Weft/IR/ScheduleAttrs.td"
include "weft/Dialect/Weft/IR/ShardingAttrs.td"
include "weft/Dialect/Weft/IR/SpecAttrs.td"
include "weft/Dialect/Weft/IR/TrainingAttrs.td"

#endif // WEFT_DIALECT_WEFT_IR_WEFTATTRS_TD
