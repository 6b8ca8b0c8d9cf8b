//===- Printing.h - tensors as text -----------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REFERENCE_PRINTING_H
#define WEFT_REFERENCE_PRINTING_H

#include "weft/Reference/Tensor.h"

#include "llvm/Support/raw_ostream.h"

namespace weft::reference {

/// One number with as many digits as tell it apart: "1.5", "nan", "-0", "true",
/// "(1, -2)".
void printElement(llvm::raw_ostream &os, const Tensor &tensor, size_t index);

/// All elements, nested by dimension: "[[1, 2], [3, 4]]".
void printElements(llvm::raw_ostream &os, const Tensor &tensor);

/// The type and the elements; "token" or "(..., ...)" for other data.
void print(llvm::raw_ostream &os, const Datum &datum);

} // namespace weft::reference

#endif // WEFT_REFERENCE_PRINTING_H
