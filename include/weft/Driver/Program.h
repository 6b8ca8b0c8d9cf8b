//===- Program.h - a program read by the weft tool --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DRIVER_PROGRAM_H
#define WEFT_DRIVER_PROGRAM_H

#include "weft/Driver/Driver.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/SourceMgr.h"

#include <functional>
#include <memory>

namespace mlir {
class SourceMgrDiagnosticHandler;
} // namespace mlir

namespace weft {

/// The options that every subcommand with a program has.
inline constexpr OptionSpec meshOption = {
    "mesh", "NAME=SIZE,...",
    "use these sizes for the axes of the file's mesh, or make a mesh of them "
    "if it has none"};
inline constexpr OptionSpec jsonOption = {
    "json", "", "print one JSON object instead of text"};

inline constexpr OptionSpec specRuleOption = {
    "spec-rule", "RULE",
    "split the leaves that match, as in '**/kernel:rank=2 -> [_, \"model\"]'; "
    "may be repeated, the first that matches decides",
    /*repeats=*/true};
inline constexpr OptionSpec overrideSpecsOption = {
    "override-specs", "",
    "rules of the command line also replace the specs of the file"};

/// A program and the context it lives in. Diagnostics, with the lines of the
/// file they are about, go to the error stream.
class Program {
public:
  /// Reads the file named on the command line, imports Shardy's annotations and
  /// applies `--mesh`. An error is a mistake on the command line, such as a
  /// file that is not there; null means that the program is wrong, and that it
  /// has been said how. With `nameValues` the location of every value of a text
  /// file holds its name there, as in `loc("%12"("model.mlir":4:10))`.
  static llvm::Expected<std::unique_ptr<Program>>
  load(const CommandLine &line, Streams streams, bool nameValues = false);

  /// The same for text that has been read already. Programs may share a
  /// context if they live one after the other.
  static llvm::Expected<std::unique_ptr<Program>>
  load(std::unique_ptr<llvm::MemoryBuffer> text,
       std::optional<llvm::StringRef> mesh, Streams streams,
       std::shared_ptr<mlir::MLIRContext> context = makeContext(),
       bool nameValues = false);

  /// A context with all dialects.
  static std::shared_ptr<mlir::MLIRContext> makeContext();
  ~Program();

  /// Makes a program that asks for gradients one that computes them, for those
  /// who run it whole. One that has no derivative stays as it is: it may not be
  /// what is run.
  void expandGradients();

  mlir::ModuleOp getModule() { return *module; }
  mlir::MLIRContext &getContext() { return *context; }

private:
  Program(Streams streams, std::shared_ptr<mlir::MLIRContext> context);
  mlir::LogicalResult parse(bool nameValues);
  mlir::LogicalResult importAnnotations();

  std::shared_ptr<mlir::MLIRContext> context;
  llvm::SourceMgr sources;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Changes the sizes of the axes of all meshes in `module` to those in `text`,
/// `data=2,model=4`; makes a mesh if there is none. An axis that no mesh has is
/// an error.
llvm::Error overrideMesh(mlir::ModuleOp module, llvm::StringRef text);

/// Puts the rules of `--spec-rule` before those of the program.
llvm::Error addSpecRules(mlir::ModuleOp module, const CommandLine &line);

/// Reads a file, or the standard input for `-`. An error is one of the command
/// line.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef file);

/// Turns the modules of a program into functions over the leaves of their
/// state, `@Module.method`: all modules that are part of no other one, or only
/// `module`, with all losses, optimisers and gradients written out. For those
/// who run it. Failure has been reported. A program without modules stays as it
/// is.
mlir::LogicalResult
expandModules(mlir::ModuleOp program,
              std::optional<llvm::StringRef> module = std::nullopt);

/// How a module is partitioned.
struct PartitionRequest {
  /// Passes in MLIR's textual form, instead of propagation and partitioning.
  std::optional<std::string> pipeline;
  /// The last stage to run; all if there is none.
  std::optional<std::string> after;
  /// Whether collectives that no annotation asks for are errors.
  bool isExplicit = false;
  /// Called right before types become local.
  std::function<void(mlir::ModuleOp)> beforeLocalise = {};
};

/// The options that `readPartitionRequest` takes, as far as a subcommand has
/// them.
inline constexpr OptionSpec pipelineOption = {
    "pipeline", "PASSES",
    "partition by these passes, in MLIR's textual form (weft-pipeline)"};
inline constexpr OptionSpec afterOption = {
    "after", "STAGE",
    "stop after a stage of partitioning: choose, insert, place, lower, "
    "localise or tidy"};
inline constexpr OptionSpec explicitOption = {
    "explicit", "", "refuse collectives that no annotation asks for"};
llvm::Expected<PartitionRequest> readPartitionRequest(const CommandLine &line);

/// Turns the functions of a module that `isEntry` says yes to, and what they
/// call, into per-shard programs, and drops the others. An error is one of the
/// command line; failure means that it has been said what is wrong with the
/// program.
llvm::Expected<mlir::LogicalResult>
partitionModule(mlir::ModuleOp module, const PartitionRequest &request,
                llvm::function_ref<bool(mlir::FunctionOpInterface)> isEntry);

} // namespace weft

#endif // WEFT_DRIVER_PROGRAM_H
