//===- RuleCoverageTest.cpp - every op has a derivative or a reason *- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/InitAll.h"
#include "weft/Interfaces/DifferentiableInterface.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {
/// Ops without a rule, by reason. Where the derivative of one of these is asked
/// for, the answer is an error at its location.
llvm::StringMap<llvm::StringRef> getReasons() {
  const std::pair<llvm::StringRef, std::vector<llvm::StringRef>> reasons[] = {
      {"ends a region; the op around it lets the values flow",
       {"stablehlo.return", "weft.return"}},
      {"tokens, tuples, futures and the host",
       {"stablehlo.after_all", "stablehlo.create_token", "stablehlo.infeed",
        "stablehlo.outfeed", "stablehlo.send", "stablehlo.recv",
        "stablehlo.tuple", "stablehlo.get_tuple_element",
        "stablehlo.async_start", "stablehlo.async_done"}},
      {"bits", {"stablehlo.bitcast_convert"}},
      {"its result or its operands have a dynamic size",
       {"stablehlo.real_dynamic_slice", "stablehlo.dynamic_reshape",
        "stablehlo.dynamic_pad", "stablehlo.dynamic_iota",
        "stablehlo.dynamic_broadcast_in_dim", "stablehlo.dynamic_gather",
        "stablehlo.dynamic_conv", "stablehlo.set_dimension_size"}},
      {"has a derivative that nobody has written yet",
       {"stablehlo.batch_norm_grad", "stablehlo.collective_broadcast",
        "stablehlo.einsum", "stablehlo.torch_index_select",
        "stablehlo.unary_einsum", "chlo._asin_acos_kernel", "chlo.bessel_i1e",
        "chlo.broadcast_select", "chlo.ragged_dot", "chlo.scan"}},
      {"has no result", {"weft.sharding_group"}},
      {"quantized numbers",
       {"stablehlo.uniform_quantize", "stablehlo.uniform_dequantize"}},
      {"a declaration, or resolved by weft-split and weft-lower-training",
       {"weft.mesh",
        "weft.axis_rules",
        "weft.spec_rules",
        "weft.module",
        "weft.param",
        "weft.submodule",
        "weft.alias",
        "weft.method",
        "weft.get",
        "weft.set",
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
        "weft.apply_gradients",
        "weft.update",
        "weft.softmax_cross_entropy",
        "weft.mean_squared_error"}},
  };
  llvm::StringMap<llvm::StringRef> byName;
  for (const auto &[reason, names] : reasons)
    for (llvm::StringRef name : names)
      byName[name] = reason;
  return byName;
}

TEST(DerivativeCoverage, EveryOpHasARuleOrAReason) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  llvm::StringMap<llvm::StringRef> reasons = getReasons();
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if (dialect != "stablehlo" && dialect != "chlo" && dialect != "weft")
      continue;
    bool hasRule = name.hasInterface<DifferentiableInterface>();
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
