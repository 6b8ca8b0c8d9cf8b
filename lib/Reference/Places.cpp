//===- Places.cpp - elements at computed places -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

#include "Lanes.h"

#include <complex>
#include <limits>

using namespace weft;
using namespace weft::reference;
using llvm::ArrayRef;
using llvm::Expected;

bool weft::reference::advance(Dims &index, ArrayRef<int64_t> sizes) {
  for (size_t dim = sizes.size(); dim-- > 0;) {
    if (++index[dim] < sizes[dim])
      return true;
    index[dim] = 0;
  }
  return false;
}

bool weft::reference::isEmpty(ArrayRef<int64_t> sizes) {
  return llvm::is_contained(sizes, 0);
}

int64_t weft::reference::getOffset(ArrayRef<int64_t> index,
                                   ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (auto [i, stride] : llvm::zip_equal(index, strides))
    offset += i * stride;
  return offset;
}

template <typename T> static int64_t toIndex(T number) {
  if constexpr (std::is_same_v<T, uint64_t>)
    if (number > uint64_t(std::numeric_limits<int64_t>::max()))
      return std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(number);
}

Expected<Tensor> weft::reference::readIndices(Evaluation &evaluation,
                                              const Tensor &indices) {
  Expected<Tensor> result =
      evaluation.allocate(ElementType::I64, indices.getDims());
  if (!result)
    return result;
  const size_t count = indices.getNumElements();
  LaneWriter<int64_t> writer(ElementType::I64, result->mutableData());
  dispatchElement(indices.getElementType(), [&]<typename C>() {
    if constexpr (std::is_integral_v<C>) {
      LaneReader<C> reader(indices, count);
      applyLanes(count, writer, toIndex<C>, reader);
    }
  });
  return result;
}

/// Elements of one width are moved as one type, whatever they mean.
template <typename Fn> static void dispatchWidth(unsigned width, Fn fn) {
  switch (width) {
  case 1:
    return fn.template operator()<uint8_t>();
  case 2:
    return fn.template operator()<uint16_t>();
  case 4:
    return fn.template operator()<uint32_t>();
  case 8:
    return fn.template operator()<uint64_t>();
  default:
    return fn.template operator()<std::complex<double>>();
  }
}

void weft::reference::takeElements(unsigned width, const uint8_t *source,
                                   ArrayRef<int64_t> places, uint8_t *target) {
  dispatchWidth(width, [&]<typename T>() {
    for (size_t i = 0; i < places.size(); ++i)
      reinterpret_cast<T *>(target)[i] =
          reinterpret_cast<const T *>(source)[places[i]];
  });
}

void weft::reference::putElements(unsigned width, const uint8_t *source,
                                  ArrayRef<int64_t> places, uint8_t *target) {
  dispatchWidth(width, [&]<typename T>() {
    for (size_t i = 0; i < places.size(); ++i)
      reinterpret_cast<T *>(target)[places[i]] =
          reinterpret_cast<const T *>(source)[i];
  });
}

Expected<Tensor> weft::reference::takeLanes(Evaluation &evaluation,
                                            const Tensor &source,
                                            ArrayRef<int64_t> places) {
  Expected<Tensor> lanes = evaluation.allocate(
      source.getElementType(), {static_cast<int64_t>(places.size())});
  if (lanes)
    takeElements(runtime::getByteWidth(source.getElementType()), source.data(),
                 places, lanes->mutableData());
  return lanes;
}
