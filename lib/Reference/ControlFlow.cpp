//===- ControlFlow.cpp - loops, branches, calls, tuples ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"

#include "weft/Dialect/Stablehlo/IR/CollectiveOps.h"
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

/// Gives the results of a region or a function as those of the op.
static Error forward(Evaluation &evaluation,
                     Expected<Evaluation::Results> results) {
  if (!results)
    return results.takeError();
  evaluation.setResults(*results);
  return Error::success();
}

namespace {

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

/// The values of the iteration are kept nowhere else, so that the body may
/// work in place.
struct WhileModel
    : ReferenceInterface::ExternalModel<WhileModel, stablehlo::WhileOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto loop = cast<stablehlo::WhileOp>(op);
    Evaluation::Results values;
    for (Datum &operand : evaluation.getOperands())
      values.push_back(std::move(operand));
    while (true) {
      // A turn without ops must be interruptible too.
      if (Error error = evaluation.getDevice().step())
        return error;
      Evaluation::Results seen = values;
      auto condition = evaluation.runRegion(loop.getCond(), seen);
      if (!condition)
        return condition.takeError();
      if (!condition->front().getTensor().as<bool>()[0])
        break;
      seen.clear();
      auto next = evaluation.runRegion(loop.getBody(), values);
      if (!next)
        return next.takeError();
      values = std::move(*next);
    }
    evaluation.setResults(values);
    return Error::success();
  }
};

struct CaseModel
    : ReferenceInterface::ExternalModel<CaseModel, stablehlo::CaseOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto branches = cast<stablehlo::CaseOp>(op).getBranches();
    const int32_t index = evaluation.getOperand(0).as<int32_t>()[0];
    const int32_t last = branches.size() - 1;
    Region &chosen = branches[index < 0 || index > last ? last : index];
    return forward(evaluation, evaluation.runRegion(chosen, {}));
  }
};

struct IfModel : ReferenceInterface::ExternalModel<IfModel, stablehlo::IfOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto branch = cast<stablehlo::IfOp>(op);
    Region &chosen = evaluation.getOperand(0).as<bool>()[0]
                         ? branch.getTrueBranch()
                         : branch.getFalseBranch();
    return forward(evaluation, evaluation.runRegion(chosen, {}));
  }
};

/// Runs the computation on all elements as one vector.
struct MapModel
    : ReferenceInterface::ExternalModel<MapModel, stablehlo::MapOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    Expected<ArrayType> type = evaluation.getResultType();
    if (!type)
      return type.takeError();
    const auto count = static_cast<int64_t>(type->getNumElements());
    SmallVector<Tensor, 2> lanes;
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      Tensor operand = evaluation.takeOperand(i);
      operand.setType(
          llvm::cantFail(ArrayType::get(operand.getElementType(), {count})));
      lanes.push_back(std::move(operand));
    }
    auto results =
        evaluation.runLanes(cast<stablehlo::MapOp>(op).getComputation(), lanes);
    if (!results)
      return results.takeError();
    Expected<Tensor> result =
        evaluation.expandLanes(std::move(results->front()), count);
    if (!result)
      return result.takeError();
    result->setType(std::move(*type));
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

struct CallModel : ReferenceInterface::ExternalModel<CallModel, func::CallOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    return forward(evaluation,
                   evaluation.call(cast<func::CallOp>(op).getCalleeAttr(),
                                   evaluation.getOperands()));
  }
};

struct CompositeModel
    : ReferenceInterface::ExternalModel<CompositeModel,
                                        stablehlo::CompositeOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto name = cast<stablehlo::CompositeOp>(op).getDecompositionAttr();
    return forward(evaluation, evaluation.call(name, evaluation.getOperands()));
  }
};

/// Nothing is gained by doing it later: the region is run at once, and its
/// results are the future.
struct AsyncStartModel
    : ReferenceInterface::ExternalModel<AsyncStartModel,
                                        stablehlo::AsyncStartOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto results = evaluation.runRegion(
        cast<stablehlo::AsyncStartOp>(op).getBody(), evaluation.getOperands());
    if (!results)
      return results.takeError();
    evaluation.setResult(0,
                         Datum::makeTuple({results->begin(), results->end()}));
    return Error::success();
  }
};

struct AsyncDoneModel
    : ReferenceInterface::ExternalModel<AsyncDoneModel,
                                        stablehlo::AsyncDoneOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    auto results = llvm::to_vector(evaluation.getOperands()[0].getElements());
    evaluation.setResults(results);
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// Tuples, tokens, barriers
//===----------------------------------------------------------------------===//

struct TupleModel
    : ReferenceInterface::ExternalModel<TupleModel, stablehlo::TupleOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    auto elements = evaluation.getOperands();
    evaluation.setResult(0,
                         Datum::makeTuple({elements.begin(), elements.end()}));
    return Error::success();
  }
};

struct GetTupleElementModel
    : ReferenceInterface::ExternalModel<GetTupleElementModel,
                                        stablehlo::GetTupleElementOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    const auto index = cast<stablehlo::GetTupleElementOp>(op).getIndex();
    evaluation.setResult(0, evaluation.getOperands()[0].getElements()[index]);
    return Error::success();
  }
};

template <typename Op>
struct TokenModel : ReferenceInterface::ExternalModel<TokenModel<Op>, Op> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    evaluation.setResult(0, Datum());
    return Error::success();
  }
};

struct BarrierModel
    : ReferenceInterface::ExternalModel<BarrierModel,
                                        stablehlo::OptimizationBarrierOp> {
  Error evaluate(Operation *, Evaluation &evaluation) const {
    evaluation.setResults(evaluation.getOperands());
    return Error::success();
  }
};

/// There is no host program on the other side.
static Error refuseHost(Operation *op, Evaluation &evaluation) {
  return evaluation.error("'{0}' talks to a host program, and there is none",
                          op->getName());
}

template <typename Op>
struct HostModel : ReferenceInterface::ExternalModel<HostModel<Op>, Op> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    return refuseHost(op, evaluation);
  }
};

template <typename Op>
struct ChannelModel : ReferenceInterface::ExternalModel<ChannelModel<Op>, Op> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    if (cast<Op>(op).getIsHostTransfer())
      return refuseHost(op, evaluation);
    return evaluation.error("the interpreter does not run '{0}' between "
                            "devices; use 'stablehlo.collective_permute'",
                            op->getName());
  }
};
} // namespace

void weft::reference::attachControlFlowModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  AsyncDoneOp::attachInterface<AsyncDoneModel>(context);
  AsyncStartOp::attachInterface<AsyncStartModel>(context);
  CaseOp::attachInterface<CaseModel>(context);
  CompositeOp::attachInterface<CompositeModel>(context);
  GetTupleElementOp::attachInterface<GetTupleElementModel>(context);
  IfOp::attachInterface<IfModel>(context);
  MapOp::attachInterface<MapModel>(context);
  OptimizationBarrierOp::attachInterface<BarrierModel>(context);
  TupleOp::attachInterface<TupleModel>(context);
  WhileOp::attachInterface<WhileModel>(context);
  attachModels<ChannelModel, RecvOp, SendOp>(context);
  attachModels<HostModel, InfeedOp, OutfeedOp>(context);
  attachModels<TokenModel, AfterAllOp, CreateTokenOp>(context);
}

void weft::reference::attachFuncModels(MLIRContext &context) {
  func::CallOp::attachInterface<CallModel>(context);
}
