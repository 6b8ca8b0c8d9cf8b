//===- CustomCall.h - the meaning of custom calls ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_CUSTOMCALL_H
#define WEFT_LIB_REFERENCE_CUSTOMCALL_H

#include "weft/Reference/Evaluation.h"

#include "llvm/ADT/StringMap.h"

#include <functional>

namespace weft::reference {

/// What the interpreter knows of custom calls, by target.
using CustomCallTable =
    llvm::StringMap<std::function<llvm::Error(Evaluation &)>>;

/// jax.lax.ragged_all_to_all.
llvm::Error evaluateRaggedAllToAll(Evaluation &evaluation);

/// Adds the routines of LAPACK that JAX calls on CPU: "lapack_spotrf_ffi".
void addLapackCalls(CustomCallTable &table);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_CUSTOMCALL_H
