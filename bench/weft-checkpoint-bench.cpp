//===- weft-checkpoint-bench.cpp - times checkpoints ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: weft-checkpoint-bench write|read DIRECTORY LEAVES ROWS DEVICES
//
// `write` saves LEAVES matrices of ROWS x 1024 floats, each device its rows on
// a thread of its own, to the disk and not to a cache. `read` restores them,
// each device a part of the columns: no part was written as it is read. Prints
// the seconds.
//
//===----------------------------------------------------------------------===//

#include "weft/State/Checkpoint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <random>
#include <thread>

using namespace weft;
using runtime::ArrayType;
using runtime::Box;
using runtime::ElementType;

static constexpr int64_t columns = 1024;

namespace {
struct Work {
  std::string directory;
  uint64_t numLeaves, rows, devices;
};
} // namespace

/// Part number `device` of the rows or columns; the last may be short.
static Box getPart(const Work &work, uint64_t device, unsigned dim) {
  Box box{{0, 0}, {int64_t(work.rows), columns}};
  const int64_t size = box.sizes[dim];
  const int64_t part = (size + work.devices - 1) / work.devices;
  box.offsets[dim] = std::min<int64_t>(size, device * part);
  box.sizes[dim] = std::min(part, size - box.offsets[dim]);
  return box;
}

/// Runs `body` for each device, each on its own thread; the first error counts.
static llvm::Error
forEachDevice(const Work &work,
              llvm::function_ref<llvm::Error(uint64_t)> body) {
  std::vector<std::string> messages(work.devices);
  std::vector<std::thread> threads;
  for (uint64_t device = 0; device < work.devices; ++device)
    threads.emplace_back([&, device] {
      if (llvm::Error error = body(device))
        messages[device] = llvm::toString(std::move(error));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &message : messages)
    if (!message.empty())
      return llvm::createStringError(message);
  return llvm::Error::success();
}

/// What each device has to write: nothing that a disk could shorten.
static std::vector<std::vector<uint8_t>> makeParts(const Work &work) {
  std::mt19937_64 random(1);
  std::vector<std::vector<uint8_t>> parts;
  for (uint64_t device = 0; device < work.devices; ++device) {
    const Box box = getPart(work, device, 0);
    std::vector<uint64_t> words(box.sizes[0] * columns / 2);
    for (uint64_t &word : words)
      word = random();
    const auto *bytes = reinterpret_cast<const uint8_t *>(words.data());
    parts.emplace_back(bytes, bytes + words.size() * sizeof(uint64_t));
  }
  return parts;
}

static llvm::Error write(const Work &work,
                         llvm::ArrayRef<std::vector<uint8_t>> parts) {
  std::vector<CheckpointLeaf> leaves;
  for (uint64_t i = 0; i < work.numLeaves; ++i)
    leaves.push_back({"layer." + std::to_string(i),
                      llvm::cantFail(ArrayType::get(
                          ElementType::F32, {int64_t(work.rows), columns}))});
  auto writer = CheckpointWriter::create(work.directory, {}, std::move(leaves));
  if (!writer)
    return writer.takeError();
  if (llvm::Error error =
          forEachDevice(work, [&](uint64_t device) -> llvm::Error {
            Box box = getPart(work, device, 0);
            for (uint64_t i = 0; i < work.numLeaves; ++i)
              if (llvm::Error error = (*writer)->write(i, box, parts[device]))
                return error;
            return llvm::Error::success();
          }))
    return error;
  return (*writer)->commit();
}

static llvm::Error read(const Work &work) {
  auto reader = CheckpointReader::open(work.directory);
  if (!reader)
    return reader.takeError();
  return forEachDevice(work, [&](uint64_t device) -> llvm::Error {
    Box box = getPart(work, device, 1);
    std::vector<uint8_t> bytes(work.rows * box.sizes[1] * sizeof(float));
    for (size_t i = 0; i < (*reader)->getLeaves().size(); ++i)
      if (llvm::Error error = (*reader)->read(i, box, bytes))
        return error;
    return llvm::Error::success();
  });
}

int main(int argc, char **argv) {
  llvm::StringRef mode = argc == 6 ? argv[1] : "";
  uint64_t numbers[3];
  bool isGood = mode == "write" || mode == "read";
  for (int i = 0; isGood && i < 3; ++i)
    isGood = !llvm::StringRef(argv[i + 3]).getAsInteger(10, numbers[i]) &&
             numbers[i] > 0;
  if (!isGood) {
    llvm::errs() << "usage: weft-checkpoint-bench write|read DIRECTORY LEAVES "
                    "ROWS DEVICES\n";
    return 2;
  }
  const Work work{argv[2], numbers[0], numbers[1], numbers[2]};
  std::vector<std::vector<uint8_t>> parts;
  if (mode == "write")
    parts = makeParts(work);
  const auto begin = std::chrono::steady_clock::now();
  if (llvm::Error error = mode == "write" ? write(work, parts) : read(work)) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  llvm::outs() << llvm::format("%.4f\n", seconds.count());
  return 0;
}
