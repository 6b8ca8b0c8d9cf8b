//===- BlockExchangeTest.cpp - every exchange of small blocks ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/BlockExchange.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <vector>

using namespace weft;

namespace {
constexpr int64_t kUnknown = -1;

/// What device `device` has after the exchange; blocks hold the number of each
/// element.
std::vector<int64_t> run(const BlockExchange &plan, Interval interval,
                         BlockedDim dim, int64_t device) {
  std::vector<int64_t> buffer(plan.padLow, kUnknown);
  for (const BlockExchange::Piece &piece : plan.pieces) {
    int64_t home = plan.isMirrored ? dim.count - 1 - device : device;
    int64_t source = home + piece.distance;
    for (int64_t i = 0; i < piece.length; ++i) {
      int64_t element = source * dim.block + piece.begin + i;
      bool isThere = source >= 0 && source < dim.count && element < dim.size;
      buffer.push_back(isThere ? element : kUnknown);
    }
  }
  buffer.insert(buffer.end(), plan.padHigh, kUnknown);
  // A start that does not fit is moved, as by `dynamic_slice`.
  int64_t start = plan.startScale * device + plan.startOffset;
  start =
      std::clamp<int64_t>(start, 0, int64_t(buffer.size()) - interval.width);
  return {buffer.begin() + start, buffer.begin() + start + interval.width};
}

void expectRight(Interval interval, BlockedDim dim) {
  BlockExchange plan = planExchange(interval, dim);
  for (int64_t device = 0; device < dim.count; ++device) {
    std::vector<int64_t> got = run(plan, interval, dim, device);
    for (int64_t i = 0; i < interval.width; ++i) {
      int64_t wanted = interval.begin(device) + i;
      if (wanted >= 0 && wanted < dim.size) {
        ASSERT_EQ(got[i], wanted)
            << "scale " << interval.scale << " offset " << interval.offset
            << " width " << interval.width << " block " << dim.block
            << " count " << dim.count << " size " << dim.size << " device "
            << device;
      }
    }
  }
}
} // namespace

TEST(BlockExchange, EveryIntervalOfSmallBlocks) {
  for (int64_t count : {2, 3, 4})
    for (int64_t block = 1; block <= 3; ++block)
      for (int64_t size = 1; size <= block * count; ++size)
        for (int64_t scale = -5; scale <= 5; ++scale)
          for (int64_t offset = -7; offset <= 13; ++offset)
            for (int64_t width = 1; width <= 5; ++width)
              expectRight({scale, offset, width}, {block, count, size});
}

TEST(BlockExchange, AHaloSendsWhatSticksOut) {
  BlockExchange plan = planExchange({4, -1, 6}, {4, 8, 32});
  EXPECT_EQ(plan.pieces.size(), 3u);
  EXPECT_EQ(plan.numReceived(), 2);
  EXPECT_EQ(plan.startScale, 0);
}

TEST(BlockExchange, AnEvenReversalIsOnePermutation) {
  BlockExchange plan = planExchange({-4, 28, 4}, {4, 8, 32});
  EXPECT_TRUE(plan.isMirrored);
  EXPECT_EQ(plan.pieces.size(), 1u);
  EXPECT_EQ(plan.numReceived(), 4);
}

TEST(BlockExchange, TheNumberOfDevicesCostsNothing) {
  BlockExchange plan =
      planExchange({4, -1, 6}, {4, int64_t(1) << 40, int64_t(1) << 42});
  EXPECT_EQ(plan.pieces.size(), 3u);
}
