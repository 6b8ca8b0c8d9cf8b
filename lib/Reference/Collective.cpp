//===- Collective.cpp - collectives over mesh axes --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes need not divide: every device holds ceil(size / n) elements, and the
// last ones end in padding. Joining drops it, splitting makes it.
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"
#include "MeshGroups.h"
#include "ReferenceModels.h"

#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Reference/Reducer.h"
#include "weft/Sharding/LocalShape.h"

#include <cstring>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
/// What every op along axes begins with.
struct AxisExchange {
  AxisMember member;
  Exchange exchange;
};
} // namespace

static Expected<AxisMember> getMember(Evaluation &evaluation) {
  auto op = cast<AxesOpInterface>(evaluation.getOp());
  return getMember(evaluation, op.getMeshAttr(), op.getAxes().getAxes());
}

static Expected<AxisExchange> begin(Evaluation &evaluation) {
  Expected<AxisMember> member = getMember(evaluation);
  if (!member)
    return member.takeError();
  Expected<Exchange> exchange =
      Exchange::create(evaluation, getDevices(evaluation, *member));
  if (!exchange)
    return exchange.takeError();
  return AxisExchange{std::move(*member), *exchange};
}

static Error finish(Evaluation &evaluation, Expected<Tensor> result) {
  if (!result)
    return result.takeError();
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

template <typename Op> static Combiner getCombiner(Op op) {
  if (ReducerAttr reducer = op.getReducerAttr())
    return {toReduction(reducer.getValue()), nullptr};
  return getCombiner(op.getCombiner());
}

namespace {

struct AxisIndexModel
    : ReferenceInterface::ExternalModel<AxisIndexModel, AxisIndexOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    Expected<AxisMember> member = getMember(evaluation);
    if (!member)
      return member.takeError();
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    // Little endian, and cut off like any integer that is too large.
    const int64_t index = member->index;
    std::memcpy(result->mutableData(), &index, result->bytes().size());
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

struct AllGatherModel
    : ReferenceInterface::ExternalModel<AllGatherModel, AllGatherOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto gather = cast<AllGatherOp>(op);
    Expected<AxisExchange> along = begin(evaluation);
    if (!along)
      return along.takeError();
    const int64_t dim = gather.getDim();
    auto padded = along->exchange.allGather(evaluation.getOperand(0), dim);
    if (!padded)
      return padded.takeError();
    const int64_t whole =
        cast<ShapedType>(gather.getOutput().getType()).getDimSize(dim);
    return finish(evaluation,
                  cutOrPad(evaluation, std::move(*padded), dim, 0, whole));
  }
};

struct AllSliceModel
    : ReferenceInterface::ExternalModel<AllSliceModel, AllSliceOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<AxisMember> member = getMember(evaluation);
    if (!member)
      return member.takeError();
    const int64_t dim = cast<AllSliceOp>(op).getDim();
    Tensor input = evaluation.takeOperand(0);
    const int64_t local = localSize(input.getDims()[dim], member->count);
    return finish(evaluation, cutOrPad(evaluation, std::move(input), dim,
                                       member->index * local, local));
  }
};

struct AllToAllModel
    : ReferenceInterface::ExternalModel<AllToAllModel, AllToAllOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto exchange = cast<AllToAllOp>(op);
    Expected<AxisExchange> along = begin(evaluation);
    if (!along)
      return along.takeError();
    const int64_t split = exchange.getSplitDim();
    const int64_t concat = exchange.getConcatDim();
    Tensor input = evaluation.takeOperand(0);
    const int64_t count = along->member.count;
    const int64_t local = localSize(input.getDims()[split], count);
    auto padded =
        cutOrPad(evaluation, std::move(input), split, 0, local * count);
    if (!padded)
      return padded.takeError();
    auto joined = along->exchange.allToAll(*padded, split, concat);
    if (!joined)
      return joined.takeError();
    const int64_t whole =
        cast<ShapedType>(exchange.getOutput().getType()).getDimSize(concat);
    return finish(evaluation,
                  cutOrPad(evaluation, std::move(*joined), concat, 0, whole));
  }
};

struct PermuteModel
    : ReferenceInterface::ExternalModel<PermuteModel, PermuteOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<AxisExchange> along = begin(evaluation);
    if (!along)
      return along.takeError();
    SmallVector<unsigned> devices = getDevices(evaluation, along->member);
    SmallVector<int64_t> numbers =
        cast<PermuteOp>(op).getPairsAlong(along->member.count);
    SmallVector<std::pair<unsigned, unsigned>> pairs;
    for (size_t i = 0; i + 1 < numbers.size(); i += 2)
      pairs.push_back({devices[numbers[i]], devices[numbers[i + 1]]});
    return finish(evaluation,
                  along->exchange.permute(evaluation.getOperand(0), pairs));
  }
};

struct BroadcastModel
    : ReferenceInterface::ExternalModel<BroadcastModel, BroadcastOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<AxisExchange> along = begin(evaluation);
    if (!along)
      return along.takeError();
    const unsigned root = getDevices(
        evaluation, along->member)[cast<BroadcastOp>(op).getSource()];
    return finish(evaluation,
                  along->exchange.broadcast(evaluation.getOperand(0), root));
  }
};

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

struct AllReduceModel
    : ReferenceInterface::ExternalModel<AllReduceModel, AllReduceOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<AxisExchange> along = begin(evaluation);
    if (!along)
      return along.takeError();
    SmallVector<Tensor, 2> inputs;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      inputs.push_back(evaluation.takeOperand(i));
    auto results =
        along->exchange.allReduce(inputs, ::getCombiner(cast<AllReduceOp>(op)));
    if (!results)
      return results.takeError();
    for (auto [i, result] : llvm::enumerate(*results))
      evaluation.setResult(i, std::move(result));
    return Error::success();
  }
};

struct ReduceScatterModel
    : ReferenceInterface::ExternalModel<ReduceScatterModel, ReduceScatterOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto scatter = cast<ReduceScatterOp>(op);
    Expected<AxisExchange> along = begin(evaluation);
    if (!along)
      return along.takeError();
    const int64_t dim = scatter.getDim();
    Tensor input = evaluation.takeOperand(0);
    const int64_t count = along->member.count;
    const int64_t local = localSize(input.getDims()[dim], count);
    auto padded = cutOrPad(evaluation, std::move(input), dim, 0, local * count);
    if (!padded)
      return padded.takeError();
    return finish(evaluation, along->exchange.reduceScatter(
                                  *padded, dim, ::getCombiner(scatter)));
  }
};
} // namespace

void weft::reference::attachCollectiveModels(MLIRContext &context) {
  AllGatherOp::attachInterface<AllGatherModel>(context);
  AllReduceOp::attachInterface<AllReduceModel>(context);
  AllSliceOp::attachInterface<AllSliceModel>(context);
  AllToAllOp::attachInterface<AllToAllModel>(context);
  AxisIndexOp::attachInterface<AxisIndexModel>(context);
  BroadcastOp::attachInterface<BroadcastModel>(context);
  PermuteOp::attachInterface<PermuteModel>(context);
  ReduceScatterOp::attachInterface<ReduceScatterModel>(context);
}
