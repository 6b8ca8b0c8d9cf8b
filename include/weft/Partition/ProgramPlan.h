//===- ProgramPlan.h - what a per-shard program costs -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PARTITION_PROGRAMPLAN_H
#define WEFT_PARTITION_PROGRAMPLAN_H

#include "weft/Interfaces/CommunicationInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <string>
#include <vector>

namespace weft {

/// Who runs the program, as far as memory goes: the executor that computes
/// values where they are read and works in place, or the reference interpreter,
/// which stores every value.
enum class MemoryEngine : uint8_t { Jit, Reference };

/// Collectives of one kind over the same axes.
struct PlannedCollective {
  std::string kind;
  /// As the program writes them; empty if groups of devices are listed.
  std::vector<std::string> axes;
  /// How often one runs, loops included where their trip count is known.
  double count = 0;
  double resultBytes = 0;
  /// What one device sends, all together.
  double wireBytes = 0;
};

/// One collective of the program.
struct CollectiveSite {
  std::string kind;
  std::vector<std::string> axes;
  double count = 0;
  double wireBytes = 0;
  /// What it is for: `operand 1 of 'stablehlo.dot_general'`.
  std::string cause;
  mlir::Location location;
};

/// A value that a device holds.
struct HeldValue {
  double bytes = 0;
  /// `argument 0`, or the op that made it.
  std::string what;
  mlir::Location location;
};

/// What each device does and holds when it runs a per-shard function. Doubles,
/// because products of a user's sizes may not fit an integer.
struct ProgramPlan {
  std::vector<PlannedCollective> collectives;
  /// The same one by one, in program order.
  std::vector<CollectiveSite> sites;
  double argumentBytes = 0, resultBytes = 0;
  /// The most that is held at once, arguments included, when every value is
  /// freed after its last use; and the part of it that is neither argument nor
  /// result.
  double peakBytes = 0, temporaryBytes = 0;
  /// What is held at the peak, the largest first.
  std::vector<HeldValue> atPeak;
  /// A multiplication and an addition count as two.
  double flops = 0;
  /// Loops whose trip count is not known, counted as if they ran once.
  unsigned numUnknownLoops = 0;

  double getWireBytes() const;
};

/// The bytes that one device sends when it takes part in `op` once.
double getSentBytes(CommunicationInterface op);

/// Reads the plan off a function with local types, and what it calls. Memory is
/// that of `engine`.
ProgramPlan planProgram(mlir::FunctionOpInterface entry,
                        MemoryEngine engine = MemoryEngine::Jit);

} // namespace weft

#endif // WEFT_PARTITION_PROGRAMPLAN_H
