//===- ArraySource.h - where the inputs come from ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXECUTION_ARRAYSOURCE_H
#define WEFT_EXECUTION_ARRAYSOURCE_H

#include "weft/Runtime/NpyFile.h"

namespace weft::execution {

using runtime::ArrayType;
using runtime::Box;

/// A whole array of which any part can be asked for, so that nobody has to hold
/// all of it.
class ArraySource {
public:
  virtual ~ArraySource();

  /// Writes the elements of `box`, row-major, to `target`, which has exactly
  /// their bytes.
  virtual llvm::Error read(const Box &box,
                           llvm::MutableArrayRef<uint8_t> target) const = 0;
};

/// The array in a .npy file.
class FileSource : public ArraySource {
public:
  explicit FileSource(runtime::NpyReader reader) : reader(std::move(reader)) {}
  llvm::Error read(const Box &box,
                   llvm::MutableArrayRef<uint8_t> target) const override;

private:
  runtime::NpyReader reader;
};

/// Numbers from `low` up to but without `high`.
struct RandomRange {
  double low, high;

  /// The range of a type unless the program states another:
  ///   floats and both parts of complex numbers   [-1, 1)
  ///   f8E8M0FNU                                   [0.125, 8)
  ///   signed integers                             [-8, 8)
  ///   unsigned integers                           [0, 16)
  /// Types with fewer numbers have all of theirs; booleans are true and false
  /// alike.
  static RandomRange getDefault(runtime::ElementType type);
};

/// Random numbers that depend on nothing but the seed, the number of the
/// argument and the place in the whole array: every layout gets the same ones.
class RandomSource : public ArraySource {
public:
  RandomSource(ArrayType type, RandomRange range, uint64_t seed,
               unsigned argument);
  llvm::Error read(const Box &box,
                   llvm::MutableArrayRef<uint8_t> target) const override;

private:
  void fill(uint64_t first, uint64_t count, uint8_t *target) const;

  ArrayType type;
  RandomRange range;
  uint64_t key;
};

} // namespace weft::execution

#endif // WEFT_EXECUTION_ARRAYSOURCE_H
