//===- CollectiveData.h - the data movement of a collective -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_COLLECTIVEDATA_H
#define WEFT_LIB_RUNTIME_COLLECTIVEDATA_H

#include "weft/Runtime/Collective.h"

namespace weft::runtime {

/// The work of one collective whose members all are in this address space and
/// wait: reading all inputs and writing all outputs, cut into tasks. Tasks may
/// be done in any order and by any threads at once; every byte of every output
/// is written by exactly one, and the result does not depend on the cutting.
class CollectiveData {
public:
  CollectiveData() = default;

  /// The members' calls in rank order, all fitting together.
  explicit CollectiveData(llvm::ArrayRef<const Collective *> calls);

  uint64_t getNumTasks() const { return numTasks; }

  /// How many bytes are read and written, roughly.
  uint64_t getNumBytes() const { return numBytes; }

  /// Does one task with the reducer of the thread that does it.
  llvm::Error runTask(uint64_t task, Reducer reducer) const;

private:
  llvm::Error reduceAll(uint64_t begin, uint64_t end, Reducer reducer) const;
  llvm::Error reducePart(unsigned rank, uint64_t begin, uint64_t end,
                         Reducer reducer) const;
  void copy(uint8_t *target, const uint8_t *source, size_t size) const;
  void gather(unsigned rank, uint64_t begin, uint64_t end) const;
  void exchange(unsigned target, unsigned source) const;
  void copyToAll(uint64_t begin, uint64_t end) const;
  void copyToOne(unsigned rank, uint64_t begin, uint64_t end) const;
  std::optional<unsigned> findSource(unsigned rank) const;

  llvm::ArrayRef<const Collective *> calls;
  uint64_t numTasks = 0;
  uint64_t numBytes = 0;
  /// The bytes of one piece of what is cut, and how many pieces there are per
  /// member.
  uint64_t pieceBytes = 1;
  uint64_t piecesPerRank = 0;
  /// The length of what is cut into pieces.
  uint64_t length = 0;
  /// Outputs are larger than the caches and differ from the inputs: writing
  /// past the caches saves reading what is overwritten anyway.
  bool isStreaming = false;
};

} // namespace weft::runtime

#endif // WEFT_LIB_RUNTIME_COLLECTIVEDATA_H
