//===- SdyDialect.cpp - sdy dialect -----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Sdy/IR/SdyDialect.h"

using namespace mlir;
using namespace weft::sdy;

#include "weft/Dialect/Sdy/IR/SdyDialect.cpp.inc"

void SdyDialect::initialize() {}
