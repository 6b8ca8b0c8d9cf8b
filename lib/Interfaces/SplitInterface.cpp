//===- SplitInterface.cpp - ops that use a module's state -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Interfaces/SplitInterface.h"

#include "weft/Interfaces/SplitInterface.cpp.inc"
