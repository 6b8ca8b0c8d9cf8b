//===- CheckpointFixture.h - states to save ---------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TEST_UNIT_STATE_CHECKPOINTFIXTURE_H
#define WEFT_TEST_UNIT_STATE_CHECKPOINTFIXTURE_H

#include "weft/State/Checkpoint.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

#include <random>

namespace weft {

using runtime::ArrayType;
using runtime::Box;
using runtime::ElementType;

/// A directory that is gone after the test.
class CheckpointTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("weft-checkpoint", root));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(root); }

  std::string getPath(const llvm::Twine &name) const {
    return (root + "/" + name).str();
  }

  static CheckpointLeaf makeLeaf(llvm::StringRef path, ElementType element,
                                 llvm::ArrayRef<int64_t> dims) {
    return {path.str(), llvm::cantFail(ArrayType::get(element, dims))};
  }

  /// Bytes that tell elements apart.
  static std::vector<uint8_t> fill(const CheckpointLeaf &leaf, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<uint8_t> bytes(leaf.type.getNumBytes());
    for (uint8_t &byte : bytes)
      byte = static_cast<uint8_t>(random());
    return bytes;
  }

  /// The elements of `box`, the plain way.
  static std::vector<uint8_t> cut(const CheckpointLeaf &leaf, const Box &box,
                                  llvm::ArrayRef<uint8_t> whole) {
    const size_t width = runtime::getByteWidth(leaf.type.getElementType());
    std::vector<uint8_t> part;
    ArrayType::Dims strides = leaf.type.getStrides();
    std::function<void(size_t, int64_t)> walk = [&](size_t dim, int64_t at) {
      if (dim == strides.size()) {
        llvm::append_range(part, whole.slice(at * width, width));
        return;
      }
      for (int64_t i = 0; i < box.sizes[dim]; ++i)
        walk(dim + 1, at + (box.offsets[dim] + i) * strides[dim]);
    };
    walk(0, 0);
    return part;
  }

  /// The shards of a leaf that is cut into `counts` along its dimensions; the
  /// last ones may be short or empty.
  static std::vector<Box> split(const CheckpointLeaf &leaf,
                                llvm::ArrayRef<int64_t> counts) {
    std::vector<Box> boxes = {Box::whole(leaf.type)};
    for (size_t dim = 0; dim < counts.size(); ++dim) {
      std::vector<Box> next;
      const int64_t size = leaf.type.getDims()[dim];
      const int64_t shard = (size + counts[dim] - 1) / counts[dim];
      for (const Box &box : boxes)
        for (int64_t i = 0; i < counts[dim]; ++i) {
          Box part = box;
          part.offsets[dim] = std::min(i * shard, size);
          part.sizes[dim] = std::min(shard, size - part.offsets[dim]);
          next.push_back(part);
        }
      boxes = std::move(next);
    }
    return boxes;
  }

  llvm::SmallString<128> root;
};

/// Fails the test with the message of `error`, if it is one.
#define EXPECT_OK(expression)                                                  \
  do {                                                                         \
    if (llvm::Error error = (expression))                                      \
      ADD_FAILURE() << llvm::toString(std::move(error));                       \
  } while (false)

} // namespace weft

#endif // WEFT_TEST_UNIT_STATE_CHECKPOINTFIXTURE_H
