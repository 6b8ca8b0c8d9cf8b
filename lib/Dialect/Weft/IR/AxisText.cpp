//===- AxisText.cpp - axes for other programs to read -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/AxisText.h"

using namespace weft;

std::string weft::toText(AxisRefAttr axis) {
  std::string text = axis.getName().str();
  if (SubAxisAttr part = axis.getSubAxis())
    text += ":(" + std::to_string(part.getPreSize()) + ")" +
            std::to_string(part.getSize());
  return text;
}
