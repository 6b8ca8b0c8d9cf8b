//===- Group.h - devices that act together ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_GROUP_H
#define WEFT_RUNTIME_GROUP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <utility>

namespace weft::runtime {

/// Devices in a stated order. The position of a device is its *rank*, which
/// decides where its part goes in an all-gather and when it is added in an
/// all-reduce; [0, 1] and [1, 0] are different groups. A transport makes one
/// object per group, so equal groups have equal addresses.
class Group {
public:
  /// `devices` must not name a device twice. `index` is the transport's number
  /// for the group.
  Group(llvm::ArrayRef<unsigned> devices, unsigned index);

  llvm::ArrayRef<unsigned> getDevices() const { return devices; }
  unsigned size() const { return devices.size(); }
  unsigned getIndex() const { return index; }

  /// Nothing if the device is not a member.
  std::optional<unsigned> getRank(unsigned device) const;

  /// "[0, 2, 4]"; runs are abbreviated: "[0-1023]".
  std::string str() const;

private:
  llvm::SmallVector<unsigned, 8> devices;
  /// Devices with their ranks, sorted by device; empty if that is the identity.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 0> ranks;
  unsigned index;
};

/// "0, 2, 4" or "0-3, 7": runs of consecutive numbers are abbreviated.
std::string formatDevices(llvm::ArrayRef<unsigned> devices);

} // namespace weft::runtime

#endif // WEFT_RUNTIME_GROUP_H
