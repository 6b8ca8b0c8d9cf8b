//===- MemoryInterface.cpp - memory of an op --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Interfaces/MemoryInterface.h"

#include "weft/Interfaces/MemoryInterface.cpp.inc"
