//===- TripCount.h - how often a loop runs ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_TRIPCOUNT_H
#define WEFT_DIALECT_STABLEHLO_IR_TRIPCOUNT_H

#include <cstdint>
#include <optional>

namespace weft::stablehlo {

class WhileOp;

/// How often the body of a loop runs, if that can be seen: a counter that
/// begins at a constant, is compared with a constant and grows by a constant,
/// as the loops of JAX do.
std::optional<int64_t> getTripCount(WhileOp loop);

/// By how much each iteration increases variable `index` of a loop, if that is
/// a constant; 0 if the variable stays what it was.
std::optional<int64_t> getLoopStep(WhileOp loop, unsigned index);

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_TRIPCOUNT_H
