//===- PrecompiledDialects.h - the dialects, parsed once --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the libraries above the dialects: their generated op classes take longer
// to parse than most sources do. Only ops that seldom change are here, since
// every library above rebuilds when one does. No source may rely on it.
//
//===----------------------------------------------------------------------===//

#include "Precompiled.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
