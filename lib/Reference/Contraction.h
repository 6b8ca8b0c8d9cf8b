//===- Contraction.h - the sides of a product -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_CONTRACTION_H
#define WEFT_LIB_REFERENCE_CONTRACTION_H

#include "weft/Reference/Evaluation.h"

namespace weft::reference {

/// How many matrices, and of which size: m x k times k x n.
struct MatrixSizes {
  int64_t batch = 1, m = 1, k = 1, n = 1;
};

/// The product of some of the sizes.
int64_t getProduct(llvm::ArrayRef<int64_t> dims, llvm::ArrayRef<int64_t> which);

/// The dimensions that are neither batch nor summed.
llvm::SmallVector<int64_t, 2> getFree(size_t rank,
                                      llvm::ArrayRef<int64_t> batch,
                                      llvm::ArrayRef<int64_t> summed);

/// The operand with its dimensions in this order.
llvm::Expected<Tensor> permute(Evaluation &evaluation, const Tensor &operand,
                               llvm::ArrayRef<int64_t> order);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_CONTRACTION_H
