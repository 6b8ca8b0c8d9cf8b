//===- Machine.cpp - devices that run a program together --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Machine.h"

#include "MakeError.h"

#include "weft/Runtime/CollectiveError.h"
#include "weft/Runtime/RunErrors.h"
#include "weft/Runtime/ThreadTransport.h"

#include "llvm/Support/Errno.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <pthread.h>

using namespace weft::runtime;

llvm::Expected<std::unique_ptr<Machine>>
Machine::create(MachineOptions options) {
  if (options.numDevices == 0 || options.numDevices > maxDevices)
    return makeError("a machine has 1 to {0} devices, not {1}", maxDevices,
                     options.numDevices);
  return std::unique_ptr<Machine>(new Machine(std::move(options)));
}

Machine::Machine(MachineOptions givenOptions)
    : options(std::move(givenOptions)),
      transport(std::make_unique<ThreadTransport>(options.numDevices)) {
  for (unsigned device = 0; device < options.numDevices; ++device)
    memories.push_back(
        std::make_unique<DeviceMemory>(device, options.memoryLimit));
}

Machine::~Machine() = default;

/// What the threads of one run share.
struct Machine::Run {
  /// A device with its thread and how it ended.
  struct Slot {
    Run &run;
    Device device;
    pthread_t thread = {};
    Outcome outcome = Outcome::Stopped;
    std::optional<llvm::Error> error = std::nullopt;
    uint64_t endClock = 0;

    Slot(Run &run, unsigned id, Machine &machine)
        : run(run),
          device(id, machine.options.numDevices, *machine.memories[id],
                 *machine.transport, run.control, machine.options.tracer) {}
  };

  llvm::function_ref<llvm::Error(Device &)> program;
  Transport &transport;
  RunControl control;
  std::deque<Slot> slots;

  std::mutex mutex;
  std::condition_variable changed;
  // All below is guarded by the mutex.
  /// Threads start their program only when all threads exist.
  enum class Gate { Closed, Open, Abandoned } gate = Gate::Closed;
  unsigned numEnded = 0;

  Run(llvm::function_ref<llvm::Error(Device &)> program, Transport &transport)
      : program(program), transport(transport) {}

  bool passGate();
  void openGate(Gate state);
  void runDevice(Slot &slot);
  llvm::Error takeError();
};

bool Machine::Run::passGate() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return gate != Gate::Closed; });
  return gate == Gate::Open;
}

void Machine::Run::openGate(Gate state) {
  std::lock_guard lock(mutex);
  gate = state;
  changed.notify_all();
}

/// How many ops a device may do after others got stuck in a collective, before
/// it is taken for one that will not come.
static constexpr uint64_t opsToNextCollective = 1000;

void Machine::Run::runDevice(Slot &slot) {
  if (llvm::Error error = program(slot.device)) {
    slot.outcome =
        error.isA<CancelledError>() ? Outcome::Stopped : Outcome::Failed;
    slot.error = std::move(error);
  } else {
    slot.outcome = Outcome::Finished;
  }
  slot.endClock = slot.device.getClock();
  if (slot.outcome == Outcome::Failed) {
    // Others may be on their way to where this device is stuck, and belong into
    // the report; that they are a few ops ahead must not stop them.
    const uint64_t last = slot.error->isA<CollectiveError>()
                              ? slot.endClock + opsToNextCollective
                              : slot.endClock;
    uint64_t lowest = control.failureClock.load();
    while (last < lowest &&
           !control.failureClock.compare_exchange_weak(lowest, last))
      ;
  }
  transport.leave(slot.device.getId(), slot.outcome);
  std::lock_guard lock(mutex);
  ++numEnded;
  changed.notify_all();
}

/// The failure to report; all others are dropped.
llvm::Error Machine::Run::takeError() {
  // Errors of the devices themselves count more than a request to stop, and
  // that more than consequences.
  auto getKey = [](const Slot &slot) {
    const int order = slot.outcome == Outcome::Stopped      ? 2
                      : slot.error->isA<InterruptedError>() ? 1
                                                            : 0;
    return std::pair(order, slot.endClock);
  };
  Slot *first = nullptr;
  for (Slot &slot : slots)
    if (slot.error && (!first || getKey(slot) < getKey(*first)))
      first = &slot;
  llvm::Error result =
      first ? std::move(*first->error) : llvm::Error::success();
  for (Slot &slot : slots)
    if (slot.error)
      llvm::consumeError(std::move(*slot.error));
  return result;
}

static size_t chooseStackBytes(unsigned numDevices) {
  constexpr size_t all = size_t(4) << 30;
  return std::clamp<size_t>(all / numDevices, 256 << 10, 8 << 20);
}

void Machine::reportProgress(Run &run) const {
  std::unique_lock lock(run.mutex);
  auto isOver = [&] { return run.numEnded == run.slots.size(); };
  while (!run.changed.wait_for(lock, std::chrono::milliseconds(100), isOver)) {
    Progress progress{options.numDevices, run.numEnded, UINT64_MAX, 0};
    lock.unlock();
    for (const Run::Slot &slot : run.slots) {
      const uint64_t clock = slot.device.getClock();
      progress.lowestClock = std::min(progress.lowestClock, clock);
      progress.highestClock = std::max(progress.highestClock, clock);
    }
    options.onProgress(progress);
    lock.lock();
  }
}

llvm::Error Machine::run(llvm::function_ref<llvm::Error(Device &)> program) {
  transport->beginRun();
  Run run(program, *transport);
  run.control.token = options.token;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(
      &attributes, options.stackBytes ? options.stackBytes
                                      : chooseStackBytes(options.numDevices));
  auto start = [](void *argument) -> void * {
    auto &slot = *static_cast<Run::Slot *>(argument);
    if (slot.run.passGate())
      slot.run.runDevice(slot);
    return nullptr;
  };
  int code = 0;
  for (unsigned id = 0; id < options.numDevices && code == 0; ++id) {
    Run::Slot &slot = run.slots.emplace_back(run, id, *this);
    code = pthread_create(&slot.thread, &attributes, start, &slot);
    if (code != 0)
      run.slots.pop_back();
  }
  pthread_attr_destroy(&attributes);
  run.openGate(code == 0 ? Run::Gate::Open : Run::Gate::Abandoned);
  if (code == 0 && options.onProgress)
    reportProgress(run);
  for (Run::Slot &slot : run.slots)
    pthread_join(slot.thread, nullptr);
  llvm::Error error = run.takeError();
  if (code == 0)
    return error;
  llvm::consumeError(std::move(error));
  return makeError("cannot start a thread for device {0} of {1}: {2}",
                   run.slots.size(), options.numDevices,
                   llvm::sys::StrError(code));
}
