//===- Fourier.cpp - Fourier transforms -------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All is computed in complex<f64> and rounded once. A transform of any length
// is split by its prime factors; a prime is summed up term by term.
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"
#include "Strided.h"
#include "Wide.h"

#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.h"

#include <numbers>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

using Complex = std::complex<double>;

namespace {
/// Transforms of one length and direction:
///   out[k] = sum over j of in[j] * exp(-2 pi i j k / n)
/// or, backwards, with the other sign and divided by n.
class Transform {
public:
  Transform(int64_t length, bool isBackward)
      : length(length), isBackward(isBackward), roots(length), scratch(length) {
    for (int64_t i = 0; i < length; ++i)
      roots[i] = getRoot(i);
  }

  /// In place, on elements that are `step` apart.
  void run(Complex *line, int64_t step) {
    std::vector<Complex> out(length);
    split(line, step, &out[0], length, /*rootStep=*/1);
    const double scale = isBackward ? static_cast<double>(length) : 1;
    for (int64_t i = 0; i < length; ++i)
      line[i * step] = out[i] / scale;
  }

private:
  /// exp(2 pi i k / n) in the transform's direction. The angle is taken within
  /// its quarter, so that the multiples of a quarter are exact.
  Complex getRoot(int64_t k) const {
    const int64_t quarter = 4 * k / length, rest = 4 * k % length;
    const long double angle =
        std::numbers::pi_v<long double> / 2 * rest / length;
    const auto cos = static_cast<double>(std::cos(angle));
    const auto sin = static_cast<double>(std::sin(angle));
    const Complex roots[] = {
        {cos, sin}, {-sin, cos}, {-cos, -sin}, {sin, -cos}};
    return isBackward ? roots[quarter] : std::conj(roots[quarter]);
  }

  /// With n = p m: p transforms of length m, of every p-th element each, are
  /// joined by m transforms of length p.
  void split(const Complex *in, int64_t step, Complex *out, int64_t n,
             int64_t rootStep) {
    if (n == 1) {
      *out = *in;
      return;
    }
    const int64_t p = getSmallestFactor(n), m = n / p;
    for (int64_t r = 0; r < p; ++r)
      split(in + r * step, step * p, out + r * m, m, rootStep * p);
    for (int64_t k = 0; k < m; ++k)
      join(out + k, p, m, k, rootStep);
  }

  void join(Complex *out, int64_t p, int64_t m, int64_t k, int64_t rootStep) {
    for (int64_t q = 0; q < p; ++q) {
      Complex sum = out[0];
      // The exponents r (k + q m) are taken modulo the length.
      const int64_t stride = (k + q * m) * rootStep % length;
      int64_t root = 0;
      for (int64_t r = 1; r < p; ++r) {
        root += stride;
        if (root >= length)
          root -= length;
        sum += wideMultiply(out[r * m], roots[root]);
      }
      scratch[q] = sum;
    }
    for (int64_t q = 0; q < p; ++q)
      out[q * m] = scratch[q];
  }

  static int64_t getSmallestFactor(int64_t n) {
    for (int64_t p = 2; p * p <= n; ++p)
      if (n % p == 0)
        return p;
    return n;
  }

  const int64_t length;
  const bool isBackward;
  std::vector<Complex> roots, scratch;
};
} // namespace

/// Transforms every line of `data` along dimension `dim`.
static Error transformLines(Evaluation &evaluation, Tensor &data, int64_t dim,
                            bool isBackward) {
  ArrayRef<int64_t> dims = data.getDims();
  const int64_t length = dims[dim], step = data.getType().getStrides()[dim];
  if (data.getNumElements() == 0)
    return Error::success();
  // The roots, a line, and what is joined.
  auto work = evaluation.reserve(3 * length * sizeof(Complex));
  if (!work)
    return work.takeError();
  Transform transform(length, isBackward);
  Complex *elements = data.mutableAs<Complex>().data();
  const int64_t outer = data.getNumElements() / (length * step);
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t j = 0; j < step; ++j)
      transform.run(elements + i * length * step + j, step);
  return Error::success();
}

/// The first elements of the last dimension, or the same with as many more as
/// `last` says; these are not written.
static Expected<Tensor> resizeLast(Evaluation &evaluation, const Tensor &tensor,
                                   int64_t last) {
  Dims sizes(tensor.getDims()), target = sizes;
  target.back() = last;
  Expected<Tensor> result =
      evaluation.allocate(tensor.getElementType(), target);
  if (!result)
    return result;
  sizes.back() = std::min(sizes.back(), last);
  copyStrided(runtime::getByteWidth(tensor.getElementType()), sizes,
              tensor.data(), getView(tensor.getType()), result->mutableData(),
              getView(result->getType()));
  return result;
}

/// Fills the second half of each line with the conjugates of the first. The
/// imaginary parts of what is its own mirror image do not count.
static void mirrorLines(Tensor &lines) {
  const int64_t length = lines.getDims().back();
  MutableArrayRef<Complex> elements = lines.mutableAs<Complex>();
  for (size_t begin = 0; begin < elements.size(); begin += length) {
    Complex *line = elements.data() + begin;
    line[0] = line[0].real();
    if (length % 2 == 0)
      line[length / 2] = line[length / 2].real();
    for (int64_t i = length / 2 + 1; i < length; ++i)
      line[i] = std::conj(line[length - i]);
  }
}

namespace {
struct FftModel
    : ReferenceInterface::ExternalModel<FftModel, stablehlo::FftOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    using enum stablehlo::FftType;
    auto fft = cast<stablehlo::FftOp>(op);
    const auto kind = fft.getFftType();
    const bool isBackward = kind == IFFT || kind == IRFFT;
    ArrayRef<int64_t> lengths = fft.getFftLength();
    auto wide =
        widen(evaluation, evaluation.takeOperand(0), ElementType::ComplexF64);
    if (!wide)
      return wide.takeError();
    auto data = evaluation.makeUnique(std::move(*wide));
    if (!data)
      return data.takeError();
    const int64_t rank = data->getDims().size();
    const int64_t numDims = lengths.size();
    // Half of a spectrum of real numbers is mirrored line by line, so the other
    // dimensions come first there, and last where it is made.
    if (kind != IRFFT)
      if (Error error = transformLines(evaluation, *data, rank - 1, isBackward))
        return error;
    if (kind == RFFT) {
      data = resizeLast(evaluation, *data, lengths.back() / 2 + 1);
      if (!data)
        return data.takeError();
    }
    for (int64_t dim = rank - numDims; dim < rank - 1; ++dim)
      if (Error error = transformLines(evaluation, *data, dim, isBackward))
        return error;
    if (kind == IRFFT) {
      data = resizeLast(evaluation, *data, lengths.back());
      if (!data)
        return data.takeError();
      mirrorLines(*data);
      if (Error error = transformLines(evaluation, *data, rank - 1, isBackward))
        return error;
    }
    return setNarrowResult(evaluation, 0, std::move(*data));
  }
};
} // namespace

void weft::reference::attachFourierModels(MLIRContext &context) {
  stablehlo::FftOp::attachInterface<FftModel>(context);
}
