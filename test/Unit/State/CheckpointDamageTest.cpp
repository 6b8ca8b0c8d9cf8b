//===- CheckpointDamageTest.cpp - checkpoints that nobody wrote -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointFixture.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace weft;
using llvm::StringRef;

namespace {

class CheckpointDamageTest : public CheckpointTest {
protected:
  void SetUp() override {
    CheckpointTest::SetUp();
    std::vector<CheckpointLeaf> leaves = {
        makeLeaf("a.kernel", ElementType::F32, {4, 6}),
        makeLeaf("b", ElementType::I16, {5})};
    auto writer = CheckpointWriter::create(getPath("c"), {3}, leaves);
    ASSERT_TRUE(bool(writer)) << toString(writer.takeError());
    for (size_t i = 0; i < 2; ++i) {
      std::vector<uint8_t> whole = fill(leaves[i], i);
      for (const Box &box : split(leaves[i], {2}))
        EXPECT_OK((*writer)->write(i, box, cut(leaves[i], box, whole)));
    }
    EXPECT_OK((*writer)->commit());
    manifest = readFile("manifest.json");
    data = readFile("data-00000.safetensors");
  }

  std::string readFile(StringRef name) {
    auto buffer =
        llvm::MemoryBuffer::getFile(getPath("c/step-00000003/" + name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  void writeFile(StringRef name, StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream(getPath("c/step-00000003/" + name), code) << text;
    ASSERT_FALSE(code);
  }

  /// What is said of the checkpoint when it is opened and all of it is read;
  /// empty if nothing is.
  std::string judge() {
    auto reader = CheckpointReader::open(getPath("c"));
    if (!reader)
      return toString(reader.takeError());
    for (size_t i = 0; i < (*reader)->getLeaves().size(); ++i)
      if (llvm::Error error = (*reader)->verify(i))
        return toString(std::move(error));
    return "";
  }

  /// The same after a change of the manifest, with a checksum that fits.
  std::string judgeManifest(StringRef from, StringRef to) {
    std::string text = manifest;
    size_t at = text.find(from.str());
    EXPECT_NE(at, std::string::npos) << from.str();
    text.replace(at, from.size(), to.str());
    text.resize(text.rfind('\n', text.size() - 2) + 1);
    const uint64_t checksum = llvm::xxh3_64bits(text);
    text += llvm::formatv("\"checksum\": \"{0:x-16}\"}\n", checksum);
    writeFile("manifest.json", text);
    std::string message = judge();
    return StringRef(message).rsplit("manifest.json': ").second.str();
  }

  std::string manifest, data;
};

TEST_F(CheckpointDamageTest, isSoundAtFirst) { EXPECT_EQ(judge(), ""); }

/// A flipped bit anywhere is found.
TEST_F(CheckpointDamageTest, findsEveryFlippedBit) {
  std::mt19937 random(0);
  for (auto [name, text] : {std::pair("manifest.json", &manifest),
                            std::pair("data-00000.safetensors", &data)}) {
    for (size_t i = 0; i < text->size(); i += 1 + random() % 7) {
      std::string damaged = *text;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << random() % 8));
      writeFile(name, damaged);
      EXPECT_NE(judge(), "") << name << " byte " << i;
    }
    writeFile(name, *text);
  }
  EXPECT_EQ(judge(), "");
}

/// Cut off at any length, or with something behind.
TEST_F(CheckpointDamageTest, findsWrongLengths) {
  for (size_t size = 0; size < manifest.size(); size += 37) {
    writeFile("manifest.json", StringRef(manifest).take_front(size));
    EXPECT_NE(judge(), "") << size;
  }
  writeFile("manifest.json", manifest);
  writeFile("data-00000.safetensors", data + "x");
  EXPECT_TRUE(StringRef(judge()).contains("bytes, the manifest says"));
  writeFile("data-00000.safetensors", StringRef(data).drop_back(1));
  EXPECT_TRUE(StringRef(judge()).contains("bytes, the manifest says"));
}

TEST_F(CheckpointDamageTest, namesTheDamagedTile) {
  data.back() ^= 1;
  writeFile("data-00000.safetensors", data);
  EXPECT_TRUE(StringRef(judge()).starts_with(
      "tile 'b[3:5]' is damaged: block 0 of 1, at byte "))
      << judge();
}

TEST_F(CheckpointDamageTest, findsMissingFiles) {
  llvm::sys::fs::remove(getPath("c/step-00000003/data-00000.safetensors"));
  EXPECT_TRUE(StringRef(judge()).contains("cannot open"));
  llvm::sys::fs::remove(getPath("c/step-00000003/manifest.json"));
  EXPECT_TRUE(StringRef(judge()).contains("cannot read"));
  llvm::sys::fs::remove_directories(getPath("c/step-00000003"));
  EXPECT_EQ(judge(), "'" + getPath("c") + "' holds no checkpoint");
}

/// `latest` that names nothing sound is passed over.
TEST_F(CheckpointDamageTest, ignoresUnsoundLatest) {
  for (StringRef name : {"../step-00000003", "step-99999999", "", "step-3"}) {
    std::error_code code;
    llvm::raw_fd_ostream(getPath("c/latest"), code) << name << "\n";
    EXPECT_EQ(judge(), "");
  }
}

/// Manifests with a fitting checksum that state what cannot be.
TEST_F(CheckpointDamageTest, refusesUnsoundManifests) {
  auto expect = [&](StringRef from, StringRef to, StringRef message) {
    EXPECT_TRUE(StringRef(judgeManifest(from, to)).starts_with(message))
        << from.str() << " -> " << to.str() << ": " << judge();
  };
  EXPECT_EQ(judgeManifest("\"step\"", "\"step\""), "");
  expect("\"weft_checkpoint\": 1", "\"weft_checkpoint\": 2",
         "it has version 2, this program reads version 1");
  expect("\"weft_checkpoint\"", "\"checkpoint\"",
         "it is not the manifest of a checkpoint");
  expect("\"step\": 3", "\"step\": -3", "it has no step");
  expect("1048576", "1048577", "its blocks do not have 1048576 bytes");
  expect("data-00000", "../secret",
         "data file number 0 is not called 'data-00000.safetensors'");
  expect("\"path\":\"b\"", "\"path\":\"a.kernel\"",
         "leaf 1: the path 'a.kernel' is there twice");
  expect("\"f32\"", "\"f33\"", "leaf 'a.kernel': no known element type");
  expect("\"f32\"", "\"f64\"", "leaf 'a.kernel'");
  expect("\"shape\":[4,6]", "\"shape\":[4,7]",
         "leaf 'a.kernel': element [0,6] is in no tile");
  expect("\"shape\":[4,6]", "\"shape\":[4,-6]",
         "leaf 'a.kernel': no sound shape or no tiles");
  expect("\"shape\":[4,6]", "\"shape\":[9223372036854775807,6]",
         "leaf 'a.kernel': an array of");
  expect("\"offsets\":[2,0]", "\"offsets\":[1,0]",
         "leaf 'a.kernel': element [1,0] is in several tiles");
  expect("\"offsets\":[2,0]", "\"offsets\":[3,0]", "leaf 'a.kernel', tile 1");
  expect("\"file\":0", "\"file\":1",
         "leaf 'a.kernel', tile 0: there is no data file number 1");
  expect("\"begin\":", "\"begin\":9",
         "leaf 'a.kernel', tile 0: 48 bytes from 9");
  expect("\"checksums\":[", "\"checksums\":[\"0000000000000000\",",
         "leaf 'a.kernel', tile 0: 2 checksums for 1 blocks");
  expect("\"checksums\":[\"", "\"checksums\":[\"x",
         "leaf 'a.kernel', tile 0: a checksum is not 16 hexadecimal digits");
  expect("\"leaves\": [", "\"leaves\": [" + std::string(100000, '['),
         "it is nested too deeply");
  expect("\"files\"", "\"fires\"", "it has no files or no leaves");
}

} // namespace
