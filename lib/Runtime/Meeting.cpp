//===- Meeting.cpp - where the members of a group meet once -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Meeting.h"

#include "MakeError.h"

#include "weft/Runtime/RunErrors.h"
#include "weft/Runtime/Tracer.h"

#include <cassert>
#include <thread>

using namespace weft::runtime;

/// How often a member gives way before it sleeps. With more devices than cores
/// the others usually come within a few turns, which saves two system calls.
static constexpr int maxYields = 20;

/// Work below this is done before a second thread would have woken up.
static constexpr uint64_t soloBytes = 128 << 10;

/// The number of threads that can work at the same time.
static unsigned getNumCores() {
  static const unsigned count =
      std::max(1u, std::thread::hardware_concurrency());
  return count;
}

void Meeting::reset() {
  std::fill(calls.begin(), calls.end(), nullptr);
  firstCall = nullptr;
  numArrived = 0;
  clock = 0;
  broken = false;
  incident = nullptr;
  failedTask = UINT64_MAX;
  failure.clear();
  nextTask.store(0, std::memory_order_relaxed);
  numTasksDone.store(0, std::memory_order_relaxed);
  phase.store(Gathering, std::memory_order_relaxed);
}

void Meeting::arrive(unsigned rank, const Collective &call,
                     uint64_t memberClock) {
  assert(!calls[rank] && "a member comes once");
  calls[rank] = &call;
  if (!firstCall)
    firstCall = &call;
  ++numArrived;
  clock = std::max(clock, memberClock);
}

void Meeting::breakUp(std::shared_ptr<Incident> newIncident) {
  assert(!broken && "a meeting breaks up once");
  incident = std::move(newIncident);
  if (incident) {
    incident->addGroup(group);
    for (unsigned rank = 0; rank < group.size(); ++rank)
      if (calls[rank])
        incident->addCall(group.getDevices()[rank], *calls[rank]);
  }
  broken = true;
  // The callers return now; their calls are gone.
  firstCall = nullptr;
  setPhase(Broken);
}

llvm::Error Meeting::getBreakError() const {
  if (incident)
    return llvm::make_error<CollectiveError>(incident);
  return llvm::make_error<CancelledError>();
}

void Meeting::setPhase(Phase next) {
  phase.store(next, std::memory_order_release);
  phase.notify_all();
}

void Meeting::workAsLast(const Collective &call) {
  data = CollectiveData(calls);
  const uint64_t numTasks = data.getNumTasks();
  if (numTasks == 0)
    return setPhase(Done);
  const uint64_t numHelpers =
      data.getNumBytes() < soloBytes
          ? 0
          : std::min<uint64_t>(
                {getNumCores() - 1, numTasks - 1, group.size() - 1});
  if (numHelpers > 0) {
    phase.store(Working, std::memory_order_release);
    for (uint64_t i = 0; i < numHelpers; ++i)
      phase.notify_one();
  }
  doTasks(call.reducer);
  // A helper may have the last task, and then it is the one to wake the others.
  // Until that we wait like them.
  if (numHelpers > 0)
    waitAsOther(call, nullptr);
}

void Meeting::doTasks(Reducer reducer) {
  const uint64_t numTasks = data.getNumTasks();
  uint64_t task;
  while ((task = nextTask.fetch_add(1, std::memory_order_relaxed)) < numTasks) {
    if (llvm::Error error = data.runTask(task, reducer)) {
      std::string message = llvm::toString(std::move(error));
      std::lock_guard lock(failureMutex);
      if (task < failedTask) {
        failedTask = task;
        failure = std::move(message);
      }
    }
    if (numTasksDone.fetch_add(1, std::memory_order_acq_rel) + 1 == numTasks)
      setPhase(Done);
  }
}

bool Meeting::waitAsOther(const Collective &call, uint64_t *gatheredAt) {
  uint32_t seen = Gathering;
  bool helped = false;
  for (int yields = 0;;) {
    seen = phase.load(std::memory_order_acquire);
    if (seen != Gathering && gatheredAt && *gatheredAt == 0)
      *gatheredAt = Tracer::now();
    if (seen == Done)
      return true;
    if (seen == Broken)
      return false;
    if (seen == Working && !std::exchange(helped, true)) {
      doTasks(call.reducer);
      continue;
    }
    if (yields++ < maxYields)
      std::this_thread::yield();
    else
      phase.wait(seen, std::memory_order_acquire);
  }
}

llvm::Error Meeting::takeResult(unsigned rank) {
  if (failedTask == UINT64_MAX)
    return llvm::Error::success();
  // One error is enough, and rank 0 has it in every run.
  if (rank == 0)
    return makeError("{0}", failure);
  return llvm::make_error<CancelledError>();
}
