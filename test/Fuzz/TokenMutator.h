//===- TokenMutator.h - changes program text token by token -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TEST_FUZZ_TOKENMUTATOR_H
#define WEFT_TEST_FUZZ_TOKENMUTATOR_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <random>
#include <string>
#include <vector>

namespace weft::fuzz {

/// Makes new program text out of old: numbers become awkward numbers, words
/// become words seen in other inputs, stretches are dropped, repeated or moved.
/// `tensor<4x8xf32>` may come back as `tensor<4x-1xf32>` or `tensor<?x8xui4>`.
class TokenMutator {
public:
  /// The same `text` and `seed` give the same result as long as the words seen
  /// so far are the same.
  std::string mutate(llvm::StringRef text, unsigned seed);

private:
  using Tokens = llvm::SmallVector<std::string, 0>;

  void mutateOnce(Tokens &tokens);
  std::string replacementFor(llvm::StringRef token);
  size_t below(size_t limit);
  void remember(const Tokens &tokens);

  std::minstd_rand random;
  llvm::StringSet<> known;
  std::vector<std::string> words;
};

} // namespace weft::fuzz

#endif // WEFT_TEST_FUZZ_TOKENMUTATOR_H
