//===- Movement.h - moving the elements of an operand -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ops with static sizes and those that are told them at run time share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_MOVEMENT_H
#define WEFT_LIB_REFERENCE_MOVEMENT_H

#include "Strided.h"

#include "weft/Reference/Evaluation.h"

namespace weft::reference {

/// Gives the elements of operand 0 under `view`, which covers the result, as
/// the result.
llvm::Error copyFromView(Evaluation &evaluation, const View &view);

/// The view of an operand whose dimension i becomes dimension `dims[i]` of a
/// result of rank `rank`; it is repeated along all others.
View getBroadcastView(const ArrayType &operand, llvm::ArrayRef<int64_t> dims,
                      int64_t rank);

/// Pads operand 0 with operand 1 to the result's type: `low` elements before
/// the first, `interior` between two neighbours, the rest after the last.
llvm::Error pad(Evaluation &evaluation, llvm::ArrayRef<int64_t> low,
                llvm::ArrayRef<int64_t> interior);

/// Gives the elements of operand 0, in their order, the result's type.
llvm::Error reshape(Evaluation &evaluation);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_MOVEMENT_H
