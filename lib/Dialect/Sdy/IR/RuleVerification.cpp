//===- RuleVerification.cpp - checks of sharding rules ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verification.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace weft::sdy;

namespace {
/// The checks of one rule on one op.
class RuleVerifier {
public:
  RuleVerifier(Operation *op, OpShardingRuleAttr rule)
      : op(op), rule(rule), sizes(rule.getFactorSizes()), used(sizes.size()),
        inResults(sizes.size()), inGroup(sizes.size()) {}

  LogicalResult verify() {
    if (failed(verifyTensors(rule.getOperandMappings(), op->getOperandTypes(),
                             "operand")) ||
        failed(verifyTensors(rule.getResultMappings(), op->getResultTypes(),
                             "result")))
      return failure();
    if (int unused = used.find_first_unset(); unused >= 0)
      return error() << "factor '" << getFactorName(unused)
                     << "' is in no operand and no result";
    return verifyGroups();
  }

private:
  Operation *op;
  OpShardingRuleAttr rule;
  ArrayRef<int64_t> sizes;
  llvm::BitVector used, inResults, inGroup;

  InFlightDiagnostic error() { return op->emitOpError("sharding rule: "); }

  LogicalResult verifyTensors(ArrayRef<TensorMappingAttr> mappings,
                              TypeRange types, StringRef what) {
    if (mappings.size() != types.size())
      return error() << "has " << mappings.size() << " " << what
                     << " mappings, but the op has " << types.size() << " "
                     << what << "s";
    for (auto [i, mapping, type] : llvm::enumerate(mappings, types))
      if (failed(verifyTensor(mapping, type, what, i)))
        return failure();
    return success();
  }

  LogicalResult verifyTensor(TensorMappingAttr mapping, Type type,
                             StringRef what, size_t index) {
    auto shaped = dyn_cast<ShapedType>(type);
    size_t rank = shaped && shaped.hasRank() ? shaped.getRank() : 0;
    if (mapping.getDimMappings().size() != rank)
      return error() << "the mapping of " << what << " " << index << " has "
                     << mapping.getDimMappings().size()
                     << " dimensions, but its type is " << type;
    llvm::BitVector inTensor(sizes.size());
    for (auto [dim, factors] : llvm::enumerate(mapping.getDimMappings()))
      if (failed(verifyDim(factors.getFactorIndices(), inTensor, what, index,
                           dim)))
        return failure();
    used |= inTensor;
    if (what == "result")
      inResults |= inTensor;
    return success();
  }

  LogicalResult verifyDim(ArrayRef<int64_t> factors, llvm::BitVector &inTensor,
                          StringRef what, size_t index, size_t dim) {
    if (factors.empty())
      return error() << "dimension " << dim << " of " << what << " " << index
                     << " has no factor";
    for (int64_t factor : factors) {
      if (failed(verifyKnown(factor)))
        return failure();
      if (inTensor.test(factor))
        return error() << "factor '" << getFactorName(factor) << "' is in "
                       << what << " " << index << " twice";
      inTensor.set(factor);
      if (factors.size() > 1 && sizes[factor] < 2)
        return error() << "factor '" << getFactorName(factor) << "' of size "
                       << sizes[factor]
                       << " shares a dimension with others; only factors "
                          "larger than 1 may";
    }
    return success();
  }

  LogicalResult verifyKnown(int64_t factor) {
    if (factor >= 0 && factor < static_cast<int64_t>(sizes.size()))
      return success();
    return error() << "factor '" << getFactorName(factor)
                   << "' has no size; the rule gives the sizes of "
                   << sizes.size() << " factors";
  }

  LogicalResult verifyGroups() {
    if (failed(verifyGroup("reduction", rule.getReductionFactors(), true)) ||
        failed(verifyGroup("need_replication", rule.getNeedReplicationFactors(),
                           true)) ||
        failed(
            verifyGroup("permutation", rule.getPermutationFactors(), true)) ||
        failed(verifyGroup("blocked_propagation",
                           rule.getBlockedPropagationFactors(), false)))
      return failure();
    for (int64_t factor : rule.getReductionFactors())
      if (inResults.test(factor))
        return error() << "factor '" << getFactorName(factor)
                       << "' is reduced, so it cannot be in a result";
    return success();
  }

  /// Groups are sorted. A factor has one kind; whether it is blocked is apart
  /// from that.
  LogicalResult verifyGroup(StringRef name, ArrayRef<int64_t> factors,
                            bool isKind) {
    int64_t previous = -1;
    for (int64_t factor : factors) {
      if (failed(verifyKnown(factor)))
        return failure();
      if (factor <= previous)
        return error() << name << " lists '" << getFactorName(previous)
                       << "' before '" << getFactorName(factor)
                       << "'; factors must ascend";
      previous = factor;
      if (!isKind)
        continue;
      if (inGroup.test(factor))
        return error() << "factor '" << getFactorName(factor)
                       << "' is in two of reduction, need_replication and "
                          "permutation";
      inGroup.set(factor);
    }
    return success();
  }
};
} // namespace

LogicalResult weft::sdy::verifyShardingRule(Operation *op,
                                            OpShardingRuleAttr rule) {
  return RuleVerifier(op, rule).verify();
}
