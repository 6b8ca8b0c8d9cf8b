//===- GeneratedData.cpp - batches that are made up -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainingData.h"

#include "weft/Runtime/NarrowFloat.h"
#include "weft/Support/Suggestion.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstring>
#include <functional>

using namespace weft;
using execution::ArraySource;
using runtime::ArrayType;
using runtime::Box;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The finaliser of SplitMix64 on numbers in a row.
static uint64_t hash(std::initializer_list<uint64_t> numbers) {
  uint64_t bits = 0;
  for (uint64_t number : numbers) {
    bits += number + 0x9e3779b97f4a7c15ull;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ull;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebull;
    bits ^= bits >> 31;
  }
  return bits;
}

/// From -1 to 1.
static double toUnit(uint64_t bits) {
  return std::ldexp(static_cast<double>(bits >> 11), -52) - 1;
}

namespace {

/// A number for each place of an array: the row, and the place within it.
class ElementSource : public ArraySource {
public:
  using Function = std::function<double(uint64_t row, uint64_t place)>;
  ElementSource(ArrayType type, Function function)
      : type(std::move(type)), function(std::move(function)) {}

  llvm::Error read(const Box &box,
                   llvm::MutableArrayRef<uint8_t> target) const override;

private:
  void store(double number, uint8_t *target) const;

  ArrayType type;
  Function function;
};

} // namespace

void ElementSource::store(double number, uint8_t *target) const {
  const runtime::ElementType element = type.getElementType();
  if (runtime::isFloat(element)) {
    runtime::encodeFloats(element, &number, target, 1);
    return;
  }
  const int64_t integer = static_cast<int64_t>(number);
  std::memcpy(target, &integer, runtime::getByteWidth(element));
}

llvm::Error ElementSource::read(const Box &box,
                                llvm::MutableArrayRef<uint8_t> target) const {
  llvm::Expected<ArrayType> part = box.getTypeWithin(type);
  if (!part)
    return part.takeError();
  const unsigned width = runtime::getByteWidth(type.getElementType());
  const ArrayType::Dims strides = type.getStrides();
  const ArrayType::Dims inner = part->getStrides();
  const uint64_t rowSize = strides.empty() ? 1 : strides.front();
  for (uint64_t i = 0; i < part->getNumElements(); ++i) {
    uint64_t whole = 0;
    for (size_t d = 0; d < strides.size(); ++d)
      whole += (box.offsets[d] + i / inner[d] % box.sizes[d]) * strides[d];
    store(function(whole / rowSize, whole % rowSize),
          target.data() + i * width);
  }
  return llvm::Error::success();
}

namespace {

class GeneratedData : public TrainingData {
public:
  GeneratedData(llvm::ArrayRef<ArrayType> arguments, uint64_t seed,
                int64_t numClasses)
      : arguments(arguments.vec()), seed(seed), numClasses(numClasses) {}

protected:
  /// Rows differ between steps.
  uint64_t getKey(int64_t step, uint64_t row) const {
    return hash({seed, static_cast<uint64_t>(step), row});
  }

  std::vector<ArrayType> arguments;
  uint64_t seed;
  int64_t numClasses;
};

class SequenceData : public GeneratedData {
public:
  using GeneratedData::GeneratedData;

  std::unique_ptr<ArraySource> getBatch(unsigned argument,
                                        int64_t step) const override {
    return std::make_unique<ElementSource>(
        arguments[argument],
        [this, argument, step](uint64_t row, uint64_t place) -> double {
          const uint64_t key = getKey(step, row);
          const uint64_t stride = 1 + key % 3;
          return (key / 3 + (place + argument) * stride) % numClasses;
        });
  }
  std::string describe() const override {
    return "sequence of " + std::to_string(numClasses) + " classes, seed " +
           std::to_string(seed);
  }
};

class TeacherData : public GeneratedData {
public:
  using GeneratedData::GeneratedData;

  std::unique_ptr<ArraySource> getBatch(unsigned argument,
                                        int64_t step) const override;
  std::string describe() const override {
    return "teacher of " + std::to_string(numClasses) + " classes, seed " +
           std::to_string(seed);
  }

private:
  double getInput(int64_t step, uint64_t row, uint64_t place) const {
    return toUnit(hash({getKey(step, row), place}));
  }
  /// One output of a random linear function of a row.
  double project(int64_t step, uint64_t row, uint64_t output) const;
};

} // namespace

double TeacherData::project(int64_t step, uint64_t row, uint64_t output) const {
  const ArrayType &input = arguments.front();
  const uint64_t size = input.getRank() ? input.getStrides().front() : 1;
  double sum = 0;
  for (uint64_t i = 0; i < size; ++i)
    sum += getInput(step, row, i) * toUnit(hash({~seed, output, i}));
  return sum * 3 / std::sqrt(static_cast<double>(size));
}

std::unique_ptr<ArraySource> TeacherData::getBatch(unsigned argument,
                                                   int64_t step) const {
  const ArrayType &type = arguments[argument];
  const bool isInput = argument + 1 < arguments.size();
  const bool isClass = !runtime::isFloat(type.getElementType());
  return std::make_unique<ElementSource>(
      type, [=, this](uint64_t row, uint64_t place) -> double {
        if (isInput)
          return getInput(step, row, place);
        if (!isClass)
          return std::sin(project(step, row, place));
        int64_t best = 0;
        for (int64_t i = 1; i < numClasses; ++i)
          if (project(step, row, i) > project(step, row, best))
            best = i;
        return best;
      });
}

llvm::Expected<std::unique_ptr<TrainingData>>
weft::generateTrainingData(llvm::StringRef problem,
                           llvm::ArrayRef<ArrayType> arguments, uint64_t seed,
                           int64_t numClasses) {
  auto isInteger = [](const ArrayType &type) {
    return runtime::isInteger(type.getElementType());
  };
  auto isFloat = [](const ArrayType &type) {
    return runtime::isFloat(type.getElementType());
  };
  auto list = [&] {
    std::string text;
    for (const ArrayType &type : arguments)
      text += (text.empty() ? "" : ", ") + type.str();
    return "(" + text + ")";
  };
  if (problem == "sequence") {
    if (arguments.size() == 2 && llvm::all_of(arguments, isInteger))
      return std::make_unique<SequenceData>(arguments, seed, numClasses);
    return makeError("problem 'sequence' makes two arrays of integers, but the "
                     "method takes " +
                     list());
  }
  if (problem == "teacher") {
    if (arguments.size() == 2 && isFloat(arguments[0]) &&
        (isFloat(arguments[1]) || isInteger(arguments[1])))
      return std::make_unique<TeacherData>(arguments, seed, numClasses);
    return makeError("problem 'teacher' makes an array of floats and one of "
                     "floats or integers, but the method takes " +
                     list());
  }
  return makeError("unknown problem '" + problem +
                   "'; there are 'sequence' and 'teacher'" +
                   didYouMean(problem, {"sequence", "teacher"}));
}
