//===- Device.h - one simulated device --------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_DEVICE_H
#define WEFT_RUNTIME_DEVICE_H

#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/DeviceMemory.h"
#include "weft/Runtime/Tracer.h"

#include <atomic>

namespace weft::runtime {

class Transport;

/// What all devices of a run look at before each op.
struct RunControl {
  /// A request from outside; may be null.
  const CancellationToken *token = nullptr;
  /// The clock of the earliest failure so far. Devices that are behind it go on
  /// up to there: one of them may fail earlier still, and which failure is
  /// reported must not depend on who was faster.
  std::atomic<uint64_t> failureClock{UINT64_MAX};
};

/// What a program sees of the device it runs on: its number, its memory, the
/// way to the others. Belongs to a Machine and is used by its thread only.
///
/// Each device has a logical clock. It counts the ops done, and a collective
/// takes it past the clocks of all members, so what comes after has the greater
/// clock on any device. Programs advance it by `step`.
class Device {
public:
  Device(unsigned id, unsigned numDevices, DeviceMemory &memory,
         Transport &transport, RunControl &control, Tracer *tracer)
      : id(id), numDevices(numDevices), memory(memory), transport(transport),
        control(control), tracer(tracer) {}

  unsigned getId() const { return id; }
  unsigned getNumDevices() const { return numDevices; }
  DeviceMemory &getMemory() { return memory; }
  Transport &getTransport() { return transport; }
  /// Null unless somebody wants the events.
  Tracer *getTracer() { return tracer; }

  /// The request from outside that stops the run; may be null.
  const CancellationToken *getCancellationToken() const {
    return control.token;
  }

  /// To be called before each op, and once per turn of a loop: fails when the
  /// device has to stop. Costs a few nanoseconds.
  llvm::Error step();

  llvm::Expected<Buffer> allocate(uint64_t bytes, OpLabel label) {
    return memory.allocate(bytes, label);
  }
  llvm::Expected<Reservation> reserve(uint64_t bytes, OpLabel label) {
    return memory.reserve(bytes, label);
  }

  uint64_t getClock() const { return clock.load(std::memory_order_relaxed); }
  /// For transports: sets the clock after a collective.
  void setClock(uint64_t value) {
    clock.store(value, std::memory_order_relaxed);
  }

  /// How often this was called before. Random numbers without a state of their
  /// own are keyed by it: ops that draw are neither split nor moved, so a
  /// program draws the same numbers on every mesh, and all devices do.
  uint64_t countDraw() { return numDraws++; }

private:
  const unsigned id;
  const unsigned numDevices;
  DeviceMemory &memory;
  Transport &transport;
  RunControl &control;
  Tracer *const tracer;
  /// Written by the device's thread, read by whoever shows progress.
  std::atomic<uint64_t> clock{0};
  uint64_t numDraws = 0;
};

/// Times an op of a device, if anybody wants to know.
///
///   OpTrace trace(device, label);   // until the end of the block
class OpTrace {
public:
  OpTrace(Device &device, OpLabel label)
      : device(device), label(label),
        begin(device.getTracer() ? Tracer::now() : 0) {}
  OpTrace(const OpTrace &) = delete;
  OpTrace &operator=(const OpTrace &) = delete;
  ~OpTrace() {
    if (Tracer *tracer = device.getTracer())
      tracer->record(
          {device.getId(), TraceEvent::Kind::Op, label, begin, Tracer::now()});
  }

private:
  Device &device;
  OpLabel label;
  uint64_t begin;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_DEVICE_H
