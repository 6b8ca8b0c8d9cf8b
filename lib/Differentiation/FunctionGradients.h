//===- FunctionGradients.h - derivatives of functions -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_FUNCTIONGRADIENTS_H
#define WEFT_LIB_DIFFERENTIATION_FUNCTIONGRADIENTS_H

#include "weft/Dialect/Weft/IR/TrainingOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SmallBitVector.h"

#include <map>

namespace weft {

class Activity;

/// How a called function is differentiated: the call becomes one of `forward`,
/// and the backward pass calls `backward`.
///
///     %y = call @g(%a, %b)
///   forward:  %y, %k = call @g.forward(%a, %b)
///   backward: %da = call @g.backward(%dy, %a, %k)
struct FunctionPullback {
  /// What the backward function takes: an argument of the call, a result of
  /// the forward function (beyond those of the call: what is kept), or the
  /// cotangent of a result of the call.
  struct Input {
    enum Kind { Argument, Result, Cotangent } kind;
    unsigned index;
  };

  mlir::func::FuncOp forward, backward;
  llvm::SmallVector<Input> inputs;
  /// The arguments of the call whose cotangents the backward function returns.
  llvm::SmallVector<unsigned> gradients;
};

/// Which arguments a function is differentiated with respect to, and for which
/// of its results there are cotangents.
struct FunctionRequest {
  mlir::StringAttr function;
  llvm::SmallVector<unsigned> arguments, results;

  bool operator<(const FunctionRequest &other) const;
};

/// The derivatives of the functions of a module. Each is built once, however
/// often the function is called: a block that a model repeats 64 times has one
/// forward and one backward function.
class FunctionGradients {
public:
  explicit FunctionGradients(mlir::ModuleOp module);

  /// Expands all `weft.value_and_grad` in functions, innermost first.
  llvm::LogicalResult expandAll();

  /// The two halves of `function`, for a call of it.
  llvm::FailureOr<const FunctionPullback *>
  getPullback(mlir::func::FuncOp function, const FunctionRequest &request);

  mlir::func::FuncOp lookup(mlir::StringAttr name);

  /// Which results of a function vary with some of its arguments.
  llvm::SmallBitVector getVariedResults(mlir::StringAttr function,
                                        const llvm::SmallBitVector &arguments);

  /// The number of a new sharding group; none if the program has no mesh.
  std::optional<int64_t> makeGroup();

  unsigned getNumExpanded() const { return numExpanded; }

private:
  enum class State { Unseen, Open, Done };

  llvm::LogicalResult expand(mlir::func::FuncOp function);
  llvm::LogicalResult expand(ValueAndGradOp op);
  llvm::FailureOr<mlir::func::FuncOp>
  getValueAndGrad(mlir::func::FuncOp function,
                  llvm::ArrayRef<int64_t> arguments);
  llvm::FailureOr<FunctionPullback> buildKept(mlir::func::FuncOp function,
                                              const FunctionRequest &request);
  llvm::FailureOr<FunctionPullback>
  buildRecomputed(mlir::func::FuncOp function, const FunctionRequest &request);
  llvm::FailureOr<FunctionPullback> buildCustom(mlir::func::FuncOp function,
                                                const FunctionRequest &request);
  /// A body that can be differentiated: there, and one block.
  static llvm::LogicalResult checkBody(mlir::func::FuncOp function);
  /// Marks some arguments of a body and what depends on them.
  static void visit(Activity &activity, mlir::Block &body,
                    llvm::ArrayRef<unsigned> arguments);
  /// Removes what the rules have built and nobody uses.
  static void dropUnused(mlir::func::FuncOp function);
  /// A private copy of `function`, with `suffix` after its name.
  mlir::func::FuncOp copy(mlir::func::FuncOp function, llvm::StringRef suffix);
  mlir::func::FuncOp create(mlir::func::FuncOp function, llvm::StringRef suffix,
                            mlir::FunctionType type, mlir::func::FuncOp after);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  llvm::DenseMap<mlir::Operation *, State> states;
  std::map<FunctionRequest, mlir::func::FuncOp> valueAndGrads;
  std::map<FunctionRequest, FunctionPullback> pullbacks;
  std::map<FunctionRequest, llvm::SmallBitVector> variedResults;
  /// The functions whose pullbacks are being built, to notice recursion.
  llvm::SmallVector<mlir::StringAttr> building;
  unsigned numExpanded = 0;
  bool hasMesh = false;
  int64_t numGroups = 0;
};

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_FUNCTIONGRADIENTS_H
