//===- CheckpointTest.cpp - states that are saved and restored --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointFixture.h"

#include <thread>

using namespace weft;
using llvm::StringRef;

namespace {

using Shards = llvm::SmallVector<int64_t>;

/// What was cut one way on 6 devices is read another way by 4.
TEST_F(CheckpointTest, restoresToAnyLayout) {
  std::vector<CheckpointLeaf> leaves = {
      makeLeaf("kernel", ElementType::F32, {7, 9}),
      makeLeaf("bias", ElementType::BF16, {5}),
      makeLeaf("count", ElementType::I32, {}),
      makeLeaf("empty", ElementType::F64, {0, 3}),
      makeLeaf("cube", ElementType::ComplexF32, {4, 3, 5}),
  };
  std::vector<Shards> written = {{2, 3}, {8}, {}, {1, 2}, {3, 1, 2}};
  std::vector<Shards> wanted = {{4, 1}, {3}, {}, {2, 1}, {1, 3, 4}};
  auto writer =
      CheckpointWriter::create(getPath("c"), {42, {{"seed", "7"}}}, leaves);
  ASSERT_TRUE(bool(writer)) << toString(writer.takeError());
  for (size_t i = 0; i < leaves.size(); ++i) {
    std::vector<uint8_t> whole = fill(leaves[i], i);
    for (const Box &box : split(leaves[i], written[i]))
      EXPECT_OK((*writer)->write(i, box, cut(leaves[i], box, whole)));
  }
  EXPECT_OK((*writer)->commit());

  auto reader = CheckpointReader::open(getPath("c"));
  ASSERT_TRUE(bool(reader)) << toString(reader.takeError());
  EXPECT_EQ((*reader)->getInfo().step, 42);
  EXPECT_EQ((*reader)->getInfo().notes.at("seed"), "7");
  for (size_t i = 0; i < leaves.size(); ++i) {
    EXPECT_EQ((*reader)->getLeaves()[i].path, leaves[i].path);
    EXPECT_EQ((*reader)->getLeaves()[i].type, leaves[i].type);
    EXPECT_OK((*reader)->verify(i));
    std::vector<uint8_t> whole = fill(leaves[i], i);
    for (const Box &box : split(leaves[i], wanted[i])) {
      std::vector<uint8_t> expected = cut(leaves[i], box, whole);
      std::vector<uint8_t> found(expected.size());
      EXPECT_OK((*reader)->read(i, box, found));
      EXPECT_EQ(found, expected) << leaves[i].path;
    }
  }
}

/// Tiles of several blocks, written and read by many threads.
TEST_F(CheckpointTest, splitsLargeTilesIntoBlocks) {
  std::vector<CheckpointLeaf> leaves = {
      makeLeaf("large", ElementType::F32, {1000, 1031})};
  std::vector<uint8_t> whole = fill(leaves[0], 1);
  auto writer = CheckpointWriter::create(getPath("c"), {}, leaves);
  ASSERT_TRUE(bool(writer)) << toString(writer.takeError());
  std::vector<std::thread> threads;
  for (const Box &box : split(leaves[0], {1, 3}))
    threads.emplace_back([&, box] {
      EXPECT_OK((*writer)->write(0, box, cut(leaves[0], box, whole)));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_OK((*writer)->commit());
  auto reader = CheckpointReader::open(getPath("c"));
  ASSERT_TRUE(bool(reader)) << toString(reader.takeError());
  threads.clear();
  for (const Box &box : split(leaves[0], {3, 2}))
    threads.emplace_back([&, box] {
      std::vector<uint8_t> expected = cut(leaves[0], box, whole);
      std::vector<uint8_t> found(expected.size());
      EXPECT_OK((*reader)->read(0, box, found));
      EXPECT_EQ(found, expected);
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// A part that comes bit by bit is the part that comes at once.
TEST_F(CheckpointTest, appendsInPiecesOfAnySize) {
  std::vector<CheckpointLeaf> leaves = {
      makeLeaf("a", ElementType::F32, {700, 1000})};
  std::vector<uint8_t> whole = fill(leaves[0], 3);
  auto writer = CheckpointWriter::create(getPath("c"), {}, leaves);
  ASSERT_TRUE(bool(writer)) << toString(writer.takeError());
  auto part = (*writer)->begin(0, Box::whole(leaves[0].type));
  ASSERT_TRUE(bool(part)) << toString(part.takeError());
  llvm::ArrayRef<uint8_t> rest = whole;
  for (size_t size : {1, 1 << 20, 12345, 1 << 20, 1 << 30}) {
    llvm::ArrayRef<uint8_t> now = rest.take_front(size);
    EXPECT_OK((*writer)->append(*part, now));
    rest = rest.drop_front(now.size());
  }
  EXPECT_OK((*writer)->commit());
  auto reader = CheckpointReader::open(getPath("c"));
  ASSERT_TRUE(bool(reader)) << toString(reader.takeError());
  std::vector<uint8_t> found(whole.size());
  EXPECT_OK((*reader)->read(0, Box::whole(leaves[0].type), found));
  EXPECT_EQ(found, whole);
  EXPECT_EQ((*reader)->getTiles(0).size(), 1u);
  EXPECT_EQ((*reader)->getTiles(0).front().name, "a");
}

/// Every message of a state that is not written as it should be.
TEST_F(CheckpointTest, refusesWhatIsNotWhole) {
  CheckpointLeaf leaf = makeLeaf("a", ElementType::I8, {4});
  std::vector<uint8_t> bytes(4);
  auto attempt = [&](std::vector<Box> boxes) {
    auto writer = CheckpointWriter::create(getPath("c"), {}, {leaf});
    if (!writer)
      return toString(writer.takeError());
    for (const Box &box : boxes)
      if (llvm::Error error = (*writer)->write(
              0, box, llvm::ArrayRef(bytes).take_front(box.sizes[0])))
        return toString(std::move(error));
    return toString((*writer)->commit());
  };
  EXPECT_EQ(attempt({{{0}, {2}}}), "leaf 'a': element [2] is in no tile");
  EXPECT_EQ(attempt({{{0}, {3}}, {{2}, {2}}}),
            "leaf 'a': element [2] is in several tiles");
  EXPECT_EQ(
      attempt({{{3}, {2}}}),
      "leaf 'a': elements 3 to 5 of dimension 0 are outside tensor<4xi8>");
  // Nothing is left of these.
  auto entries = listCheckpoints(getPath("c"));
  ASSERT_TRUE(bool(entries)) << toString(entries.takeError());
  EXPECT_TRUE(entries->empty());
  std::error_code code;
  EXPECT_EQ(llvm::sys::fs::directory_iterator(getPath("c"), code),
            llvm::sys::fs::directory_iterator());
  EXPECT_EQ(attempt({{{0}, {4}}}), "");
  EXPECT_EQ(attempt({{{0}, {4}}}),
            "'" + getPath("c") +
                "' has a checkpoint of step 0 already; choose another "
                "directory");
}

TEST_F(CheckpointTest, refusesEqualPaths) {
  CheckpointLeaf leaf = makeLeaf("a", ElementType::I8, {4});
  auto writer = CheckpointWriter::create(getPath("c"), {}, {leaf, leaf});
  ASSERT_FALSE(bool(writer));
  EXPECT_EQ(toString(writer.takeError()), "the state has a twice");
}

/// The newest are kept, and `latest` names the one that was written last.
TEST_F(CheckpointTest, keepsTheNewest) {
  CheckpointLeaf leaf = makeLeaf("a", ElementType::I8, {1});
  for (int64_t step : {10, 20, 5, 30}) {
    auto writer = CheckpointWriter::create(getPath("c"), {step}, {leaf});
    ASSERT_TRUE(bool(writer)) << toString(writer.takeError());
    uint8_t byte = step;
    EXPECT_OK((*writer)->write(0, {{0}, {1}}, byte));
    EXPECT_OK((*writer)->commit(/*keep=*/2));
    auto reader = CheckpointReader::open(getPath("c"));
    ASSERT_TRUE(bool(reader)) << toString(reader.takeError());
    EXPECT_EQ((*reader)->getInfo().step, step);
  }
  auto entries = listCheckpoints(getPath("c"));
  ASSERT_TRUE(bool(entries)) << toString(entries.takeError());
  ASSERT_EQ(entries->size(), 2u);
  EXPECT_EQ((*entries)[0].name, "step-00000020");
  EXPECT_EQ((*entries)[1].name, "step-00000030");
  EXPECT_TRUE((*entries)[1].isLatest);
}

/// What a process that is no more left behind goes with the next checkpoint.
TEST_F(CheckpointTest, removesWhatOthersLeftBehind) {
  std::string left = getPath("c/.weft-tmp-2147483646-0-step-00000001");
  ASSERT_FALSE(llvm::sys::fs::create_directories(left));
  CheckpointLeaf leaf = makeLeaf("a", ElementType::I8, {0});
  auto writer = CheckpointWriter::create(getPath("c"), {}, {leaf});
  ASSERT_TRUE(bool(writer)) << toString(writer.takeError());
  EXPECT_OK((*writer)->commit());
  EXPECT_FALSE(llvm::sys::fs::exists(left));
}

/// Each type has its tensors of its own size in a safetensors file.
TEST_F(CheckpointTest, savesEveryElementType) {
  std::vector<CheckpointLeaf> leaves;
  for (ElementType type : runtime::getAllElementTypes())
    leaves.push_back(makeLeaf(runtime::getName(type), type, {3, 2}));
  auto writer = CheckpointWriter::create(getPath("c"), {}, leaves);
  ASSERT_TRUE(bool(writer)) << toString(writer.takeError());
  for (size_t i = 0; i < leaves.size(); ++i)
    EXPECT_OK(
        (*writer)->write(i, Box::whole(leaves[i].type), fill(leaves[i], i)));
  EXPECT_OK((*writer)->commit());
  auto reader = CheckpointReader::open(getPath("c"));
  ASSERT_TRUE(bool(reader)) << toString(reader.takeError());
  for (size_t i = 0; i < leaves.size(); ++i) {
    std::vector<uint8_t> found(leaves[i].type.getNumBytes());
    EXPECT_OK((*reader)->read(i, Box::whole(leaves[i].type), found));
    EXPECT_EQ(found, fill(leaves[i], i)) << leaves[i].path;
  }
}

} // namespace
