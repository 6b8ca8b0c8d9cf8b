//===- LayerOps.cpp - layers with parameters --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/LayerOps.h"
#include "Directives.h"
#include "LayerTypes.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;

static ParseResult parsePadding(OpAsmParser &parser, PaddingKindAttr &padding) {
  PaddingKind kind;
  if (parseEnumKeyword<PaddingKind>(
          parser, kind, "padding", symbolizePaddingKind,
          {"same", "valid", "circular", "reflect", "causal"}))
    return failure();
  padding = PaddingKindAttr::get(parser.getContext(), kind);
  return success();
}

static void printPadding(OpAsmPrinter &printer, Operation *,
                         PaddingKindAttr padding) {
  printer << stringifyPaddingKind(padding.getValue());
}

//===----------------------------------------------------------------------===//
// Shared by layers
//===----------------------------------------------------------------------===//

/// The two dimensions or more of a result that differs from `input` in its last
/// dimension and its elements.
static CallTypes withFeatures(RankedTensorType input, int64_t features,
                              TypeAttr dtype, TypeAttr paramDtype,
                              EmitError emitError) {
  FailureOr<Type> element =
      getResultElement(input.getElementType(), dtype, paramDtype, emitError);
  if (failed(element))
    return failure();
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = features;
  return SmallVector<Type>{RankedTensorType::get(shape, *element)};
}

/// A spec or an initialiser for a leaf that the layer does not have.
static LogicalResult verifyUnused(Operation *op, StringRef what, bool absent,
                                  Attribute init, Attribute spec) {
  if (!absent || (!init && !spec))
    return success();
  return op->emitOpError() << "has no " << what << ", but a " << what
                           << (init ? "_init" : "_spec")
                           << "; remove one of the two";
}

/// Refuses types that are larger than any machine.
static LogicalResult verifySize(Operation *op, RankedTensorType type) {
  if (type)
    return success();
  return op->emitOpError("has a parameter of more than 2^63 elements");
}

//===----------------------------------------------------------------------===//
// LinearOp
//===----------------------------------------------------------------------===//

static RankedTensorType getKernelType(LinearOp op) {
  if (!op.getInFeaturesAttr() || !op.getOutFeaturesAttr())
    return {};
  return getLeafType(op.getContext(),
                     {static_cast<int64_t>(op.getInFeatures()),
                      static_cast<int64_t>(op.getOutFeatures())},
                     op.getParamDtypeAttr());
}

void LinearOp::visitLeaves(LeafVisitor &visitor) {
  RankedTensorType kernel = getKernelType(*this);
  if (!kernel)
    return;
  tellLeaf(visitor, "kernel", kernel, getKernelInitAttr(),
           getLecunNormal(getContext()), getKernelSpecAttr());
  if (!getNoBias())
    tellLeaf(visitor, "bias", kernel.clone(kernel.getShape().take_back(1)),
             getBiasInitAttr(), getZeros(getContext()), getBiasSpecAttr());
}

LogicalResult LinearOp::verify() {
  if (failed(verifySettings(*this,
                            {{"in_features", getInFeaturesAttr()},
                             {"out_features", getOutFeaturesAttr()}},
                            getDtypeAttr(), getParamDtypeAttr())) ||
      failed(verifySize(*this, getKernelType(*this))) ||
      failed(verifyUnused(*this, "bias", getNoBias(), getBiasInitAttr(),
                          getBiasSpecAttr())))
    return failure();
  return verifyLeaves(*this);
}

CallTypes LinearOp::inferCallTypes(StringRef method, TypeRange operands,
                                   EmitError emitError,
                                   SymbolTableCollection &) {
  RankedTensorType kernel = getKernelType(*this);
  if (!kernel || failed(verifyCall(method, operands, 1, 1, emitError)))
    return failure();
  FailureOr<RankedTensorType> input =
      getInput(operands, 0, 1, getInFeatures(), emitError);
  if (failed(input))
    return failure();
  return withFeatures(*input, getOutFeatures(), getDtypeAttr(),
                      getParamDtypeAttr(), emitError);
}

//===----------------------------------------------------------------------===//
// LayerNormOp, RmsNormOp
//===----------------------------------------------------------------------===//

template <typename NormOp> static RankedTensorType getScaleType(NormOp op) {
  if (!op.getFeaturesAttr())
    return {};
  return getLeafType(op.getContext(), {static_cast<int64_t>(op.getFeatures())},
                     op.getParamDtypeAttr());
}

template <typename NormOp> static LogicalResult verifyNorm(NormOp op) {
  if (failed(verifySettings(op, {{"features", op.getFeaturesAttr()}},
                            op.getDtypeAttr(), op.getParamDtypeAttr())) ||
      failed(verifyUnused(op, "scale", op.getNoScale(), op.getScaleInitAttr(),
                          op.getScaleSpecAttr())))
    return failure();
  if (FloatAttr epsilon = op.getEpsilonAttr();
      epsilon && !(epsilon.getValueAsDouble() >= 0.0))
    return op.emitOpError() << "has epsilon " << toString(epsilon)
                            << "; it must not be negative";
  return verifyLeaves(op);
}

/// A norm without parameters promotes nothing: its result has the type of the
/// input, or the type that parameters would have if these are integers.
template <typename NormOp>
static CallTypes inferNormTypes(NormOp op, bool hasLeaves, StringRef method,
                                TypeRange operands, EmitError emitError) {
  if (!getScaleType(op) ||
      failed(verifyCall(method, operands, 1, 1, emitError)))
    return failure();
  FailureOr<RankedTensorType> input =
      getInput(operands, 0, 1, op.getFeatures(), emitError);
  if (failed(input))
    return failure();
  Type element = input->getElementType();
  TypeAttr dtype = op.getDtypeAttr();
  if (!hasLeaves && !dtype && isa<FloatType, ComplexType>(element))
    dtype = TypeAttr::get(element);
  return withFeatures(*input, input->getShape().back(), dtype,
                      op.getParamDtypeAttr(), emitError);
}

void LayerNormOp::visitLeaves(LeafVisitor &visitor) {
  RankedTensorType type = getScaleType(*this);
  if (!getNoScale())
    tellLeaf(visitor, "scale", type, getScaleInitAttr(), getOnes(getContext()),
             getScaleSpecAttr());
  if (!getNoBias())
    tellLeaf(visitor, "bias", type, getBiasInitAttr(), getZeros(getContext()),
             getBiasSpecAttr());
}

LogicalResult LayerNormOp::verify() {
  if (failed(verifyUnused(*this, "bias", getNoBias(), getBiasInitAttr(),
                          getBiasSpecAttr())))
    return failure();
  return verifyNorm(*this);
}

CallTypes LayerNormOp::inferCallTypes(StringRef method, TypeRange operands,
                                      EmitError emitError,
                                      SymbolTableCollection &) {
  return inferNormTypes(*this, !getNoScale() || !getNoBias(), method, operands,
                        emitError);
}

void RmsNormOp::visitLeaves(LeafVisitor &visitor) {
  if (!getNoScale())
    tellLeaf(visitor, "scale", getScaleType(*this), getScaleInitAttr(),
             getOnes(getContext()), getScaleSpecAttr());
}

LogicalResult RmsNormOp::verify() { return verifyNorm(*this); }

CallTypes RmsNormOp::inferCallTypes(StringRef method, TypeRange operands,
                                    EmitError emitError,
                                    SymbolTableCollection &) {
  return inferNormTypes(*this, !getNoScale(), method, operands, emitError);
}

//===----------------------------------------------------------------------===//
// EmbedOp
//===----------------------------------------------------------------------===//

static RankedTensorType getTableType(EmbedOp op) {
  if (!op.getEntriesAttr() || !op.getFeaturesAttr())
    return {};
  return getLeafType(op.getContext(),
                     {static_cast<int64_t>(op.getEntries()),
                      static_cast<int64_t>(op.getFeatures())},
                     op.getParamDtypeAttr());
}

/// The element type of the rows, and of products with them.
static Type getResultType(EmbedOp op, RankedTensorType table) {
  return op.getDtypeAttr() ? op.getDtypeAttr().getValue()
                           : table.getElementType();
}

void EmbedOp::visitLeaves(LeafVisitor &visitor) {
  // Rows are looked up, not summed: the variance is that of the features.
  InitializerAttrInterface usual = VarianceScalingInitAttr::get(
      getContext(), getReal(getContext(), 1.0), FanMode::FanIn,
      Distribution::Normal, /*inAxis=*/{1}, /*outAxis=*/{0}, {});
  tellLeaf(visitor, "embedding", getTableType(*this), getEmbeddingInitAttr(),
           usual, getEmbeddingSpecAttr());
}

LogicalResult EmbedOp::verify() {
  if (failed(verifySettings(
          *this,
          {{"entries", getEntriesAttr()}, {"features", getFeaturesAttr()}},
          getDtypeAttr(), getParamDtypeAttr())) ||
      failed(verifySize(*this, getTableType(*this))))
    return failure();
  return verifyLeaves(*this);
}

CallTypes EmbedOp::inferCallTypes(StringRef method, TypeRange operands,
                                  EmitError emitError,
                                  SymbolTableCollection &) {
  RankedTensorType table = getTableType(*this);
  bool attend = method == "attend";
  if (!table ||
      failed(verifyCall(attend ? "" : method, operands, 1, 1, emitError)))
    return failure();
  if (attend) {
    FailureOr<RankedTensorType> query =
        getInput(operands, 0, 1, getFeatures(), emitError);
    if (failed(query))
      return failure();
    // Not promoted with the query: the table decides, as when it is looked up.
    return withFeatures(*query, getEntries(),
                        TypeAttr::get(getResultType(*this, table)),
                        getParamDtypeAttr(), emitError);
  }
  FailureOr<RankedTensorType> numbers = getTensor(operands, 0, 0, emitError);
  if (failed(numbers))
    return failure();
  if (!isa<IntegerType>(numbers->getElementType()))
    return emitError() << "argument 0 is " << *numbers
                       << ", but an embedding looks up integers";
  SmallVector<int64_t> shape(numbers->getShape());
  shape.push_back(getFeatures());
  return SmallVector<Type>{
      RankedTensorType::get(shape, getResultType(*this, table))};
}

//===----------------------------------------------------------------------===//
// DropoutOp
//===----------------------------------------------------------------------===//

void DropoutOp::visitLeaves(LeafVisitor &) {}

LogicalResult DropoutOp::verify() {
  double rate = getRateAttr().getValueAsDouble();
  if (!(rate >= 0.0 && rate <= 1.0))
    return emitOpError() << "drops " << toString(getRateAttr())
                         << " of the elements; the rate is from 0 to 1";
  return success();
}

CallTypes DropoutOp::inferCallTypes(StringRef method, TypeRange operands,
                                    EmitError emitError,
                                    SymbolTableCollection &) {
  if (failed(verifyCall(method, operands, 1, 2, emitError)))
    return failure();
  FailureOr<RankedTensorType> input = getTensor(operands, 0, 0, emitError);
  if (failed(input))
    return failure();
  if (operands.size() == 2 && !isKey(operands[1]))
    return emitError() << "argument 1 is " << operands[1]
                       << ", but a random key is tensor<2xui32>";
  for (int64_t dim : getBroadcast().value_or(ArrayRef<int64_t>()))
    if (dim < -input->getRank() || dim >= input->getRank())
      return emitError() << "the layer broadcasts along dimension " << dim
                         << ", but the input has " << input->getRank()
                         << " dimensions";
  return SmallVector<Type>{*input};
}

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/LayerOps.cpp.inc"

void WeftDialect::registerLayerOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/LayerOps.cpp.inc"
      >();
}
