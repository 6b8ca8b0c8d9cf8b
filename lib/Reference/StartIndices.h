//===- StartIndices.h - where slices and windows begin ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_STARTINDICES_H
#define WEFT_LIB_REFERENCE_STARTINDICES_H

#include "Places.h"

namespace weft::reference {

/// The index vectors of a gather or a scatter as places in the operand.
///
/// Along `indexVectorDim` the indices hold the coordinates of one place; the
/// other dimensions are the batch. Coordinate i is that of operand dimension
/// `map[i]`. A batching dimension of the operand has the batch's own index.
class StartIndices {
public:
  struct Layout {
    int64_t indexVectorDim;
    llvm::ArrayRef<int64_t> map;
    llvm::ArrayRef<int64_t> operandBatchingDims;
    llvm::ArrayRef<int64_t> indicesBatchingDims;
  };

  static llvm::Expected<StartIndices> get(Evaluation &evaluation,
                                          const Tensor &indices,
                                          int64_t operandRank, Layout layout);

  /// Calls `fn(index in the batch, place in the operand)` for each index vector
  /// in row-major order. The place may be out of bounds.
  void forEach(
      llvm::function_ref<void(llvm::ArrayRef<int64_t>, llvm::ArrayRef<int64_t>)>
          fn) const;

private:
  StartIndices(Tensor indices, int64_t operandRank, Layout layout);

  Tensor indices;
  int64_t operandRank;
  Layout layout;
  /// Sizes of the batch, strides of the indices along it and along the vector.
  Dims sizes, strides;
  int64_t vectorStride = 0;
};

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_STARTINDICES_H
