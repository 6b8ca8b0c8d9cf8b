//===- Suggestion.cpp - help with misspelt names ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Support/Suggestion.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;

std::optional<StringRef> weft::closestName(StringRef name,
                                           ArrayRef<StringRef> candidates) {
  std::optional<StringRef> best;
  // One letter may always differ, so that short names get help too; but not
  // all of them.
  unsigned limit = std::max<unsigned>(1, (name.size() + 1) / 3) + 1;
  for (StringRef candidate : candidates) {
    // Cheaper than the distance, and bounds it from below.
    size_t difference = candidate.size() > name.size()
                            ? candidate.size() - name.size()
                            : name.size() - candidate.size();
    if (difference >= limit || candidate == name)
      continue;
    unsigned distance = name.edit_distance(candidate, true, limit);
    if (distance >= limit || distance >= name.size())
      continue;
    limit = distance;
    best = candidate;
  }
  return best;
}

std::string weft::didYouMean(StringRef name, ArrayRef<StringRef> candidates,
                             StringRef open, StringRef close) {
  std::optional<StringRef> best = closestName(name, candidates);
  if (!best)
    return "";
  return (Twine("; did you mean ") + open + *best + close + "?").str();
}

std::string weft::listNames(ArrayRef<StringRef> names, StringRef open,
                            StringRef close, size_t limit) {
  std::string text;
  size_t shown = std::min(limit, names.size());
  for (size_t i = 0; i < shown; ++i) {
    if (i)
      text += i + 1 == names.size() ? " and " : ", ";
    text += (Twine(open) + names[i] + close).str();
  }
  if (shown < names.size())
    text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}
