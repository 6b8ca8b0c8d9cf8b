//===- Sdy.td - the whole dialect, for its reference page --*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "weft/Dialect/Sdy/IR/SdyCollectiveOps.td"
include "weft/Dialect/Sdy/IR/SdyOps.td"
