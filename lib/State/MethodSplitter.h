//===- MethodSplitter.h - a method as a function of leaves ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splitting takes the state out of a method:
//
//   weft.method @step(%x) -> %loss          of a module with leaves a, b
//   func @M.step(%a, %b, %x) -> (%loss, %b')
//
// The function takes every leaf of the module, in the order of the state, then
// the arguments of the method. It returns what the method returns, then those
// leaves that the method changes. A call of a method of a submodule passes the
// leaves below the submodule's path, so one function serves all instances.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_STATE_METHODSPLITTER_H
#define WEFT_LIB_STATE_METHODSPLITTER_H

#include "weft/Dialect/Weft/IR/Leaves.h"
#include "weft/Dialect/Weft/IR/Members.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringMap.h"

namespace weft {

/// The leaves of one module, by number and by path.
struct LeafIndex {
  std::vector<Leaf> leaves;
  llvm::StringMap<unsigned> positions;

  /// The leaves at `path` or below it, all for the empty path.
  llvm::SmallVector<unsigned> getBelow(llvm::StringRef path) const;
  /// Those of them that are trained.
  llvm::SmallVector<unsigned> getTrainable(llvm::StringRef path) const;
};

/// A method that has become a function.
struct SplitMethod {
  mlir::func::FuncOp function;
  const LeafIndex *state = nullptr;
  /// The leaves that it changes, in order. They are its last results.
  llvm::SmallVector<unsigned> changed;
  /// Of how many values each result of the method consists: one, or for the
  /// gradients of a state one for each leaf.
  llvm::SmallVector<size_t> resultSizes;
};

/// Splits the methods of a program, each once.
class ProgramSplitter {
public:
  explicit ProgramSplitter(mlir::ModuleOp program)
      : program(program), functions(program) {}

  /// The function of `method`, made when it is first asked for. Reports what
  /// cannot be split. The answer lives as long as this.
  mlir::FailureOr<const SplitMethod *> split(MethodOp method);

  /// Reports leaves that cannot be listed.
  mlir::FailureOr<const LeafIndex *> getState(ModuleDefOp module);

  /// Adds a function to the program, under a name that may get a number if
  /// there is one already.
  void insert(mlir::func::FuncOp function) { functions.insert(function); }
  bool hasSymbol(llvm::StringRef name) const {
    return functions.lookup(name) != nullptr;
  }

  mlir::ModuleOp getProgram() { return program; }
  mlir::SymbolTableCollection &getSymbols() { return symbols; }

private:
  mlir::ModuleOp program;
  mlir::SymbolTable functions;
  mlir::SymbolTableCollection symbols;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<LeafIndex>> states;
  /// Null while the method is being split.
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<SplitMethod>> methods;
};

/// `Trainer.step`; nested modules with all names around them.
std::string getFunctionName(ModuleDefOp module, llvm::StringRef method);

/// Splits one method: builds the body of its function op by op, with the value
/// that each leaf has at that point. This is what a `SplitInterface` works on.
class MethodSplitter {
public:
  MethodSplitter(ProgramSplitter &program, MethodOp method,
                 const LeafIndex &state)
      : program(program), method(method), state(state),
        builder(method.getContext()) {}

  mlir::FailureOr<SplitMethod> run();

  //===--- For the models of ops ------------------------------------------===//

  mlir::OpBuilder &getBuilder() { return builder; }
  const LeafIndex &getState() const { return state; }

  /// Follows a path of the program; what is wrong was reported by the verifier.
  mlir::FailureOr<Member> resolve(mlir::Operation *from,
                                  mlir::SymbolRefAttr path);

  /// The new values of operands; the gradients of a state become many.
  llvm::SmallVector<mlir::Value> lookup(mlir::ValueRange values) const;
  /// States what the results of an op have become. `sizes` says how many values
  /// each is.
  void bind(mlir::ResultRange results, llvm::ArrayRef<mlir::Value> values,
            llvm::ArrayRef<size_t> sizes);

  /// The value of a leaf at this point.
  mlir::Value getLeaf(unsigned position) const { return current[position]; }
  llvm::SmallVector<mlir::Value>
  getLeaves(llvm::ArrayRef<unsigned> positions) const;
  /// Gives a leaf a new value from here on. Reports a change inside of a
  /// region, which may be run any number of times.
  mlir::LogicalResult setLeaf(mlir::Operation *at, unsigned position,
                              mlir::Value value);

  /// A method that is called, and where its leaves are in this state.
  struct Callee {
    const SplitMethod *method;
    llvm::SmallVector<unsigned> leaves;
  };
  /// The method that `member` means: itself, or `apply` of a submodule. Reports
  /// anything else.
  mlir::FailureOr<Callee> getCallee(mlir::Operation *at, const Member &member,
                                    std::optional<int64_t> index);

  /// Takes over the leaves that a callee has changed, given as its last
  /// results, and gives the others.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  takeChanges(mlir::Operation *at, const Callee &callee,
              mlir::ValueRange results);

private:
  mlir::LogicalResult addArguments();
  mlir::LogicalResult splitOp(mlir::Operation &op);
  mlir::LogicalResult splitRegions(mlir::Operation &op, mlir::Operation *copy);
  mlir::LogicalResult addReturn(SplitMethod &result);
  void copyAttributes(const SplitMethod &result);
  mlir::FailureOr<llvm::SmallVector<mlir::Type>> expand(mlir::Type type);

  ProgramSplitter &program;
  MethodOp method;
  const LeafIndex &state;
  mlir::OpBuilder builder;
  mlir::func::FuncOp function;
  mlir::IRMapping mapping;
  /// The gradients of a state, as many values.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> gradients;
  llvm::SmallVector<mlir::Value> current;
  unsigned depth = 0;
};

} // namespace weft

#endif // WEFT_LIB_STATE_METHODSPLITTER_H
