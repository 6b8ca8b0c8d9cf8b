//===- CustomCall.cpp - the meaning of custom calls -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"

#include "Places.h"
#include "ReferenceModels.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/CustomCallTargets.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

/// A call that says where or how its operands are kept: each result is the
/// operand of the same number.
static Error evaluateIdentity(Evaluation &evaluation) {
  Operation *op = evaluation.getOp();
  if (op->getOperandTypes() != op->getResultTypes())
    return evaluation.error("a call that only marks its operands has to give "
                            "them back, but the types differ");
  evaluation.setResults(evaluation.getOperands());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The first k by a comparator
//===----------------------------------------------------------------------===//

namespace {
/// ApproxTopK: an approximation may be exact, and here it is. For each line of
/// the values along one dimension, the first k in the order of the comparator,
/// with what belongs to them in the second operand.
class FirstByOrder {
public:
  explicit FirstByOrder(Evaluation &evaluation)
      : evaluation(evaluation),
        op(cast<stablehlo::CustomCallOp>(evaluation.getOp())) {}

  Error run() {
    if (Error error = check())
      return error;
    SmallVector<Tensor, 2> results;
    for (unsigned i : {0, 1}) {
      auto result = evaluation.allocateResult(i);
      if (!result)
        return result.takeError();
      results.push_back(std::move(*result));
    }
    const Dims in = getOperand(0).getType().getStrides();
    const Dims out = results[0].getType().getStrides();
    Dims sizes(getOperand(0).getDims());
    const int64_t length = std::exchange(sizes[dim], 1);
    const int64_t k = results[0].getDims()[dim];
    Dims index(sizes.size(), 0);
    if (results[0].getNumElements() > 0)
      do {
        SmallVector<int64_t> first;
        if (Error error =
                findFirst(getOffset(index, in), in[dim], length, k, first))
          return error;
        for (unsigned i : {0, 1})
          store(i, first, getOffset(index, out), out[dim], results[i]);
      } while (advance(index, sizes));
    for (unsigned i : {0, 1})
      evaluation.setResult(i, std::move(results[i]));
    return Error::success();
  }

private:
  const Tensor &getOperand(unsigned i) const {
    return evaluation.getOperand(i);
  }

  Error check() {
    auto config = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
    auto dimension =
        config ? config.getAs<IntegerAttr>("reduction_dim") : nullptr;
    const int64_t rank =
        op->getNumOperands() == 4 && op->getNumResults() == 2
            ? static_cast<int64_t>(getOperand(0).getDims().size())
            : 0;
    if (!dimension || op.getCalledComputations().size() != 1 ||
        dimension.getInt() < 0 || dimension.getInt() >= rank)
      return evaluation.error(
          "expected four operands, two results, a comparator and a "
          "'reduction_dim' below the rank");
    dim = dimension.getInt();
    for (unsigned i : {0, 1}) {
      auto type = cast<ShapedType>(op->getResult(i).getType());
      Dims dims(getOperand(i).getDims());
      if (dims != getOperand(0).getDims() || type.getRank() != rank ||
          type.getDimSize(dim) > dims[dim])
        return evaluation.error("result type {0} does not fit operand {1}",
                                type, getOperand(i).getType().str());
      dims[dim] = type.getDimSize(dim);
      if (ArrayRef(dims) != type.getShape() ||
          toElementType(type.getElementType()) !=
              getOperand(i).getElementType())
        return evaluation.error("result type {0} does not fit operand {1}",
                                type, getOperand(i).getType().str());
    }
    return Error::success();
  }

  /// Inserts one element after the other into the list of the first k.
  Error findFirst(int64_t offset, int64_t step, int64_t length, int64_t k,
                  SmallVectorImpl<int64_t> &first) {
    for (int64_t i = 0; i < length; ++i) {
      const int64_t candidate = offset + i * step;
      size_t place = first.size();
      for (; place > 0; --place) {
        Expected<bool> isBefore = comesBefore(candidate, first[place - 1]);
        if (!isBefore)
          return isBefore.takeError();
        if (!*isBefore)
          break;
      }
      first.insert(first.begin() + place, candidate);
      if (static_cast<int64_t>(first.size()) > k)
        first.pop_back();
    }
    return Error::success();
  }

  Expected<bool> comesBefore(int64_t a, int64_t b) {
    SmallVector<Datum, 4> arguments;
    for (unsigned i : {0, 1})
      for (int64_t element : {a, b}) {
        auto scalar = evaluation.allocate(getOperand(i).getElementType(), {});
        if (!scalar)
          return scalar.takeError();
        takeElements(runtime::getByteWidth(scalar->getElementType()),
                     getOperand(i).data(), element, scalar->mutableData());
        arguments.push_back(std::move(*scalar));
      }
    auto comparator = cast<SymbolRefAttr>(op.getCalledComputations()[0]);
    auto results = evaluation.call(comparator, arguments);
    if (!results)
      return results.takeError();
    return results->front().getTensor().bytes()[0] != 0;
  }

  void store(unsigned i, ArrayRef<int64_t> first, int64_t offset, int64_t step,
             Tensor &result) {
    const unsigned width = runtime::getByteWidth(result.getElementType());
    for (auto [n, element] : llvm::enumerate(first))
      takeElements(width, getOperand(i).data(), element,
                   result.mutableData() + (offset + n * step) * width);
  }

  Evaluation &evaluation;
  stablehlo::CustomCallOp op;
  int64_t dim = 0;
};
} // namespace

static Error evaluateFirstByOrder(Evaluation &evaluation) {
  return FirstByOrder(evaluation).run();
}

/// mhlo.topk, which older versions of JAX write for chlo.top_k.
static Error evaluateMhloTopK(Evaluation &evaluation) {
  Operation *op = evaluation.getOp();
  auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  auto largest = attributes ? attributes.getAs<BoolAttr>("largest") : nullptr;
  if (largest && !largest.getValue())
    return evaluation.error("only the largest elements are implemented");
  auto isIndexed = [&] {
    if (op->getNumOperands() != 1 || op->getNumResults() != 2)
      return false;
    auto operand = cast<ShapedType>(op->getOperand(0).getType());
    auto values = cast<ShapedType>(op->getResult(0).getType());
    auto indices = cast<ShapedType>(op->getResult(1).getType());
    return operand.getRank() > 0 && operand.getRank() == values.getRank() &&
           operand.getShape().drop_back() == values.getShape().drop_back() &&
           values.getShape().back() <= operand.getShape().back() &&
           values.getElementType() == operand.getElementType() &&
           indices.getShape() == values.getShape() &&
           indices.getElementType().isSignlessInteger(32);
  };
  if (!isIndexed())
    return evaluation.error("expected one operand, its largest elements and "
                            "their i32 positions along the last dimension");
  return evaluateTopK(evaluation);
}

//===----------------------------------------------------------------------===//
// All targets
//===----------------------------------------------------------------------===//

static CustomCallTable makeTable() {
  CustomCallTable table;
  table["ApproxTopK"] = evaluateFirstByOrder;
  table["mhlo.topk"] = evaluateMhloTopK;
  table["ragged_all_to_all"] = evaluateRaggedAllToAll;
  addLapackCalls(table);
  return table;
}

namespace {
struct CustomCallModel
    : ReferenceInterface::ExternalModel<CustomCallModel,
                                        stablehlo::CustomCallOp> {
  /// Whoever configures groups names devices in them.
  bool countsDevices(Operation *op) const {
    auto config = dyn_cast_if_present<DictionaryAttr>(
        cast<stablehlo::CustomCallOp>(op).getBackendConfigAttr());
    return config && config.contains("replica_groups");
  }
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    static const CustomCallTable table = makeTable();
    StringRef target = cast<stablehlo::CustomCallOp>(op).getCallTargetName();
    if (stablehlo::givesOperandsBack(target))
      return evaluateIdentity(evaluation);
    auto known = table.find(target);
    if (known == table.end())
      return evaluation.error(
          "the interpreter does not know the custom call target '{0}'", target);
    return known->second(evaluation);
  }
};
} // namespace

void weft::reference::attachCustomCallModels(MLIRContext &context) {
  stablehlo::CustomCallOp::attachInterface<CustomCallModel>(context);
}
