//===- TimelineTest.cpp - events of a run as JSON ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Timeline.h"
#include "weft/Runtime/Machine.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <map>

using namespace weft::runtime;

static llvm::json::Object printed(const Timeline &timeline) {
  std::string text;
  llvm::raw_string_ostream os(text);
  timeline.print(os);
  return *llvm::cantFail(llvm::json::parse(text)).getAsObject();
}

TEST(Timeline, HasARowPerDevice) {
  Timeline timeline(3);
  MachineOptions options;
  options.numDevices = 3;
  options.tracer = &timeline;
  auto machine = llvm::cantFail(Machine::create(options));
  llvm::cantFail(machine->run([&](Device &device) {
    {
      OpTrace trace(device, {"stablehlo.add", "m.mlir:1:1"});
    }
    const Group *group =
        llvm::cantFail(device.getTransport().getGroup({0, 1, 2}));
    std::vector<uint8_t> input(8), output(24);
    return device.getTransport().allGather(
        device, {{"stablehlo.all_gather", "m.mlir:2:2"}, 1}, *group,
        ElementType::F32, 1, input, output);
  }));
  llvm::json::Object json = printed(timeline);
  std::map<std::string, int> counts;
  for (const llvm::json::Value &value : *json.getArray("traceEvents")) {
    const llvm::json::Object &event = *value.getAsObject();
    ++counts[(event.getString("ph")->str() + " " +
              event.getString("name")->str())];
    EXPECT_LT(*event.getInteger("tid"), 3);
    if (*event.getString("ph") == "X") {
      EXPECT_GE(*event.getNumber("dur"), 0);
      EXPECT_GE(*event.getNumber("ts"), 0);
    }
    if (*event.getString("name") == "stablehlo.all_gather") {
      EXPECT_EQ(*event.getString("cat"), "collective");
      EXPECT_EQ(*event.getObject("args")->getInteger("bytes"), 8);
      EXPECT_EQ(*event.getObject("args")->getString("location"), "m.mlir:2:2");
    }
  }
  EXPECT_EQ(counts["M thread_name"], 3);
  EXPECT_EQ(counts["X stablehlo.add"], 3);
  EXPECT_EQ(counts["X stablehlo.all_gather"], 3);
  // The last to come does not wait.
  EXPECT_EQ(counts["X wait"], 2);
}

TEST(Timeline, LeavesOutWhatIsTooMuchAndSaysSo) {
  Timeline timeline(1, /*maxEvents=*/2);
  for (uint64_t i = 0; i < 5; ++i)
    timeline.record({0, TraceEvent::Kind::Op, {"op", ""}, i, i + 1});
  llvm::json::Object json = printed(timeline);
  EXPECT_EQ(json.getArray("traceEvents")->size(), 3u);
  EXPECT_EQ(json.getObject("otherData")->getInteger("events_left_out"), 3);
}

TEST(Timeline, TextOfFilesMayHoldAnyBytes) {
  Timeline timeline(1);
  timeline.record(
      {0, TraceEvent::Kind::Op, {"o\"p\n", "caf\xe9.mlir:1:1"}, 0, 1});
  llvm::json::Object json = printed(timeline);
  const llvm::json::Object &event =
      *(*json.getArray("traceEvents"))[1].getAsObject();
  EXPECT_EQ(*event.getString("name"), "o\"p\n");
}

TEST(Timeline, FailsWhereNothingCanBeWritten) {
  EXPECT_EQ(llvm::toString(Timeline(1).write("/no/such/trace.json")),
            "'/no/such/trace.json': cannot create the file: No such file or "
            "directory");
}
