//===- Checkpoint.h - a state on disk ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checkpoint holds whole tensors by their paths, and neither devices nor
// layouts: what was written by 8 devices can be read by 3. Whoever saves hands
// over boxes, whoever restores asks for boxes, so that nobody ever has to hold
// a whole tensor.
//
//   CKPT/                          what the command line names
//     step-00000100/               one checkpoint; complete, or not there
//       manifest.json              leaves, their tiles, and checksums
//       data-00000.safetensors     the tiles
//     latest                       the name of the newest complete one
//
// docs/Rationale/Checkpoints.md says why it is so.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_CHECKPOINT_H
#define WEFT_STATE_CHECKPOINT_H

#include "weft/Runtime/ArrayType.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace weft {

/// One tensor of a checkpoint.
struct CheckpointLeaf {
  /// `model.blocks.3.attention.query.kernel`; unique within a checkpoint.
  std::string path;
  runtime::ArrayType type;
};

/// What a checkpoint says besides its tensors.
struct CheckpointInfo {
  /// How many steps of training have been done.
  int64_t step = 0;
  /// What else a run needs to go on as if it had not stopped, in words: the
  /// seed of the data, where it came from.
  std::map<std::string, std::string> notes = {};
};

/// A part of a leaf that was written in one go, and lies in one piece in a
/// file.
struct CheckpointTile {
  runtime::Box box;
  /// `data-00000.safetensors`.
  std::string file;
  /// Its name in that file: the path of the leaf, and `[0:64,128:256]` behind
  /// it unless it is the whole leaf.
  std::string name;
};

/// Writes one checkpoint, piece by piece. Nothing is to be seen under the final
/// name before `commit`, and what was not committed is removed in the end.
class CheckpointWriter {
public:
  /// Starts the checkpoint of `info.step` in `directory`, which is made if it
  /// is not there. Fails if it cannot be written, if a path is given twice, or
  /// if a checkpoint of that step is there already.
  static llvm::Expected<std::unique_ptr<CheckpointWriter>>
  create(llvm::StringRef directory, CheckpointInfo info,
         std::vector<CheckpointLeaf> leaves);
  ~CheckpointWriter();

  /// Writes a part of leaf number `leaf`, given row-major. Every element is
  /// written once. May be called from many threads at once.
  llvm::Error write(size_t leaf, const runtime::Box &box,
                    llvm::ArrayRef<uint8_t> bytes);

  /// The same for a part that is too large to be held: gives it a number, by
  /// which `append` takes its bytes, row-major, bit by bit. Many parts may be
  /// under way, each on one thread.
  llvm::Expected<size_t> begin(size_t leaf, const runtime::Box &box);
  llvm::Error append(size_t part, llvm::ArrayRef<uint8_t> bytes);

  /// Makes the checkpoint visible, and the newest. Fails if an element of a
  /// leaf was never written. Afterwards all but the newest `keep` checkpoints
  /// are removed; 0 keeps all.
  llvm::Error commit(unsigned keep = 0);

private:
  struct Impl;
  explicit CheckpointWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Reads parts of a checkpoint. May be used by many threads at once.
class CheckpointReader {
public:
  /// `path` is a directory of checkpoints, of which the newest is taken, or one
  /// checkpoint in it. Fails, saying what is wrong, unless all of its
  /// description is sound.
  static llvm::Expected<std::unique_ptr<CheckpointReader>>
  open(llvm::StringRef path);
  ~CheckpointReader();

  const CheckpointInfo &getInfo() const;
  llvm::ArrayRef<CheckpointLeaf> getLeaves() const;
  /// The directory of the checkpoint itself.
  llvm::StringRef getDirectory() const;
  /// The tiles of leaf number `leaf`: every element is in exactly one.
  std::vector<CheckpointTile> getTiles(size_t leaf) const;

  /// Reads the elements of `box` of leaf number `leaf`, row-major, into
  /// `target`, which has exactly their bytes. Fails if what is read is damaged.
  llvm::Error read(size_t leaf, const runtime::Box &box,
                   llvm::MutableArrayRef<uint8_t> target) const;

  /// Reads all bytes of a leaf and compares them with their checksums.
  llvm::Error verify(size_t leaf) const;

private:
  struct Impl;
  explicit CheckpointReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// One checkpoint in a directory of them.
struct CheckpointEntry {
  /// `step-00000100`.
  std::string name;
  int64_t step;
  /// Whether `latest` names it.
  bool isLatest;
};

/// The complete checkpoints in `directory`, the oldest first.
llvm::Expected<std::vector<CheckpointEntry>>
listCheckpoints(llvm::StringRef directory);

} // namespace weft

#endif // WEFT_STATE_CHECKPOINT_H
