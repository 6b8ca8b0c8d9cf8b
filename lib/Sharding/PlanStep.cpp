//===- PlanStep.cpp - the steps of a reshard plan ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/ReshardPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace weft;

static constexpr llvm::StringRef words[] = {
    "all_gather", "all_slice",  "all_to_all",     "permute",
    "broadcast",  "all_reduce", "reduce_scatter", "realign",
    "resize",     "keep_first", "pad_whole"};

llvm::StringRef weft::stringifyPlanStepKind(PlanStepKind kind) {
  return words[static_cast<unsigned>(kind)];
}

//===----------------------------------------------------------------------===//
// Permutes
//===----------------------------------------------------------------------===//

namespace {

/// The stretch of one axis that a permute is about, and its place in the
/// numbering of all coordinates.
struct Stretch {
  int64_t begin = INT64_MAX, end = 1;
  int64_t stride = 1;
};

} // namespace

/// The number of a device along `axes`, from its coordinates as one number.
static int64_t numberAlong(llvm::ArrayRef<AxisRef> axes,
                           const std::map<int32_t, Stretch> &stretches,
                           int64_t coordinates) {
  int64_t number = 0;
  for (AxisRef axis : axes) {
    const Stretch &stretch = stretches.at(axis.axis);
    int64_t along =
        coordinates / stretch.stride % (stretch.end / stretch.begin);
    number =
        number * axis.size + along / (stretch.end / axis.end()) % axis.size;
  }
  return number;
}

llvm::SmallVector<int64_t> weft::permutePairs(const PlanStep &step) {
  if (step.targetAxes.empty())
    return {step.pairs.begin(), step.pairs.end()};
  std::map<int32_t, Stretch> stretches;
  for (AxisRef axis : step.axes) {
    Stretch &stretch = stretches[axis.axis];
    stretch.begin = std::min<int64_t>(stretch.begin, axis.preSize);
    stretch.end = std::max(stretch.end, axis.end());
  }
  int64_t total = 1;
  for (auto &[axis, stretch] : stretches) {
    stretch.stride = total;
    total *= stretch.end / stretch.begin;
  }
  // A stretch may have gaps that the permute is not about; coordinates in the
  // gaps are kept at 0, which is where each number is met first.
  int64_t count = step.axes.numShards();
  llvm::SmallVector<int64_t> deviceAt(count, -1), wanted(count, -1);
  for (int64_t c = 0; c != total; ++c) {
    int64_t source = numberAlong(step.axes, stretches, c);
    int64_t target = numberAlong(step.targetAxes, stretches, c);
    if (wanted[source] == -1)
      wanted[source] = target, deviceAt[target] = source;
  }
  llvm::SmallVector<int64_t> pairs;
  for (int64_t source = 0; source != count; ++source)
    pairs.append({source, deviceAt[source]});
  return pairs;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printShape(llvm::raw_ostream &os, llvm::ArrayRef<int64_t> shape) {
  llvm::interleave(shape, os, "x");
  if (shape.empty())
    os << "scalar";
}

static void printDetails(llvm::raw_ostream &os, const PlanStep &step,
                         const Mesh &mesh) {
  switch (step.kind) {
  case PlanStepKind::AllToAll:
    os << " split " << step.dim << " concat " << step.concatDim;
    return;
  case PlanStepKind::Permute:
    if (!step.targetAxes.empty())
      os << " as " << mesh.toString(step.targetAxes);
    return;
  case PlanStepKind::Broadcast:
    os << " from " << step.source;
    return;
  case PlanStepKind::AllReduce:
  case PlanStepKind::KeepFirst:
  case PlanStepKind::Resize:
    return;
  default:
    os << " dim " << step.dim;
  }
}

std::string ReshardPlan::toString(const Mesh &from, const Mesh &to) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const PlanStep &step : steps) {
    const Mesh &mesh = step.onTargetMesh ? to : from;
    os << stringifyPlanStepKind(step.kind);
    if (!step.axes.empty())
      os << ' ' << mesh.toString(step.axes);
    printDetails(os, step, mesh);
    os << " : ";
    printShape(os, step.before);
    os << " -> ";
    printShape(os, step.after);
    os << '\n';
  }
  return text;
}
