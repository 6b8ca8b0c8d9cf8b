//===- LinearAlgebraOps.cpp - linear algebra, random numbers ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.h"

#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft::stablehlo;

/// The bare word of an enumeration, `type = RFFT`.
template <typename EnumAttr, typename Symbolize>
static ParseResult parseEnumWord(OpAsmParser &parser, EnumAttr &attr,
                                 Symbolize symbolize) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  auto value = symbolize(word);
  if (!value)
    return parser.emitError(loc, "'") << word << "' is not known here";
  attr = EnumAttr::get(parser.getContext(), *value);
  return success();
}

static ParseResult parseFftType(OpAsmParser &parser, FftTypeAttr &attr) {
  return parseEnumWord(parser, attr,
                       [](StringRef word) { return symbolizeFftType(word); });
}

static void printFftType(OpAsmPrinter &printer, Operation *, FftTypeAttr attr) {
  printer << stringifyFftType(attr.getValue());
}

static ParseResult parseRngAlgorithm(OpAsmParser &parser,
                                     RngAlgorithmAttr &attr) {
  return parseEnumWord(
      parser, attr, [](StringRef word) { return symbolizeRngAlgorithm(word); });
}

static void printRngAlgorithm(OpAsmPrinter &printer, Operation *,
                              RngAlgorithmAttr attr) {
  printer << stringifyRngAlgorithm(attr.getValue());
}

static ParseResult parseRngDistribution(OpAsmParser &parser,
                                        RngDistributionAttr &attr) {
  return parseEnumWord(parser, attr, [](StringRef word) {
    return symbolizeRngDistribution(word);
  });
}

static void printRngDistribution(OpAsmPrinter &printer, Operation *,
                                 RngDistributionAttr attr) {
  printer << stringifyRngDistribution(attr.getValue());
}

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.cpp.inc"

void StablehloDialect::addLinearAlgebraOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

static bool sizesAgree(int64_t lhs, int64_t rhs) {
  return ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs) || lhs == rhs;
}

/// The last two dimensions of `type` have the same size.
static LogicalResult verifySquare(const Reporter &report,
                                  RankedTensorType type) {
  if (type.getRank() < 2)
    return report("the operand has rank ", type.getRank(),
                  "; a matrix needs at least 2");
  ArrayRef<int64_t> matrix = type.getShape().take_back(2);
  if (!sizesAgree(matrix[0], matrix[1]))
    return report("the matrices have ", matrix[0], " rows and ", matrix[1],
                  " columns; these must be as many");
  return success();
}

LogicalResult CholeskyOp::verify() {
  return verifySquare(Reporter(*this), getA().getType());
}

LogicalResult
TriangularSolveOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                    Adaptor adaptor,
                                    SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto a = cast<RankedTensorType>(adaptor.getA().getType()),
       b = cast<RankedTensorType>(adaptor.getB().getType());
  if (failed(verifySquare(report, a)))
    return failure();
  if (a.getElementType() != b.getElementType())
    return report("a and b have the element types ", a.getElementType(),
                  " and ", b.getElementType(), "; these must be the same");
  if (a.getRank() != b.getRank())
    return report("a and b have the ranks ", a.getRank(), " and ", b.getRank(),
                  "; these must be the same");
  int64_t rank = a.getRank();
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    if (!sizesAgree(a.getDimSize(dim), b.getDimSize(dim)))
      return report("batch dimension ", dim, " has size ", a.getDimSize(dim),
                    " in a, but ", b.getDimSize(dim), " in b");
  int64_t solved = adaptor.getLeftSide() ? rank - 2 : rank - 1;
  if (!sizesAgree(a.getDimSize(rank - 1), b.getDimSize(solved)))
    return report("a has ", a.getDimSize(rank - 1), " columns, but dimension ",
                  solved, " of b has size ", b.getDimSize(solved));
  if (adaptor.getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return report("transpose_a is TRANSPOSE_INVALID; use NO_TRANSPOSE, "
                  "TRANSPOSE or ADJOINT");
  inferred.push_back(b);
  return success();
}

//===----------------------------------------------------------------------===//
// FftOp
//===----------------------------------------------------------------------===//

/// The number of coefficients that describe a real signal of `length`.
static int64_t getHalfLength(int64_t length) {
  return length == 0 ? 0 : length / 2 + 1;
}

LogicalResult FftOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> loc,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> length = adaptor.getFftLength();
  FftType kind = adaptor.getFftType();
  int64_t rank = operand.getRank(), numDims = length.size();
  if (numDims < 1 || numDims > 3)
    return report("fft_length has ", numDims,
                  " entries; it must have 1, 2 or 3");
  if (numDims > rank)
    return report("fft_length has ", numDims,
                  " entries, but the operand has rank ", rank);
  for (int64_t size : length)
    if (size < 0)
      return report("fft_length contains ", size);

  Type element = operand.getElementType();
  bool isReal = kind == FftType::RFFT;
  auto complex = dyn_cast<ComplexType>(element);
  if (isReal ? !isFloat32Or64Type(element) : !complex)
    return report(stringifyFftType(kind), " takes ",
                  isReal ? "f32 or f64" : "complex", " elements, not ",
                  element);
  if (kind == FftType::FFT || kind == FftType::IFFT) {
    inferred.push_back(operand);
    return success();
  }

  // The real side has the sizes of fft_length, the complex side about half as
  // much along the last dimension.
  SmallVector<int64_t> needed(length);
  if (!isReal)
    needed.back() = getHalfLength(needed.back());
  ArrayRef<int64_t> actual = operand.getShape().take_back(numDims);
  for (auto [index, size, wanted] : llvm::enumerate(actual, needed))
    if (!sizesAgree(size, wanted))
      return report("dimension ", rank - numDims + index, " has size ", size,
                    ", but fft_length ", length[index], " needs ", wanted);
  SmallVector<int64_t> shape(operand.getShape());
  llvm::copy(length, shape.end() - numDims);
  if (isReal)
    shape.back() = getHalfLength(shape.back());
  inferred.push_back(getTensorType(shape, isReal
                                              ? Type(ComplexType::get(element))
                                              : complex.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

LogicalResult RngOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> loc,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto a = cast<RankedTensorType>(adaptor.getA().getType()),
       b = cast<RankedTensorType>(adaptor.getB().getType());
  if (failed(verifyShape(report, "a", {}, a)) ||
      failed(verifyShape(report, "b", {}, b)))
    return failure();
  Type element = a.getElementType();
  if (element != b.getElementType())
    return report("a and b have the element types ", element, " and ",
                  b.getElementType(), "; these must be the same");
  bool isNormal = adaptor.getRngDistribution() == RngDistribution::NORMAL;
  if (!isFloatType(element) &&
      (isNormal || (!isIntType(element) && !isPredType(element))))
    return report("cannot draw elements of type ", element, " from ",
                  stringifyRngDistribution(adaptor.getRngDistribution()));

  int64_t rank =
      cast<RankedTensorType>(adaptor.getShape().getType()).getDimSize(0);
  if (ShapedType::isDynamic(rank))
    return report("the length of the shape must be known");
  // The result's rank comes from an operand's size, which may be anything.
  constexpr int64_t maxRank = 1 << 16;
  if (rank > maxRank)
    return report("the shape has ", rank, " entries; at most ", maxRank,
                  " dimensions are supported");
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  DenseIntElementsAttr sizes;
  if (matchPattern(adaptor.getShape(), m_Constant(&sizes)))
    for (auto [size, value] : llvm::zip_equal(shape, sizes.getValues<APInt>()))
      if (value.isNonNegative() && value.getActiveBits() < 64)
        size = value.getSExtValue();
  inferred.push_back(getTensorType(shape, element));
  return success();
}

LogicalResult RngBitGeneratorOp::verify() {
  Reporter report(*this);
  if (!areCompatible(getInitialState().getType(), getOutputState().getType()))
    return report("the initial state has type ", getInitialState().getType(),
                  ", but the output state has type ",
                  getOutputState().getType());
  if (!getOutput().getType().hasStaticShape())
    return report("the output has type ", getOutput().getType(),
                  "; its shape must be static");
  return success();
}
