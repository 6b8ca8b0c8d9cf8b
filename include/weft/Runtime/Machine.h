//===- Machine.h - devices that run a program together ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_MACHINE_H
#define WEFT_RUNTIME_MACHINE_H

#include "weft/Runtime/Device.h"
#include "weft/Runtime/Transport.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <memory>
#include <vector>

namespace weft::runtime {

/// How far a run is.
struct Progress {
  unsigned numDevices;
  unsigned numFinished;
  /// The logical clocks of the devices that are furthest behind and ahead.
  uint64_t lowestClock, highestClock;
};

struct MachineOptions {
  unsigned numDevices = 1;
  /// Per device.
  uint64_t memoryLimit = DeviceMemory::unlimited;
  /// Per thread; 0 chooses so that all stacks together reserve at most 4 GiB of
  /// addresses (only what is touched takes memory).
  size_t stackBytes = 0;
  /// Stops the run when requested; may be null.
  const CancellationToken *token = nullptr;
  /// Takes events; may be null.
  Tracer *tracer = nullptr;
  /// Called about ten times a second while a run lasts, on the thread that
  /// called `run`.
  std::function<void(const Progress &)> onProgress;
};

/// A number of simulated devices in this process. `run` gives each a thread and
/// the same program, waits for all, and reports at most one error:
///
///   - the failure with the smallest logical clock, of the lowest device among
///     equals, which is the same whatever the timing;
///   - InterruptedError if the run was only asked to stop.
///
/// When one device fails the others stop at their next op, or at once if they
/// wait for it. All threads have ended when `run` returns. A machine can run
/// any number of programs, one after the other; the memories stay.
class Machine {
public:
  static constexpr unsigned maxDevices = 1 << 16;

  /// Fails if the number of devices is 0 or above `maxDevices`.
  static llvm::Expected<std::unique_ptr<Machine>>
  create(MachineOptions options);
  ~Machine();

  /// Runs `program` once on every device. It is called from many threads at
  /// once.
  llvm::Error run(llvm::function_ref<llvm::Error(Device &)> program);

  unsigned getNumDevices() const { return options.numDevices; }
  DeviceMemory &getMemory(unsigned device) { return *memories[device]; }
  Transport &getTransport() { return *transport; }

private:
  struct Run;
  explicit Machine(MachineOptions options);
  void reportProgress(Run &run) const;

  MachineOptions options;
  std::vector<std::unique_ptr<DeviceMemory>> memories;
  std::unique_ptr<Transport> transport;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_MACHINE_H
