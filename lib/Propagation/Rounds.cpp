//===- Rounds.cpp - what takes part in op-priority propagation --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/Rounds.h"

using namespace weft;

Direction weft::getDirection(const Signature &signature, const Factor &factor,
                             Round round) {
  if (factor.blocked)
    return Direction::None;
  bool passesThrough = factor.kind == FactorKind::PassThrough;
  bool isOpen =
      round >= (passesThrough ? Round::PassThroughFactors : Round::AllFactors);
  Direction direction = Direction::None;
  switch (signature.propagationClass) {
  case PropagationClass::Elementwise:
  case PropagationClass::PassThrough:
  case PropagationClass::Always:
    direction = Direction::Both;
    break;
  case PropagationClass::PassThroughForward:
    direction = isOpen ? Direction::Both : Direction::Forward;
    break;
  case PropagationClass::Broadcast:
    if (isOpen)
      direction = Direction::Backward;
    if (round == Round::Everything)
      direction = Direction::Both;
    break;
  case PropagationClass::Other:
    if (isOpen)
      direction = Direction::Both;
    break;
  }
  return direction & signature.allowed;
}

bool weft::takesPart(const Node &node, const Signature &signature,
                     Round round) {
  return round != Round::SingleUse || node.singleUse ||
         signature.propagationClass == PropagationClass::Always;
}

llvm::StringRef weft::describe(Round round) {
  switch (round) {
  case Round::SingleUse:
  case Round::PassThroughOps:
    return "through elementwise ops and reshapes";
  case Round::PassThroughFactors:
    return "through dimensions that pass ops unchanged";
  case Round::AllFactors:
    return "through all dimensions but those of broadcasts";
  case Round::Everything:
    return "through all ops";
  }
  return "";
}
