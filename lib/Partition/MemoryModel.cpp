//===- MemoryModel.cpp - what ops do with memory ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/CustomCallTargets.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/TensorSize.h"
#include "weft/Interfaces/MemoryInterface.h"
#include "weft/Interfaces/ReferenceInterface.h"
#include "weft/Interfaces/ShardingRuleInterface.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

double weft::getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  double bytes = getElementBytes(tensor.getElementType()).value_or(1);
  for (int64_t size : tensor.getShape())
    bytes *= size;
  return bytes;
}

double weft::getBytes(TypeRange types) {
  double bytes = 0;
  for (Type type : types)
    bytes += getBytes(type);
  return bytes;
}

//===----------------------------------------------------------------------===//
// By interface
//===----------------------------------------------------------------------===//

static std::optional<PropagationClass> getClass(Operation *op) {
  auto rule = dyn_cast<ShardingRuleInterface>(op);
  return rule ? std::optional(rule.getPropagationClass()) : std::nullopt;
}

/// Whether each element of the result is computed from elements of the operands
/// at places that only depend on its own.
static bool isPerIndex(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 || !isPure(op))
    return false;
  if (op->getNumOperands() == 0)
    return true;
  std::optional<PropagationClass> kind = getClass(op);
  return kind == PropagationClass::Elementwise ||
         kind == PropagationClass::PassThrough ||
         kind == PropagationClass::Broadcast;
}

bool MemoryModel::canComputeLater(Operation *op) const {
  return engine == MemoryEngine::Jit && isPerIndex(op);
}

bool MemoryModel::canAddInPlace(Operation *op, Operation *user) const {
  auto memory = dyn_cast<MemoryInterface>(op);
  return engine == MemoryEngine::Jit && memory && memory.canAddInPlace() &&
         isa<hlo::AddOp>(user);
}

bool MemoryModel::isCheap(Operation *op) const {
  return op->getNumOperands() == 0 ||
         getClass(op) == PropagationClass::Broadcast;
}

bool MemoryModel::readsPerIndex(Operation *op) const {
  auto memory = dyn_cast<MemoryInterface>(op);
  return (memory && memory.readsOperandsOnce()) || isPerIndex(op);
}

bool MemoryModel::canOverwrite(Operation *op) const {
  if (auto memory = dyn_cast<MemoryInterface>(op);
      memory && memory.canOverwriteOperands())
    return true;
  if (engine == MemoryEngine::Reference) {
    auto meaning = dyn_cast<ReferenceInterface>(op);
    return meaning && meaning.isElementwise();
  }
  return getClass(op) == PropagationClass::Elementwise ||
         isa<CommunicationInterface>(op);
}

Value MemoryModel::getAlias(OpResult result) const {
  auto memory = dyn_cast<MemoryInterface>(result.getOwner());
  if (!memory)
    return {};
  std::optional<unsigned> operand =
      memory.getAliasedOperand(result.getResultNumber());
  return operand ? result.getOwner()->getOperand(*operand) : Value();
}

bool MemoryModel::keepsVariables(Operation *op) const {
  auto memory = dyn_cast<MemoryInterface>(op);
  return memory && memory.keepsVariables();
}

double MemoryModel::getWorkBytes(Operation *op) const {
  if (engine != MemoryEngine::Reference)
    return 0;
  auto meaning = dyn_cast<ReferenceInterface>(op);
  return meaning ? meaning.getWorkBytes() : 0;
}

//===----------------------------------------------------------------------===//
// What ops know of themselves
//===----------------------------------------------------------------------===//

namespace {

struct SameMemory : MemoryInterface::ExternalModel<SameMemory, hlo::ReshapeOp> {
  std::optional<unsigned> getAliasedOperand(Operation *, unsigned) const {
    return 0;
  }
};

/// Devices have one memory: whatever places a value leaves it where it is.
struct CallMemory
    : MemoryInterface::ExternalModel<CallMemory, hlo::CustomCallOp> {
  std::optional<unsigned> getAliasedOperand(Operation *op,
                                            unsigned result) const {
    StringRef target = cast<hlo::CustomCallOp>(op).getCallTargetName();
    if (!hlo::givesOperandsBack(target) ||
        op->getOperandTypes() != op->getResultTypes())
      return std::nullopt;
    return result;
  }
};

struct BarrierMemory
    : MemoryInterface::ExternalModel<BarrierMemory,
                                     hlo::OptimizationBarrierOp> {
  std::optional<unsigned> getAliasedOperand(Operation *,
                                            unsigned result) const {
    return result;
  }
};

/// A variable that the body returns as it is never changes.
struct LoopMemory : MemoryInterface::ExternalModel<LoopMemory, hlo::WhileOp> {
  std::optional<unsigned> getAliasedOperand(Operation *op,
                                            unsigned result) const {
    Block &body = cast<hlo::WhileOp>(op).getBody().front();
    if (body.getTerminator()->getOperand(result) != body.getArgument(result))
      return std::nullopt;
    return result;
  }
  bool keepsVariables(Operation *) const { return true; }
};

template <typename Op>
struct UpdateMemory : MemoryInterface::ExternalModel<UpdateMemory<Op>, Op> {
  bool canOverwriteOperands(Operation *) const { return true; }
};

struct ProductMemory
    : MemoryInterface::ExternalModel<ProductMemory, hlo::DotGeneralOp> {
  bool canAddInPlace(Operation *) const { return true; }
};

template <typename Op>
struct CheapMemory : MemoryInterface::ExternalModel<CheapMemory<Op>, Op> {
  bool isCheapToRepeat(Operation *) const { return true; }
};

template <typename... Ops> void attachCheap(MLIRContext &context) {
  (Ops::template attachInterface<CheapMemory<Ops>>(context), ...);
}

struct ReduceMemory
    : MemoryInterface::ExternalModel<ReduceMemory, hlo::ReduceOp> {
  bool readsOperandsOnce(Operation *) const { return true; }
};

} // namespace

void weft::attachMemory(MLIRContext &context) {
  attachCheap<hlo::AbsOp, hlo::AddOp, hlo::AndOp, hlo::CompareOp,
              hlo::ConvertOp, hlo::MaximumOp, hlo::MinimumOp, hlo::MultiplyOp,
              hlo::NegateOp, hlo::NotOp, hlo::OrOp, hlo::SelectOp, hlo::SignOp,
              hlo::SubtractOp, hlo::XorOp>(context);
  hlo::CustomCallOp::attachInterface<CallMemory>(context);
  hlo::DotGeneralOp::attachInterface<ProductMemory>(context);
  hlo::DynamicUpdateSliceOp::attachInterface<
      UpdateMemory<hlo::DynamicUpdateSliceOp>>(context);
  hlo::OptimizationBarrierOp::attachInterface<BarrierMemory>(context);
  hlo::ReduceOp::attachInterface<ReduceMemory>(context);
  hlo::ReshapeOp::attachInterface<SameMemory>(context);
  hlo::ScatterOp::attachInterface<UpdateMemory<hlo::ScatterOp>>(context);
  hlo::WhileOp::attachInterface<LoopMemory>(context);
}
