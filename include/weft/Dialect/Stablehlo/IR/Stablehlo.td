//===- Stablehlo.td - the whole dialect, for its page -----*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "weft/Dialect/Stablehlo/IR/CollectiveOps.td"
include "weft/Dialect/Stablehlo/IR/ContractionOps.td"
include "weft/Dialect/Stablehlo/IR/ControlFlowOps.td"
include "weft/Dialect/Stablehlo/IR/DynamicOps.td"
include "weft/Dialect/Stablehlo/IR/ElementwiseOps.td"
include "weft/Dialect/Stablehlo/IR/GatherOps.td"
include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.td"
include "weft/Dialect/Stablehlo/IR/MovementOps.td"
include "weft/Dialect/Stablehlo/IR/ReductionOps.td"
include "weft/Dialect/Stablehlo/IR/WindowOps.td"
