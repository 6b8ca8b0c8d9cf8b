//===- Random.cpp - random numbers ------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rng_bit_generator gives the bits that XLA gives on CPU for the same state;
// there DEFAULT is PHILOX.
//
// rng draws from a hidden state, and here that is the number of ops the device
// has run before: a program that is run again gives the same numbers, and each
// turn of a loop gives others.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "Places.h"
#include "ReferenceModels.h"

#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.h"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

static uint32_t getLow(uint64_t x) { return static_cast<uint32_t>(x); }
static uint32_t getHigh(uint64_t x) { return static_cast<uint32_t>(x >> 32); }

/// Threefry-2x32 of 20 rounds (Salmon et al., 2011).
static std::array<uint32_t, 2> threefry(uint64_t key, uint64_t counter) {
  static constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t keys[3] = {getLow(key), getHigh(key),
                            getLow(key) ^ getHigh(key) ^ 0x1BD11BDA};
  uint32_t x = getLow(counter) + keys[0], y = getHigh(counter) + keys[1];
  for (uint32_t block = 0; block < 5; ++block) {
    for (int rotation : rotations[block % 2]) {
      x += y;
      y = std::rotl(y, rotation) ^ x;
    }
    x += keys[(block + 1) % 3];
    y += keys[(block + 2) % 3] + block + 1;
  }
  return {x, y};
}

/// Philox-4x32 of 10 rounds (of the same paper) with a counter of 128 bits.
static std::array<uint32_t, 4> philox(uint64_t key, uint64_t counterLow,
                                      uint64_t counterHigh) {
  std::array<uint32_t, 4> x = {getLow(counterLow), getHigh(counterLow),
                               getLow(counterHigh), getHigh(counterHigh)};
  uint32_t a = getLow(key), b = getHigh(key);
  for (int round = 0; round < 10; ++round) {
    const uint64_t first = uint64_t(x[0]) * 0xD2511F53;
    const uint64_t second = uint64_t(x[2]) * 0xCD9E8D57;
    x = {getHigh(second) ^ x[1] ^ a, getLow(second), getHigh(first) ^ x[3] ^ b,
         getLow(first)};
    a += 0x9E3779B9;
    b += 0xBB67AE85;
  }
  return x;
}

//===----------------------------------------------------------------------===//
// rng_bit_generator
//===----------------------------------------------------------------------===//

/// Stores the low bits of a number as element `i`.
static void storeBits(Tensor &tensor, size_t i, uint64_t bits) {
  const ElementType type = tensor.getElementType();
  const unsigned width = runtime::getByteWidth(type);
  uint8_t *target = tensor.mutableData() + i * width;
  std::memcpy(target, &bits, std::min(width, 8u));
  runtime::normalizeStorage(type, {target, width});
}

static uint64_t join(uint32_t low, uint32_t high) {
  return low | uint64_t(high) << 32;
}

/// 64 bits are the two words of one counter each. For fewer bits, both words
/// of a counter go to neighbours along the first even dimension, or without one
/// along the largest, whose last element is then alone.
static void fillByThreefry(MutableArrayRef<uint64_t> state, Tensor &result) {
  const uint64_t key = state[0], count = result.getNumElements();
  if (runtime::getBitWidth(result.getElementType()) == 64) {
    for (uint64_t i = 0; i < count; ++i) {
      auto [x, y] = threefry(key, state[1] + i);
      storeBits(result, i, join(x, y));
    }
    state[1] += count;
    return;
  }
  ArrayRef<int64_t> dims = result.getDims();
  int64_t inner = 1, size = 1;
  if (!dims.empty()) {
    const int64_t *pick =
        llvm::find_if(dims, [](int64_t dim) { return dim % 2 == 0; });
    if (pick == dims.end())
      pick = llvm::max_element(dims);
    size = *pick;
    for (const int64_t *dim = pick + 1; dim != dims.end(); ++dim)
      inner *= *dim;
  }
  if (count == 0)
    return;
  const int64_t half = (size + 1) / 2, outer = count / (size * inner);
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t j = 0; j < half; ++j)
      for (int64_t k = 0; k < inner; ++k) {
        auto words = threefry(key, state[1] + (i * half + j) * inner + k);
        for (int64_t word = 0; word < 2 && 2 * j + word < size; ++word)
          storeBits(result, (i * size + 2 * j + word) * inner + k, words[word]);
      }
  state[1] += outer * half * inner;
}

/// The four words of a counter go to the elements in turn, two at a time for 64
/// bits. A state of two words has the key as the upper half of its counter.
static void fillByPhilox(MutableArrayRef<uint64_t> state, Tensor &result) {
  const uint64_t key = state[0], low = state[1],
                 count = result.getNumElements();
  const uint64_t high = state.size() > 2 ? state[2] : key;
  const bool isLong = runtime::getBitWidth(result.getElementType()) == 64;
  const uint64_t perCounter = isLong ? 2 : 4;
  const uint64_t numCounters = (count + perCounter - 1) / perCounter;
  for (uint64_t i = 0; i < numCounters; ++i) {
    auto words = philox(key, low + i, high + (low + i < low));
    for (uint64_t j = 0; j < perCounter && i * perCounter + j < count; ++j)
      storeBits(result, i * perCounter + j,
                isLong ? join(words[2 * j], words[2 * j + 1]) : words[j]);
  }
  state[1] += numCounters;
  if (state.size() > 2)
    state[2] += state[1] < low;
}

namespace {
struct RngBitGeneratorModel
    : ReferenceInterface::ExternalModel<RngBitGeneratorModel,
                                        stablehlo::RngBitGeneratorOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    using enum stablehlo::RngAlgorithm;
    const auto algorithm =
        cast<stablehlo::RngBitGeneratorOp>(op).getRngAlgorithm();
    auto state = evaluation.makeUnique(evaluation.takeOperand(0));
    if (!state)
      return state.takeError();
    auto result = evaluation.allocateResult(1);
    if (!result)
      return result.takeError();
    if (state->bytes().size() < 16 || state->bytes().size() % 8 != 0)
      return evaluation.error("the state has {0} bytes; expected 16 or 24",
                              state->bytes().size());
    // A state of 32-bit words lies in memory as one of 64-bit words does.
    MutableArrayRef<uint64_t> words(
        reinterpret_cast<uint64_t *>(state->mutableData()),
        state->bytes().size() / 8);
    if (algorithm == THREE_FRY)
      fillByThreefry(words, *result);
    else
      fillByPhilox(words, *result);
    evaluation.setResult(0, std::move(*state));
    evaluation.setResult(1, std::move(*result));
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// rng
//===----------------------------------------------------------------------===//

/// A number in [0, 1) of 53 bits.
double toUnit(uint32_t low, uint32_t high) {
  return static_cast<double>(join(low, high) >> 11) * 0x1p-53;
}

/// Draws random numbers of one type.
class Drawing {
public:
  Drawing(ElementType type, uint64_t key) : type(type), key(key) {}

  /// In [low, high). What rounds to `high` is drawn again; should it go on to,
  /// nothing but `low` is in between.
  template <typename C> C drawUniform(uint64_t i, C low, C high) const {
    if constexpr (std::is_same_v<C, bool>) {
      return philox(key, i, 0)[0] & 1 ? high : low;
    } else if constexpr (std::is_integral_v<C>) {
      // Modulo 2^64 the distance of signed numbers is right, too.
      const auto words = philox(key, i, 0);
      const uint64_t range = uint64_t(high) - uint64_t(low);
      return static_cast<C>(uint64_t(low) +
                            (range ? join(words[0], words[1]) % range : 0));
    } else {
      for (uint64_t attempt = 0; attempt < 64; ++attempt) {
        const auto words = philox(key, i, attempt);
        const double unit = toUnit(words[0], words[1]);
        const C drawn = round<C>(low + (double(high) - double(low)) * unit);
        if (!(drawn >= high))
          return drawn;
      }
      return low;
    }
  }

  /// By the transform of Box and Muller.
  template <typename C> C drawNormal(uint64_t i, C mean, C deviation) const {
    const auto words = philox(key, i, 0);
    const double radius =
        std::sqrt(-2 * std::log(1 - toUnit(words[0], words[1])));
    const double angle = 2 * std::numbers::pi * toUnit(words[2], words[3]);
    return round<C>(mean + deviation * radius * std::cos(angle));
  }

private:
  template <typename C> C round(double number) const {
    return static_cast<C>(
        runtime::decodeFloat(type, runtime::encodeFloat(type, number)));
  }

  ElementType type;
  uint64_t key;
};

struct RngModel
    : ReferenceInterface::ExternalModel<RngModel, stablehlo::RngOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    const bool isNormal = cast<stablehlo::RngOp>(op).getRngDistribution() ==
                          stablehlo::RngDistribution::NORMAL;
    Expected<Tensor> result = evaluation.allocateResult();
    if (!result)
      return result.takeError();
    if (Error error = checkShape(evaluation, *result))
      return error;
    const ElementType type = result->getElementType();
    bool isDefined = true;
    dispatchElement(type, [&]<typename C>() {
      if constexpr (IsComplex<C>::value)
        isDefined = false;
      else if constexpr (std::is_floating_point_v<C>)
        fill<C>(evaluation, *result,
                isNormal ? &Drawing::drawNormal<C> : &Drawing::drawUniform<C>);
      else if (isNormal)
        isDefined = false;
      else
        fill<C>(evaluation, *result, &Drawing::drawUniform<C>);
    });
    if (!isDefined)
      return evaluation.error("no {0} random numbers of type {1}",
                              isNormal ? "normally distributed" : "uniform",
                              runtime::getName(type));
    evaluation.setResult(0, std::move(*result));
    return Error::success();
  }

private:
  static Error checkShape(Evaluation &evaluation, const Tensor &result) {
    auto shape = readIndices(evaluation, evaluation.getOperand(2));
    if (!shape)
      return shape.takeError();
    if (shape->as<int64_t>() == result.getDims())
      return Error::success();
    return evaluation.error("the shape operand is {0}, but the result is {1}",
                            runtime::formatDims(shape->as<int64_t>()),
                            result.getType().str());
  }

  template <typename C, typename Fn>
  static void fill(Evaluation &evaluation, Tensor &result, Fn draw) {
    const Drawing drawing(result.getElementType(),
                          evaluation.getDevice().countDraw());
    const C a = *LaneReader<C>(evaluation.getOperand(0), 1).load(0, 1);
    const C b = *LaneReader<C>(evaluation.getOperand(1), 1).load(0, 1);
    const size_t count = result.getNumElements();
    LaneWriter<C> writer(result.getElementType(), result.mutableData());
    for (size_t begin = 0; begin < count; begin += kLaneBlock) {
      const size_t now = std::min(kLaneBlock, count - begin);
      C *out = writer.open(begin);
      for (size_t i = 0; i < now; ++i)
        out[i] = (drawing.*draw)(begin + i, a, b);
      writer.store(begin, now);
    }
  }
};
} // namespace

void weft::reference::attachRandomModels(MLIRContext &context) {
  using namespace weft::stablehlo;
  RngBitGeneratorOp::attachInterface<RngBitGeneratorModel>(context);
  RngOp::attachInterface<RngModel>(context);
}
