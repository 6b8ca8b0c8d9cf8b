//===- MachineTest.cpp - runs, failures and interruptions -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Machine.h"
#include "weft/Runtime/RunErrors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "gtest/gtest.h"

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

using namespace weft::runtime;

static std::unique_ptr<Machine> makeMachine(unsigned numDevices,
                                            MachineOptions options = {}) {
  options.numDevices = numDevices;
  return llvm::cantFail(Machine::create(std::move(options)));
}

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

/// Sleeps or gives way at random, to shake the order of events.
static void delay(std::mt19937 &random) {
  switch (random() % 8) {
  case 0:
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
    break;
  case 1:
  case 2:
    std::this_thread::yield();
    break;
  }
}

TEST(Machine, RunsTheProgramOnceOnEveryDevice) {
  for (unsigned count : {1, 2, 3, 8, 64}) {
    auto machine = makeMachine(count);
    for (int round = 0; round < 3; ++round) {
      std::vector<int> visits(count, 0);
      EXPECT_FALSE(bool(machine->run([&](Device &device) {
        EXPECT_EQ(device.getNumDevices(), count);
        ++visits[device.getId()];
        return device.step();
      })));
      EXPECT_EQ(llvm::count(visits, 1), count);
    }
  }
}

TEST(Machine, ThousandDevicesWork) {
  auto machine = makeMachine(1024);
  std::atomic<unsigned> sum{0};
  EXPECT_FALSE(bool(machine->run([&](Device &device) {
    sum += device.getId();
    return llvm::Error::success();
  })));
  EXPECT_EQ(sum, 1023u * 512);
}

TEST(Machine, RefusesImpossibleNumbers) {
  auto message = [](MachineOptions options) {
    auto machine = Machine::create(std::move(options));
    return machine ? "" : llvm::toString(machine.takeError());
  };
  MachineOptions options;
  options.numDevices = 0;
  EXPECT_EQ(message(options), "a machine has 1 to 65536 devices, not 0");
  options.numDevices = 1 << 20;
  EXPECT_EQ(message(options), "a machine has 1 to 65536 devices, not 1048576");
}

TEST(Machine, ThreadThatCannotStartIsAnError) {
  MachineOptions options;
  options.stackBytes = size_t(1) << 60;
  auto machine = makeMachine(4, options);
  bool ran = false;
  std::string message = llvm::toString(machine->run([&](Device &) {
    ran = true;
    return llvm::Error::success();
  }));
  EXPECT_EQ(message.substr(0, 40), "cannot start a thread for device 0 of 4:");
  EXPECT_FALSE(ran);
}

TEST(Machine, BuffersOutliveTheRun) {
  auto machine = makeMachine(3);
  std::vector<Buffer> buffers(3);
  ASSERT_FALSE(bool(machine->run([&](Device &device) -> llvm::Error {
    llvm::Expected<Buffer> buffer = device.allocate(10, {"result", ""});
    if (!buffer)
      return buffer.takeError();
    buffers[device.getId()] = std::move(*buffer);
    return llvm::Error::success();
  })));
  EXPECT_EQ(machine->getMemory(1).getLiveBytes(), 10u);
  buffers.clear();
  EXPECT_EQ(machine->getMemory(1).getLiveBytes(), 0u);
}

TEST(Machine, MemoryLimitEndsTheRun) {
  MachineOptions options;
  options.memoryLimit = 1000;
  auto machine = makeMachine(2, options);
  EXPECT_EQ(
      llvm::toString(machine->run([&](Device &device) -> llvm::Error {
        if (llvm::Error error = device.step())
          return error;
        llvm::Expected<Buffer> buffer =
            device.allocate(2000, {"big", "a.mlir:1:1"});
        return buffer.takeError();
      })),
      "device 0 is out of memory: big at a.mlir:1:1 asks for 2000 bytes, 0 "
      "bytes are in use, the limit is 1000 bytes");
}

// Whichever device is faster, the failure with the smallest clock is reported,
// of the lowest device among equals.
TEST(Machine, SameFailureIsReportedWhateverTheTiming) {
  auto machine = makeMachine(8);
  const unsigned failsAt[] = {99, 40, 12, 30, 11, 99, 11, 20};
  for (int round = 0; round < 50; ++round) {
    llvm::Error error = machine->run([&](Device &device) -> llvm::Error {
      std::mt19937 random(round * 8 + device.getId());
      for (unsigned step = 1; step <= failsAt[device.getId()]; ++step) {
        delay(random);
        if (llvm::Error error = device.step())
          return error;
      }
      return fail("device " + llvm::Twine(device.getId()));
    });
    EXPECT_EQ(llvm::toString(std::move(error)), "device 4");
  }
}

TEST(Machine, FailureStopsEndlessLoops) {
  auto machine = makeMachine(8);
  EXPECT_EQ(llvm::toString(machine->run([&](Device &device) -> llvm::Error {
              if (device.getId() == 5)
                return fail("broken");
              while (true)
                if (llvm::Error error = device.step())
                  return error;
            })),
            "broken");
}

TEST(Machine, RequestStopsEndlessLoops) {
  CancellationToken token;
  MachineOptions options;
  options.token = &token;
  auto machine = makeMachine(4, options);
  auto spin = [&](Device &device) -> llvm::Error {
    const std::vector<unsigned> members = {0, 1, 2, 3};
    const Group *group =
        llvm::cantFail(device.getTransport().getGroup(members));
    // The others wait for device 0, which never comes.
    if (device.getId() != 0)
      return device.getTransport().barrier(device, {}, *group);
    while (true) {
      if (device.getClock() == 1000)
        std::raise(SIGINT);
      if (llvm::Error error = device.step())
        return error;
    }
  };
  InterruptScope scope(token);
  llvm::Error error = machine->run(spin);
  EXPECT_TRUE(error.isA<InterruptedError>());
  EXPECT_EQ(llvm::toString(std::move(error)), "interrupted");
  EXPECT_TRUE(token.isRequested());
  // The machine is as good as new.
  token.reset();
  EXPECT_FALSE(
      bool(machine->run([&](Device &device) { return device.step(); })));
}

TEST(Machine, ProgressIsReported) {
  MachineOptions options;
  std::vector<Progress> reports;
  std::atomic<bool> isSeen{false};
  options.onProgress = [&](const Progress &progress) {
    reports.push_back(progress);
    isSeen = true;
  };
  auto machine = makeMachine(2, options);
  ASSERT_FALSE(bool(machine->run([&](Device &device) {
    llvm::Error error = device.step();
    while (device.getId() == 0 && !isSeen)
      std::this_thread::yield();
    return error;
  })));
  ASSERT_FALSE(reports.empty());
  EXPECT_EQ(reports[0].numDevices, 2u);
  EXPECT_LE(reports[0].lowestClock, reports[0].highestClock);
  EXPECT_LE(reports[0].highestClock, 1u);
}

TEST(Machine, CollectivesMoveTheClockPastAllMembers) {
  auto machine = makeMachine(3);
  const std::vector<unsigned> members = {0, 1, 2};
  ASSERT_FALSE(bool(machine->run([&](Device &device) -> llvm::Error {
    const Group *group =
        llvm::cantFail(device.getTransport().getGroup(members));
    for (unsigned i = 0; i < 10 * device.getId(); ++i)
      if (llvm::Error error = device.step())
        return error;
    llvm::Error error = device.getTransport().barrier(device, {}, *group);
    EXPECT_EQ(device.getClock(), 21u);
    return error;
  })));
}
