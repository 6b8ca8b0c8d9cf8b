//===- SupportTest.cpp - names, numbers and tables for people ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Support/HumanUnits.h"
#include "weft/Support/Suggestion.h"
#include "weft/Support/TextTable.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace weft;

namespace {

TEST(Suggestion, NearNames) {
  EXPECT_EQ(closestName("modle", {"data", "model"}), "model");
  EXPECT_EQ(closestName("kernal", {"bias", "kernel"}), "kernel");
  EXPECT_EQ(closestName("up", {"uo"}), "uo");
  // The first of equally near ones.
  EXPECT_EQ(closestName("ab", {"ac", "ad"}), "ac");
}

TEST(Suggestion, FarNames) {
  EXPECT_EQ(closestName("embed", {"mlp", "heads"}), std::nullopt);
  EXPECT_EQ(closestName("x", {"y"}), std::nullopt);
  EXPECT_EQ(closestName("", {"a"}), std::nullopt);
  EXPECT_EQ(closestName("a", {}), std::nullopt);
  EXPECT_EQ(didYouMean("embed", {"mlp"}), "");
}

TEST(Suggestion, Lists) {
  EXPECT_EQ(listNames({}), "");
  EXPECT_EQ(listNames({"a"}), "'a'");
  EXPECT_EQ(listNames({"a", "b"}, "\"", "\""), "\"a\" and \"b\"");
  EXPECT_EQ(listNames({"a", "b", "c"}, "", "", 2), "a, b and 1 more");
}

TEST(HumanUnits, Bytes) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(1023), "1023 B");
  EXPECT_EQ(formatBytes(1024), "1.00 KiB");
  EXPECT_EQ(formatBytes(1536), "1.50 KiB");
  EXPECT_EQ(formatBytes(100 * 1024), "100 KiB");
  EXPECT_EQ(formatBytes((1 << 20) - 1), "1.00 MiB");
  EXPECT_EQ(formatBytes(INT64_MAX), "8.00 EiB");
  EXPECT_EQ(formatPercent(1.0 / 6), "16.7%");
}

TEST(TextTable, ColumnsLineUp) {
  TextTable table({{"name"}, {"n", TextTable::Align::Right}, {"note"}});
  table.addRow({"a", "1", "x"});
  table.addRow({"long name", "100"});
  std::string text;
  llvm::raw_string_ostream os(text);
  table.print(os);
  EXPECT_EQ(text, "name         n  note\n"
                  "--------------------\n"
                  "a            1  x\n"
                  "long name  100\n");
}

} // namespace
