//===- Collective.h - what a device says it is about to do ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_COLLECTIVE_H
#define WEFT_RUNTIME_COLLECTIVE_H

#include "weft/Runtime/ArrayType.h"
#include "weft/Runtime/Group.h"
#include "weft/Runtime/OpLabel.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace weft::runtime {

enum class CollectiveKind : uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Permute,
  Broadcast,
  Barrier,
  /// One message from rank 0 to rank 1 of a pair.
  Transfer,
};

/// "all_reduce", "collective_permute", ...: as StableHLO calls it.
llvm::StringRef getName(CollectiveKind kind);

/// Combines the arrays of two or more members, `count` elements each:
///   result[i] = operands[0][i] op operands[1][i] op ...
/// strictly from left to right. The result may be the same array as the first
/// operand. It is called for one part of the arrays after the other, on behalf
/// of all members and on the thread of any of them, with the function that this
/// member passed; so members pass functions that do the same.
using Reducer = llvm::function_ref<llvm::Error(
    void *result, llvm::ArrayRef<const void *> operands, size_t count)>;

/// Where the parts of an all-to-all lie. Each member's input is cut into as
/// many parts as there are members; part r goes to rank r. A part is `outer`
/// times `rows` runs of `runBytes` bytes, and so is its place in the receiver's
/// output.
struct AllToAllLayout {
  uint64_t outer = 0;
  uint64_t rows = 0;
  uint64_t runBytes = 0;
  uint64_t inputOuterStride = 0, inputRowStride = 0, inputPartStride = 0;
  uint64_t outputOuterStride = 0, outputRowStride = 0, outputPartStride = 0;

  /// The layout of stablehlo.all_to_all: every input of type `input` is split
  /// along `splitDim` and the parts received are concatenated along
  /// `concatDim`, in rank order. Fails when the dimension does not split
  /// evenly.
  ///
  ///   4x6 over 2 devices, split 1, concat 0: 4x3 parts, results 8x3
  static llvm::Expected<AllToAllLayout> get(const ArrayType &input,
                                            unsigned splitDim,
                                            unsigned concatDim,
                                            unsigned numParts);

  bool operator==(const AllToAllLayout &) const = default;
};

/// One side of a collective: what all members must agree on, and where this
/// member's data lies. Built by Transport's functions; it lives on the stack of
/// the device for as long as the call lasts.
struct Collective {
  CollectiveKind kind;
  const Group *group;
  ElementType type;
  OpLabel label;
  /// Tells ops apart that would match otherwise: the channel id, or a number of
  /// the op.
  int64_t channel = 0;

  llvm::ArrayRef<uint8_t> input;
  llvm::MutableArrayRef<uint8_t> output;

  /// All-gather and reduce-scatter: the number of blocks that are interleaved,
  /// the product of the dimensions before the gathered one.
  uint64_t numBlocks = 1;
  /// Broadcast: the rank the data comes from.
  unsigned root = 0;
  /// Transfer: which of the two sides this is.
  bool isReceiver = false;
  AllToAllLayout layout = {};
  /// Permute: source and target devices.
  llvm::ArrayRef<std::pair<unsigned, unsigned>> pairs = {};
  /// All-reduce and reduce-scatter.
  Reducer reducer = {};

  /// The bytes by which members must agree: of the input, or of the message.
  uint64_t getNumBytes() const;

  /// The first thing in which two sides differ ("kind", "element type", "size",
  /// ...), or nothing if they fit together.
  const char *findDifference(const Collective &other) const;

  /// "all_reduce of 256 x f32 over [0-7], channel 3, in stablehlo.all_reduce at
  /// m.mlir:7:5"
  std::string str() const;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_COLLECTIVE_H
