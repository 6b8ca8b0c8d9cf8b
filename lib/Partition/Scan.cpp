//===- Scan.cpp - scans on shards -------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"

using namespace mlir;
using namespace weft;

namespace {

/// The rule is there only if the body treats every element by itself. Then the
/// body on the elements of a device is the same ops on smaller shapes.
struct ScanPartitioning
    : PartitionInterface::ExternalModel<ScanPartitioning, chlo::ScanOp> {
  void getPartitionWays(Operation *op, const FactorRule *rule,
                        SmallVectorImpl<PartitionWay> &ways) const {
    Block &body = cast<chlo::ScanOp>(op).getBody().front();
    auto isInside = [&](Value value) {
      return value.getParentBlock() == &body;
    };
    // A constant, or a value from outside, would have to be cut as well.
    if (rule && llvm::all_of(body, [&](Operation &inner) {
          return inner.getNumOperands() != 0 &&
                 llvm::all_of(inner.getOperands(), isInside);
        }))
      ways.push_back(PartitionWay::passThrough(*rule));
  }

  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    auto scan = cast<chlo::ScanOp>(op);
    SmallVector<Value> operands;
    for (const ShardedTensor &operand : builder.operands)
      operands.push_back(operand.value);
    // What a step sees of an input is what it carries, without the steps.
    SmallVector<int64_t> shape(builder.operands[0].localType().getShape());
    if (!scan.getInputs().empty())
      shape.erase(shape.begin() + scan.getDimension());
    Operation *local = builder.cloneWith(operands);
    Block &body = local->getRegion(0).front();
    auto resize = [&](Value value) {
      value.setType(cast<RankedTensorType>(value.getType()).clone(shape));
    };
    llvm::for_each(body.getArguments(), resize);
    for (Operation &inner : body)
      llvm::for_each(inner.getResults(), resize);
    return SmallVector<Value>(local->getResults());
  }
};

} // namespace

void weft::attachScanPartitioning(MLIRContext &context) {
  chlo::ScanOp::attachInterface<ScanPartitioning>(context);
}
