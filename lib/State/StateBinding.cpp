//===- StateBinding.cpp - whether a state fits a module ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/State/StateBinding.h"

#include "weft/Support/Suggestion.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace weft;

std::string StateEntry::getType() const {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + element + ">";
}

/// What is wrong with `given` where the module has `wanted`; empty if nothing.
static std::string describe(const StateEntry &wanted, const StateEntry &given) {
  if (wanted.shape != given.shape)
    return wanted.path + " is " + given.getType() + ", but the module has " +
           wanted.getType();
  if (wanted.element != given.element)
    return wanted.path + " has elements of " + given.element +
           ", but the module has " + wanted.element;
  return "";
}

StateBinding StateBinding::get(ArrayRef<StateEntry> module,
                               ArrayRef<StateEntry> state) {
  StateBinding result;
  StringMap<size_t> known;
  for (auto [i, entry] : enumerate(state))
    if (!known.try_emplace(entry.path, i).second)
      result.mismatches.push_back(entry.path + " is there twice");
  StringMap<size_t> wanted;
  for (auto [i, entry] : enumerate(module)) {
    wanted.try_emplace(entry.path, i);
    auto found = known.find(entry.path);
    if (found == known.end()) {
      result.mismatches.push_back(entry.path + " is missing; it is " +
                                  entry.getType());
      continue;
    }
    result.places.push_back(found->second);
    std::string difference = describe(entry, state[found->second]);
    if (!difference.empty())
      result.mismatches.push_back(std::move(difference));
  }
  SmallVector<StringRef> paths;
  for (const StateEntry &entry : module)
    paths.push_back(entry.path);
  for (const StateEntry &entry : state)
    if (!wanted.contains(entry.path))
      result.mismatches.push_back(entry.path + " is no leaf of the module" +
                                  didYouMean(entry.path, paths, "", ""));
  return result;
}
