//===- StablehloOps.h - all ops of the stablehlo dialect -------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes every op family; a source that deals with one family only may
// include that family's header instead.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_STABLEHLOOPS_H
#define WEFT_DIALECT_STABLEHLO_IR_STABLEHLOOPS_H

#include "weft/Dialect/Stablehlo/IR/CollectiveOps.h"
#include "weft/Dialect/Stablehlo/IR/ContractionOps.h"
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/DynamicOps.h"
#include "weft/Dialect/Stablehlo/IR/ElementwiseOps.h"
#include "weft/Dialect/Stablehlo/IR/GatherOps.h"
#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.h"
#include "weft/Dialect/Stablehlo/IR/MovementOps.h"
#include "weft/Dialect/Stablehlo/IR/ReductionOps.h"
#include "weft/Dialect/Stablehlo/IR/WindowOps.h"

#endif // WEFT_DIALECT_STABLEHLO_IR_STABLEHLOOPS_H
