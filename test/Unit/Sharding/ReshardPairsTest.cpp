//===- ReshardPairsTest.cpp - plans between all shardings -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs plans between shardings on simulated devices. By default a sample, with
// a fixed and a fresh seed; all pairs with WEFT_EXHAUSTIVE=1, and part K of N
// of them with WEFT_EXHAUSTIVE=K/N. utils/all-reshards.sh runs all parts.
//
//===----------------------------------------------------------------------===//

#include "AllShardings.h"
#include "PlanSimulator.h"
#include "RandomMesh.h"

#include <chrono>

using namespace weft;

namespace {

/// What is counted over many plans.
struct Tally {
  int64_t numPlans = 0, numSteps = 0, numBeyondLimit = 0, numTwice = 0;
  double seconds = 0, worst = 0;

  ~Tally() {
    if (numPlans == 0)
      return;
    llvm::outs() << numPlans << " plans, " << numSteps << " steps, "
                 << llvm::format("%.1f us per plan, %.1f ms the slowest, ",
                                 seconds / double(numPlans) * 1e6, worst * 1e3)
                 << numBeyondLimit << " beyond the memory of both ends ("
                 << numTwice << " beyond twice)\n";
  }
};

std::string describe(const ReshardRequest &request, const ReshardPlan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "shape ";
  llvm::interleave(request.shape, os, "x");
  auto print = [&](const Mesh &mesh, const Sharding &sharding) {
    for (const DimSharding &dim : sharding.dims)
      os << " [" << mesh.toString(dim.axes) << "]";
    os << " unreduced " << stringifyReducerKind(sharding.unreducedKind) << " ["
       << mesh.toString(sharding.unreduced) << "]";
  };
  print(request.fromMesh, request.from);
  os << " ->";
  print(request.toMesh, request.to);
  os << "\n" << plan.toString(request.fromMesh, request.toMesh);
  return text;
}

/// Plans and runs one reshard.
void runOne(const ReshardRequest &request, Tally &tally) {
  auto start = std::chrono::steady_clock::now();
  ReshardPlan plan = llvm::cantFail(planReshard(request, {}));
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  ++tally.numPlans;
  tally.numSteps += plan.steps.size();
  tally.seconds += took.count();
  tally.worst = std::max(tally.worst, took.count());
  tally.numBeyondLimit += plan.exceedsLimit();
  tally.numTwice += plan.peakBytes > 2 * plan.limitBytes;
  PlanSimulator devices(request);
  devices.load();
  std::string wrong = devices.run(plan);
  if (wrong.empty())
    wrong = devices.check();
  ASSERT_EQ(wrong, "") << describe(request, plan);
}

struct Case {
  std::vector<MeshAxis> axes;
  std::vector<std::vector<int64_t>> shapes;
};

/// Even, uneven, smaller than the axes, 1 and 0.
const Case cases[] = {
    {{{"x", 2}, {"y", 2}, {"z", 2}},
     {{},
      {8},
      {5},
      {2},
      {1},
      {0},
      {8, 8},
      {7, 5},
      {3, 1},
      {4, 0},
      {8, 8, 8},
      {5, 6, 7},
      {2, 3, 1}}},
    {{{"x", 2}, {"y", 3}, {"z", 4}},
     {{24},
      {25},
      {13},
      {5},
      {1},
      {24, 24},
      {13, 7},
      {5, 2},
      {6, 0},
      {7, 5, 3},
      {12, 4, 6},
      {24, 24, 24}}},
};

/// The pairs that this process is to run: all, or part K of N.
struct Part {
  uint64_t index = 0, count = 0;
  static Part fromEnvironment() {
    Part part;
    if (const char *text = std::getenv("WEFT_EXHAUSTIVE")) {
      part.count = 1;
      std::pair<llvm::StringRef, llvm::StringRef> parts =
          llvm::StringRef(text).split('/');
      if (!parts.second.empty()) {
        parts.first.getAsInteger(10, part.index);
        parts.second.getAsInteger(10, part.count);
      }
    }
    return part;
  }
};

void runAll(const Case &each, Part part) {
  uint64_t number = 0;
  Mesh mesh = llvm::cantFail(Mesh::create(each.axes));
  for (const std::vector<int64_t> &shape : each.shapes) {
    Tally tally;
    std::vector<Sharding> all = allShardings(mesh, shape.size());
    for (const Sharding &from : all)
      for (const Sharding &to : all)
        if (number++ % part.count == part.index)
          runOne({mesh, from, mesh, to, shape, 4}, tally);
    // Where all sizes divide, a plan within the memory of both ends exists.
    if (llvm::all_of(shape, [&](int64_t size) {
          return size % mesh.numDevices() == 0;
        })) {
      EXPECT_EQ(tally.numBeyondLimit, 0);
    }
    llvm::interleave(shape, llvm::outs(), "x");
    llvm::outs() << " on " << mesh.numDevices() << " devices: ";
  }
}

TEST(ReshardPairs, AllPairsOn2x2x2) { runAll(cases[0], {0, 1}); }

TEST(ReshardPairs, AllPairsOn2x3x4) {
  Part part = Part::fromEnvironment();
  if (part.count == 0)
    GTEST_SKIP() << "takes long; set WEFT_EXHAUSTIVE=1 to run it";
  runAll(cases[1], part);
}

/// Any mesh, any layout, partial values of any kind.
void runSample(unsigned seed, int count) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  Tally tally;
  for (int i = 0; i != count && !testing::Test::HasFatalFailure(); ++i) {
    Mesh mesh = smallMesh(random);
    unsigned rank = random.below(4);
    std::vector<int64_t> shape;
    for (unsigned d = 0; d != rank; ++d)
      shape.push_back(random.below(20) == 0 ? 0 : 1 + random.below(14));
    Sharding from = randomSharding(random, mesh, rank);
    Sharding to = randomSharding(random, mesh, rank);
    runOne({mesh, from, mesh, to, shape, 4}, tally);
  }
}

/// Another order of the devices, other axes, or one device only.
void runMeshes(unsigned seed, int count) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  static const std::vector<std::vector<MeshAxis>> meshes = {
      {{"x", 2}, {"y", 3}, {"z", 2}}, {{"a", 12}}, {{"a", 6}, {"b", 2}}};
  static const std::vector<std::vector<int64_t>> orders = {
      {},
      {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11}, // minor to major
      {1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, // no axes
      {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10}, // along one axis
      {5}};
  Random random(seed);
  Tally tally;
  auto mesh = [&] {
    const auto &order = orders[random.below(orders.size())];
    return llvm::cantFail(
        order.size() == 1
            ? Mesh::create({}, order)
            : Mesh::create(meshes[random.below(meshes.size())], order));
  };
  for (int i = 0; i != count && !testing::Test::HasFatalFailure(); ++i) {
    Mesh from = mesh(), to = mesh();
    unsigned rank = random.below(3);
    std::vector<int64_t> shape;
    for (unsigned d = 0; d != rank; ++d)
      shape.push_back(1 + random.below(14));
    auto sharding = [&](const Mesh &mesh) {
      return mesh.isMaximal() ? Sharding() : randomSharding(random, mesh, rank);
    };
    Sharding source = sharding(from), target = sharding(to);
    runOne({from, source, to, target, shape, 4}, tally);
  }
}

TEST(ReshardPairs, TwoMeshes) { runMeshes(7, 3000); }

TEST(ReshardPairs, SampleWithFixedSeed) { runSample(2026, 2000); }

TEST(ReshardPairs, SampleWithFreshSeed) {
  unsigned seed = std::random_device()();
  llvm::outs() << "seed " << seed << "\n";
  runSample(seed, 2000);
}

} // namespace
