//===- Summary.cpp - a result in a few words --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summary.h"

#include "weft/Reference/Printing.h"
#include "weft/Runtime/NarrowFloat.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>
#include <vector>

using namespace weft;
using runtime::ElementClass;
using runtime::ElementType;

namespace {
/// What is said of all numbers of an array.
struct Statistics {
  uint64_t count = 0, numNan = 0, numInfinite = 0;
  double smallest = INFINITY, largest = -INFINITY, sum = 0;

  void add(double number) {
    if (std::isnan(number)) {
      ++numNan;
    } else if (std::isinf(number)) {
      ++numInfinite;
    } else {
      ++count;
      smallest = std::min(smallest, number);
      largest = std::max(largest, number);
      sum += number;
    }
  }
};
} // namespace

/// Integers of at most 64 bits, read in pieces so that large arrays need no
/// second one.
static void decode(ElementType type, const uint8_t *bytes, size_t count,
                   double *numbers) {
  if (runtime::isFloat(type))
    return runtime::decodeFloats(type, bytes, numbers, count);
  const unsigned width = runtime::getByteWidth(type);
  const unsigned unused = 64 - runtime::getBitWidth(type);
  const bool isSigned = runtime::getClass(type) == ElementClass::SignedInteger;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes + i * width, width);
    numbers[i] =
        isSigned ? static_cast<double>(static_cast<int64_t>(bits << unused) >>
                                       static_cast<int>(unused))
                 : static_cast<double>(bits);
  }
}

static Statistics getStatistics(const reference::Tensor &tensor) {
  Statistics statistics;
  constexpr size_t piece = 1024;
  double numbers[piece];
  const unsigned width = runtime::getByteWidth(tensor.getElementType());
  for (size_t i = 0; i < tensor.getNumElements(); i += piece) {
    const size_t count = std::min<size_t>(piece, tensor.getNumElements() - i);
    decode(tensor.getElementType(), tensor.data() + i * width, count, numbers);
    for (size_t j = 0; j < count; ++j)
      statistics.add(numbers[j]);
  }
  return statistics;
}

static void print(llvm::raw_ostream &os, const Statistics &statistics) {
  if (statistics.count > 0)
    os << llvm::format("min %.6g, max %.6g, mean %.6g", statistics.smallest,
                       statistics.largest,
                       statistics.sum / static_cast<double>(statistics.count));
  else
    os << "no finite number";
  if (statistics.numNan > 0)
    os << ", " << statistics.numNan << " NaN";
  if (statistics.numInfinite > 0)
    os << ", " << statistics.numInfinite << " infinite";
  os << "; ";
}

void weft::printSummary(llvm::raw_ostream &os,
                        const reference::Tensor &tensor) {
  constexpr size_t small = 64, shown = 6;
  os << tensor.getType().str() << " ";
  if (tensor.getNumElements() <= small) {
    reference::printElements(os, tensor);
    return;
  }
  if (!runtime::isComplex(tensor.getElementType()))
    print(os, getStatistics(tensor));
  os << "[";
  for (size_t i = 0; i < shown; ++i) {
    reference::printElement(os, tensor, i);
    os << ", ";
  }
  os << "...]";
}
