//===- BlockScheduler.cpp - an order that needs less memory -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockScheduler.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>
#include <queue>

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// What is held while steps run
//===----------------------------------------------------------------------===//

class BlockScheduler::Progress {
public:
  explicit Progress(const BlockMemory &memory)
      : memory(memory), buffers(memory.getBuffers().size()) {
    for (auto [i, buffer] : llvm::enumerate(memory.getBuffers()))
      buffers[i].numReaders = buffer.numReaders;
    for (auto [i, step] : llvm::enumerate(memory.getSteps()))
      for (unsigned buffer : step.reads)
        buffers[buffer].sumOfReaders += i;
  }

  /// By how much more would be held after the step, if it ran now.
  double getChange(unsigned number) const {
    const BlockMemory::Step &step = memory.getSteps()[number];
    ArrayRef<BlockMemory::Buffer> all = memory.getBuffers();
    double change = 0;
    for (unsigned buffer : step.makes)
      if (all[buffer].numReaders != 0)
        change += all[buffer].bytes;
    for (unsigned buffer : step.reads)
      if (buffers[buffer].numReaders == 1 && !all[buffer].stays)
        change -= all[buffer].bytes;
    return change;
  }

  /// Runs the step; calls `visit` with the steps that now are the last to read
  /// something, and so free more than before.
  void run(unsigned number, llvm::function_ref<void(unsigned)> visit) {
    for (unsigned buffer : memory.getSteps()[number].reads) {
      Readers &readers = buffers[buffer];
      readers.sumOfReaders -= number;
      if (--readers.numReaders == 1)
        visit(readers.sumOfReaders);
    }
  }

private:
  /// Of a buffer, the steps that have not run. If it is one, the sum is its
  /// number.
  struct Readers {
    unsigned numReaders = 0;
    uint64_t sumOfReaders = 0;
  };
  const BlockMemory &memory;
  std::vector<Readers> buffers;
};

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

BlockScheduler::BlockScheduler(const BlockMemory &memory)
    : memory(memory), steps(memory.getSteps()), after(steps.size()),
      before(steps.size()) {
  for (auto [i, step] : llvm::enumerate(steps))
    after[i] = step.after;
  addOrderOfEffects();
  for (auto [i, list] : llvm::enumerate(after))
    for (unsigned each : list)
      before[each].push_back(i);
}

/// Ops with side effects stay in order.
void BlockScheduler::addOrderOfEffects() {
  std::optional<unsigned> last;
  for (auto [i, step] : llvm::enumerate(steps)) {
    if (isMemoryEffectFree(step.op) && i + 1 != steps.size())
      continue;
    if (last && !llvm::is_contained(after[i], *last))
      after[i].push_back(*last);
    last = i;
  }
}

/// By how much each step changes what is held, if they run in this order.
std::vector<double> BlockScheduler::getChanges(const Order &order) const {
  Progress progress(memory);
  std::vector<double> changes(steps.size());
  for (unsigned step : order) {
    changes[step] = progress.getChange(step);
    progress.run(step, [](unsigned) {});
  }
  return changes;
}

/// Steps after which more is held run right before the first that needs them.
BlockScheduler::Order BlockScheduler::sink(const Order &order) const {
  std::vector<double> changes = getChanges(order);
  std::vector<unsigned> position(steps.size());
  for (auto [i, step] : llvm::enumerate(order))
    position[step] = i;
  Order result;
  result.reserve(order.size());
  std::vector<bool> done(steps.size());
  SmallVector<unsigned> work;
  for (unsigned step : order) {
    bool isLast = step + 1 == steps.size();
    if (changes[step] > 0 && !isLast && isMemoryEffectFree(steps[step].op))
      continue;
    work.push_back(step);
    while (!work.empty()) {
      unsigned next = work.back();
      unsigned numWaiting = work.size();
      for (unsigned each : after[next])
        if (!done[each])
          work.push_back(each);
      if (work.size() != numWaiting) {
        // The last is taken first.
        llvm::sort(
            MutableArrayRef(work).drop_front(numWaiting),
            [&](unsigned a, unsigned b) { return position[a] > position[b]; });
        continue;
      }
      work.pop_back();
      if (!done[next])
        result.push_back(next);
      done[next] = true;
    }
  }
  // What nobody needs.
  for (unsigned step : order)
    if (!done[step])
      result.insert(result.end() - 1, step);
  return result;
}

/// Runs the steps of `base` in order, but those after which no more is held, or
/// all if `greedy`, as soon as they can.
BlockScheduler::Order BlockScheduler::runEager(const Order &base,
                                               bool greedy) const {
  Progress progress(memory);
  std::vector<unsigned> position(steps.size()), numWaiting(steps.size());
  for (auto [i, step] : llvm::enumerate(base))
    position[step] = i;
  using Entry = std::tuple<double, unsigned, unsigned>; // the least comes first
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  std::vector<bool> done(steps.size());
  auto offer = [&](unsigned step) {
    if (done[step] || numWaiting[step] != 0 || step + 1 == steps.size())
      return;
    double change = progress.getChange(step);
    if (greedy || change <= 0)
      ready.push({change, position[step], step});
  };
  for (unsigned i = 0; i != steps.size(); ++i)
    numWaiting[i] = after[i].size();
  for (unsigned i = 0; i != steps.size(); ++i)
    offer(i);
  Order result;
  result.reserve(base.size());
  auto run = [&](unsigned step) {
    done[step] = true;
    result.push_back(step);
    progress.run(step, offer);
    for (unsigned each : before[step])
      if (--numWaiting[each] == 0)
        offer(each);
  };
  for (unsigned next = 0; next != base.size();) {
    if (ready.empty()) {
      if (!done[base[next]])
        run(base[next]);
      ++next;
      continue;
    }
    unsigned step = std::get<2>(ready.top());
    ready.pop();
    if (!done[step])
      run(step);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

bool BlockScheduler::consider(const Order &order) {
  double peak = memory.getPeak(order);
  if (peak >= bestPeak)
    return false;
  best = order;
  bestPeak = peak;
  return true;
}

void BlockScheduler::improve(Order order) {
  constexpr unsigned maxRounds = 4;
  for (unsigned round = 0; round != maxRounds; ++round) {
    Order late = sink(order);
    bool better = consider(late);
    order = runEager(late, /*greedy=*/false);
    better |= consider(order);
    if (!better)
      return;
  }
}

BlockScheduler::Order BlockScheduler::run() {
  Order order(steps.size());
  std::iota(order.begin(), order.end(), 0);
  bestPeak = memory.getPeak(order);
  Order eager = runEager(order, /*greedy=*/false);
  consider(eager);
  improve(order);
  Order greedy = runEager(order, /*greedy=*/true);
  consider(greedy);
  improve(std::move(greedy));
  return best;
}
