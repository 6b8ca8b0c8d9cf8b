//===- DeviceMemoryTest.cpp - limits, peaks and reports ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ByteCount.h"
#include "weft/Runtime/RunErrors.h"

#include "gtest/gtest.h"

#include <string>
#include <thread>
#include <vector>

using namespace weft::runtime;

static Buffer take(DeviceMemory &memory, uint64_t bytes, OpLabel label = {}) {
  return llvm::cantFail(memory.allocate(bytes, label));
}

TEST(DeviceMemory, CountsWhatIsInUse) {
  DeviceMemory memory(0);
  Buffer a = take(memory, 100);
  {
    Buffer b = take(memory, 50);
    EXPECT_EQ(memory.getLiveBytes(), 150u);
  }
  Buffer c = take(memory, 20);
  EXPECT_EQ(memory.getLiveBytes(), 120u);
  EXPECT_EQ(memory.getPeakBytes(), 150u);
  memory.resetPeak();
  EXPECT_EQ(memory.getPeakBytes(), 120u);
  a = Buffer();
  EXPECT_EQ(memory.getLiveBytes(), 20u);
}

TEST(DeviceMemory, BuffersAreAlignedAndMayBeEmpty) {
  DeviceMemory memory(0);
  for (uint64_t bytes : {0, 1, 63, 64, 65, 100000}) {
    Buffer buffer = take(memory, bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 0u);
    EXPECT_EQ(buffer.size(), bytes);
    std::fill(buffer.bytes().begin(), buffer.bytes().end(), 7);
  }
  EXPECT_EQ(memory.getLiveBytes(), 0u);
}

TEST(DeviceMemory, RefusalNamesDeviceOpAndLargestBuffers) {
  DeviceMemory memory(3, 4096);
  Buffer a = take(memory, 1024, {"stablehlo.iota", "m.mlir:1:2"});
  Buffer b = take(memory, 2048, {"stablehlo.dot_general", "m.mlir:3:4"});
  Buffer c = take(memory, 1024, {"stablehlo.add", ""});
  llvm::Expected<Buffer> d =
      memory.allocate(1, {"stablehlo.multiply", "m.mlir:5:6"});
  ASSERT_FALSE(bool(d));
  EXPECT_TRUE(d.errorIsA<OutOfMemoryError>());
  EXPECT_EQ(llvm::toString(d.takeError()),
            "device 3 is out of memory: stablehlo.multiply at m.mlir:5:6 asks "
            "for 1 byte, 4 KiB are in use, the limit is 4 KiB\n"
            "the largest buffers in use:\n"
            "  2 KiB of stablehlo.dot_general at m.mlir:3:4\n"
            "  1 KiB of stablehlo.iota at m.mlir:1:2\n"
            "  1 KiB of stablehlo.add");
}

TEST(DeviceMemory, ReservationsCountAsInUse) {
  DeviceMemory memory(1, 1000);
  {
    auto work = memory.reserve(900, {"stablehlo.sort", ""});
    ASSERT_TRUE(bool(work));
    EXPECT_EQ(memory.getLiveBytes(), 900u);
    auto refused = memory.allocate(101, {"stablehlo.add", ""});
    EXPECT_EQ(llvm::toString(refused.takeError()),
              "device 1 is out of memory: stablehlo.add asks for 101 bytes, "
              "900 bytes are in use, the limit is 1000 bytes\n"
              "the largest buffers in use:\n  900 bytes of stablehlo.sort");
  }
  EXPECT_EQ(memory.getLiveBytes(), 0u);
  EXPECT_EQ(memory.getPeakBytes(), 900u);
  auto huge = memory.reserve(UINT64_MAX, {});
  EXPECT_TRUE(huge.errorIsA<OutOfMemoryError>());
  llvm::consumeError(huge.takeError());
}

TEST(DeviceMemory, OfManyBuffersTheLargestAreReportedOldestFirst) {
  DeviceMemory memory(0);
  std::vector<Buffer> buffers;
  const std::pair<unsigned, const char *> wanted[] = {
      {8, "a"}, {16, "b"}, {8, "c"}, {32, "d"}, {16, "e"}};
  for (auto [bytes, name] : wanted)
    buffers.push_back(take(memory, bytes, {name, ""}));
  std::string order;
  for (const DeviceMemory::Holding &holding : memory.getLargest(4))
    order += holding.label.op.str();
  EXPECT_EQ(order, "dbea");
}

TEST(DeviceMemory, HugeRequestsAreRefusedNotWrapped) {
  DeviceMemory limited(0, 1 << 20), free(0);
  for (uint64_t bytes :
       {UINT64_MAX, UINT64_MAX - 63, uint64_t(1) << 63, uint64_t(1) << 62}) {
    EXPECT_EQ(llvm::toString(limited.allocate(bytes, {"op", ""}).takeError())
                  .substr(0, 29),
              "device 0 is out of memory: op");
    EXPECT_NE(llvm::toString(free.allocate(bytes, {"op", ""}).takeError())
                  .find("the host has no more"),
              std::string::npos);
  }
  EXPECT_EQ(limited.getLiveBytes(), 0u);
}

TEST(DeviceMemory, RemembersWhatWasLargestAtThePeak) {
  DeviceMemory memory(0);
  Buffer a = take(memory, 10, {"a", ""});
  {
    Buffer b = take(memory, 30, {"b", ""});
    ASSERT_EQ(memory.getLargestAtPeak().size(), 2u);
  }
  Buffer c = take(memory, 20, {"c", ""});
  ASSERT_EQ(memory.getLargestAtPeak().size(), 2u);
  EXPECT_EQ(memory.getLargestAtPeak()[0].label.op, "b");
  EXPECT_EQ(memory.getLargest()[0].label.op, "c");
}

TEST(DeviceMemory, MayBeUsedFromAnyThread) {
  DeviceMemory memory(0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int j = 1; j < 200; ++j) {
        Buffer a = take(memory, j), b = take(memory, 2 * j);
        a = std::move(b);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(memory.getLiveBytes(), 0u);
}

TEST(ByteCount, IsExactWhereThatIsShort) {
  EXPECT_EQ(formatByteCount(0), "0 bytes");
  EXPECT_EQ(formatByteCount(1), "1 byte");
  EXPECT_EQ(formatByteCount(1023), "1023 bytes");
  EXPECT_EQ(formatByteCount(1024), "1 KiB");
  EXPECT_EQ(formatByteCount(1536), "1536 bytes");
  EXPECT_EQ(formatByteCount(15 * 1024 + 512), "15.5 KiB");
  EXPECT_EQ(formatByteCount(256 << 20), "256 MiB");
  EXPECT_EQ(formatByteCount(UINT64_MAX), "16.0 EiB");
}

TEST(ByteCount, ReadsUnits) {
  auto parse = [](llvm::StringRef text) {
    return llvm::cantFail(parseByteCount(text));
  };
  EXPECT_EQ(parse("4096"), 4096u);
  EXPECT_EQ(parse("12b"), 12u);
  EXPECT_EQ(parse("64K"), 65536u);
  EXPECT_EQ(parse("1.5GiB"), 3u << 29);
  EXPECT_EQ(parse(" 2 MB "), 2000000u);
  EXPECT_EQ(llvm::toString(parseByteCount("lots").takeError()),
            "'lots' is not a number of bytes; write for example \"512MiB\"");
  EXPECT_EQ(llvm::toString(parseByteCount("1.2.3").takeError()),
            "'1.2.3' is not a number of bytes; write for example \"512MiB\"");
  EXPECT_EQ(llvm::toString(parseByteCount("-1").takeError()),
            "'-1' is not a number of bytes; write for example \"512MiB\"");
  EXPECT_EQ(llvm::toString(parseByteCount("5 parsecs").takeError()),
            "'5 parsecs' has the unknown unit 'parsecs'; known are K, KiB, kB "
            "and so on for M, G, T");
  EXPECT_EQ(llvm::toString(parseByteCount("9E").takeError()),
            "'9E' is 2^63 bytes or more");
}
