//===- ReshardSearch.cpp - the cheapest way between layouts -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshardSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"

#include <queue>

using namespace weft;
using namespace weft::reshard;

/// More layouts than this are not looked at: some tens of milliseconds.
static constexpr size_t maxNodes = 30000;

namespace {

/// A layout that was reached, and how.
struct Node {
  Layout layout;
  Move move;
  int32_t parent;
  double seconds;
  bool done = false;
};

/// Shortest path from the source. Costs are positive, so a layout is final
/// when it is the nearest of those that are not.
class Search {
public:
  Search(const Space &space, double limit) : space(space), limit(limit) {}
  std::optional<llvm::SmallVector<PlanStep, 2>> run();

private:
  void reach(Layout &&layout, const Move &move, int32_t parent);
  void expand(int32_t number);
  llvm::SmallVector<PlanStep, 2> stepsTo(int32_t number) const;

  using Entry = std::pair<double, int32_t>;
  const Space &space;
  double limit;
  std::vector<Node> nodes;
  llvm::StringMap<int32_t> numbers;
  llvm::StringMap<char> permuted;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
};

} // namespace

template <typename T>
static void addBytes(llvm::SmallVectorImpl<char> &key, const T &value) {
  const char *bytes = reinterpret_cast<const char *>(&value);
  key.append(bytes, bytes + sizeof(T));
}

/// Equal for equal layouts only.
static llvm::SmallString<96> keyOf(const Layout &layout) {
  llvm::SmallString<96> key;
  for (const Atoms &list : layout.lists) {
    key.append(list.begin(), list.end());
    key.push_back('\xff');
  }
  for (int64_t block : layout.blocks)
    addBytes(key, block);
  addBytes(key, layout.unreduced);
  key.push_back(layout.hasTargetReducer);
  return key;
}

void Search::reach(Layout &&layout, const Move &move, int32_t parent) {
  double seconds = 0;
  if (parent >= 0) {
    const Layout &from = nodes[parent].layout;
    if (space.peakOf(from, move, layout) > limit)
      return;
    seconds = nodes[parent].seconds + space.costOf(from, move, layout).seconds;
  }
  auto [it, isNew] = numbers.try_emplace(keyOf(layout), nodes.size());
  if (isNew) {
    nodes.push_back({std::move(layout), move, parent, seconds});
  } else {
    Node &node = nodes[it->second];
    if (node.seconds <= seconds)
      return;
    node.move = move;
    node.parent = parent;
    node.seconds = seconds;
  }
  open.push({seconds, it->second});
}

/// All permutes of a layout cost the same if all links do, so only the nearest
/// of the layouts that permutes turn into each other need try them.
static llvm::SmallString<96> permuteKey(const Space &space,
                                        const Layout &layout) {
  llvm::SmallString<96> key;
  for (int64_t count : space.countsOf(layout))
    addBytes(key, count);
  for (int64_t block : layout.blocks)
    addBytes(key, block);
  key.push_back(layout.hasTargetReducer);
  return key;
}

void Search::expand(int32_t number) {
  // Reaching others moves the nodes.
  Layout layout = nodes[number].layout;
  auto visit = [&](const Move &move, Layout &&next) {
    reach(std::move(next), move, number);
  };
  space.forEachMove(layout, visit);
  if (permuted.try_emplace(permuteKey(space, layout)).second ||
      !space.hasUniformCost())
    space.forEachPermute(layout, visit);
}

llvm::SmallVector<PlanStep, 2> Search::stepsTo(int32_t number) const {
  llvm::SmallVector<int32_t> path;
  for (; number >= 0; number = nodes[number].parent)
    path.push_back(number);
  llvm::SmallVector<PlanStep, 2> steps;
  for (size_t i = path.size() - 1; i-- > 0;) {
    const Node &node = nodes[path[i]];
    space.describe(nodes[node.parent].layout, node.move, node.layout, steps);
  }
  return steps;
}

std::optional<llvm::SmallVector<PlanStep, 2>> Search::run() {
  reach(Layout(space.source()), {PlanStepKind::Resize}, -1);
  while (!open.empty() && nodes.size() < maxNodes) {
    int32_t number = open.top().second;
    open.pop();
    if (nodes[number].done)
      continue;
    nodes[number].done = true;
    if (nodes[number].layout == space.target())
      return stepsTo(number);
    expand(number);
  }
  return std::nullopt;
}

std::optional<llvm::SmallVector<PlanStep, 2>>
weft::reshard::search(const Space &space, double limit) {
  return Search(space, limit).run();
}

llvm::SmallVector<PlanStep, 2>
weft::reshard::gatherAndSplit(const Space &space) {
  llvm::SmallVector<PlanStep, 2> steps;
  Layout from = space.source();
  space.forEachFallback([&](const Move &move, Layout &&to) {
    space.describe(from, move, to, steps);
    from = std::move(to);
  });
  return steps;
}
