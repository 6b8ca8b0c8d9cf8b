//===- CheckpointManifest.h - what a checkpoint says it holds ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_STATE_CHECKPOINTMANIFEST_H
#define WEFT_LIB_STATE_CHECKPOINTMANIFEST_H

#include "weft/State/Checkpoint.h"

namespace weft {

/// The text of `manifest.json`, as values. An object that came from `parse` is
/// sound in itself: every element of every leaf is in exactly one tile, and
/// every byte behind the headers of the files belongs to exactly one.
struct CheckpointManifest {
  /// One data file.
  struct File {
    std::string name;
    uint64_t bytes = 0;
    /// What comes before the data, and its checksum.
    uint64_t headerBytes = 0, headerChecksum = 0;
  };

  /// Where a box of a leaf lies.
  struct Tile {
    runtime::Box box;
    /// The number of the file, and the first byte there.
    size_t file = 0;
    uint64_t begin = 0;
    /// Of each block of its bytes; the last may be short.
    std::vector<uint64_t> checksums;
  };

  /// Damage is found, and memory is needed, block by block.
  static constexpr uint64_t blockBytes = uint64_t(1) << 20;

  CheckpointInfo info;
  std::vector<File> files;
  std::vector<CheckpointLeaf> leaves;
  /// The tiles of each leaf.
  std::vector<std::vector<Tile>> tiles;

  /// With a checksum of all that comes before it in the last line.
  std::string print() const;

  /// Refuses whatever `print` could not have written.
  static llvm::Expected<CheckpointManifest> parse(llvm::StringRef text);
};

/// `data-00007.safetensors`.
std::string getDataFileName(size_t number);

/// `kernel`, or `kernel[0:64,128:256]` for a part of it.
std::string getTileName(const CheckpointLeaf &leaf, const runtime::Box &box);

/// How many bytes `box` of a leaf of type `type` has; it must lie within.
uint64_t getBoxBytes(const runtime::ArrayType &type, const runtime::Box &box);

/// How many blocks `bytes` fill.
inline uint64_t getNumBlocks(uint64_t bytes) {
  return bytes / CheckpointManifest::blockBytes +
         (bytes % CheckpointManifest::blockBytes != 0);
}

} // namespace weft

#endif // WEFT_LIB_STATE_CHECKPOINTMANIFEST_H
