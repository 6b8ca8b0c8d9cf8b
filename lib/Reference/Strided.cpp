//===- Strided.cpp - copies between strided arrays --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include <complex>
#include <cstring>

using namespace weft::reference;

View weft::reference::getView(const ArrayType &type) {
  return {0, type.getStrides()};
}

void weft::reference::forEachIndex(
    llvm::ArrayRef<int64_t> sizes, const View &first, const View &second,
    llvm::function_ref<void(int64_t, int64_t)> fn) {
  for (int64_t size : sizes)
    if (size == 0)
      return;
  Dims index(sizes.size(), 0);
  int64_t a = first.offset, b = second.offset;
  while (true) {
    fn(a, b);
    // An odometer: the last dimension that can go on does, those after it begin
    // again.
    size_t dim = sizes.size();
    while (dim-- > 0) {
      a += first.strides[dim];
      b += second.strides[dim];
      if (++index[dim] < sizes[dim])
        break;
      a -= sizes[dim] * first.strides[dim];
      b -= sizes[dim] * second.strides[dim];
      index[dim] = 0;
    }
    if (dim == SIZE_MAX)
      return;
  }
}

/// Joins dimensions that both arrays lay one after the other, and drops those
/// of size 1.
static void coalesce(Dims &sizes, View &from, View &to) {
  size_t kept = 0;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (sizes[dim] == 1)
      continue;
    const bool joins =
        kept > 0 && from.strides[kept - 1] == from.strides[dim] * sizes[dim] &&
        to.strides[kept - 1] == to.strides[dim] * sizes[dim];
    if (!joins)
      sizes[kept++] = sizes[dim];
    else
      sizes[kept - 1] *= sizes[dim];
    from.strides[kept - 1] = from.strides[dim];
    to.strides[kept - 1] = to.strides[dim];
  }
  sizes.resize(kept);
  from.strides.resize(kept);
  to.strides.resize(kept);
}

template <typename T>
static void copyTyped(Dims sizes, const uint8_t *source, View from,
                      uint8_t *target, View to) {
  if (sizes.empty()) {
    sizes.push_back(1);
    from.strides.push_back(1);
    to.strides.push_back(1);
  }
  const int64_t count = sizes.pop_back_val();
  const int64_t fromStep = from.strides.pop_back_val();
  const int64_t toStep = to.strides.pop_back_val();
  auto *in = reinterpret_cast<const T *>(source);
  auto *out = reinterpret_cast<T *>(target);
  forEachIndex(sizes, from, to, [&](int64_t a, int64_t b) {
    if (fromStep == 1 && toStep == 1)
      std::memcpy(out + b, in + a, count * sizeof(T));
    else if (fromStep == 0 && toStep == 1)
      std::fill_n(out + b, count, in[a]);
    else
      for (int64_t i = 0; i < count; ++i)
        out[b + i * toStep] = in[a + i * fromStep];
  });
}

void weft::reference::copyStrided(unsigned width, llvm::ArrayRef<int64_t> sizes,
                                  const uint8_t *source, const View &from,
                                  uint8_t *target, const View &to) {
  for (int64_t size : sizes)
    if (size == 0)
      return;
  Dims dims(sizes);
  View in = from, out = to;
  coalesce(dims, in, out);
  switch (width) {
  case 1:
    return copyTyped<uint8_t>(dims, source, in, target, out);
  case 2:
    return copyTyped<uint16_t>(dims, source, in, target, out);
  case 4:
    return copyTyped<uint32_t>(dims, source, in, target, out);
  case 8:
    return copyTyped<uint64_t>(dims, source, in, target, out);
  default:
    return copyTyped<std::complex<double>>(dims, source, in, target, out);
  }
}

void weft::reference::fillElements(unsigned width, const uint8_t *element,
                                   uint8_t *target, size_t count) {
  const View repeated{0, {0}}, all{0, {1}};
  copyStrided(width, {static_cast<int64_t>(count)}, element, repeated, target,
              all);
}
