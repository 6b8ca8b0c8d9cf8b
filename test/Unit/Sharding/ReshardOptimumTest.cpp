//===- ReshardOptimumTest.cpp - plans against the best there is -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes that divide make a layout and its sharding the same, so all shardings
// of a small mesh and all collectives between them are a graph that can be
// written down whole. No plan may send more bytes than the shortest path in it
// that keeps to the axes of both ends, as plans do.
//
//===----------------------------------------------------------------------===//

#include "AllShardings.h"

#include "weft/Sharding/LocalShape.h"
#include "weft/Sharding/ReshardPlan.h"

#include <cmath>
#include <map>

using namespace weft;

namespace {

/// All shardings of a tensor, and the bytes that one collective sends between
/// each two.
class WholeGraph {
public:
  WholeGraph(const Mesh &mesh, llvm::ArrayRef<int64_t> shape)
      : shape(shape), nodes(allShardings(mesh, shape.size())) {
    std::vector<AxisRef> parts = primeParts(mesh);
    for (const Sharding &node : nodes) {
      held.push_back(localBytes(node));
      unsigned set = 0;
      for (auto [i, part] : llvm::enumerate(parts))
        set |= unsigned(node.uses(part)) << i;
      used.push_back(set);
    }
    bytes.assign(nodes.size(), std::vector<double>(nodes.size(), INFINITY));
    for (size_t a = 0; a != nodes.size(); ++a)
      for (size_t b = 0; b != nodes.size(); ++b)
        bytes[a][b] = bytesBetween(nodes[a], nodes[b]);
  }

  double localBytes(const Sharding &sharding) const {
    double product = 4;
    for (int64_t size : localShape(shape, sharding))
      product *= double(size);
    return product;
  }

  /// The least that can be sent to each sharding without ever holding more
  /// than `limit` or using other parts of axes than `allowed`.
  std::vector<double> leastFrom(size_t source, double limit,
                                unsigned allowed) const {
    std::vector<double> least(nodes.size(), INFINITY);
    std::vector<bool> done(nodes.size());
    least[source] = 0;
    for (size_t round = 0; round != nodes.size(); ++round) {
      size_t next = nodes.size();
      for (size_t i = 0; i != nodes.size(); ++i)
        if (!done[i] && (next == nodes.size() || least[i] < least[next]))
          next = i;
      done[next] = true;
      for (size_t i = 0; i != nodes.size(); ++i)
        if (held[i] <= limit && (used[i] & ~allowed) == 0)
          least[i] = std::min(least[i], least[next] + bytes[next][i]);
    }
    return least;
  }

private:
  /// What one collective sends; infinity if none leads from `a` to `b`.
  double bytesBetween(const Sharding &a, const Sharding &b) const {
    double before = localBytes(a), after = localBytes(b), best = INFINITY;
    if (a.shardCounts() == b.shardCounts())
      best = before;
    llvm::SmallVector<unsigned> longer, shorter;
    for (unsigned i = 0; i != shape.size(); ++i) {
      const AxisList &x = a.dims[i].axes, &y = b.dims[i].axes;
      if (x == y)
        continue;
      if (y.startsWith(x))
        longer.push_back(i);
      else if (x.startsWith(y))
        shorter.push_back(i);
      else
        return best;
    }
    if (shorter.empty())
      return 0; // slices
    if (longer.empty())
      return std::min(best, after - before); // gathers
    if (shorter.size() != 1 || longer.size() != 1)
      return best;
    AxisList moved =
        a.dims[shorter[0]].axes.withoutPrefix(b.dims[shorter[0]].axes);
    if (b.dims[longer[0]].axes.withoutPrefix(a.dims[longer[0]].axes) == moved)
      best = std::min(best, before - before / double(moved.numShards()));
    return best;
  }

public:
  llvm::ArrayRef<int64_t> shape;
  std::vector<Sharding> nodes;
  std::vector<double> held;   ///< bytes of a shard
  std::vector<unsigned> used; ///< parts of axes, as bits
  std::vector<std::vector<double>> bytes;
};

/// What is counted over all pairs.
struct Gap {
  int64_t numPairs = 0, numWorse = 0, numWorseThanAny = 0;
  double sent = 0, least = 0, leastOfAny = 0;
};

void compareFrom(const Mesh &mesh, const WholeGraph &graph, size_t a,
                 Gap &gap) {
  std::map<std::pair<double, unsigned>, std::vector<double>> paths;
  auto leastTo = [&](size_t b, unsigned allowed) {
    double limit = std::max(graph.held[a], graph.held[b]);
    std::vector<double> &least = paths[{limit, allowed}];
    if (least.empty())
      least = graph.leastFrom(a, limit, allowed);
    return least[b];
  };
  for (size_t b = 0; b != graph.nodes.size(); ++b) {
    ReshardPlan plan = llvm::cantFail(
        planReshard(mesh, graph.nodes[a], graph.nodes[b], graph.shape, 4, {}));
    double least = leastTo(b, graph.used[a] | graph.used[b]);
    double leastOfAny = leastTo(b, ~0u);
    ++gap.numPairs;
    gap.numWorse += plan.cost.wireBytes > least;
    gap.numWorseThanAny += plan.cost.wireBytes > leastOfAny;
    gap.sent += plan.cost.wireBytes;
    gap.least += least;
    gap.leastOfAny += leastOfAny;
    EXPECT_EQ(plan.exceedsLimit(), least == INFINITY) << plan.toString(mesh);
    // One byte in a thousand may buy fewer collectives.
    EXPECT_LE(plan.cost.wireBytes, least * 1.001) << plan.toString(mesh);
  }
}

void compareAll(llvm::ArrayRef<MeshAxis> axes, std::vector<int64_t> shape) {
  Mesh mesh = llvm::cantFail(Mesh::create(axes));
  WholeGraph graph(mesh, shape);
  Gap gap;
  for (size_t a = 0; a != graph.nodes.size(); ++a)
    compareFrom(mesh, graph, a, gap);
  llvm::outs() << gap.numPairs << " pairs on " << mesh.numDevices()
               << " devices: " << gap.numWorse << " above the optimum, "
               << llvm::format("%.4f", gap.sent / gap.least)
               << " of its bytes; with all axes of the mesh "
               << gap.numWorseThanAny << " and "
               << llvm::format("%.4f", gap.sent / gap.leastOfAny) << "\n";
}

TEST(ReshardOptimum, TwoByTwoByTwo) {
  compareAll({{"x", 2}, {"y", 2}, {"z", 2}}, {1024, 1024});
}

TEST(ReshardOptimum, UnequalAxes) {
  compareAll({{"x", 2}, {"y", 3}}, {144, 144, 144});
}

TEST(ReshardOptimum, LongTwoByThreeByFour) {
  if (!std::getenv("WEFT_EXHAUSTIVE"))
    GTEST_SKIP() << "takes long; set WEFT_EXHAUSTIVE=1 to run it";
  compareAll({{"x", 2}, {"y", 3}, {"z", 4}}, {960, 960});
}

} // namespace
