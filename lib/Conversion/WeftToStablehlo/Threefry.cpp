//===- Threefry.cpp - the hash behind random numbers ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threefry.h"

#include "weft/Conversion/WeftToStablehlo/RandomKeys.h"

#include "llvm/Support/MathExtras.h"

#include <array>

using namespace mlir;
using namespace weft;
using namespace weft::lowering;
namespace hlo = weft::stablehlo;

//===----------------------------------------------------------------------===//
// The hash
//===----------------------------------------------------------------------===//

static Value rotateLeft(TensorBuilder &b, Value word, unsigned bits) {
  RankedTensorType type = getTensorType(word);
  Value upper = b.binary<hlo::ShiftLeftOp>(word, b.splatInteger(type, bits));
  Value lower =
      b.binary<hlo::ShiftRightLogicalOp>(word, b.splatInteger(type, 32 - bits));
  return b.binary<hlo::OrOp>(upper, lower);
}

/// Word `i` of a key, as a scalar.
static Value getWord(TensorBuilder &b, Value key, int64_t i) {
  return b.reshape(b.slice(key, 0, i, i + 1), {});
}

WordPair lowering::buildThreefry(TensorBuilder &b, Value key, WordPair counts) {
  static constexpr std::array<std::array<unsigned, 4>, 2> rotations = {
      {{13, 15, 26, 6}, {17, 29, 16, 24}}};
  auto [x0, x1] = counts;
  RankedTensorType type = getTensorType(x0);
  auto repeat = [&](Value scalar) {
    return b.broadcast(scalar, type.getShape(), {});
  };

  Value first = getWord(b, key, 0), second = getWord(b, key, 1);
  Value parity =
      b.binary<hlo::XorOp>(b.binary<hlo::XorOp>(first, second),
                           b.splatInteger(getTensorType(first), 0x1BD11BDA));
  std::array<Value, 3> words = {repeat(first), repeat(second), repeat(parity)};

  x0 = b.add(x0, words[0]);
  x1 = b.add(x1, words[1]);
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned rotation : rotations[group % 2]) {
      x0 = b.add(x0, x1);
      x1 = b.binary<hlo::XorOp>(x0, rotateLeft(b, x1, rotation));
    }
    x0 = b.add(x0, words[(group + 1) % 3]);
    x1 = b.add(b.add(x1, words[(group + 2) % 3]),
               b.splatInteger(type, group + 1));
  }
  return {x0, x1};
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Whether all positions fit into 32 bits.
static bool hasSmallPositions(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    if (llvm::MulOverflow(count, size, count))
      return false;
  return count <= int64_t(1) << 32;
}

WordPair lowering::buildPositions(TensorBuilder &b, ArrayRef<int64_t> shape) {
  auto words = RankedTensorType::get(
      shape, IntegerType::get(b.getContext(), 32, IntegerType::Unsigned));
  bool isSmall = hasSmallPositions(shape);
  RankedTensorType type =
      isSmall ? words
              : words.clone(IntegerType::get(b.getContext(), 64,
                                             IntegerType::Unsigned));
  Value position;
  uint64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    Value index = b.iota(type, dim);
    if (stride != 1)
      index = b.multiply(index, b.splatInteger(type, stride));
    position = position ? b.add(position, index) : index;
    stride *= shape[dim];
  }
  if (!position)
    position = b.splatInteger(type, 0);
  if (isSmall)
    return {b.splatInteger(words, 0), position};
  Value upper =
      b.binary<hlo::ShiftRightLogicalOp>(position, b.splatInteger(type, 32));
  return {b.convert(upper, words.getElementType()),
          b.convert(position, words.getElementType())};
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static Value joinWords(TensorBuilder &b, Value upper, Value lower) {
  return b.concatenate({b.reshape(upper, {1}), b.reshape(lower, {1})}, 0);
}

Value weft::makeSeedKey(OpBuilder &builder, Location loc, Value seed) {
  TensorBuilder b(builder, loc);
  Type word = b.getIntegerType(32, /*isSigned=*/false);
  RankedTensorType type = getTensorType(seed);
  Value upper = b.splatInteger(type.clone(word), 0);
  if (type.getElementTypeBitWidth() > 32)
    upper = b.convert(
        b.binary<hlo::ShiftRightLogicalOp>(seed, b.splatInteger(type, 32)),
        word);
  return joinWords(b, upper, b.convert(seed, word));
}

Value weft::foldIn(OpBuilder &builder, Location loc, Value key, Value data) {
  TensorBuilder b(builder, loc);
  Value lower = b.convert(data, b.getIntegerType(32, /*isSigned=*/false));
  Value upper = b.splatInteger(getTensorType(lower), 0);
  WordPair folded = buildThreefry(b, key, {upper, lower});
  return joinWords(b, folded.first, folded.second);
}

Value weft::foldIn(OpBuilder &builder, Location loc, Value key, uint32_t data) {
  TensorBuilder b(builder, loc);
  auto type =
      RankedTensorType::get({}, b.getIntegerType(32, /*isSigned=*/false));
  return foldIn(builder, loc, key, b.splatInteger(type, data));
}

SmallVector<Value> weft::splitKey(OpBuilder &builder, Location loc, Value key,
                                  int64_t count) {
  TensorBuilder b(builder, loc);
  WordPair keys = buildThreefry(b, key, buildPositions(b, {count}));
  SmallVector<Value> parts;
  for (int64_t i = 0; i < count; ++i)
    parts.push_back(joinWords(b, b.slice(keys.first, 0, i, i + 1),
                              b.slice(keys.second, 0, i, i + 1)));
  return parts;
}
