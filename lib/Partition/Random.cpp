//===- Random.cpp - random bits on shards -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bits of an element are a function of the state and of its number in the
// whole result, so each device makes those of its own elements, and they are
// the same on every mesh. Which counter an element belongs to, and which word
// of it, is as lib/Reference/Random.cpp has it (and XLA on CPU).
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// Builds the bits of one shard. All numbers are ui64; a word of 32 bits is one
/// whose upper half is zero.
class BitsBuilder {
public:
  BitsBuilder(ShardBuilder &builder, hlo::RngBitGeneratorOp op)
      : builder(builder), op(op), result(builder.results[1]),
        word(IntegerType::get(builder.getContext(), 64, IntegerType::Unsigned)),
        type(result.localType().clone(word)),
        width(result.whole.getElementType().getIntOrFloatBitWidth()) {
    readState();
  }

  SmallVector<Value> run();

private:
  using Words = SmallVector<Value, 4>;

  void readState();
  Value makeState(int64_t numCounters);
  Value number(uint64_t value) {
    return builder.constant(DenseElementsAttr::get(
        RankedTensorType::get({}, word), APInt(64, value)));
  }
  Value all(Value scalar) { return builder.splat(type, scalar); }
  Value like(Value tensor, uint64_t value) {
    return builder.splat(cast<RankedTensorType>(tensor.getType()),
                         number(value));
  }
  Value low(Value a) {
    return builder.apply<hlo::AndOp>(a, like(a, UINT32_MAX));
  }
  Value high(Value a) {
    return builder.apply<hlo::ShiftRightLogicalOp>(a, like(a, 32));
  }
  Value add(Value a, Value b) { return low(builder.add(a, b)); }
  Value exclusiveOr(Value a, Value b) {
    return builder.apply<hlo::XorOp>(a, b);
  }
  Value rotate(Value a, unsigned bits);
  Value join(Value lower, Value upper) {
    return builder.apply<hlo::OrOp>(
        lower, builder.apply<hlo::ShiftLeftOp>(upper, like(upper, 32)));
  }
  Value lessThan(Value a, Value b) {
    return hlo::CompareOp::create(
        builder, cast<RankedTensorType>(a.getType()).clone(builder.getI1Type()),
        a, b, hlo::ComparisonDirection::LT, hlo::ComparisonTypeAttr());
  }

  Value coordinate(unsigned dim);
  Value choose(Value which, ArrayRef<Value> words);
  Words threefry(Value counter);
  Words philox(Value counterLow, Value counterHigh);
  Value makeByThreefry(int64_t &numCounters);
  Value makeByPhilox(int64_t &numCounters);

  ShardBuilder &builder;
  hlo::RngBitGeneratorOp op;
  const ShardedTensor &result;
  Type word;
  RankedTensorType type;
  unsigned width;
  /// The words of the state, scalars.
  SmallVector<Value, 3> state;
};

/// State in, state and bits out; only the bits are split.
struct RngBitGeneratorPartitioning
    : PartitionInterface::ExternalModel<RngBitGeneratorPartitioning,
                                        hlo::RngBitGeneratorOp> {
  void getPartitionWays(Operation *op, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &ways) const {
    auto bits = cast<RankedTensorType>(op->getResult(1).getType());
    auto state = cast<RankedTensorType>(op->getOperand(0).getType());
    unsigned width = bits.getElementType().getIntOrFloatBitWidth();
    FactorRuleBuilder rule = createWayBuilder(op);
    unsigned stateWidth = state.getElementType().getIntOrFloatBitWidth();
    if (width >= 8 && width <= 64 && (stateWidth == 64 || stateWidth == 32))
      for (auto [dim, size] : llvm::enumerate(bits.getShape()))
        rule.addFactor(size, {{rule.result(1), static_cast<unsigned>(dim)}});
    ways.push_back(PartitionWay::passThrough(std::move(rule).build()));
  }
  LocalResults localise(Operation *op, ShardBuilder &builder) const {
    return BitsBuilder(builder, cast<hlo::RngBitGeneratorOp>(op)).run();
  }
};

/// Not to be split in any way: its numbers come from a state that is hidden.
struct RngPartitioning
    : PartitionInterface::ExternalModel<RngPartitioning, hlo::RngOp> {
  void getPartitionWays(Operation *, const FactorRule *,
                        SmallVectorImpl<PartitionWay> &) const {}
  LocalResults localise(Operation *op, ShardBuilder &) const {
    return op->emitOpError("cannot be computed on shards");
  }
};

} // namespace

void BitsBuilder::readState() {
  Value given = builder.operands[0].value;
  auto stateType = cast<RankedTensorType>(given.getType());
  int64_t count = stateType.getNumElements();
  if (stateType.getElementType().getIntOrFloatBitWidth() == 32) {
    // Two halves of 32 bits lie in memory as one word does.
    count /= 2;
    given = hlo::ReshapeOp::create(builder, stateType.clone({count, 2}), given);
  }
  given = hlo::BitcastConvertOp::create(
      builder, RankedTensorType::get({count}, word), given);
  for (int64_t i = 0; i != count; ++i)
    state.push_back(hlo::ReshapeOp::create(builder,
                                           RankedTensorType::get({}, word),
                                           builder.slice(given, 0, i, i + 1)));
}

/// The state after so many counters were used.
Value BitsBuilder::makeState(int64_t numCounters) {
  SmallVector<Value, 3> words(state);
  words[1] = builder.add(state[1], number(numCounters));
  if (words.size() > 2 && op.getRngAlgorithm() != hlo::RngAlgorithm::THREE_FRY)
    words[2] = builder.add(state[2],
                           builder.convert(lessThan(words[1], state[1]), word));
  for (Value &each : words)
    each =
        hlo::ReshapeOp::create(builder, RankedTensorType::get({1}, word), each);
  Value joined = builder.concatenate(words, 0);
  auto wanted = cast<RankedTensorType>(builder.operands[0].value.getType());
  if (wanted.getElementType().getIntOrFloatBitWidth() == 64)
    return hlo::BitcastConvertOp::create(builder, wanted, joined);
  joined = hlo::BitcastConvertOp::create(
      builder, wanted.clone({wanted.getNumElements() / 2, 2}), joined);
  return hlo::ReshapeOp::create(builder, wanted, joined);
}

/// Where each element of the shard is along one dimension of the whole.
Value BitsBuilder::coordinate(unsigned dim) {
  Value along = hlo::IotaOp::create(builder, type, dim);
  if (!result.isSplit(dim))
    return along;
  return builder.add(
      along, all(builder.convert(builder.shardOffset(result, dim), word)));
}

Value BitsBuilder::rotate(Value a, unsigned bits) {
  return low(builder.apply<hlo::OrOp>(
      builder.apply<hlo::ShiftLeftOp>(a, like(a, bits)),
      builder.apply<hlo::ShiftRightLogicalOp>(a, like(a, 32 - bits))));
}

/// words[which], element by element.
Value BitsBuilder::choose(Value which, ArrayRef<Value> words) {
  Value chosen = words.back();
  for (size_t i = words.size() - 1; i-- > 0;)
    chosen =
        builder.select(lessThan(which, like(which, i + 1)), words[i], chosen);
  return chosen;
}

/// Threefry-2x32 of 20 rounds (Salmon et al., 2011).
BitsBuilder::Words BitsBuilder::threefry(Value counter) {
  static constexpr unsigned rotations[2][4] = {{13, 15, 26, 6},
                                               {17, 29, 16, 24}};
  Value first = low(state[0]), second = high(state[0]);
  Value third = exclusiveOr(exclusiveOr(first, second), number(0x1BD11BDA));
  const std::array<Value, 3> keys = {first, second, third};
  Value x = add(low(counter), all(keys[0]));
  Value y = add(high(counter), all(keys[1]));
  for (unsigned block = 0; block != 5; ++block) {
    for (unsigned rotation : rotations[block % 2]) {
      x = add(x, y);
      y = exclusiveOr(rotate(y, rotation), x);
    }
    x = add(x, all(keys[(block + 1) % 3]));
    y = add(y, all(add(keys[(block + 2) % 3], number(block + 1))));
  }
  return {x, y};
}

/// Philox-4x32 of 10 rounds (of the same paper) with a counter of 128 bits.
BitsBuilder::Words BitsBuilder::philox(Value counterLow, Value counterHigh) {
  Words x = {low(counterLow), high(counterLow), low(counterHigh),
             high(counterHigh)};
  Value a = low(state[0]), b = high(state[0]);
  for (int round = 0; round != 10; ++round) {
    Value first = builder.apply<hlo::MultiplyOp>(x[0], like(x[0], 0xD2511F53));
    Value second = builder.apply<hlo::MultiplyOp>(x[2], like(x[2], 0xCD9E8D57));
    x = {exclusiveOr(exclusiveOr(high(second), x[1]), all(a)), low(second),
         exclusiveOr(exclusiveOr(high(first), x[3]), all(b)), low(first)};
    a = add(a, number(0x9E3779B9));
    b = add(b, number(0xBB67AE85));
  }
  return x;
}

/// 64 bits are the two words of one counter each. For fewer bits, both words of
/// a counter go to neighbours along the first even dimension, or without one
/// along the largest.
Value BitsBuilder::makeByThreefry(int64_t &numCounters) {
  ArrayRef<int64_t> dims = result.whole.getShape();
  const int64_t *paired = dims.end();
  if (width < 64 && !dims.empty()) {
    paired = llvm::find_if(dims, [](int64_t size) { return size % 2 == 0; });
    if (paired == dims.end())
      paired = llvm::max_element(dims);
  }
  Value which = all(number(0)), counter = which;
  numCounters = 1;
  for (unsigned dim = 0; dim != dims.size(); ++dim) {
    bool isPaired = &dims[dim] == paired;
    int64_t size = isPaired ? (dims[dim] + 1) / 2 : dims[dim];
    Value at = coordinate(dim);
    if (isPaired) {
      which = builder.apply<hlo::RemainderOp>(at, like(at, 2));
      at = builder.apply<hlo::DivideOp>(at, like(at, 2));
    }
    counter = builder.add(
        builder.apply<hlo::MultiplyOp>(counter, like(counter, size)), at);
    numCounters *= size;
  }
  Words words = threefry(builder.add(counter, all(state[1])));
  return width == 64 ? join(words[0], words[1]) : choose(which, words);
}

/// The four words of a counter go to the elements in turn, two at a time for 64
/// bits. A state of two words has the key as the upper half of its counter.
Value BitsBuilder::makeByPhilox(int64_t &numCounters) {
  int64_t perCounter = width == 64 ? 2 : 4;
  ArrayRef<int64_t> dims = result.whole.getShape();
  Value element = all(number(0));
  for (unsigned dim = 0; dim != dims.size(); ++dim)
    element = builder.add(
        builder.apply<hlo::MultiplyOp>(element, like(element, dims[dim])),
        coordinate(dim));
  numCounters = llvm::divideCeil(result.whole.getNumElements(), perCounter);
  Value which =
      builder.apply<hlo::RemainderOp>(element, like(element, perCounter));
  Value counter = builder.add(
      builder.apply<hlo::DivideOp>(element, like(element, perCounter)),
      all(state[1]));
  Value carry = builder.convert(lessThan(counter, all(state[1])), word);
  Value upper = builder.add(all(state.size() > 2 ? state[2] : state[0]), carry);
  Words words = philox(counter, upper);
  if (width == 64)
    return choose(which, {join(words[0], words[1]), join(words[2], words[3])});
  return choose(which, words);
}

SmallVector<Value> BitsBuilder::run() {
  int64_t numCounters = 0;
  Value bits = op.getRngAlgorithm() == hlo::RngAlgorithm::THREE_FRY
                   ? makeByThreefry(numCounters)
                   : makeByPhilox(numCounters);
  if (width < 64)
    bits =
        builder.apply<hlo::AndOp>(bits, like(bits, (uint64_t(1) << width) - 1));
  bits = builder.convert(bits, IntegerType::get(builder.getContext(), width,
                                                IntegerType::Unsigned));
  if (bits.getType() != result.localType())
    bits = hlo::BitcastConvertOp::create(builder, result.localType(), bits);
  return {makeState(numCounters), bits};
}

void weft::attachRandomPartitioning(MLIRContext &context) {
  hlo::RngBitGeneratorOp::attachInterface<RngBitGeneratorPartitioning>(context);
  hlo::RngOp::attachInterface<RngPartitioning>(context);
}
