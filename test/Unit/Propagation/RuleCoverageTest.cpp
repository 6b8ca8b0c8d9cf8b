//===- RuleCoverageTest.cpp - every op has a rule or a reason ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {
/// Ops without a rule, by reason; docs/Rationale/ShardingRules.md has the same
/// list for people.
llvm::StringMap<llvm::StringRef> getReasons() {
  const std::pair<llvm::StringRef, std::vector<llvm::StringRef>> reasons[] = {
      {"no operand, so nothing passes",
       {"stablehlo.constant", "chlo.constant", "stablehlo.iota",
        "stablehlo.dynamic_iota", "stablehlo.partition_id",
        "stablehlo.replica_id", "stablehlo.create_token", "weft.axis_index"}},
      {"tokens and the host: no tensor goes from operands to results",
       {"stablehlo.after_all", "stablehlo.infeed", "stablehlo.outfeed",
        "stablehlo.send", "stablehlo.recv"}},
      {"tuples and futures have no sharding; propagation refuses tuples",
       {"stablehlo.tuple", "stablehlo.get_tuple_element",
        "stablehlo.async_start", "stablehlo.async_done"}},
      {"its result has a dynamic size, which propagation refuses",
       {"stablehlo.set_dimension_size"}},
      {"weft-expand-composites makes it a call", {"stablehlo.composite"}},
      {"ends a region; the op around it lets the values flow",
       {"stablehlo.return", "weft.return"}},
      {"a declaration, or resolved before propagation",
       {"weft.mesh",
        "weft.axis_rules",
        "weft.spec_rules",
        "weft.set",
        "weft.module",
        "weft.param",
        "weft.submodule",
        "weft.alias",
        "weft.method",
        "weft.get",
        "weft.call",
        "weft.linear",
        "weft.layer_norm",
        "weft.rms_norm",
        "weft.embed",
        "weft.conv",
        "weft.multi_head_attention",
        "weft.dropout",
        "weft.value_and_grad",
        "weft.sgd",
        "weft.momentum",
        "weft.adam",
        "weft.adamw",
        "weft.apply_gradients"}},
      {"says something to propagation itself",
       {"weft.sharding_group", "weft.data_flow_edge",
        "weft.func_data_flow_edge"}},
  };
  llvm::StringMap<llvm::StringRef> byName;
  for (const auto &[reason, names] : reasons)
    for (llvm::StringRef name : names)
      byName[name] = reason;
  return byName;
}

TEST(RuleCoverage, EveryOpHasARuleOrAReason) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  llvm::StringMap<llvm::StringRef> reasons = getReasons();
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if (dialect != "stablehlo" && dialect != "chlo" && dialect != "weft")
      continue;
    bool hasRule = name.hasInterface<ShardingRuleInterface>() ||
                   name.hasInterface<DataFlowInterface>();
    auto reason = reasons.find(name.getStringRef());
    bool hasReason = reason != reasons.end();
    EXPECT_NE(hasRule, hasReason) << name.getStringRef().str();
    if (hasReason)
      reasons.erase(reason);
  }
  for (const auto &unknown : reasons)
    ADD_FAILURE() << "no such op: " << unknown.getKey().str();
}
} // namespace
