//===- Weft.td - the whole dialect, for its reference page --*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "weft/Dialect/Weft/IR/CollectiveOps.td"
include "weft/Dialect/Weft/IR/LayerOps.td"
include "weft/Dialect/Weft/IR/MeshOps.td"
include "weft/Dialect/Weft/IR/ModuleOps.td"
include "weft/Dialect/Weft/IR/RegionOps.td"
include "weft/Dialect/Weft/IR/ShardingOps.td"
include "weft/Dialect/Weft/IR/TrainingOps.td"
include "weft/Dialect/Weft/IR/WeftAttrs.td"
