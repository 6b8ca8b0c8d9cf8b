//===- TransportFaultTest.cpp - collectives that cannot happen --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every way in which collectives can fail to meet, with the whole report. Each
// case runs many times with random delays: the report must not change.
//
// Random programs with one thing wrong are compared with a model that knows
// without threads whether they can end.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/CollectiveError.h"
#include "weft/Runtime/Machine.h"
#include "weft/Runtime/RunErrors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "gtest/gtest.h"

#include <chrono>
#include <random>
#include <thread>

using namespace weft::runtime;

namespace {

llvm::Error keepFirst(void *result, llvm::ArrayRef<const void *> operands,
                      size_t count) {
  auto *out = static_cast<uint8_t *>(result);
  std::copy_n(static_cast<const uint8_t *>(operands[0]), count, out);
  return llvm::Error::success();
}

/// What a device can do in a test, in few words.
class Script {
public:
  Script(Device &device, unsigned seed)
      : device(device), random(seed * 131 + device.getId()) {}

  unsigned getId() const { return device.getId(); }

  const Group &over(llvm::ArrayRef<unsigned> members) {
    return *llvm::cantFail(device.getTransport().getGroup(members));
  }

  llvm::Error allReduce(llvm::ArrayRef<unsigned> members,
                        ElementType type = ElementType::UI8, unsigned count = 4,
                        int64_t channel = 0,
                        llvm::StringRef location = "m.mlir:1:1",
                        Reducer reducer = keepFirst) {
    wait();
    std::vector<uint8_t> bytes(count * getByteWidth(type), 1);
    return device.getTransport().allReduce(
        device, {{"all_reduce", location}, channel}, over(members), type, bytes,
        bytes, reducer);
  }

  llvm::Error allGather(llvm::ArrayRef<unsigned> members,
                        uint64_t numBlocks = 1) {
    wait();
    std::vector<uint8_t> input(4), output(4 * members.size());
    return device.getTransport().allGather(
        device, {{"all_gather", "m.mlir:2:2"}, 0}, over(members),
        ElementType::UI8, numBlocks, input, output);
  }

  llvm::Error broadcast(llvm::ArrayRef<unsigned> members, unsigned root) {
    wait();
    std::vector<uint8_t> bytes(4);
    return device.getTransport().broadcast(
        device, {{"broadcast", "m.mlir:3:3"}, 0}, over(members),
        ElementType::UI8, root, bytes, bytes);
  }

  llvm::Error permute(llvm::ArrayRef<unsigned> members,
                      std::vector<std::pair<unsigned, unsigned>> pairs) {
    wait();
    std::vector<uint8_t> input(4), output(4);
    return device.getTransport().permute(device, {{"permute", "m.mlir:4:4"}, 0},
                                         over(members), ElementType::UI8, pairs,
                                         input, output);
  }

  llvm::Error send(unsigned target, unsigned count = 4) {
    wait();
    std::vector<uint8_t> bytes(count);
    return device.getTransport().send(device, {{"send", "m.mlir:5:5"}, 0},
                                      target, ElementType::UI8, bytes);
  }

  llvm::Error receive(unsigned source, unsigned count = 4) {
    wait();
    std::vector<uint8_t> bytes(count);
    return device.getTransport().receive(device, {{"recv", "m.mlir:6:6"}, 0},
                                         source, ElementType::UI8, bytes);
  }

  llvm::Error step() { return device.step(); }

private:
  void wait() {
    if (random() % 3 == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
  }

  Device &device;
  std::mt19937 random;
};

using Program = llvm::function_ref<llvm::Error(Script &)>;

/// Runs the program often and gives the one report of all runs.
std::string report(unsigned numDevices, Program program, int rounds = 20) {
  MachineOptions options;
  options.numDevices = numDevices;
  auto machine = llvm::cantFail(Machine::create(options));
  std::string first;
  for (int round = 0; round < rounds; ++round) {
    std::string message = llvm::toString(machine->run([&](Device &device) {
      Script script(device, round);
      return program(script);
    }));
    if (round == 0)
      first = message;
    EXPECT_EQ(message, first) << "the report depends on timing";
  }
  return first;
}

} // namespace

TEST(TransportFault, KindsDiffer) {
  EXPECT_EQ(
      report(4,
             [](Script &script) {
               return script.getId() == 2 ? script.allGather({0, 1, 2, 3})
                                          : script.allReduce({0, 1, 2, 3});
             }),
      "collectives of devices [0-3] do not match: they differ in kind\n"
      "  devices 0, 1, 3: waiting in all_reduce of 4 x ui8 over [0-3], in "
      "all_reduce at m.mlir:1:1\n"
      "  device 2: waiting in all_gather of 4 x ui8 over [0-3], in "
      "all_gather at m.mlir:2:2");
}

TEST(TransportFault, TypesDiffer) {
  EXPECT_EQ(
      report(2,
             [](Script &script) {
               return script.allReduce(
                   {0, 1}, script.getId() ? ElementType::I8 : ElementType::UI8);
             }),
      "collectives of devices [0, 1] do not match: they differ in element "
      "type\n"
      "  device 0: waiting in all_reduce of 4 x ui8 over [0, 1], in "
      "all_reduce at m.mlir:1:1\n"
      "  device 1: waiting in all_reduce of 4 x i8 over [0, 1], in "
      "all_reduce at m.mlir:1:1");
}

TEST(TransportFault, SizesDiffer) {
  EXPECT_EQ(report(2,
                   [](Script &script) {
                     return script.allReduce({0, 1}, ElementType::UI8,
                                             4 + script.getId());
                   }),
            "collectives of devices [0, 1] do not match: they differ in size\n"
            "  device 0: waiting in all_reduce of 4 x ui8 over [0, 1], in "
            "all_reduce at m.mlir:1:1\n"
            "  device 1: waiting in all_reduce of 5 x ui8 over [0, 1], in "
            "all_reduce at m.mlir:1:1");
}

TEST(TransportFault, OrdersDiffer) {
  EXPECT_EQ(
      report(2,
             [](Script &script) -> llvm::Error {
               const int first = script.getId() ? 8 : 7;
               if (llvm::Error error = script.allReduce(
                       {0, 1}, ElementType::UI8, 4, first,
                       first == 7 ? "m.mlir:7:1" : "m.mlir:8:1"))
                 return error;
               return script.allReduce({0, 1}, ElementType::UI8, 4, 15 - first);
             }),
      "collectives of devices [0, 1] do not match: they differ in channel, so "
      "the devices go through their ops in different orders\n"
      "  device 0: waiting in all_reduce of 4 x ui8 over [0, 1], channel 7, in "
      "all_reduce at m.mlir:7:1\n"
      "  device 1: waiting in all_reduce of 4 x ui8 over [0, 1], channel 8, in "
      "all_reduce at m.mlir:8:1");
}

TEST(TransportFault, DimensionsRootsAndPairsDiffer) {
  auto reason = [](Program program) {
    return report(2, program).substr(0, 70);
  };
  const std::string begin =
      "collectives of devices [0, 1] do not match: they differ in ";
  EXPECT_EQ(reason([](Script &script) {
              return script.allGather({0, 1}, 1 + script.getId());
            }),
            (begin + "dimension\n  device 0: waiting").substr(0, 70));
  EXPECT_EQ(reason([](Script &script) {
              return script.broadcast({0, 1}, script.getId());
            }),
            (begin + "root\n  device 0: waiting").substr(0, 70));
  EXPECT_EQ(reason([](Script &script) {
              return script.permute({0, 1}, {{script.getId(), 0}});
            }),
            (begin + "source and target pairs").substr(0, 70));
}

TEST(TransportFault, GroupsDiffer) {
  EXPECT_EQ(report(4,
                   [](Script &script) {
                     return script.getId() == 0
                                ? script.allReduce({0, 1})
                                : script.allReduce({0, 1, 2, 3});
                   }),
            "devices wait for each other and none can go on\n"
            "  device 0: waiting in all_reduce of 4 x ui8 over [0, 1], in "
            "all_reduce at m.mlir:1:1, for device 1\n"
            "  devices 1-3: waiting in all_reduce of 4 x ui8 over [0-3], in "
            "all_reduce at m.mlir:1:1, for device 0");
}

TEST(TransportFault, GroupOrderDiffers) {
  EXPECT_EQ(report(2,
                   [](Script &script) {
                     return script.getId() == 0 ? script.allReduce({0, 1})
                                                : script.allReduce({1, 0});
                   }),
            "devices wait for each other and none can go on\n"
            "  device 0: waiting in all_reduce of 4 x ui8 over [0, 1], in "
            "all_reduce at m.mlir:1:1, for device 1\n"
            "  device 1: waiting in all_reduce of 4 x ui8 over [1, 0], in "
            "all_reduce at m.mlir:1:1, for device 0");
}

// 0 waits for 1, 1 for 2, 2 for 0.
TEST(TransportFault, CircleOfThree) {
  EXPECT_EQ(report(3,
                   [](Script &script) {
                     const unsigned id = script.getId();
                     return script.allReduce({id, (id + 1) % 3});
                   }),
            "devices wait for each other and none can go on\n"
            "  device 0: waiting in all_reduce of 4 x ui8 over [0, 1], in "
            "all_reduce at m.mlir:1:1, for device 1\n"
            "  device 1: waiting in all_reduce of 4 x ui8 over [1, 2], in "
            "all_reduce at m.mlir:1:1, for device 2\n"
            "  device 2: waiting in all_reduce of 4 x ui8 over [2, 0], in "
            "all_reduce at m.mlir:1:1, for device 0");
}

TEST(TransportFault, TwoSendersWaitForEachOther) {
  EXPECT_EQ(
      report(2,
             [](Script &script) -> llvm::Error {
               const unsigned other = 1 - script.getId();
               if (llvm::Error error = script.send(other))
                 return error;
               return script.receive(other);
             }),
      "devices wait for each other and none can go on\n"
      "  device 0: waiting in send of 4 x ui8 from device 0 to device 1, in "
      "send at m.mlir:5:5, for device 1\n"
      "  device 1: waiting in send of 4 x ui8 from device 1 to device 0, in "
      "send at m.mlir:5:5, for device 0");
}

TEST(TransportFault, MessageSizesDiffer) {
  EXPECT_EQ(
      report(2,
             [](Script &script) {
               return script.getId() ? script.receive(0, 5) : script.send(1, 4);
             }),
      "collectives of devices [0, 1] do not match: they differ in size\n"
      "  device 0: waiting in send of 4 x ui8 from device 0 to device 1, in "
      "send at m.mlir:5:5\n"
      "  device 1: waiting in recv of 5 x ui8 from device 0 to device 1, in "
      "recv at m.mlir:6:6");
}

TEST(TransportFault, MemberFinishesWithoutComing) {
  EXPECT_EQ(
      report(4,
             [](Script &script) -> llvm::Error {
               if (script.getId() == 3)
                 return llvm::Error::success();
               return script.allReduce({0, 1, 2, 3});
             }),
      "device 3 has finished without reaching collectives of other devices\n"
      "  devices 0-2: waiting in all_reduce of 4 x ui8 over [0-3], in "
      "all_reduce at m.mlir:1:1, for device 3\n"
      "  device 3: finished");
}

// One turn of a loop less on one device: it finishes while the others are in
// their last collective.
TEST(TransportFault, TripCountsDiffer) {
  EXPECT_EQ(
      report(3,
             [](Script &script) -> llvm::Error {
               for (int i = 0; i < (script.getId() == 1 ? 9 : 10); ++i)
                 if (llvm::Error error = script.allReduce({0, 1, 2}))
                   return error;
               return llvm::Error::success();
             }),
      "device 1 has finished without reaching collectives of other devices\n"
      "  devices 0, 2: waiting in all_reduce of 4 x ui8 over [0-2], in "
      "all_reduce at m.mlir:1:1, for device 1\n"
      "  device 1: finished");
}

// The failure itself is reported, not that others wait in vain.
TEST(TransportFault, MemberFailsInTheMiddle) {
  EXPECT_EQ(report(8,
                   [](Script &script) -> llvm::Error {
                     for (int i = 0; i < 10; ++i) {
                       if (llvm::Error error = script.step())
                         return error;
                       if (script.getId() == 5 && i == 7)
                         return llvm::createStringError("division by zero");
                       if (llvm::Error error =
                               script.allReduce({0, 1, 2, 3, 4, 5, 6, 7}))
                         return error;
                     }
                     return llvm::Error::success();
                   }),
            "division by zero");
}

// Device 3 fails; 2 waits for it, 1 for 2 and 0 for 1. All return.
TEST(TransportFault, FailureRunsAlongTheChainOfWaiting) {
  EXPECT_EQ(report(4,
                   [](Script &script) -> llvm::Error {
                     const unsigned id = script.getId();
                     if (id == 3)
                       return llvm::createStringError("broken");
                     if (llvm::Error error = script.allReduce({id, id + 1}))
                       return error;
                     return script.allReduce({id - 1, id});
                   }),
            "broken");
}

TEST(TransportFault, FailingReducerFailsTheRunOnce) {
  auto failing = [](void *, llvm::ArrayRef<const void *>, size_t count) {
    return llvm::createStringError("cannot add " + llvm::Twine(count));
  };
  // 100000 elements are many tasks; the first one's error is reported.
  EXPECT_EQ(report(3,
                   [&](Script &script) {
                     return script.allReduce({2, 0, 1}, ElementType::UI8,
                                             100000, 0, "", failing);
                   }),
            "cannot add 8192");
}

TEST(TransportFault, ReportsOfManyDevicesStayShort) {
  auto everybody = llvm::to_vector_of<unsigned>(llvm::seq(256));
  EXPECT_EQ(report(
                256,
                [&](Script &script) {
                  return script.getId() == 77 ? script.allGather(everybody)
                                              : script.allReduce(everybody);
                },
                2),
            "collectives of devices [0-255] do not match: they differ in kind\n"
            "  devices 0-76, 78-255: waiting in all_reduce of 4 x ui8 over "
            "[0-255], in all_reduce at m.mlir:1:1\n"
            "  device 77: waiting in all_gather of 4 x ui8 over [0-255], in "
            "all_gather at m.mlir:2:2");
}

//===----------------------------------------------------------------------===//
// Random programs against a model
//===----------------------------------------------------------------------===//

namespace {

/// A collective of one device's program: a group and a channel.
struct Call {
  std::vector<unsigned> members;
  int64_t channel;
  bool operator==(const Call &) const = default;
};

/// One list per device.
using Calls = std::vector<std::vector<Call>>;

Calls makeProgram(unsigned numDevices, std::mt19937 &random) {
  Calls program(numDevices);
  for (int64_t channel = 1; channel <= 12; ++channel) {
    std::vector<unsigned> members;
    for (unsigned device = 0; device < numDevices; ++device)
      if (random() % 2)
        members.push_back(device);
    if (random() % 2)
      std::shuffle(members.begin(), members.end(), random);
    for (unsigned member : members)
      program[member].push_back({members, channel});
  }
  return program;
}

/// Breaks the program of one device: a call is left out, done twice, exchanged
/// with the next or given another channel. It may still be a good one.
void mutate(Calls &program, std::mt19937 &random) {
  std::vector<Call> &calls = program[random() % program.size()];
  if (calls.size() < 2)
    return;
  const size_t at = random() % (calls.size() - 1);
  switch (random() % 4) {
  case 0:
    calls.erase(calls.begin() + at);
    break;
  case 1:
    calls.insert(calls.begin() + at, Call(calls[at]));
    break;
  case 2:
    std::swap(calls[at], calls[at + 1]);
    break;
  case 3:
    calls[at].channel += 100;
    break;
  }
}

/// Whether all devices can get to their ends: as long as the next call of all
/// members of some group is the same, it happens.
bool canFinish(const Calls &program) {
  std::vector<size_t> position(program.size(), 0);
  auto getNext = [&](unsigned device) {
    return position[device] < program[device].size()
               ? &program[device][position[device]]
               : nullptr;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (unsigned device = 0; device < program.size(); ++device) {
      const Call *call = getNext(device);
      if (!call || !llvm::all_of(call->members, [&](unsigned member) {
            return getNext(member) && *getNext(member) == *call;
          }))
        continue;
      for (unsigned member : std::vector<unsigned>(call->members))
        ++position[member];
      progress = true;
    }
  }
  for (unsigned device = 0; device < program.size(); ++device)
    if (getNext(device))
      return false;
  return true;
}

} // namespace

// It ends always, it fails exactly if it must, and tells the same every time.
TEST(TransportFault, RandomProgramsFailExactlyWhenTheyMust) {
  unsigned numFailures = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937 random(seed);
    const unsigned numDevices = 2 + random() % 6;
    Calls program = makeProgram(numDevices, random);
    if (seed % 5 != 0)
      mutate(program, random);
    const std::string message = report(
        numDevices,
        [&](Script &script) -> llvm::Error {
          for (const Call &call : program[script.getId()]) {
            if (llvm::Error error = script.step())
              return error;
            if (llvm::Error error = script.allReduce(
                    call.members, ElementType::UI8, 4, call.channel))
              return error;
          }
          return llvm::Error::success();
        },
        3);
    EXPECT_EQ(message.empty(), canFinish(program)) << "seed " << seed;
    numFailures += !message.empty();
  }
  EXPECT_GT(numFailures, 50u);
}

// A machine whose run failed is as good as new.
TEST(TransportFault, MachineRunsAgainAfterAFailure) {
  MachineOptions options;
  options.numDevices = 3;
  auto machine = llvm::cantFail(Machine::create(options));
  for (int round = 0; round < 20; ++round) {
    llvm::Error error = machine->run([&](Device &device) -> llvm::Error {
      Script script(device, round);
      if (round % 2 && device.getId() == 0)
        return llvm::Error::success();
      for (int i = 0; i < 3; ++i)
        if (llvm::Error error = script.allReduce({0, 1, 2}))
          return error;
      return llvm::Error::success();
    });
    EXPECT_EQ(bool(error), round % 2 == 1);
    EXPECT_EQ(error.isA<CollectiveError>(), round % 2 == 1);
    llvm::consumeError(std::move(error));
  }
}
