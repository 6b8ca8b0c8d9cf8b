//===- Reducer.h - reducers as the runtime names them -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REFERENCE_REDUCER_H
#define WEFT_REFERENCE_REDUCER_H

#include "weft/Runtime/Reduction.h"
#include "weft/Sharding/Reducer.h"

namespace weft::reference {

/// The runtime's reduction for the reducer of a sharding or a collective.
constexpr runtime::Reduction toReduction(ReducerKind kind) {
  constexpr runtime::Reduction reductions[] = {
      runtime::Reduction::Add,     runtime::Reduction::Multiply,
      runtime::Reduction::Maximum, runtime::Reduction::Minimum,
      runtime::Reduction::And,     runtime::Reduction::Or,
      runtime::Reduction::Xor,
  };
  static_assert(std::size(reductions) == size_t(ReducerKind::Xor) + 1,
                "the table is indexed by the kind");
  return reductions[static_cast<size_t>(kind)];
}

} // namespace weft::reference

#endif // WEFT_REFERENCE_REDUCER_H
