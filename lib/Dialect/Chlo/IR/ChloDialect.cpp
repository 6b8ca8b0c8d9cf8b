//===- ChloDialect.cpp - chlo dialect ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Chlo/IR/ChloDialect.h"

using namespace mlir;
using namespace weft::chlo;

#include "weft/Dialect/Chlo/IR/ChloDialect.cpp.inc"

void ChloDialect::initialize() {}
