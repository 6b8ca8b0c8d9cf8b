//===- Safetensors.h - the header of a data file ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A safetensors file is eight bytes with the length of a JSON text, that text,
// and the bytes of the tensors one after the other. The text says of each
// tensor by name which type, shape and bytes it has; it may end in spaces.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_STATE_SAFETENSORS_H
#define WEFT_LIB_STATE_SAFETENSORS_H

#include "weft/Runtime/ArrayType.h"

#include <string>

namespace weft {

/// Collects the tensors of one file, whose header has a place of fixed size, so
/// that data can be written before all of its tensors are known.
class SafetensorsHeader {
public:
  /// `room` is how long the header may get, with the eight bytes; a multiple of
  /// eight.
  explicit SafetensorsHeader(uint64_t room);

  /// Adds a tensor behind those that are there. Returns false, and adds
  /// nothing, if there is no room for it. Types that safetensors does not know
  /// become bytes, with a last dimension for the bytes of one element.
  bool add(llvm::StringRef name, const runtime::ArrayType &type);

  /// How long the header is.
  uint64_t getRoom() const { return room; }
  /// The bytes of all tensors.
  uint64_t getDataBytes() const { return dataBytes; }

  /// The header, padded to its room.
  std::string print() const;

  /// How much room `add` would take, at most.
  static uint64_t estimate(llvm::StringRef name,
                           const runtime::ArrayType &type);

private:
  uint64_t room;
  uint64_t dataBytes = 0;
  std::string text;
};

} // namespace weft

#endif // WEFT_LIB_STATE_SAFETENSORS_H
