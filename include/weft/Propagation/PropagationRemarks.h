//===- PropagationRemarks.h - explanations as remarks -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_PROPAGATIONREMARKS_H
#define WEFT_PROPAGATION_PROPAGATIONREMARKS_H

#include "weft/Propagation/Explainer.h"

namespace weft {

/// The category of all remarks below, for filters.
inline constexpr llvm::StringLiteral propagationCategory = "weft-propagate";

/// Tells MLIR's remark engine, if the context has one, what happened to every
/// axis of every value: a passed remark `Sharded` for each that is there, with
/// the step that brought it and the annotation it comes from, and a missed
/// remark `Refused` for each that a neighbour has and the value has not, with
/// reason and suggestion.
void emitPropagationRemarks(const Explainer &explainer);

} // namespace weft

#endif // WEFT_PROPAGATION_PROPAGATIONREMARKS_H
