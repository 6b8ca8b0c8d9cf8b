//===- Execute.h - what run and check have in common ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_EXECUTE_H
#define WEFT_LIB_DRIVER_EXECUTE_H

#include "weft/Driver/Program.h"
#include "weft/Execution/Session.h"

namespace weft {

/// Says what went wrong with a run, at its place in the program if it has one.
/// `function` is what was run.
void reportRunError(mlir::FunctionOpInterface function, llvm::Error error,
                    llvm::raw_ostream &err);

/// The functions that a user may mean: those with a body.
llvm::SmallVector<mlir::FunctionOpInterface>
getRunnableFunctions(mlir::ModuleOp module);

/// The function with that name, with or without `@`; an error lists those that
/// there are.
llvm::Expected<mlir::FunctionOpInterface>
findRunnableFunction(mlir::ModuleOp module, llvm::StringRef name);

/// The function that `--function` names; else the only public one, or @main.
llvm::Expected<mlir::FunctionOpInterface>
chooseFunction(mlir::ModuleOp module, const CommandLine &line);

/// The per-shard form of `chooseFunction`, after partitioning the module unless
/// it is one already. Null means that it has been said what is wrong with the
/// program.
llvm::Expected<mlir::FunctionOpInterface>
partitionChosen(mlir::ModuleOp module, const CommandLine &line);

/// A source per argument, null for tokens: `in_0.npy` and so on from a
/// directory, or the given files, without those for tokens. Failure has been
/// reported; an error is one of the command line.
llvm::Expected<
    mlir::FailureOr<std::vector<std::unique_ptr<execution::ArraySource>>>>
openInputs(const execution::Signature &signature, const CommandLine &line,
           llvm::ArrayRef<std::string> files, llvm::raw_ostream &err);

/// A source of random numbers per argument, null for tokens.
std::vector<std::unique_ptr<execution::ArraySource>>
makeRandomInputs(const execution::Signature &signature, uint64_t seed);

/// "[3, 4]" for the element at a row-major index; "the only element" of a
/// scalar.
std::string formatIndex(uint64_t index, llvm::ArrayRef<int64_t> dims);

} // namespace weft

#endif // WEFT_LIB_DRIVER_EXECUTE_H
