//===- MeshPlanner.h - reshards on one mesh ---------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_SHARDING_MESHPLANNER_H
#define WEFT_LIB_SHARDING_MESHPLANNER_H

#include "ReshardSpace.h"

namespace weft::reshard {

using Steps = llvm::SmallVector<PlanStep, 2>;

/// Finds the steps between two shardings of one tensor on one mesh. Axes of
/// size 1 change nothing and are not in the shardings; no size is 0.
class MeshPlanner {
public:
  MeshPlanner(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
              int64_t elementBytes, const CostModel &cost)
      : mesh(mesh), shape(shape), elementBytes(elementBytes), cost(cost) {}

  Steps plan(const Sharding &from, const Sharding &to) const;

private:
  Steps searchSpace(const Space &space) const;
  Steps planVia(const Sharding &from, const Sharding &middle,
                const Sharding &to) const;
  Steps planAcross(const Sharding &from, const Sharding &to) const;

  const Mesh &mesh;
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
  const CostModel &cost;
};

/// What the steps take together.
double secondsOf(llvm::ArrayRef<PlanStep> steps);

} // namespace weft::reshard

#endif // WEFT_LIB_SHARDING_MESHPLANNER_H
