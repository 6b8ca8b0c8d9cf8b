//===- ArraySource.cpp - where the inputs come from -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/ArraySource.h"

#include "weft/Runtime/NarrowFloat.h"

#include <cmath>
#include <cstring>
#include <vector>

using namespace weft;
using namespace weft::execution;
using runtime::ElementClass;
using runtime::ElementType;

ArraySource::~ArraySource() = default;

llvm::Error FileSource::read(const Box &box,
                             llvm::MutableArrayRef<uint8_t> target) const {
  return reader.read(box, target);
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

RandomRange RandomRange::getDefault(ElementType type) {
  switch (runtime::getClass(type)) {
  case ElementClass::Boolean:
    return {0, 2};
  case ElementClass::SignedInteger: {
    double limit = std::ldexp(1, std::min(runtime::getBitWidth(type) - 1, 3u));
    return {-limit, limit};
  }
  case ElementClass::UnsignedInteger:
    return {0, std::ldexp(1, std::min(runtime::getBitWidth(type), 4u))};
  case ElementClass::Float:
    if (type == ElementType::F8E8M0FNU)
      return {0.125, 8};
    break;
  case ElementClass::Complex:
    break;
  }
  return {-1, 1};
}

/// The finaliser of SplitMix64: every bit of the input changes half of the
/// output.
static uint64_t mix(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ull;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebull;
  return bits ^ (bits >> 31);
}

RandomSource::RandomSource(ArrayType type, RandomRange range, uint64_t seed,
                           unsigned argument)
    : type(std::move(type)), range(range),
      key(mix(mix(seed + 0x9e3779b97f4a7c15ull) + argument)) {}

/// Element `first` and following of the whole array, which lie in a row.
void RandomSource::fill(uint64_t first, uint64_t count, uint8_t *target) const {
  const ElementType element = type.getElementType();
  const bool isReal = runtime::isFloat(element) || runtime::isComplex(element);
  const uint64_t parts = runtime::isComplex(element) ? 2 : 1;
  std::vector<double> numbers(count * parts);
  for (uint64_t i = 0; i < numbers.size(); ++i) {
    uint64_t bits = mix(key + (first * parts + i) * 0x9e3779b97f4a7c15ull);
    double unit = std::ldexp(static_cast<double>(bits >> 11), -53);
    numbers[i] = range.low + unit * (range.high - range.low);
  }
  if (isReal) {
    runtime::encodeFloats(runtime::getPartType(element), numbers.data(), target,
                          numbers.size());
    return;
  }
  const unsigned width = runtime::getByteWidth(element);
  for (uint64_t i = 0; i < count; ++i) {
    // Out of range for int64_t only above 2^63, which doubles cannot hit finely
    // anyway.
    double floor = std::floor(numbers[i]);
    uint64_t bits =
        floor < 0
            ? static_cast<uint64_t>(
                  static_cast<int64_t>(std::max(floor, -0x1p63)))
            : static_cast<uint64_t>(std::min(floor, 0x1.fffffffffffffp63));
    std::memcpy(target + i * width, &bits, width);
  }
}

llvm::Error RandomSource::read(const Box &box,
                               llvm::MutableArrayRef<uint8_t> target) const {
  llvm::Expected<ArrayType> part = box.getTypeWithin(type);
  if (!part)
    return part.takeError();
  if (part->getNumElements() == 0)
    return llvm::Error::success();
  const unsigned width = runtime::getByteWidth(type.getElementType());
  const uint64_t run = box.sizes.empty() ? 1 : box.sizes.back();
  const ArrayType::Dims strides = type.getStrides();
  ArrayType::Dims index(box.sizes.size(), 0);
  for (uint64_t done = 0; done < part->getNumElements(); done += run) {
    uint64_t first = 0;
    for (size_t i = 0; i < index.size(); ++i)
      first += (box.offsets[i] + index[i]) * strides[i];
    fill(first, run, target.data() + done * width);
    // The next row: the last dimension but one counts fastest.
    for (size_t i = index.size(); i-- > 1;) {
      if (++index[i - 1] < box.sizes[i - 1])
        break;
      index[i - 1] = 0;
    }
  }
  runtime::normalizeStorage(type.getElementType(), target);
  return llvm::Error::success();
}
