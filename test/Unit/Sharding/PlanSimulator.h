//===- PlanSimulator.h - runs a reshard plan --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices as arrays of numbers, and the steps of a plan as loops over them,
// written from their descriptions and from nothing that the planner uses.
// Padding is poison, and what is computed from it is.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TEST_UNIT_SHARDING_PLANSIMULATOR_H
#define WEFT_TEST_UNIT_SHARDING_PLANSIMULATOR_H

#include "weft/Sharding/ReshardPlan.h"

#include <map>
#include <vector>

namespace weft {

/// What one device holds.
struct LocalTensor {
  std::vector<int64_t> shape;
  std::vector<int64_t> values;

  /// The elements from `begin` of `dim`, poison where there are none.
  LocalTensor window(int64_t dim, int64_t begin, int64_t size) const;
  /// `parts` one after the other along `dim`.
  static LocalTensor join(const std::vector<LocalTensor> &parts, int64_t dim);
};

/// All devices.
class PlanSimulator {
public:
  static constexpr int64_t poison = INT64_MIN;

  explicit PlanSimulator(const ReshardRequest &request);

  /// Gives each device its part of the source.
  void load();

  /// Runs the plan; what is wrong with it, or nothing.
  std::string run(const ReshardPlan &plan);

  /// What is wrong with what the devices hold at the end, or nothing.
  std::string check() const;

private:
  /// The devices that meet in a step, in order.
  using Group = std::vector<int64_t>;
  std::vector<Group> groups(const Mesh &mesh, const AxisList &axes) const;
  void runOn(const PlanStep &step, const Group &group);
  LocalTensor result(const PlanStep &step, const std::vector<LocalTensor> &in,
                     int64_t number) const;
  LocalTensor realigned(const PlanStep &step,
                        const std::vector<LocalTensor> &in,
                        int64_t number) const;

  std::vector<int64_t> wholeIndices(const Mesh &mesh, const Sharding &sharding,
                                    int64_t device) const;

  const ReshardRequest &request;
  std::map<int64_t, LocalTensor> devices;
};

} // namespace weft

#endif // WEFT_TEST_UNIT_SHARDING_PLANSIMULATOR_H
