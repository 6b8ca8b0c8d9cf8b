//===- Rounds.h - what takes part in op-priority propagation ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_ROUNDS_H
#define WEFT_PROPAGATION_ROUNDS_H

#include "weft/Propagation/PropagationGraph.h"

namespace weft {

/// The rounds of op-priority propagation, each with what came before.
enum class Round : uint8_t {
  /// Elementwise ops, reshapes and the like whose operands have no other use.
  SingleUse,
  /// The same, whatever the uses.
  PassThroughOps,
  /// Factors that pass through, of all ops.
  PassThroughFactors,
  /// All factors.
  AllFactors,
  /// Broadcasts in both directions.
  Everything,
};

constexpr Round allRounds[] = {Round::SingleUse, Round::PassThroughOps,
                               Round::PassThroughFactors, Round::AllFactors,
                               Round::Everything};

/// The directions in which `factor` of an op passes axes on in `round`.
Direction getDirection(const Signature &signature, const Factor &factor,
                       Round round);

/// Whether `node` takes part in `round` at all.
bool takesPart(const Node &node, const Signature &signature, Round round);

/// What comes first in `round`, for people: "through elementwise ops".
llvm::StringRef describe(Round round);

} // namespace weft

#endif // WEFT_PROPAGATION_ROUNDS_H
