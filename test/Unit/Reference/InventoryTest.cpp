//===- InventoryTest.cpp - every op has a meaning ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"
#include "weft/Interfaces/ReferenceInterface.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpDefinition.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

/// Ops that are no computation, or that compute with quantized numbers, whose
/// types are refused before.
static bool needsNoMeaning(RegisteredOperationName name) {
  return name.hasTrait<OpTrait::IsTerminator>() ||
         name.getStringRef() == "stablehlo.uniform_quantize" ||
         name.getStringRef() == "stablehlo.uniform_dequantize";
}

TEST(Inventory, EveryOpHasAMeaning) {
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  unsigned count = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if (dialect != "stablehlo" && dialect != "chlo")
      continue;
    ++count;
    EXPECT_TRUE(needsNoMeaning(name) || name.hasInterface<ReferenceInterface>())
        << name.getStringRef().str() << " has no meaning";
  }
  EXPECT_GT(count, 150u);
}
