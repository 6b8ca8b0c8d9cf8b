//===- ContractionOps.cpp - products and convolutions -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ContractionOps.h"

#include "weft/Dialect/Stablehlo/IR/ContractionFormat.h"
#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/ContractionOps.cpp.inc"

void StablehloDialect::addContractionOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/ContractionOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

static LogicalResult verifyPrecision(const Reporter &report,
                                     std::optional<ArrayAttr> precision) {
  if (precision && !precision->empty() && precision->size() != 2)
    return report("precision_config has ", precision->size(),
                  " entries; it must have one for each of the 2 operands");
  return success();
}

/// The element types of a product that has a quantized operand. Without one
/// there is nothing to check: JAX multiplies tensors of different types.
static LogicalResult verifyQuantizedProduct(const Reporter &report, Type lhs,
                                            Type rhs, Type result) {
  if (!isQuantizedType(lhs) && !isQuantizedType(rhs) &&
      !isQuantizedType(result))
    return success();
  if (!isQuantizedType(rhs))
    return report("the right operand has element type ", rhs,
                  "; it must be quantized since another tensor is");
  if (isPerAxisQuantizedType(lhs))
    return report("the left operand is quantized along an axis");
  if (isQuantizedType(lhs) != isQuantizedType(result))
    return report("the element types of left operand and result are ", lhs,
                  " and ", result, "; both must be quantized, or neither");
  if (isPerTensorQuantizedType(rhs) && isPerAxisQuantizedType(result))
    return report("the result is quantized along an axis, but the right "
                  "operand is not");
  if (getExpressedType(lhs) != getExpressedType(rhs) ||
      getExpressedType(lhs) != getExpressedType(result))
    return report("the operands and the result express ", getExpressedType(lhs),
                  ", ", getExpressedType(rhs), " and ",
                  getExpressedType(result), "; these must be the same");
  if (isQuantizedType(lhs) && getStorageType(lhs) != getStorageType(rhs))
    return report("the operands are stored as ", getStorageType(lhs), " and ",
                  getStorageType(rhs), "; these must be the same");
  return success();
}

/// The dimension along which `element` is quantized, if any.
static std::optional<int64_t> getQuantizedDimension(Type element) {
  if (auto type = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    return type.getQuantizedDimension();
  return std::nullopt;
}

/// The sizes of dimensions that belong together agree.
static LogicalResult verifySameSizes(const Reporter &report, StringRef what,
                                     RankedTensorType lhs,
                                     ArrayRef<int64_t> lhsDims,
                                     RankedTensorType rhs,
                                     ArrayRef<int64_t> rhsDims) {
  for (auto [lhsDim, rhsDim] : llvm::zip_equal(lhsDims, rhsDims)) {
    int64_t lhsSize = lhs.getDimSize(lhsDim), rhsSize = rhs.getDimSize(rhsDim);
    if (!ShapedType::isDynamic(lhsSize) && !ShapedType::isDynamic(rhsSize) &&
        lhsSize != rhsSize)
      return report(what, " dimension ", lhsDim, " of the left operand has ",
                    "size ", lhsSize, ", but dimension ", rhsDim,
                    " of the right one has size ", rhsSize);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// DotGeneralOp
//===----------------------------------------------------------------------===//

static LogicalResult verifyDotSide(const Reporter &report, StringRef what,
                                   ArrayRef<int64_t> batching,
                                   ArrayRef<int64_t> contracting,
                                   int64_t rank) {
  SmallVector<int64_t> all(batching);
  llvm::append_range(all, contracting);
  return verifyDimensions(report, what, all, rank);
}

LogicalResult DotGeneralOp::verify() {
  Reporter report(*this);
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  DotDimensionNumbersAttr dims = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatching = dims.getLhsBatchingDimensions(),
                    rhsBatching = dims.getRhsBatchingDimensions(),
                    lhsContracting = dims.getLhsContractingDimensions(),
                    rhsContracting = dims.getRhsContractingDimensions();
  if (lhsBatching.size() != rhsBatching.size())
    return report("there are ", lhsBatching.size(), " left and ",
                  rhsBatching.size(), " right batching dimensions");
  if (lhsContracting.size() != rhsContracting.size())
    return report("there are ", lhsContracting.size(), " left and ",
                  rhsContracting.size(), " right contracting dimensions");
  if (failed(verifyDotSide(report, "the left batching and contracting list",
                           lhsBatching, lhsContracting, lhs.getRank())) ||
      failed(verifyDotSide(report, "the right batching and contracting list",
                           rhsBatching, rhsContracting, rhs.getRank())) ||
      failed(verifySameSizes(report, "batching", lhs, lhsBatching, rhs,
                             rhsBatching)) ||
      failed(verifySameSizes(report, "contracting", lhs, lhsContracting, rhs,
                             rhsContracting)))
    return failure();

  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatching)
    shape.push_back(lhs.getDimSize(dim));
  auto appendRest = [&](RankedTensorType type, ArrayRef<int64_t> batching,
                        ArrayRef<int64_t> contracting) {
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (!llvm::is_contained(batching, dim) &&
          !llvm::is_contained(contracting, dim))
        shape.push_back(size);
  };
  appendRest(lhs, lhsBatching, lhsContracting);
  appendRest(rhs, rhsBatching, rhsContracting);
  if (failed(verifyShape(report, "the result", shape, getType())) ||
      failed(verifyPrecision(report, getPrecisionConfig())))
    return failure();

  auto isDefault = [](Attribute precision) {
    return cast<PrecisionAttr>(precision).getValue() == Precision::DEFAULT;
  };
  if (getAlgorithm() && getPrecisionConfig() &&
      !llvm::all_of(*getPrecisionConfig(), isDefault))
    return report("has both an algorithm and a precision other than DEFAULT");

  if (std::optional<int64_t> dim = getQuantizedDimension(rhs.getElementType());
      dim && llvm::is_contained(rhsContracting, *dim))
    return report("the right operand is quantized along dimension ", *dim,
                  ", which is contracted");
  return verifyQuantizedProduct(report, lhs.getElementType(),
                                rhs.getElementType(),
                                getType().getElementType());
}

//===----------------------------------------------------------------------===//
// DotOp
//===----------------------------------------------------------------------===//

LogicalResult DotOp::verify() {
  Reporter report(*this);
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  for (RankedTensorType type : {lhs, rhs})
    if (type.getRank() != 1 && type.getRank() != 2)
      return report("an operand has rank ", type.getRank(),
                    "; it must be a vector or a matrix");
  if (failed(verifySameSizes(report, "contracting", lhs, lhs.getRank() - 1, rhs,
                             int64_t(0))))
    return failure();
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  if (failed(verifyShape(report, "the result", shape, getType())) ||
      failed(verifyPrecision(report, getPrecisionConfig())))
    return failure();
  return verifyQuantizedProduct(report, lhs.getElementType(),
                                rhs.getElementType(),
                                getType().getElementType());
}

//===----------------------------------------------------------------------===//
// EinsumOp, UnaryEinsumOp
//===----------------------------------------------------------------------===//

/// Checks `ab,bc->ac` against the types: one letter per dimension, one size per
/// letter. Terms with an ellipsis are not looked into.
static LogicalResult verifyEinsum(const Reporter &report, StringRef config,
                                  ArrayRef<RankedTensorType> operands,
                                  RankedTensorType result) {
  auto [inputs, output] = config.split("->");
  if (!config.contains("->"))
    return report("einsum_config \"", config, "\" has no ->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  if (terms.size() != operands.size())
    return report("einsum_config \"", config, "\" has ", terms.size(),
                  " terms for ", operands.size(), " operands");
  terms.push_back(output);
  if (config.contains('.'))
    return success();

  SmallVector<RankedTensorType> types(operands);
  types.push_back(result);
  std::array<int64_t, 128> sizes;
  sizes.fill(ShapedType::kDynamic);
  for (auto [term, type] : llvm::zip_equal(terms, types)) {
    StringRef letters = term.trim();
    if (static_cast<int64_t>(letters.size()) != type.getRank())
      return report("the term \"", letters, "\" has ", letters.size(),
                    " letters for ", type);
    for (auto [letter, size] : llvm::zip_equal(letters, type.getShape())) {
      if (!llvm::isAlpha(letter))
        return report("the term \"", letters, "\" is not made of letters");
      int64_t &known = sizes[static_cast<unsigned char>(letter)];
      if (!ShapedType::isDynamic(known) && !ShapedType::isDynamic(size) &&
          known != size)
        return report("the letter '", StringRef(&letter, 1),
                      "' stands for the sizes ", known, " and ", size);
      if (!ShapedType::isDynamic(size))
        known = size;
    }
  }
  for (char letter : output.trim())
    if (!inputs.contains(letter))
      return report("the letter '", StringRef(&letter, 1),
                    "' of the result is in no operand");
  return success();
}

LogicalResult EinsumOp::verify() {
  return verifyEinsum(Reporter(*this), getEinsumConfig(),
                      {getLhs().getType(), getRhs().getType()}, getType());
}

LogicalResult UnaryEinsumOp::verify() {
  return verifyEinsum(Reporter(*this), getEinsumConfig(),
                      getOperand().getType(), getType());
}

//===----------------------------------------------------------------------===//
// ConvolutionOp, DynamicConvOp
//===----------------------------------------------------------------------===//

static LogicalResult verifyConvLayout(const Reporter &report, StringRef what,
                                      RankedTensorType type, int64_t first,
                                      int64_t second,
                                      ArrayRef<int64_t> spatial) {
  SmallVector<int64_t> all = {first, second};
  llvm::append_range(all, spatial);
  return verifyPermutation(report, what, all, type.getRank());
}

/// Groups are positive in number, only one kind is used, and they divide what
/// they split.
template <typename ConvOp>
static LogicalResult verifyGroups(const Reporter &report, ConvOp op) {
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  int64_t features = op.getFeatureGroupCount(),
          batches = op.getBatchGroupCount();
  if (features <= 0 || batches <= 0)
    return report("there are ", features, " feature groups and ", batches,
                  " batch groups; both numbers must be positive");
  if (features > 1 && batches > 1)
    return report("there are ", features, " feature groups and ", batches,
                  " batch groups; one of them must be 1");
  auto verifyDivides = [&](StringRef what, int64_t size, int64_t count,
                           StringRef groups) -> LogicalResult {
    if (ShapedType::isDynamic(size) || size % count == 0)
      return success();
    return report(what, " has size ", size, ", which the ", count, " ", groups,
                  " groups do not divide");
  };
  int64_t inputFeatures = lhs.getDimSize(dims.getInputFeatureDimension());
  int64_t kernelInput = rhs.getDimSize(dims.getKernelInputFeatureDimension());
  int64_t kernelOutput = rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  if (failed(verifyDivides("the input batch dimension",
                           lhs.getDimSize(dims.getInputBatchDimension()),
                           batches, "batch")) ||
      failed(verifyDivides("the input feature dimension", inputFeatures,
                           features, "feature")) ||
      failed(verifyDivides("the kernel output feature dimension", kernelOutput,
                           batches, "batch")) ||
      failed(verifyDivides("the kernel output feature dimension", kernelOutput,
                           features, "feature")))
    return failure();
  if (!ShapedType::isDynamic(inputFeatures) &&
      !ShapedType::isDynamic(kernelInput) &&
      inputFeatures / features != kernelInput)
    return report("the input has ", inputFeatures, " features in ", features,
                  " groups, but the kernel takes ", kernelInput);
  return success();
}

/// The spatial sizes of the result; dynamic where the padding is not known.
template <typename ConvOp>
static FailureOr<SmallVector<int64_t>>
inferSpatialShape(const Reporter &report, ConvOp op,
                  std::optional<ArrayRef<int64_t>> padding) {
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  SmallVector<int64_t> kernel, input;
  for (auto [kernelDim, inputDim] :
       llvm::zip_equal(dims.getKernelSpatialDimensions(),
                       dims.getInputSpatialDimensions())) {
    int64_t kernelSize = rhs.getDimSize(kernelDim);
    // An unknown window size makes the number of positions unknown; any valid
    // size will do for the other checks.
    bool isKnown = padding && !ShapedType::isDynamic(kernelSize);
    input.push_back(isKnown ? lhs.getDimSize(inputDim) : ShapedType::kDynamic);
    kernel.push_back(ShapedType::isDynamic(kernelSize) ? 1 : kernelSize);
  }
  auto orEmpty = [](std::optional<ArrayRef<int64_t>> list) {
    return list.value_or(ArrayRef<int64_t>());
  };
  FailureOr<SmallVector<WindowDimension>> window = buildWindow(
      report, kernel, orEmpty(op.getWindowStrides()), orEmpty(padding),
      orEmpty(op.getLhsDilation()), orEmpty(op.getRhsDilation()),
      op.getWindowReversal().value_or(ArrayRef<bool>()));
  if (failed(window))
    return failure();
  return inferWindowShape(report, input, *window);
}

template <typename ConvOp>
static LogicalResult
verifyConvolution(ConvOp op, const Reporter &report,
                  std::optional<ArrayRef<int64_t>> padding) {
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType(),
                   result = op.getType();
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  if (failed(verifyConvLayout(
          report, "the input layout", lhs, dims.getInputBatchDimension(),
          dims.getInputFeatureDimension(), dims.getInputSpatialDimensions())) ||
      failed(verifyConvLayout(report, "the kernel layout", rhs,
                              dims.getKernelInputFeatureDimension(),
                              dims.getKernelOutputFeatureDimension(),
                              dims.getKernelSpatialDimensions())) ||
      failed(verifyConvLayout(
          report, "the output layout", result, dims.getOutputBatchDimension(),
          dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions())))
    return failure();
  if (lhs.getRank() != rhs.getRank() || lhs.getRank() != result.getRank())
    return report("input, kernel and output have the ranks ", lhs.getRank(),
                  ", ", rhs.getRank(), " and ", result.getRank(),
                  "; these must be the same");
  if (failed(verifyGroups(report, op)) ||
      failed(verifyPrecision(report, op.getPrecisionConfig())))
    return failure();
  FailureOr<SmallVector<int64_t>> spatial =
      inferSpatialShape(report, op, padding);
  if (failed(spatial))
    return failure();

  SmallVector<int64_t> shape(lhs.getRank());
  int64_t batch = lhs.getDimSize(dims.getInputBatchDimension());
  if (!ShapedType::isDynamic(batch))
    batch /= static_cast<int64_t>(op.getBatchGroupCount());
  shape[dims.getOutputBatchDimension()] = batch;
  shape[dims.getOutputFeatureDimension()] =
      rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  for (auto [dim, size] :
       llvm::zip_equal(dims.getOutputSpatialDimensions(), *spatial))
    shape[dim] = size;
  if (failed(verifyShape(report, "the result", shape, result)))
    return failure();

  Type lhsElement = lhs.getElementType(), rhsElement = rhs.getElementType();
  if (!isQuantizedType(lhsElement) && !isQuantizedType(rhsElement) &&
      lhsElement != rhsElement)
    return report("the input has element type ", lhsElement,
                  ", but the kernel has ", rhsElement);
  std::optional<int64_t> rhsDim = getQuantizedDimension(rhsElement);
  if (rhsDim && *rhsDim != dims.getKernelOutputFeatureDimension())
    return report("the kernel is quantized along dimension ", *rhsDim,
                  "; it must be its output feature dimension ",
                  dims.getKernelOutputFeatureDimension());
  std::optional<int64_t> resultDim =
      getQuantizedDimension(result.getElementType());
  if (resultDim && *resultDim != dims.getOutputFeatureDimension())
    return report("the output is quantized along dimension ", *resultDim,
                  "; it must be its feature dimension ",
                  dims.getOutputFeatureDimension());
  return verifyQuantizedProduct(report, lhsElement, rhsElement,
                                result.getElementType());
}

/// The number of spatial dimensions: all but batch and features.
static FailureOr<int64_t> getNumSpatial(const Reporter &report,
                                        RankedTensorType lhs) {
  if (lhs.getRank() < 2)
    return report("the input has rank ", lhs.getRank(),
                  "; a batch and a feature dimension need 2");
  return lhs.getRank() - 2;
}

LogicalResult ConvolutionOp::verify() {
  Reporter report(*this);
  FailureOr<int64_t> numSpatial = getNumSpatial(report, getLhs().getType());
  if (failed(numSpatial))
    return failure();
  FailureOr<SmallVector<int64_t>> padding =
      weft::stablehlo::getPadding(report, getPaddingAttr(), *numSpatial);
  if (failed(padding))
    return failure();
  return verifyConvolution(*this, report, ArrayRef<int64_t>(*padding));
}

LogicalResult DynamicConvOp::verify() {
  Reporter report(*this);
  FailureOr<int64_t> numSpatial = getNumSpatial(report, getLhs().getType());
  if (failed(numSpatial) ||
      failed(verifyShape(report, "the padding", {*numSpatial, 2},
                         getPadding().getType())))
    return failure();
  return verifyConvolution(*this, report, std::nullopt);
}
