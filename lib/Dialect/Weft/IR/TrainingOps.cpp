//===- TrainingOps.cpp - gradients, losses, optimisers ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/TrainingOps.h"
#include "Directives.h"
#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;

static ParseResult parseReduction(OpAsmParser &parser,
                                  LossReductionAttr &reduction) {
  LossReduction kind;
  if (parseEnumKeyword<LossReduction>(parser, kind, "reduction",
                                      symbolizeLossReduction,
                                      {"mean", "sum", "none"}))
    return failure();
  reduction = LossReductionAttr::get(parser.getContext(), kind);
  return success();
}

static void printReduction(OpAsmPrinter &printer, Operation *,
                           LossReductionAttr reduction) {
  printer << stringifyLossReduction(reduction.getValue());
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// A loss is a scalar, or with `none` has the shape `examples`.
static LogicalResult verifyLoss(Operation *op, LossReduction reduction,
                                ArrayRef<int64_t> examples, Type element,
                                RankedTensorType loss) {
  auto expected = RankedTensorType::get(
      reduction == LossReduction::None ? examples : ArrayRef<int64_t>(),
      element);
  if (loss == expected)
    return success();
  return op->emitOpError() << "returns " << loss << ", but with reduction "
                           << stringifyLossReduction(reduction) << " it is "
                           << expected;
}

LogicalResult SoftmaxCrossEntropyOp::verify() {
  auto logits = cast<RankedTensorType>(getLogits().getType());
  auto labels = cast<RankedTensorType>(getLabels().getType());
  if (logits.getRank() < 1)
    return emitOpError("needs logits with a dimension for the classes");
  if (logits.getShape().drop_back() != labels.getShape())
    return emitOpError() << "has logits " << logits << " and labels " << labels
                         << "; the labels must have the shape of the logits "
                            "without the last dimension";
  return verifyLoss(*this, getReduction(), labels.getShape(),
                    logits.getElementType(),
                    cast<RankedTensorType>(getLoss().getType()));
}

LogicalResult MeanSquaredErrorOp::verify() {
  auto predictions = cast<RankedTensorType>(getPredictions().getType());
  if (getTargets().getType() != predictions)
    return emitOpError() << "compares " << predictions << " with "
                         << getTargets().getType()
                         << "; both must have the same type";
  return verifyLoss(*this, getReduction(), predictions.getShape(),
                    predictions.getElementType(),
                    cast<RankedTensorType>(getLoss().getType()));
}

//===----------------------------------------------------------------------===//
// ValueAndGradOp
//===----------------------------------------------------------------------===//

static bool isInexactTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType, ComplexType>(tensor.getElementType());
}

LogicalResult ValueAndGradOp::verify() {
  ArrayRef<int64_t> wrt = getWrt().value_or(ArrayRef<int64_t>());
  if (wrt.empty() && !getState())
    return emitOpError("has nothing to differentiate with respect to; add "
                       "`wrt [0]` or `state @member`");
  for (auto [i, argument] : llvm::enumerate(wrt)) {
    if (argument < 0 || argument >= getNumOperands())
      return emitOpError() << "differentiates with respect to argument "
                           << argument << " of " << getNumOperands();
    if (llvm::is_contained(wrt.take_front(i), argument))
      return emitOpError() << "lists argument " << argument << " twice";
    Type type = getOperand(argument).getType();
    if (!isInexactTensor(type))
      return emitOpError() << "differentiates with respect to argument "
                           << argument << " of type " << type
                           << ", which has no derivative";
  }
  return success();
}

/// The results of calling `callee`, a method or a function.
static FailureOr<SmallVector<Type>>
inferCalleeTypes(ValueAndGradOp op, SymbolTableCollection &symbols) {
  auto emitError = [&] { return op.emitOpError(); };
  TypeRange operands = op.getOperands().getTypes();
  if (op->getParentOfType<ModuleDefOp>()) {
    FailureOr<Member> member =
        resolveMember(op, op.getCalleeAttr(), emitError, symbols);
    if (failed(member))
      return failure();
    if (auto target = dyn_cast<CallTargetInterface>(member->op);
        target && member->rest.empty() && member->repeated.empty())
      return target.inferCallTypes("", operands, emitError, symbols);
  } else if (auto function = lookupOutward<FunctionOpInterface>(
                 op, op.getCalleeAttr(), symbols)) {
    auto type = dyn_cast_or_null<FunctionType>(function.getFunctionType());
    if (!type)
      return failure();
    if (TypeRange(type.getInputs()) != operands)
      return op.emitOpError()
             << "passes (" << operands << "), but " << op.getCalleeAttr()
             << " takes (" << type.getInputs() << ")";
    return SmallVector<Type>(type.getResults());
  }
  return op.emitOpError() << "differentiates " << op.getCalleeAttr()
                          << ", which is no function or method";
}

LogicalResult ValueAndGradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<SmallVector<Type>> types = inferCalleeTypes(*this, symbols);
  if (failed(types))
    return failure();
  auto value = types->empty() ? RankedTensorType()
                              : dyn_cast<RankedTensorType>(types->front());
  if (!value || value.getRank() != 0 || !isa<FloatType>(value.getElementType()))
    return emitOpError() << "needs a function whose first result is a "
                            "floating-point scalar, but "
                         << getCalleeAttr() << " returns (" << TypeRange(*types)
                         << ")";
  for (int64_t argument : getWrt().value_or(ArrayRef<int64_t>()))
    types->push_back(getOperand(argument).getType());
  if (SymbolRefAttr state = getStateAttr()) {
    FailureOr<Member> member =
        resolveMember(*this, state, [&] { return emitOpError(); }, symbols);
    if (failed(member))
      return failure();
    if (!isa<ParameterProviderInterface>(member->op) || !member->rest.empty())
      return emitOpError() << "differentiates with respect to " << state
                           << ", which has no state";
    types->push_back(StateType::get(getContext(), state));
  }
  if (getResultTypes() == TypeRange(*types))
    return success();
  return emitOpError() << "has results (" << getResultTypes()
                       << "), but the value and the gradients are ("
                       << TypeRange(*types) << ")";
}

#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/Weft/IR/WeftTypes.cpp.inc"

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/TrainingOps.cpp.inc"

void WeftDialect::registerTrainingOps() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "weft/Dialect/Weft/IR/WeftTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/TrainingOps.cpp.inc"
      >();
}
