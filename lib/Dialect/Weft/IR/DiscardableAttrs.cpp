//===- DiscardableAttrs.cpp - shardings and rules on any op -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// On ops: weft.shardings, weft.rule
//===----------------------------------------------------------------------===//

/// One entry per result; an op without results may say where it runs.
static LogicalResult verifyShardingsAttr(Operation *op, Attribute value) {
  auto shardings = dyn_cast<ShardingsAttr>(value);
  if (!shardings)
    return op->emitOpError() << "'weft.shardings' must be a #weft.shardings, "
                                "not "
                             << value;
  size_t expected = std::max(1u, op->getNumResults());
  if (shardings.size() != expected)
    return op->emitOpError()
           << "'weft.shardings' has " << shardings.size()
           << " entries, but the op has " << op->getNumResults() << " results";
  return success();
}

/// The mesh is looked up here, once the symbol table is complete.
LogicalResult
ShardingsAttr::verifySymbolUses(Operation *op,
                                SymbolTableCollection &tables) const {
  // An attribute of another name means something else to somebody else.
  if (op->getDiscardableAttr("weft.shardings") != *this)
    return success();
  if (op->getNumResults() != 0)
    return verifyShardings(op, getShardings(), op->getResultTypes(), "result",
                           &tables);
  MeshBinding binding = lookupMesh(op, getShardings()[0].getMesh(), &tables);
  if (binding && !binding.mesh.isMaximal())
    return binding.note(
        op->emitOpError()
        << "has no results, so its sharding can only name a single device");
  return success();
}

static LogicalResult verifyRuleTensors(Operation *op, TypeRange types,
                                       ArrayRef<TensorFactorsAttr> tensors,
                                       StringRef what) {
  if (types.size() != tensors.size())
    return op->emitOpError() << "'weft.rule' has " << tensors.size() << " "
                             << what << "s, but the op has " << types.size();
  for (auto [i, type, tensor] : llvm::enumerate(types, tensors)) {
    std::optional<ArrayRef<int64_t>> shape = getShardedShape(type);
    if (shape && shape->size() != tensor.getDims().size())
      return op->emitOpError()
             << "'weft.rule' gives " << what << " " << i << " "
             << tensor.getDims().size() << " dimensions, but its rank is "
             << shape->size();
  }
  return success();
}

static LogicalResult verifyRuleAttr(Operation *op, Attribute value) {
  auto rule = dyn_cast<RuleAttr>(value);
  if (!rule)
    return op->emitOpError()
           << "'weft.rule' must be a #weft.rule, not " << value;
  if (failed(verifyRuleTensors(op, op->getOperandTypes(), rule.getOperands(),
                               "operand")))
    return failure();
  return verifyRuleTensors(op, op->getResultTypes(), rule.getResults(),
                           "result");
}

LogicalResult WeftDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() == "weft.shardings")
    return verifyShardingsAttr(op, attr.getValue());
  if (attr.getName() == "weft.rule")
    return verifyRuleAttr(op, attr.getValue());
  if (attr.getName() == "weft.sharding")
    return op->emitOpError() << "'weft.sharding' is for function arguments and "
                                "results; on an op write 'weft.shardings'";
  return success();
}

//===----------------------------------------------------------------------===//
// On functions: weft.sharding
//===----------------------------------------------------------------------===//

/// `what` is, for example, "argument 0: ".
static LogicalResult verifyShardingAttr(Operation *op, NamedAttribute attr,
                                        Type type, const Twine &what) {
  if (attr.getName() == "weft.shardings")
    return op->emitOpError(what) << "'weft.shardings' is for ops; here write "
                                    "'weft.sharding'";
  if (attr.getName() != "weft.sharding")
    return success();
  auto sharding = dyn_cast<ShardingAttr>(attr.getValue());
  if (!sharding)
    return op->emitOpError(what)
           << "'weft.sharding' must be a #weft.sharding, not "
           << attr.getValue();
  return verifySharding(op, sharding, type, what, /*tables=*/nullptr);
}

LogicalResult WeftDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned regionIndex,
                                                    unsigned argIndex,
                                                    NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || argIndex >= function.getNumArguments())
    return success();
  return verifyShardingAttr(op, attr, function.getArgumentTypes()[argIndex],
                            "argument " + Twine(argIndex) + ": ");
}

LogicalResult WeftDialect::verifyRegionResultAttribute(Operation *op,
                                                       unsigned regionIndex,
                                                       unsigned resultIndex,
                                                       NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || resultIndex >= function.getNumResults())
    return success();
  return verifyShardingAttr(op, attr, function.getResultTypes()[resultIndex],
                            "result " + Twine(resultIndex) + ": ");
}
