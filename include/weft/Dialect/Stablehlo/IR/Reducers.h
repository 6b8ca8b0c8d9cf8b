//===- Reducers.h - the reducers that regions stand for ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_REDUCERS_H
#define WEFT_DIALECT_STABLEHLO_IR_REDUCERS_H

#include "weft/Sharding/Reducer.h"

namespace mlir {
class Region;
} // namespace mlir

namespace weft::stablehlo {

/// The reducer that a region over two scalars stands for, if it is one op on
/// its two arguments.
std::optional<ReducerKind> matchReducer(mlir::Region &region);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_REDUCERS_H
