//===- Group.cpp - devices that act together --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Group.h"

#include "llvm/ADT/STLExtras.h"

using namespace weft::runtime;

Group::Group(llvm::ArrayRef<unsigned> devices, unsigned index)
    : devices(devices), index(index) {
  bool isIdentity = true;
  for (unsigned rank = 0; rank < size(); ++rank)
    isIdentity &= devices[rank] == rank;
  if (isIdentity)
    return;
  ranks.reserve(size());
  for (unsigned rank = 0; rank < size(); ++rank)
    ranks.push_back({devices[rank], rank});
  llvm::sort(ranks);
}

std::optional<unsigned> Group::getRank(unsigned device) const {
  if (ranks.empty())
    return device < size() ? std::optional(device) : std::nullopt;
  auto found = llvm::lower_bound(ranks, std::pair(device, 0u));
  if (found == ranks.end() || found->first != device)
    return std::nullopt;
  return found->second;
}

std::string Group::str() const { return "[" + formatDevices(devices) + "]"; }

std::string weft::runtime::formatDevices(llvm::ArrayRef<unsigned> devices) {
  std::string text;
  for (size_t begin = 0, end; begin < devices.size(); begin = end) {
    end = begin + 1;
    while (end < devices.size() && devices[end] == devices[end - 1] + 1)
      ++end;
    // Two in a row read better as "0, 1".
    if (end - begin == 2)
      --end;
    text += (text.empty() ? "" : ", ") + std::to_string(devices[begin]);
    if (end - begin > 1)
      text += "-" + std::to_string(devices[end - 1]);
  }
  return text;
}
