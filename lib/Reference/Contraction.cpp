//===- Contraction.cpp - products of tensors --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both sides are laid out as batches of matrices and converted once to the type
// that is summed in, so that the loop itself is three plain loops. Sums of
// floats are made in double precision and rounded once, whatever the type;
// integers wrap around.
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "Lanes.h"
#include "ReferenceModels.h"
#include "Strided.h"

#include "weft/Dialect/Stablehlo/IR/ContractionOps.h"

#include <cmath>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
/// The dimensions of a product by what they do.
struct Roles {
  SmallVector<int64_t, 2> lhsBatch, rhsBatch, lhsSummed, rhsSummed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// What elements are summed in.
template <typename C> struct SumOf {
  using type = std::conditional_t<(sizeof(C) > 4), uint64_t, uint32_t>;
};
template <> struct SumOf<bool> {
  using type = uint8_t;
};
template <> struct SumOf<float> {
  using type = double;
};
template <> struct SumOf<double> {
  using type = double;
};
template <typename T> struct SumOf<std::complex<T>> {
  using type = std::complex<double>;
};

/// a + b * c as the op means it.
template <typename A> static A multiplyAdd(A a, A b, A c) {
  if constexpr (std::is_same_v<A, uint8_t>) // booleans
    return a | (b & c);
  else if constexpr (IsComplex<A>::value)
    return {a.real() + (b.real() * c.real() - b.imag() * c.imag()),
            a.imag() + (b.real() * c.imag() + b.imag() * c.real())};
  else
    return a + b * c;
}

/// How many columns are computed at a time.
static constexpr int64_t kTile = 4;

/// A few rows and columns of a product, whose sums stay in registers. Each sum
/// is made in the order of k, whatever the tile. The columns of the right side
/// lie side by side.
template <int64_t rows, int64_t columns, typename A>
static void multiplyTile(const MatrixSizes &sizes, const A *left,
                         const A *right, A *out) {
  A sums[rows][columns] = {};
  for (int64_t k = 0; k < sizes.k; ++k, right += columns)
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        sums[i][j] = multiplyAdd(sums[i][j], left[i * sizes.k + k], right[j]);
  for (int64_t i = 0; i < rows; ++i)
    std::copy_n(sums[i], columns, out + i * sizes.n);
}

template <int64_t columns, typename A>
static void multiplyColumns(const MatrixSizes &sizes, const A *left,
                            const A *right, A *panel, A *out) {
  for (int64_t k = 0; k < sizes.k; ++k)
    std::copy_n(right + k * sizes.n, columns, panel + k * columns);
  int64_t row = 0;
  for (; row + kTile <= sizes.m; row += kTile)
    multiplyTile<kTile, columns>(sizes, left + row * sizes.k, panel,
                                 out + row * sizes.n);
  for (; row < sizes.m; ++row)
    multiplyTile<1, columns>(sizes, left + row * sizes.k, panel,
                             out + row * sizes.n);
}

/// `panel` has room for kTile columns of the right side.
template <typename A>
static void multiply(const MatrixSizes &sizes, const A *lhs, const A *rhs,
                     A *panel, A *result) {
  for (int64_t batch = 0; batch < sizes.batch; ++batch) {
    const A *left = lhs + batch * sizes.m * sizes.k;
    const A *right = rhs + batch * sizes.k * sizes.n;
    A *out = result + batch * sizes.m * sizes.n;
    int64_t column = 0;
    for (; column + kTile <= sizes.n; column += kTile)
      multiplyColumns<kTile>(sizes, left, right + column, panel, out + column);
    for (; column < sizes.n; ++column)
      multiplyColumns<1>(sizes, left, right + column, panel, out + column);
  }
}

//===----------------------------------------------------------------------===//
// Sides
//===----------------------------------------------------------------------===//

int64_t weft::reference::getProduct(ArrayRef<int64_t> dims,
                                    ArrayRef<int64_t> which) {
  int64_t product = 1;
  for (int64_t dim : which)
    product *= dims[dim];
  return product;
}

SmallVector<int64_t, 2> weft::reference::getFree(size_t rank,
                                                 ArrayRef<int64_t> batch,
                                                 ArrayRef<int64_t> summed) {
  SmallVector<int64_t, 2> result;
  for (size_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batch, dim) && !llvm::is_contained(summed, dim))
      result.push_back(dim);
  return result;
}

Expected<Tensor> weft::reference::permute(Evaluation &evaluation,
                                          const Tensor &operand,
                                          ArrayRef<int64_t> order) {
  if (llvm::is_sorted(order))
    return operand;
  View from;
  Dims sizes, strides = operand.getType().getStrides();
  for (int64_t dim : order) {
    sizes.push_back(operand.getDims()[dim]);
    from.strides.push_back(strides[dim]);
  }
  Expected<Tensor> result =
      evaluation.allocate(operand.getElementType(), sizes);
  if (result)
    copyStrided(runtime::getByteWidth(operand.getElementType()), sizes,
                operand.data(), from, result->mutableData(),
                getView(result->getType()));
  return result;
}

/// The elements of a side as what they are summed in.
template <typename A>
static void convertSide(const Tensor &side, MutableArrayRef<A> numbers) {
  const size_t count = side.getNumElements();
  dispatchElement(side.getElementType(), [&]<typename C>() {
    LaneReader<C> reader(side, count);
    const size_t step = reader.isDirect() ? count : kLaneBlock;
    for (size_t begin = 0; begin < count; begin += step) {
      const size_t now = std::min(step, count - begin);
      const C *in = reader.load(begin, now);
      for (size_t i = 0; i < now; ++i)
        if constexpr (IsComplex<C>::value && !IsComplex<A>::value)
          numbers[begin + i] = static_cast<A>(in[i].real());
        else
          numbers[begin + i] = static_cast<A>(in[i]);
    }
  });
}

/// Rounds numbers to the precision that an algorithm asks for; wider ones than
/// the operands change nothing.
static void roundTo(Type precision, MutableArrayRef<double> numbers) {
  if (isa<FloatTF32Type>(precision)) {
    // tf32 has the exponent of f32 and a fraction of 10 bits.
    for (double &number : numbers) {
      int exponent;
      const double fraction = std::frexp(number, &exponent);
      if (std::isfinite(number))
        number =
            std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
    }
    return;
  }
  std::optional<ElementType> type = toElementType(precision);
  if (!type || !runtime::isFloat(*type))
    return;
  for (double &number : numbers)
    number = runtime::decodeFloat(*type, runtime::encodeFloat(*type, number));
}

/// A side that is split into several components keeps (nearly) all its bits.
template <typename A>
static void applyAlgorithm(stablehlo::DotAlgorithmAttr algorithm,
                           MutableArrayRef<A> lhs, MutableArrayRef<A> rhs) {
  if constexpr (std::is_same_v<A, double>) {
    if (!algorithm)
      return;
    if (algorithm.getLhsComponentCount() == 1)
      roundTo(algorithm.getLhsPrecisionType(), lhs);
    if (algorithm.getRhsComponentCount() == 1)
      roundTo(algorithm.getRhsPrecisionType(), rhs);
  }
}

template <typename C, typename A>
static void storeSums(ArrayRef<A> sums, Tensor &result) {
  const size_t count = sums.size();
  LaneWriter<C> writer(result.getElementType(), result.mutableData());
  const size_t step = writer.isDirect() ? count : kLaneBlock;
  for (size_t begin = 0; begin < count; begin += step) {
    const size_t now = std::min(step, count - begin);
    C *out = writer.open(begin);
    for (size_t i = 0; i < now; ++i)
      out[i] = static_cast<C>(sums[begin + i]);
    writer.store(begin, now);
  }
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// The converted sides and the sums are in the device's memory, so that what
/// does not fit is refused.
template <typename C>
static Error multiplySides(Evaluation &evaluation, const MatrixSizes &sizes,
                           stablehlo::DotAlgorithmAttr algorithm,
                           const Tensor &left, const Tensor &right,
                           Tensor &result) {
  using A = typename SumOf<C>::type;
  runtime::Buffer scratch[4];
  const uint64_t counts[4] = {
      left.getNumElements(), right.getNumElements(), result.getNumElements(),
      std::min<uint64_t>(sizes.k, right.getNumElements()) * kTile};
  for (unsigned i = 0; i < 4; ++i) {
    if (counts[i] > UINT64_MAX / sizeof(A))
      return evaluation.error("a product of {0} elements is too large",
                              counts[i]);
    auto buffer = evaluation.getDevice().allocate(counts[i] * sizeof(A),
                                                  evaluation.getLabel());
    if (!buffer)
      return buffer.takeError();
    scratch[i] = std::move(*buffer);
  }
  MutableArrayRef<A> lhs = scratch[0].as<A>(), rhs = scratch[1].as<A>(),
                     sums = scratch[2].as<A>();
  convertSide(left, lhs);
  convertSide(right, rhs);
  applyAlgorithm(algorithm, lhs, rhs);
  multiply(sizes, lhs.data(), rhs.data(), scratch[3].as<A>().data(),
           sums.data());
  storeSums<C>(ArrayRef<A>(sums), result);
  return Error::success();
}

static Error contract(Evaluation &evaluation, const Roles &roles,
                      stablehlo::DotAlgorithmAttr algorithm) {
  const Tensor &lhs = evaluation.getOperand(0), &rhs = evaluation.getOperand(1);
  auto lhsFree = getFree(lhs.getDims().size(), roles.lhsBatch, roles.lhsSummed);
  auto rhsFree = getFree(rhs.getDims().size(), roles.rhsBatch, roles.rhsSummed);
  const MatrixSizes sizes{getProduct(lhs.getDims(), roles.lhsBatch),
                          getProduct(lhs.getDims(), lhsFree),
                          getProduct(lhs.getDims(), roles.lhsSummed),
                          getProduct(rhs.getDims(), rhsFree)};
  Expected<Tensor> left =
      permute(evaluation, lhs,
              llvm::to_vector(llvm::concat<const int64_t>(
                  roles.lhsBatch, lhsFree, roles.lhsSummed)));
  if (!left)
    return left.takeError();
  Expected<Tensor> right =
      permute(evaluation, rhs,
              llvm::to_vector(llvm::concat<const int64_t>(
                  roles.rhsBatch, roles.rhsSummed, rhsFree)));
  if (!right)
    return right.takeError();
  Expected<Tensor> result = evaluation.allocateResult();
  if (!result)
    return result.takeError();
  Error error =
      dispatchElement(result->getElementType(), [&]<typename C>() -> Error {
        return multiplySides<C>(evaluation, sizes, algorithm, *left, *right,
                                *result);
      });
  if (error)
    return error;
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}

/// The bytes of the sums of an element type; see SumOf.
static double getSumBytes(Type element) {
  double bytes = 4;
  if (std::optional<ElementType> type = toElementType(element))
    dispatchElement(
        *type, [&]<typename C>() { bytes = sizeof(typename SumOf<C>::type); });
  return bytes;
}

/// What `contract` takes besides operands and result: the sides with their
/// dimensions in order, if they are not, and converted; the sums; and a tile.
static double getContractionBytes(Operation *op, const Roles &roles) {
  const Type element = getElementTypeOrSelf(op->getResult(0).getType());
  const double width = getSumBytes(element);
  double bytes = 0, numColumns = 1;
  auto addSide = [&](Value side, bool isRight, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> summed) {
    auto type = cast<RankedTensorType>(side.getType());
    const double count = type.getNumElements();
    auto free = getFree(type.getRank(), batch, summed);
    SmallVector<int64_t> order(batch);
    llvm::append_range(order, isRight ? ArrayRef(summed) : ArrayRef(free));
    llvm::append_range(order, isRight ? ArrayRef(free) : ArrayRef(summed));
    if (Expected<ArrayType> array = toArrayType(type))
      bytes += llvm::is_sorted(order) ? 0 : double(array->getNumBytes());
    else
      llvm::consumeError(array.takeError());
    if (isRight)
      numColumns = std::min<double>(getProduct(type.getShape(), summed), count);
    bytes += count * width;
  };
  addSide(op->getOperand(0), false, roles.lhsBatch, roles.lhsSummed);
  addSide(op->getOperand(1), true, roles.rhsBatch, roles.rhsSummed);
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  return bytes + (double(result.getNumElements()) + numColumns * kTile) * width;
}

static Roles getRoles(stablehlo::DotGeneralOp dot) {
  stablehlo::DotDimensionNumbersAttr dims = dot.getDotDimensionNumbers();
  return {llvm::to_vector<2>(dims.getLhsBatchingDimensions()),
          llvm::to_vector<2>(dims.getRhsBatchingDimensions()),
          llvm::to_vector<2>(dims.getLhsContractingDimensions()),
          llvm::to_vector<2>(dims.getRhsContractingDimensions())};
}

namespace {
struct DotGeneralModel
    : ReferenceInterface::ExternalModel<DotGeneralModel,
                                        stablehlo::DotGeneralOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    return contract(evaluation, getRoles(dot), dot.getAlgorithmAttr());
  }
  double getWorkBytes(Operation *op) const {
    return getContractionBytes(op, getRoles(cast<stablehlo::DotGeneralOp>(op)));
  }
};

struct DotModel
    : ReferenceInterface::ExternalModel<DotModel, stablehlo::DotOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    const int64_t last = evaluation.getOperand(0).getDims().size() - 1;
    return contract(evaluation, {{}, {}, {last}, {0}}, /*algorithm=*/{});
  }
};
} // namespace

void weft::reference::attachContractionModels(MLIRContext &context) {
  stablehlo::DotGeneralOp::attachInterface<DotGeneralModel>(context);
  stablehlo::DotOp::attachInterface<DotModel>(context);
}
