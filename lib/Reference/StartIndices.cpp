//===- StartIndices.cpp - where slices and windows begin --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StartIndices.h"

using namespace weft;
using namespace weft::reference;
using llvm::ArrayRef;
using llvm::Expected;

Expected<StartIndices> StartIndices::get(Evaluation &evaluation,
                                         const Tensor &indices,
                                         int64_t operandRank, Layout layout) {
  Expected<Tensor> read = readIndices(evaluation, indices);
  if (!read)
    return read.takeError();
  return StartIndices(std::move(*read), operandRank, layout);
}

StartIndices::StartIndices(Tensor tensor, int64_t operandRank, Layout layout)
    : indices(std::move(tensor)), operandRank(operandRank), layout(layout) {
  const Dims all = indices.getType().getStrides();
  for (auto [dim, size] : llvm::enumerate(indices.getDims())) {
    if (static_cast<int64_t>(dim) == layout.indexVectorDim) {
      vectorStride = all[dim];
      continue;
    }
    sizes.push_back(size);
    strides.push_back(all[dim]);
  }
}

void StartIndices::forEach(
    llvm::function_ref<void(ArrayRef<int64_t>, ArrayRef<int64_t>)> fn) const {
  if (isEmpty(sizes))
    return;
  ArrayRef<int64_t> numbers = indices.as<int64_t>();
  Dims batch(sizes.size(), 0), start(operandRank, 0);
  do {
    const int64_t offset = getOffset(batch, strides);
    for (auto [i, dim] : llvm::enumerate(layout.map))
      start[dim] = numbers[offset + i * vectorStride];
    for (auto [dim, indexDim] : llvm::zip_equal(layout.operandBatchingDims,
                                                layout.indicesBatchingDims))
      start[dim] =
          batch[indexDim > layout.indexVectorDim ? indexDim - 1 : indexDim];
    fn(batch, start);
  } while (advance(batch, sizes));
}
