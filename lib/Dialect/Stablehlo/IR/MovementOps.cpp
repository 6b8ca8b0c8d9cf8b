//===- MovementOps.cpp - movement ops --------------------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/MovementOps.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/MovementOps.cpp.inc"

void StablehloDialect::addMovementOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/MovementOps.cpp.inc"
      >();
}

using quant::UniformQuantizedPerAxisType;

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The bound of dimension `dim`, its size when that is static, or dynamic.
static int64_t getBound(RankedTensorType type, int64_t dim) {
  ArrayRef<int64_t> bounds = getBounds(type);
  return type.isDynamicDim(dim) && !bounds.empty() ? bounds[dim]
                                                   : type.getDimSize(dim);
}

/// The two element types are compatible.
static LogicalResult verifyElementTypes(const Reporter &report,
                                        StringRef lhsName, RankedTensorType lhs,
                                        StringRef rhsName,
                                        RankedTensorType rhs) {
  if (areCompatibleElementTypes(lhs.getElementType(), rhs.getElementType()))
    return success();
  return report("the element types ", lhs.getElementType(), " of ", lhsName,
                " and ", rhs.getElementType(), " of ", rhsName,
                " are incompatible");
}

/// An op that only moves elements cannot requantize them.
static LogicalResult verifySameQuantization(Operation *op, Type operand,
                                            Type result) {
  if (!isQuantizedType(operand) && !isQuantizedType(result))
    return success();
  bool operandPerAxis = isPerAxisQuantizedType(operand);
  if (operandPerAxis == isPerAxisQuantizedType(result) &&
      (operandPerAxis || operand == result))
    return success();
  return op->emitOpError() << "cannot change the quantization from " << operand
                           << " to " << result;
}

/// The result is quantized along dimension `expected`.
static LogicalResult verifyQuantizationAxis(Operation *op,
                                            UniformQuantizedPerAxisType result,
                                            int64_t expected) {
  if (result.getQuantizedDimension() == expected)
    return success();
  return op->emitOpError() << "the result is quantized along dimension "
                           << result.getQuantizedDimension()
                           << ", but the quantized dimension of the operand "
                              "becomes dimension "
                           << expected;
}

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  inferred.push_back(adaptor.getValue().getType());
  return success();
}

bool ConstantOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  if (inferred.size() != 1 || actual.size() != 1)
    return false;
  auto value = dyn_cast<RankedTensorType>(inferred.front());
  auto type = dyn_cast<RankedTensorType>(actual.front());
  // Quantized elements are given as they are stored.
  return value && type && value.getShape() == type.getShape() &&
         value.getElementType() == getStorageType(type.getElementType());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  bool isInt = isa<IntegerType>(getElementTypeOrSelf(getType()));
  setName(getOutput(), isInt ? "c" : "cst");
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalLParen())) {
    ElementsAttr value;
    if (parser.parseOptionalAttrDict(result.attributes) ||
        parseConstantValue(parser, value))
      return failure();
    result.addAttribute(getValueAttrName(result.name), value);
    result.addTypes(value.getType());
    return success();
  }
  // The long form, which states the type of the result apart.
  Type type;
  if (parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalLess())) {
    if (parser.parseOptionalAttrDict(result.attributes) ||
        parser.parseGreater())
      return failure();
  }
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseLParen() || parser.parseRParen() || parser.parseArrow() ||
      parser.parseType(type))
    return failure();
  result.addTypes(type);
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() == getType()) {
    printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
    printer << ' ';
    printConstantValue(printer, getValue());
    return;
  }
  printer << "()";
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : () -> " << getType();
}

//===----------------------------------------------------------------------===//
// IotaOp
//===----------------------------------------------------------------------===//

LogicalResult IotaOp::verify() {
  return verifyDimension(Reporter(*this), "iota_dimension", getIotaDimension(),
                         getType().getRank());
}

//===----------------------------------------------------------------------===//
// BitcastConvertOp
//===----------------------------------------------------------------------===//

LogicalResult BitcastConvertOp::verify() {
  RankedTensorType operand = getTensor(getOperand()), result = getType();
  Type from = getStorageType(operand.getElementType());
  Type to = getStorageType(result.getElementType());
  if (isComplexType(from) != isComplexType(to))
    return emitOpError() << "cannot convert between the real and the complex "
                            "type of "
                         << operand << " and " << result;
  // Seen from the wide side: the narrow side has one more dimension.
  bool widens = getStorageBits(from) < getStorageBits(to);
  RankedTensorType wide = widens ? result : operand;
  RankedTensorType narrow = widens ? operand : result;
  int64_t wideBits = std::max(getStorageBits(from), getStorageBits(to));
  int64_t narrowBits = std::min(getStorageBits(from), getStorageBits(to));
  if (wideBits == narrowBits)
    return verifySameShapes(Reporter(*this), {operand, result});

  int64_t rank = wide.getRank();
  if (narrow.getRank() != rank + 1)
    return emitOpError() << "the narrow side " << narrow
                         << " must have one dimension more than the wide side "
                         << wide;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (failed(verifyCompatibleShape(narrow.getShape().slice(dim, 1),
                                     wide.getShape().slice(dim, 1))))
      return emitOpError() << "dimension " << dim << " differs between "
                           << operand << " and " << result;
  int64_t last = narrow.getDimSize(rank);
  std::optional<int64_t> bits = multiplySizes(last, narrowBits);
  if (ShapedType::isDynamic(last) || bits == wideBits)
    return success();
  return emitOpError() << "the last dimension of " << narrow << " holds "
                       << last << " elements of " << narrowBits
                       << " bits, which is not one element of " << wideBits
                       << " bits";
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  RankedTensorType type = getTensor(adaptor.getOperand());
  ArrayRef<int64_t> sizes = adaptor.getBroadcastSizes();
  for (int64_t size : sizes)
    if (size < 0)
      return report("the broadcast size ", size, " is negative");
  auto shape = llvm::to_vector(sizes);
  llvm::append_range(shape, type.getShape());
  SmallVector<int64_t> bounds;
  if (!getBounds(type).empty()) {
    bounds.assign(sizes.size(), ShapedType::kDynamic);
    llvm::append_range(bounds, getBounds(type));
  }
  inferred.push_back(getTensorType(shape, type.getElementType(), bounds));
  return success();
}

//===----------------------------------------------------------------------===//
// BroadcastInDimOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastInDimOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getTensor(getOperand()), result = getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(verifyOnePerDimension(report, "broadcast_dimensions", dims.size(),
                                   operand.getRank())) ||
      failed(verifyDimensions(report, "broadcast_dimensions", dims,
                              result.getRank())) ||
      failed(verifyElementTypes(report, "the operand", operand, "the result",
                                result)))
    return failure();
  for (auto [dim, target] : llvm::enumerate(dims)) {
    int64_t from = operand.getDimSize(dim), to = getBound(result, target);
    if (!ShapedType::isDynamic(from) && !ShapedType::isDynamic(to) &&
        from != 1 && from != to)
      return report("dimension ", dim, " of size ", from,
                    " cannot become dimension ", target, " of size ", to,
                    "; the sizes must agree or the first be 1");
  }
  Type from = operand.getElementType(), to = result.getElementType();
  if (failed(verifySameQuantization(*this, from, to)))
    return failure();
  auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(from);
  if (!perAxis)
    return success();
  return verifyQuantizationAxis(*this, cast<UniformQuantizedPerAxisType>(to),
                                dims[perAxis.getQuantizedDimension()]);
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  Reporter report(*this);
  RankedTensorType operand = getTensor(getOperand()), result = getType();
  if (failed(verifyElementTypes(report, "the operand", operand, "the result",
                                result)))
    return failure();
  if (operand.hasStaticShape() && result.hasStaticShape()) {
    std::optional<int64_t> from = countElements(operand.getShape());
    std::optional<int64_t> to = countElements(result.getShape());
    if (!from || !to)
      return report("the number of elements overflows 64 bits");
    if (*from != *to)
      return report("the operand has ", *from, " elements, but the result has ",
                    *to);
  }
  Type from = operand.getElementType(), to = result.getElementType();
  if (failed(verifySameQuantization(*this, from, to)))
    return failure();
  auto fromAxis = dyn_cast<UniformQuantizedPerAxisType>(from);
  if (!fromAxis || !operand.hasStaticShape() || !result.hasStaticShape())
    return success();
  // Each scale must go on governing the same elements.
  int64_t oldAxis = fromAxis.getQuantizedDimension();
  int64_t newAxis =
      cast<UniformQuantizedPerAxisType>(to).getQuantizedDimension();
  if (operand.getDimSize(oldAxis) == result.getDimSize(newAxis) &&
      countElements(operand.getShape().take_front(oldAxis)) ==
          countElements(result.getShape().take_front(newAxis)))
    return success();
  return report("the quantized dimension ", oldAxis,
                " of the operand does not become dimension ", newAxis,
                " of the result");
}

//===----------------------------------------------------------------------===//
// ReverseOp
//===----------------------------------------------------------------------===//

LogicalResult ReverseOp::verify() {
  return verifyDimensions(Reporter(*this), "dimensions", getDimensions(),
                          getTensor(getOperand()).getRank());
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  RankedTensorType type = getTensor(adaptor.getOperand());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (failed(verifyPermutation(report, "permutation", permutation,
                               type.getRank())))
    return failure();
  Type element = type.getElementType();
  if (auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(element)) {
    const int64_t *axis =
        llvm::find(permutation, perAxis.getQuantizedDimension());
    element = UniformQuantizedPerAxisType::get(
        perAxis.getFlags(), perAxis.getStorageType(),
        perAxis.getExpressedType(), perAxis.getScales(),
        perAxis.getZeroPoints(), axis - permutation.begin(),
        perAxis.getStorageTypeMin(), perAxis.getStorageTypeMax());
  }
  ArrayRef<int64_t> operandBounds = getBounds(type);
  SmallVector<int64_t> shape, bounds;
  for (int64_t dim : permutation) {
    shape.push_back(type.getDimSize(dim));
    if (!operandBounds.empty())
      bounds.push_back(operandBounds[dim]);
  }
  inferred.push_back(getTensorType(shape, element, bounds));
  return success();
}

LogicalResult TransposeOp::verify() {
  Type from = getTensor(getOperand()).getElementType();
  Type to = getType().getElementType();
  if (failed(verifySameQuantization(*this, from, to)))
    return failure();
  auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(from);
  if (!perAxis)
    return success();
  const int64_t *axis =
      llvm::find(getPermutation(), perAxis.getQuantizedDimension());
  return verifyQuantizationAxis(*this, cast<UniformQuantizedPerAxisType>(to),
                                axis - getPermutation().begin());
}
