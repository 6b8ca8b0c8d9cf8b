//===- Reduction.h - the usual reducers -------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_REDUCTION_H
#define WEFT_RUNTIME_REDUCTION_H

#include "weft/Runtime/ElementType.h"

#include "llvm/Support/Error.h"

#include <cstddef>

namespace weft::runtime {

/// The reductions that programs write again and again. Others pass a function
/// of their own to the transport.
enum class Reduction : uint8_t {
  Add,
  Multiply,
  Minimum,
  Maximum,
  And,
  Or,
  Xor
};

/// "add", "multiply", ...
llvm::StringRef getName(Reduction reduction);

/// Combines two or more arrays as a transport's Reducer does (Collective.h).
/// Follows StableHLO: integers wrap around, booleans add as or and multiply as
/// and, floats round once per op, and minimum and maximum pass NaN on and put
/// -0 below +0.
using ReduceFunction = void (*)(void *result,
                                llvm::ArrayRef<const void *> operands,
                                size_t count);

/// Fails when the type has no such operation: complex numbers have no order,
/// and only integers and booleans have bits.
llvm::Expected<ReduceFunction> getReduceFunction(Reduction reduction,
                                                 ElementType type);

/// A reduce function as a transport's Reducer wants it.
class BuiltinReducer {
public:
  explicit BuiltinReducer(ReduceFunction function) : function(function) {}
  llvm::Error operator()(void *result, llvm::ArrayRef<const void *> operands,
                         size_t count) const {
    function(result, operands, count);
    return llvm::Error::success();
  }

private:
  ReduceFunction function;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_REDUCTION_H
