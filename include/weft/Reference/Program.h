//===- Program.h - what is worked out before a run --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REFERENCE_PROGRAM_H
#define WEFT_REFERENCE_PROGRAM_H

#include "weft/Interfaces/ReferenceInterface.h"
#include "weft/Runtime/ArrayType.h"
#include "weft/Runtime/OpLabel.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

#include <memory>
#include <vector>

namespace weft::reference {

/// An error at a place of the program.
class EvaluationError : public llvm::ErrorInfo<EvaluationError> {
public:
  static char ID;

  EvaluationError(mlir::Location location, std::string message)
      : location(location), message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  mlir::Location location;
  std::string message;
};

/// "model.mlir:12:8", or as MLIR prints it where there is no file.
std::string formatLocation(mlir::Location location);

/// The element type of an MLIR type, if it is one of StableHLO's. A quantized
/// type is refused; `index` is i64.
std::optional<runtime::ElementType> toElementType(mlir::Type type);

/// The array type of a static tensor type (or of a scalar); an error without a
/// location otherwise.
llvm::Expected<runtime::ArrayType> toArrayType(mlir::Type type);

/// An op as the interpreter sees it: its values are places of a frame.
struct OpPlan {
  mlir::Operation *op;
  ReferenceInterface meaning;
  runtime::OpLabel label;
  /// Tells the op apart from all others of the program: collectives meet only
  /// in calls from the same op.
  int64_t number;
  /// Places of the operands; results are at `firstResult` and following.
  llvm::SmallVector<unsigned, 3> operands;
  unsigned firstResult;
  /// The types of the results that are tensors.
  llvm::SmallVector<std::optional<runtime::ArrayType>, 1> resultTypes;
  /// Operands (by number) that nobody needs afterwards: they are handed to the
  /// op, which may write its result in their place.
  llvm::SmallVector<unsigned, 3> lastUses;
  /// Places that nobody needs afterwards though they are no operands: used
  /// inside a region of the op.
  llvm::SmallVector<unsigned, 0> freed;
  /// Results that nobody needs at all.
  llvm::SmallVector<unsigned, 0> unused;
};

/// A block with the places of its arguments and of what it returns.
struct BlockPlan {
  llvm::SmallVector<unsigned, 2> arguments;
  /// Places of arguments that nobody needs: they are let go at once.
  llvm::SmallVector<unsigned, 0> unused;
  std::vector<OpPlan> ops;
  llvm::SmallVector<unsigned, 2> returned;
  /// For each returned value, whether it is the last use of a place that this
  /// block defines.
  llvm::SmallVector<bool, 2> returnIsLastUse;
  /// Every op is elementwise or a constant: the block can run for many
  /// elements at a time.
  bool isElementwise = false;
  /// The number of places in a frame, for the body of a function.
  unsigned frameSize = 0;
};

/// A function and all that it calls, made ready to be run: every op has a
/// meaning, every type is static, values are numbered, and it is known when
/// each is used for the last time. Made once; may then be run by any number of
/// threads at once, as long as nobody changes the IR.
class Program {
public:
  /// Fails with EvaluationError at the first op that cannot be run.
  static llvm::Expected<std::unique_ptr<Program>>
  create(mlir::FunctionOpInterface entry);

  mlir::FunctionOpInterface getEntry() const { return entry; }
  /// The types of the entry's arguments and results that are tensors.
  llvm::ArrayRef<mlir::Type> getArgumentTypes() const {
    return mlir::FunctionOpInterface(entry).getArgumentTypes();
  }
  llvm::ArrayRef<mlir::Type> getResultTypes() const {
    return mlir::FunctionOpInterface(entry).getResultTypes();
  }
  /// Whether the caller gives the argument away (`tf.aliasing_output`,
  /// `jax.buffer_donor`).
  bool isDonated(unsigned argument) const;

  /// How many copies of the program run, and how many devices share each:
  /// `mhlo.num_replicas` and `mhlo.num_partitions` of the module; 0 if it does
  /// not say.
  int64_t getNumReplicas() const { return numReplicas; }
  int64_t getNumPartitions() const { return numPartitions; }

  const BlockPlan &getPlan(mlir::Block &block) const {
    return *plans.find(&block)->second;
  }

  /// The function that a symbol among the attributes of `op` means; null if it
  /// means none.
  mlir::FunctionOpInterface lookup(mlir::Operation *op,
                                   mlir::SymbolRefAttr name) const;

private:
  class Builder;
  Program() = default;

  mutable mlir::FunctionOpInterface entry;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<BlockPlan>> plans;
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Attribute>,
                 mlir::FunctionOpInterface>
      functions;
  llvm::BumpPtrAllocator texts;
  int64_t numReplicas = 0, numPartitions = 0;
};

} // namespace weft::reference

#endif // WEFT_REFERENCE_PROGRAM_H
