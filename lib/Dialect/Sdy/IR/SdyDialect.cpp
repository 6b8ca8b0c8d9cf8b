//===- SdyDialect.cpp - sdy dialect -----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Sdy/IR/SdyDialect.h"

#include "Verification.h"
#include "weft/Dialect/Sdy/IR/MeshLookup.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft::sdy;

#include "weft/Dialect/Sdy/IR/SdyDialect.cpp.inc"

void SdyDialect::initialize() {
  registerAttributes();
  registerOps();
  registerCollectiveOps();
}

//===----------------------------------------------------------------------===//
// Attributes on ops of other dialects
//===----------------------------------------------------------------------===//

/// The attribute as a `T`, or an error that says what was expected.
template <typename T>
static FailureOr<T> expect(Operation *op, NamedAttribute attribute,
                           const Twine &where) {
  if (auto typed = dyn_cast<T>(attribute.getValue()))
    return typed;
  return op->emitOpError(where)
         << "'" << attribute.getName().getValue()
         << "' must be of the form '#sdy." << T::getMnemonic()
         << "<...>', found " << attribute.getValue();
}

/// An op without results may have one sharding, which says on which devices it
/// runs.
static LogicalResult verifyResultShardings(Operation *op,
                                           TensorShardingPerValueAttr attr) {
  if (op->getNumResults() == 0 && attr.getShardings().size() == 1)
    return verifySharding(op, attr.getShardings().front(),
                          NoneType::get(op->getContext()), "sharding: ");
  return verifyShardings(op, attr, op->getResultTypes(), "result");
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kShardingAttrName) {
    auto shardings = expect<TensorShardingPerValueAttr>(op, attribute, "");
    return failed(shardings) ? failure()
                             : verifyResultShardings(op, *shardings);
  }
  if (name == kShardingRuleAttrName) {
    auto rule = expect<OpShardingRuleAttr>(op, attribute, "");
    return failed(rule) ? failure() : verifyShardingRule(op, *rule);
  }
  if (name == "sdy.propagation_edges")
    return expect<PropagationEdgesAttr>(op, attribute, "");
  return success();
}

/// `sdy.sharding` of an argument or a result of a function.
static LogicalResult verifySignature(Operation *op, NamedAttribute attribute,
                                     TypeRange types, unsigned index,
                                     StringRef what) {
  if (attribute.getName() != kShardingAttrName)
    return success();
  auto sharding = expect<TensorShardingAttr>(op, attribute,
                                             what + " " + Twine(index) + ": ");
  if (failed(sharding) || index >= types.size())
    return failure();
  return verifySharding(op, *sharding, types[index],
                        what + " " + Twine(index) + ": ");
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned argIndex,
                                                   NamedAttribute attribute) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return verifySignature(op, attribute, function.getArgumentTypes(), argIndex,
                           "argument");
  return success();
}

LogicalResult SdyDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned resultIndex, NamedAttribute attribute) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return verifySignature(op, attribute, function.getResultTypes(),
                           resultIndex, "result");
  return success();
}
