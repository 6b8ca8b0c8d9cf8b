//===- ArrayType.cpp - element type and shape of an array -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ArrayType.h"

#include "MakeError.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace weft::runtime;

std::string weft::runtime::formatDims(llvm::ArrayRef<int64_t> dims) {
  return dims.empty() ? "scalar"
                      : llvm::join(llvm::map_range(dims,
                                                   [](int64_t d) {
                                                     return std::to_string(d);
                                                   }),
                                   "x");
}

llvm::Expected<ArrayType> ArrayType::get(ElementType element,
                                         llvm::ArrayRef<int64_t> dims) {
  bool isEmpty = false;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (dim < 0)
      return makeError("dimension {0} is negative: {1}", index, dim);
    isEmpty |= dim == 0;
  }
  if (isEmpty)
    return ArrayType(element, dims, 0);
  int64_t bytes = getByteWidth(element);
  for (int64_t dim : dims)
    if (llvm::MulOverflow(bytes, dim, bytes))
      return makeError("an array of {0} elements of type {1} has 2^63 bytes or "
                       "more",
                       formatDims(dims), getName(element));
  return ArrayType(element, dims, bytes / getByteWidth(element));
}

ArrayType::Dims ArrayType::getStrides() const {
  Dims strides(dims.size(), 0);
  if (numElements == 0)
    return strides;
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[i])
    strides[i] = stride;
  return strides;
}

std::string ArrayType::str() const {
  std::string result = "tensor<";
  for (int64_t dim : dims)
    result += std::to_string(dim) + "x";
  return result + getName(element).str() + ">";
}

Box Box::whole(const ArrayType &type) {
  return {ArrayType::Dims(type.getRank(), 0), ArrayType::Dims(type.getDims())};
}

llvm::Expected<ArrayType> Box::getTypeWithin(const ArrayType &type) const {
  if (offsets.size() != type.getRank() || sizes.size() != type.getRank())
    return makeError("a box of rank {0} does not fit {1}", sizes.size(),
                     type.str());
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t dim = type.getDims()[i];
    if (offsets[i] < 0 || sizes[i] < 0 || sizes[i] > dim ||
        offsets[i] > dim - sizes[i])
      return makeError("elements {0} to {1} of dimension {2} are outside {3}",
                       offsets[i],
                       static_cast<__int128>(offsets[i]) + sizes[i] > INT64_MAX
                           ? INT64_MAX
                           : offsets[i] + sizes[i],
                       i, type.str());
  }
  return ArrayType::get(type.getElementType(), sizes);
}
