//===- SignatureTable.cpp - one rule for equal ops --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignatureTable.h"

#include "RuleModels.h"

#include "weft/Propagation/RuleConversion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

static uint64_t hashSignature(Operation *op, unsigned variant) {
  llvm::hash_code code = llvm::hash_combine(op->getName().getAsOpaquePointer(),
                                            op->hashProperties(), variant);
  for (Type type : op->getOperandTypes())
    code = llvm::hash_combine(code, type);
  for (Type type : op->getResultTypes())
    code = llvm::hash_combine(code, type);
  // DenseMap keeps the two largest keys for itself.
  return uint64_t(code) >> 1;
}

static bool haveOneSignature(Operation *a, Operation *b) {
  return a->getName() == b->getName() &&
         a->getName().compareOpProperties(a->getPropertiesStorage(),
                                          b->getPropertiesStorage()) &&
         llvm::equal(a->getOperandTypes(), b->getOperandTypes()) &&
         llvm::equal(a->getResultTypes(), b->getResultTypes());
}

/// How large a tensor is, counted in its factors: all tensors of a
/// concatenation are of one size, and the operand of a window is as large as
/// its result. So a tie between them goes to the first.
static int64_t getFactorElements(const FactorRule &rule, unsigned tensor) {
  uint64_t product = 1;
  for (unsigned dim = 0; dim != rule.getRank(tensor); ++dim)
    for (uint16_t factor : rule.getDim(tensor, dim))
      product = llvm::SaturatingMultiply(
          product, uint64_t(rule.getFactors()[factor].size));
  return std::min<uint64_t>(product, std::numeric_limits<int64_t>::max());
}

static bool hasStaticTensors(TypeRange types) {
  return llvm::all_of(types, [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  });
}

std::optional<uint32_t> SignatureTable::create(Operation *op) {
  if (!hasStaticTensors(op->getOperandTypes()) ||
      !hasStaticTensors(op->getResultTypes()))
    return std::nullopt;
  std::optional<FactorRule> rule = getStatedRule(op);
  auto interface = dyn_cast<ShardingRuleInterface>(op);
  if (!rule && interface)
    rule = interface.getShardingRule(options);
  if (!rule)
    return std::nullopt;
  SmallVector<ArrayRef<int64_t>> shapes;
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()),
                                llvm::to_vector(op->getResultTypes())))
    shapes.push_back(getShapeOrEmpty(type));
  if (llvm::any_of(shapes, [](ArrayRef<int64_t> shape) {
        return llvm::is_contained(shape, 0);
      }))
    rule = rule->withoutEmptyDims(shapes);
  PropagationClass kind =
      interface ? interface.getPropagationClass() : PropagationClass::Other;
  Signature signature{std::move(*rule),
                      kind,
                      kind == PropagationClass::Elementwise,
                      interface ? interface.getAllowedDirection()
                                : Direction::Both,
                      kind == PropagationClass::Always,
                      {}};
  for (unsigned tensor = 0; tensor != signature.rule.getNumTensors(); ++tensor)
    signature.numElements.push_back(getFactorElements(signature.rule, tensor));
  signatures.push_back(std::move(signature));
  return signatures.size() - 1;
}

std::optional<uint32_t> SignatureTable::lookup(Operation *op) {
  // A stated rule is discardable, and a region may decide the kind of a factor
  // (a scatter's), so such ops do not share.
  if (op->getNumRegions() != 0 || hasStatedRule(op))
    return create(op);
  auto interface = dyn_cast<ShardingRuleInterface>(op);
  if (!interface)
    return std::nullopt;
  unsigned variant = interface.getRuleVariant();
  llvm::SmallVector<Entry, 1> &chain = entries[hashSignature(op, variant)];
  for (const Entry &entry : chain)
    if (entry.variant == variant && haveOneSignature(entry.op, op))
      return entry.signature;
  return chain.emplace_back(Entry{op, variant, create(op)}).signature;
}

uint32_t SignatureTable::lookupIdentity(RankedTensorType type,
                                        unsigned numSources) {
  auto [it, isNew] = identities.try_emplace({type, numSources}, 0);
  if (!isNew)
    return it->second;
  llvm::SmallVector<FactorRuleBuilder::Shape> operands(numSources,
                                                       type.getShape());
  FactorRuleBuilder builder(operands, {type.getShape()});
  builder.addElementwise(type.getShape());
  signatures.push_back(
      {std::move(builder).build(), PropagationClass::PassThrough,
       /*elementwise=*/false, Direction::Both, /*identity=*/true,
       llvm::SmallVector<int64_t, 4>(numSources + 1, type.getNumElements())});
  return it->second = signatures.size() - 1;
}
