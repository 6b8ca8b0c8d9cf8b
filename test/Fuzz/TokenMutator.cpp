//===- TokenMutator.cpp - changes program text token by token ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TokenMutator.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>

using namespace weft::fuzz;

/// Numbers at which arithmetic goes wrong.
static constexpr std::array<llvm::StringLiteral, 16> awkwardNumbers = {
    "0",   "1",          "-1",         "2",
    "3",   "7",          "16",         "64",
    "255", "2147483647", "2147483648", "4294967296",
    "?",   "*",          "1.0e+38",    "9223372036854775807"};

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// Where the token that begins at `text[0]` ends. A run of letters, or of
/// digits, is a token, so the `4x8xf32` of a type falls into single sizes.
static size_t tokenLength(llvm::StringRef text) {
  char first = text.front();
  auto runOf = [&](auto belongs) {
    return std::min(
        text.size(),
        static_cast<size_t>(llvm::find_if_not(text, belongs) - text.begin()));
  };
  if (llvm::isDigit(first))
    return runOf([](char c) { return llvm::isDigit(c); });
  // The separator of sizes, as in the rest of `4x8xf32`.
  if (first == 'x')
    return 1;
  if (isWordCharacter(first))
    return runOf(isWordCharacter);
  if (llvm::isSpace(first))
    return runOf([](char c) { return llvm::isSpace(c); });
  return 1;
}

size_t TokenMutator::below(size_t limit) {
  return std::uniform_int_distribution<size_t>(0, limit - 1)(random);
}

void TokenMutator::remember(const Tokens &tokens) {
  constexpr size_t enough = 20000;
  for (const std::string &token : tokens)
    if (words.size() < enough && !llvm::isSpace(token.front()) &&
        known.insert(token).second)
      words.push_back(token);
}

std::string TokenMutator::replacementFor(llvm::StringRef token) {
  if (llvm::isDigit(token.front()) && below(4) != 0)
    return awkwardNumbers[below(awkwardNumbers.size())].str();
  return words[below(words.size())];
}

void TokenMutator::mutateOnce(Tokens &tokens) {
  size_t at = below(tokens.size());
  size_t length = std::min(tokens.size() - at, 1 + below(6));
  auto begin = tokens.begin() + at;
  switch (below(8)) {
  case 0:
    tokens.erase(begin, begin + length);
    return;
  case 1: {
    Tokens copy(begin, begin + length);
    size_t to = below(tokens.size());
    tokens.insert(tokens.begin() + to, copy.begin(), copy.end());
    return;
  }
  case 2:
    std::swap(tokens[at], tokens[below(tokens.size())]);
    return;
  case 3:
    tokens.insert(begin, words[below(words.size())]);
    return;
  case 4:
    // A token that occurs here already is the likeliest to be accepted.
    tokens[at] = tokens[below(tokens.size())];
    return;
  default:
    tokens[at] = replacementFor(tokens[at]);
    return;
  }
}

std::string TokenMutator::mutate(llvm::StringRef text, unsigned seed) {
  random.seed(seed);
  Tokens tokens;
  for (llvm::StringRef rest = text; !rest.empty();) {
    size_t length = tokenLength(rest);
    tokens.push_back(rest.take_front(length).str());
    rest = rest.drop_front(length);
  }
  remember(tokens);
  if (words.empty())
    return "module {}";
  for (size_t count = 1 + below(3); count != 0 && !tokens.empty(); --count)
    mutateOnce(tokens);
  return llvm::join(tokens, "");
}
