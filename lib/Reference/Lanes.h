//===- Lanes.h - tight loops over any element type --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on elements is written once per kind of number, as a function of host
// numbers, and applied to arrays of any element type. Types the host computes
// with are read and written in place. The others are decoded into a block of
// host numbers, computed, and encoded again, which rounds once per op:
//
//   | element type             | computed as                     |
//   |--------------------------|---------------------------------|
//   | i1                       | bool                            |
//   | i2, i4; ui2, ui4         | int8_t; uint8_t, cut afterwards |
//   | i8 ... ui64              | int8_t ... uint64_t             |
//   | f16, bf16                | float (see RoundedOnce)         |
//   | f4*, f6*, f8*            | double                          |
//   | f32, f64, complex<...>   | themselves                      |
//
// A scalar beside arrays counts as repeated.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_LANES_H
#define WEFT_LIB_REFERENCE_LANES_H

#include "weft/Reference/Tensor.h"
#include "weft/Runtime/NarrowFloat.h"

#include <complex>
#include <type_traits>

namespace weft::reference {

/// Calls `fn.template operator()<C>()` with the host type that elements of
/// `type` are computed as; all calls return one type.
template <typename Fn> auto dispatchElement(ElementType type, Fn fn) {
  using enum ElementType;
  switch (type) {
  case I1:
    return fn.template operator()<bool>();
  case I2:
  case I4:
  case I8:
    return fn.template operator()<int8_t>();
  case I16:
    return fn.template operator()<int16_t>();
  case I32:
    return fn.template operator()<int32_t>();
  case I64:
    return fn.template operator()<int64_t>();
  case UI2:
  case UI4:
  case UI8:
    return fn.template operator()<uint8_t>();
  case UI16:
    return fn.template operator()<uint16_t>();
  case UI32:
    return fn.template operator()<uint32_t>();
  case UI64:
    return fn.template operator()<uint64_t>();
  case F16:
  case BF16:
  case F32:
    return fn.template operator()<float>();
  case ComplexF32:
    return fn.template operator()<std::complex<float>>();
  case ComplexF64:
    return fn.template operator()<std::complex<double>>();
  default: // f64 and the formats below 16 bits
    return fn.template operator()<double>();
  }
}

template <typename T> struct IsComplex : std::false_type {};
template <typename T> struct IsComplex<std::complex<T>> : std::true_type {};

/// Whether the elements lie in memory as the host computes with them.
inline bool isHostType(ElementType type) {
  using enum ElementType;
  return type == F32 || type == F64 ||
         (!runtime::isFloat(type) &&
          (type == I1 || runtime::getBitWidth(type) >= 8));
}

/// How many elements are decoded at a time.
constexpr size_t kLaneBlock = 256;

/// Decodes `count` elements of a type that is no host type, and the reverse.
template <typename C>
void decodeLanes(ElementType type, const uint8_t *source, C *target,
                 size_t count) {
  if constexpr (std::is_floating_point_v<C>) {
    runtime::decodeFloats(type, source, target, count);
  } else if constexpr (std::is_integral_v<C>) {
    const int sign =
        std::is_signed_v<C> ? 1 << (runtime::getBitWidth(type) - 1) : 0;
    for (size_t i = 0; i < count; ++i)
      target[i] = static_cast<C>((source[i] ^ sign) - sign);
  }
}
template <typename C>
void encodeLanes(ElementType type, const C *source, uint8_t *target,
                 size_t count) {
  if constexpr (std::is_floating_point_v<C>) {
    runtime::encodeFloats(type, source, target, count);
  } else if constexpr (std::is_integral_v<C>) {
    const int mask = (1 << runtime::getBitWidth(type)) - 1;
    for (size_t i = 0; i < count; ++i)
      target[i] = static_cast<uint8_t>(source[i] & mask);
  }
}

/// Reads an array as host numbers, block by block.
template <typename C> class LaneReader {
public:
  /// As many elements as `count`, or one that is repeated.
  LaneReader(const Tensor &tensor, size_t count)
      : type(tensor.getElementType()), data(tensor.data()),
        width(runtime::getByteWidth(type)), isHost(isHostType(type)) {
    isRepeated = tensor.getNumElements() == 1 && count != 1;
    if (!isRepeated)
      return;
    C value;
    read(0, 1, &value);
    std::fill(block, block + kLaneBlock, value);
  }

  /// Whether `load` gives any number of elements at no cost.
  bool isDirect() const { return isHost && !isRepeated; }

  /// `count` elements from `begin` on, at most kLaneBlock unless direct.
  const C *load(size_t begin, size_t count) {
    if (isDirect())
      return reinterpret_cast<const C *>(data) + begin;
    if (!isRepeated)
      read(begin, count, block);
    return block;
  }

private:
  void read(size_t begin, size_t count, C *target) const {
    if (isHost)
      std::copy_n(reinterpret_cast<const C *>(data) + begin, count, target);
    else
      decodeLanes(type, data + begin * width, target, count);
  }

  ElementType type;
  const uint8_t *data;
  size_t width;
  bool isHost, isRepeated;
  C block[kLaneBlock];
};

/// Writes host numbers as elements, block by block.
template <typename C> class LaneWriter {
public:
  LaneWriter(ElementType type, uint8_t *data)
      : type(type), data(data), width(runtime::getByteWidth(type)),
        isHost(isHostType(type)) {}

  bool isDirect() const { return isHost; }
  /// Where to put elements from `begin` on; `store` then brings them home.
  C *open(size_t begin) {
    return isHost ? reinterpret_cast<C *>(data) + begin : block;
  }
  void store(size_t begin, size_t count) {
    if (!isHost)
      encodeLanes(type, block, data + begin * width, count);
  }

private:
  ElementType type;
  uint8_t *data;
  size_t width;
  bool isHost;
  C block[kLaneBlock];
};

/// result[i] = fn(operands[i]...) for `count` elements. The result may lie
/// where an operand does whose elements are as wide: element i is written after
/// it was read.
template <typename R, typename Fn, typename... Cs>
void applyLanes(size_t count, LaneWriter<R> result, Fn fn,
                LaneReader<Cs> &...operands) {
  const bool isDirect = result.isDirect() && (operands.isDirect() && ...);
  const size_t step = isDirect ? count : kLaneBlock;
  for (size_t begin = 0; begin < count; begin += step) {
    const size_t now = std::min(step, count - begin);
    R *out = result.open(begin);
    [&](const auto *...in) {
      for (size_t i = 0; i < now; ++i)
        out[i] = fn(in[i]...);
    }(operands.load(begin, now)...);
    result.store(begin, now);
  }
}

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_LANES_H
