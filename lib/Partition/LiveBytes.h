//===- LiveBytes.h - the memory that a program needs ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is counted is what an engine needs that runs the ops in order and frees
// a value after its last use. The executor does what every such one does:
//
//   - values that are computed index by index for one op that reads them so are
//     not stored, nor are constants, counters and broadcasts: they are computed
//     where they are read, if that keeps no more alive than they would take;
//   - an op that reads and writes index by index, an update of a slice, and a
//     reduction over devices write over an operand that ends there;
//   - a product whose result is added to a value that ends there is added to it
//     in place;
//   - a loop keeps its variables where they are;
//   - donated arguments are freed like other values.
//
// What differs from engine to engine is in `MemoryModel`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_LIVEBYTES_H
#define WEFT_LIB_PARTITION_LIVEBYTES_H

#include "MemoryModel.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace weft {

/// A block as the steps that an engine runs and the buffers that these read and
/// make. A step is an op that is not part of another one; a buffer is one or
/// more values that share memory.
///
///     %0 = broadcast %c       no step: computed where it is read
///     %1 = multiply %a, %0    step 0 reads a, makes buffer 1
///     %2 = reshape %1         step 1 reads 1; %2 is buffer 1
///     return %2               buffer 1 stays
class BlockMemory {
public:
  struct Buffer {
    double bytes = 0;
    /// The value it was made for.
    mlir::Value value;
    /// Number of steps that read it.
    unsigned numReaders = 0;
    /// Whether it is still needed when the block ends.
    bool stays = false;
  };
  struct Step {
    mlir::Operation *op = nullptr;
    /// Each buffer once.
    llvm::SmallVector<unsigned, 4> reads;
    llvm::SmallVector<unsigned, 1> makes;
    /// Of what it reads, the first values of its variables.
    llvm::SmallVector<unsigned, 0> variables;
    /// The steps whose values it uses.
    llvm::SmallVector<unsigned, 4> after;
    bool overwrites = false;
    /// What its regions hold at most, its variables included.
    double inside = 0;
    double work = 0;
  };

  /// The peak of nested blocks is looked up in `known`, and kept there.
  using Known = llvm::DenseMap<mlir::Block *, double>;

  /// `isOwned` says which arguments are freed when they end; the others are
  /// held by somebody else and do not count.
  BlockMemory(mlir::Block &block, const MemoryModel &model,
              llvm::function_ref<bool(mlir::BlockArgument)> isOwned,
              Known &known);

  llvm::ArrayRef<Step> getSteps() const { return steps; }
  llvm::ArrayRef<Buffer> getBuffers() const { return buffers; }

  /// The most that is held at once if the steps run in this order.
  double getPeak(llvm::ArrayRef<unsigned> order) const;
  /// ... in the order of the block.
  double getPeak() const;

  /// What is held when most is, in the order of the block: the values that are
  /// there, those that are made then included. Nested blocks are looked into if
  /// it is while they run.
  void listAtPeak(llvm::SmallVectorImpl<Buffer> &held);

  /// The ops of the block that are part of later ones.
  bool isComputedLater(mlir::Operation *op) const {
    return computedLater.test(numbers.lookup(op));
  }

private:
  void findComputedLater();
  bool findWhetherLater(mlir::Operation *op, unsigned at);
  bool addsInPlace(mlir::Operation *op);
  void use(mlir::Value value, unsigned at);
  void addArguments(llvm::function_ref<bool(mlir::BlockArgument)> isOwned);
  void addStep(mlir::Operation *op);
  void addReads(mlir::Operation *op, Step &step);
  void addRead(mlir::Value value, Step &step);
  void addResults(Step &step);
  double getInside(mlir::Operation *op);
  BlockMemory getNested(mlir::Block &nested);
  double getTransient(const Step &step, double live,
                      llvm::ArrayRef<unsigned> ending) const;
  /// Calls `visit` for each step with the most that is held while it runs.
  void run(llvm::ArrayRef<unsigned> order,
           llvm::function_ref<void(unsigned, double)> visit) const;
  std::vector<unsigned> getBlockOrder() const;

  mlir::Block &block;
  const MemoryModel &model;
  Known &known;
  llvm::SmallVector<mlir::Operation *, 0> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  llvm::BitVector computedLater;
  /// Only while it is found out what is computed later.
  llvm::DenseMap<mlir::Value, unsigned> lastUse;

  std::vector<Step> steps;
  std::vector<Buffer> buffers;
  /// The buffer of a value, plus 1, and the step that makes the value, plus 1.
  struct Place {
    unsigned buffer = 0, step = 0;
  };
  llvm::DenseMap<mlir::Value, Place> places;
  double owned = 0;
};

/// Whether an argument of a block that is part of `op` is freed like a value of
/// the block: the variables of a loop.
bool isVariable(const MemoryModel &model, mlir::BlockArgument argument);

/// Whether the caller gives the argument away.
bool isDonated(mlir::FunctionOpInterface function, unsigned argument);

/// The most bytes that a device holds at once while it runs `function` on local
/// types, arguments included. `held`, if given, gets the values that are held
/// then.
double getPeakBytes(mlir::FunctionOpInterface function,
                    const MemoryModel &model = MemoryModel(),
                    llvm::SmallVectorImpl<BlockMemory::Buffer> *held = nullptr);

} // namespace weft

#endif // WEFT_LIB_PARTITION_LIVEBYTES_H
