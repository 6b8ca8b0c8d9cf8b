//===- weft-checkpoint-fuzzer.cpp - checkpoints from anywhere ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes as a checkpoint: up to the first zero the manifest, behind it the
// data file. It is refused with a message, or all of it can be read, and so can
// any part. The checksum in the last line of the manifest is made to fit, or
// else no change would ever get beyond it.
//
//===----------------------------------------------------------------------===//

#include "weft/State/Checkpoint.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace weft;
using llvm::StringRef;
using runtime::ArrayType;
using runtime::Box;

/// The largest part that is read at once: a manifest may well state more than
/// there is memory for.
static constexpr uint64_t largestRead = uint64_t(1) << 24;

/// A directory with one checkpoint, removed when the process ends.
static const std::string &getDirectory() {
  static const struct Directory {
    Directory() {
      llvm::SmallString<64> made;
      if (llvm::sys::fs::createUniqueDirectory("weft-fuzz", made) ||
          llvm::sys::fs::create_directory(made + "/step-00000003"))
        std::abort();
      path = made.str();
    }
    ~Directory() { llvm::sys::fs::remove_directories(path); }
    std::string path;
  } directory;
  return directory.path;
}

static void writeFile(StringRef name, StringRef bytes) {
  const std::string path = getDirectory() + "/step-00000003/" + name.str();
  const int file = open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (file < 0 || write(file, bytes.data(), bytes.size()) !=
                      static_cast<ssize_t>(bytes.size()))
    std::abort();
  close(file);
}

/// The manifest with the checksum that belongs to all lines but the last.
static std::string withChecksum(StringRef manifest) {
  std::string text = manifest.rtrim('\n').rsplit('\n').first.str() + "\n";
  const uint64_t checksum = llvm::xxh3_64bits(text);
  return text + llvm::formatv("\"checksum\": \"{0:x-16}\"}\n", checksum).str();
}

static void expectMessage(llvm::Error error) {
  if (error && llvm::toString(std::move(error)).empty())
    std::abort();
}

static void readBox(const CheckpointReader &reader, size_t leaf,
                    const Box &box) {
  llvm::Expected<ArrayType> type =
      box.getTypeWithin(reader.getLeaves()[leaf].type);
  if (!type)
    std::abort();
  if (type->getNumBytes() > largestRead)
    return;
  std::vector<uint8_t> bytes(type->getNumBytes());
  expectMessage(reader.read(leaf, box, bytes));
}

/// The part of the array that one of its bytes happens to select.
static Box chooseBox(const ArrayType &type, uint8_t choice) {
  Box box = Box::whole(type);
  for (size_t i = 0; i < type.getRank(); ++i) {
    box.offsets[i] = std::min<int64_t>(choice % 3, box.sizes[i]);
    box.sizes[i] = (box.sizes[i] - box.offsets[i]) / (1 + choice % 2);
  }
  return box;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  auto [manifest, bytes] = input.split('\0');
  writeFile("manifest.json", withChecksum(manifest));
  writeFile("data-00000.safetensors", bytes);
  auto reader = CheckpointReader::open(getDirectory());
  if (!reader) {
    expectMessage(reader.takeError());
    return 0;
  }
  for (auto [i, leaf] : llvm::enumerate((*reader)->getLeaves())) {
    (void)(*reader)->getTiles(i);
    expectMessage((*reader)->verify(i));
    readBox(**reader, i, Box::whole(leaf.type));
    readBox(**reader, i, chooseBox(leaf.type, size ? data[size - 1] : 0));
  }
  return 0;
}
