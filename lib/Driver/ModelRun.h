//===- ModelRun.h - what init and train have in common ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_MODELRUN_H
#define WEFT_LIB_DRIVER_MODELRUN_H

#include "Execute.h"

#include "weft/Dialect/Weft/IR/ModuleOps.h"
#include "weft/State/Checkpoint.h"

namespace weft {

/// The leaves of a state among the arguments and the results of a function.
struct StatePorts {
  /// The leaves among the arguments, and those that follow them.
  llvm::SmallVector<unsigned> leaves, others;
  /// For the leaves that the function changes: the result and the argument.
  llvm::SmallVector<std::pair<unsigned, unsigned>> changed;

  static StatePorts get(mlir::FunctionOpInterface function);
};

/// One module of a file, whose functions run on devices. Functions that return
/// an ExitCode have said what is wrong.
class ModelRun {
public:
  ModelRun(const CommandLine &line, Streams streams)
      : line(line), streams(streams) {}

  /// Reads the file, applies `--mesh` and `--spec-rule`, and turns the module
  /// that `--module` names, or the only one that is part of no other, into
  /// functions.
  llvm::Expected<ExitCode> load();

  /// The function of a method; an error lists those there are. `init` is the
  /// one that splitting makes.
  llvm::Expected<mlir::FunctionOpInterface> getFunction(llvm::StringRef method);

  /// Partitions the functions of these methods.
  llvm::Expected<ExitCode> partition(llvm::ArrayRef<llvm::StringRef> methods);

  /// Loads the function of a method onto its devices.
  llvm::Expected<std::unique_ptr<execution::Session>>
  makeSession(llvm::StringRef method, execution::Session::Options options);

  /// Runs a function from a seed to leaves, such as `init`; the leaves are its
  /// results. Large ones are made tile by tile.
  llvm::Expected<std::unique_ptr<execution::Session>>
  initialise(llvm::StringRef method, uint64_t seed,
             execution::Session::Options options);

  /// Says what is wrong with a run, and gives the exit code.
  ExitCode fail(llvm::StringRef method, llvm::Error error);

  mlir::ModuleOp getProgram() { return program->getModule(); }
  llvm::StringRef getName() const { return name; }
  /// The leaves of the state, by number, as whole arrays.
  llvm::ArrayRef<CheckpointLeaf> getLeaves() const { return leaves; }

private:
  mlir::LogicalResult listLeaves(ModuleDefOp module);

  const CommandLine &line;
  Streams streams;
  std::unique_ptr<Program> program;
  std::string name;
  std::vector<CheckpointLeaf> leaves;
  /// Errors of a run name ops by text that its session owns.
  std::unique_ptr<execution::Session> failedSession;
};

/// The option of the module.
inline constexpr OptionSpec moduleOption = {
    "module", "NAME",
    "the module; without it the only one that is part of no other"};

/// The module that `--module` names, or else the only one that is part of no
/// other.
llvm::Expected<ModuleDefOp> chooseModule(mlir::ModuleOp program,
                                         const CommandLine &line);

} // namespace weft

#endif // WEFT_LIB_DRIVER_MODELRUN_H
