//===- weft-all-reduce-bench.cpp - times all-reduce -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: weft-all-reduce-bench DEVICES BYTES COUNT REPEATS
//
// Adds f32 arrays of BYTES bytes over DEVICES devices, COUNT times in a row
// within one program, and prints the microseconds per all-reduce, one line for
// each of REPEATS runs.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Machine.h"
#include "weft/Runtime/Reduction.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace weft::runtime;

static llvm::Error runProgram(Device &device, uint64_t bytes, uint64_t count,
                              uint64_t &nanoseconds) {
  Transport &transport = device.getTransport();
  auto members = llvm::to_vector(llvm::seq(device.getNumDevices()));
  llvm::Expected<const Group *> group = transport.getGroup(members);
  if (!group)
    return group.takeError();
  llvm::Expected<Buffer> input = device.allocate(bytes, {"input", ""});
  if (!input)
    return input.takeError();
  llvm::Expected<Buffer> output = device.allocate(bytes, {"output", ""});
  if (!output)
    return output.takeError();
  llvm::fill(input->as<float>(), 1.0f);
  llvm::fill(output->as<float>(), 1.0f);
  BuiltinReducer add(
      llvm::cantFail(getReduceFunction(Reduction::Add, ElementType::F32)));
  const CallSite site{{"all_reduce", ""}, 1};
  if (llvm::Error error = transport.barrier(device, site, **group))
    return error;
  const uint64_t begin = Tracer::now();
  for (uint64_t i = 0; i < count; ++i)
    if (llvm::Error error =
            transport.allReduce(device, site, **group, ElementType::F32,
                                input->bytes(), output->bytes(), add))
      return error;
  if (device.getId() == 0)
    nanoseconds = Tracer::now() - begin;
  return llvm::Error::success();
}

static llvm::Error runAll(unsigned numDevices, uint64_t bytes, uint64_t count,
                          uint64_t repeats) {
  MachineOptions options;
  options.numDevices = numDevices;
  llvm::Expected<std::unique_ptr<Machine>> machine =
      Machine::create(std::move(options));
  if (!machine)
    return machine.takeError();
  for (uint64_t i = 0; i < repeats; ++i) {
    uint64_t nanoseconds = 0;
    if (llvm::Error error = (*machine)->run([&](Device &device) {
          return runProgram(device, bytes, count, nanoseconds);
        }))
      return error;
    llvm::outs() << llvm::format("%.3f\n", nanoseconds / 1e3 / count);
  }
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  uint64_t numbers[4];
  bool isGood = argc == 5;
  for (int i = 0; isGood && i < 4; ++i)
    isGood = !llvm::StringRef(argv[i + 1]).getAsInteger(10, numbers[i]) &&
             numbers[i] > 0;
  if (!isGood) {
    llvm::errs()
        << "usage: weft-all-reduce-bench DEVICES BYTES COUNT REPEATS\n";
    return 2;
  }
  if (llvm::Error error =
          runAll(numbers[0], numbers[1], numbers[2], numbers[3])) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
