//===- SdyAttrs.cpp - attributes of the sdy dialect -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only the generated classes and their registration. The syntax is written by
// hand in ShardingAttrs.cpp, RuleAttrs.cpp and PropagationAttrs.cpp: the
// generated parsers would add a second message to every error.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Sdy/IR/SdyAttrs.h"
#include "weft/Dialect/Sdy/IR/SdyDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::sdy;

#include "weft/Dialect/Sdy/IR/SdyEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Sdy/IR/SdyAttrs.cpp.inc"

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Sdy/IR/SdyAttrs.cpp.inc"
      >();
}
