//===- Dynamic.h - sizes that are stated at run time ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_DYNAMIC_H
#define WEFT_LIB_REFERENCE_DYNAMIC_H

#include "ReferenceModels.h"
#include "Strided.h"

namespace weft::reference {

/// The elements of operand `i`, a vector of integers: sizes, offsets, strides.
llvm::Expected<Dims> readSizes(Evaluation &evaluation, unsigned i);

/// Operand `i` states the sizes of the result, which the result's type states
/// as well: they must agree.
llvm::Error checkStatedSizes(Evaluation &evaluation, unsigned i);

/// `sizes`, which follow from the operands, must be those of the result's type.
llvm::Error checkSizes(Evaluation &evaluation, llvm::ArrayRef<int64_t> sizes);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_DYNAMIC_H
