//===- ModelRun.cpp - what init and train have in common --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelRun.h"

#include "weft/Dialect/Weft/IR/Leaves.h"
#include "weft/Partition/Passes.h"
#include "weft/Pipelines/ModelPipeline.h"
#include "weft/Runtime/CollectiveError.h"
#include "weft/Runtime/RunErrors.h"
#include "weft/State/ModuleChoice.h"
#include "weft/Support/Suggestion.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

StatePorts StatePorts::get(FunctionOpInterface function) {
  StatePorts ports;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (!function.getArgAttr(i, "weft.path")) {
      ports.others.push_back(i);
      continue;
    }
    ports.leaves.push_back(i);
    if (auto result =
            function.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output"))
      ports.changed.push_back({result.getInt(), i});
  }
  return ports;
}

LogicalResult weft::expandModules(ModuleOp program,
                                  std::optional<StringRef> module) {
  if (listModules(program).empty())
    return success();
  ModelPipelineOptions options;
  if (module)
    options.modules.push_back(module->str());
  PassManager passes(program->getName(), PassManager::Nesting::Implicit);
  buildModelPipeline(passes, options);
  // A module without an init function is told about when it is needed.
  ScopedDiagnosticHandler quiet(
      program.getContext(), [](Diagnostic &diagnostic) {
        return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark);
      });
  return passes.run(program);
}

llvm::Expected<ModuleDefOp> weft::chooseModule(ModuleOp program,
                                               const CommandLine &line) {
  SmallVector<ModuleDefOp> modules = listModules(program);
  SmallVector<ModuleDefOp> roots = findRootModules(program);
  SmallVector<StringRef> names;
  for (ModuleDefOp module : modules)
    names.push_back(module.getSymName());
  if (modules.empty())
    return makeError("the file has no module");
  std::optional<StringRef> wanted = line.get("module");
  if (wanted) {
    wanted->consume_front("@");
    for (ModuleDefOp module : modules)
      if (module.getSymName() == *wanted)
        return module;
    return makeError("the file has no module @" + *wanted + "; it has " +
                     listNames(names, "@", "") +
                     didYouMean(*wanted, names, "@", ""));
  }
  if (roots.size() == 1)
    return roots.front();
  return makeError("the file has several modules, " +
                   listNames(names, "@", "") + "; choose one with --module");
}

LogicalResult ModelRun::listLeaves(ModuleDefOp module) {
  SymbolTableCollection symbols;
  FailureOr<std::vector<Leaf>> listed = collectLeaves(module, symbols);
  if (failed(listed))
    return failure();
  for (const Leaf &leaf : *listed) {
    llvm::Expected<runtime::ArrayType> type = reference::toArrayType(leaf.type);
    if (!type)
      return leaf.owner->emitError()
             << leaf.path << ": " << llvm::toString(type.takeError());
    leaves.push_back({leaf.path, std::move(*type)});
  }
  return success();
}

llvm::Expected<ExitCode> ModelRun::load() {
  auto loaded = Program::load(line, streams);
  if (!loaded)
    return loaded.takeError();
  if (!*loaded)
    return ExitCode::BadProgram;
  program = std::move(*loaded);
  if (llvm::Error error = addSpecRules(getProgram(), line))
    return std::move(error);
  llvm::Expected<ModuleDefOp> module = chooseModule(getProgram(), line);
  if (!module)
    return module.takeError();
  name = module->getSymName().str();
  if (failed(listLeaves(*module)) || failed(expandModules(getProgram(), name)))
    return ExitCode::BadProgram;
  return ExitCode::Done;
}

llvm::Expected<FunctionOpInterface> ModelRun::getFunction(StringRef method) {
  SmallVector<StringRef> names;
  for (FunctionOpInterface function : getRunnableFunctions(getProgram())) {
    StringRef known = SymbolTable::getSymbolName(function).getValue();
    if (known.consume_front(name) && known.consume_front(".")) {
      if (known == method)
        return function;
      if (known != "init" && SymbolTable::getSymbolVisibility(function) ==
                                 SymbolTable::Visibility::Public)
        names.push_back(known);
    }
  }
  if (method == "init")
    return makeError("module @" + name +
                     " cannot be initialised: a parameter has no initialiser");
  return makeError("module @" + name + " has no method @" + method +
                   (names.empty() ? "" : "; it has ") +
                   listNames(names, "@", "") +
                   didYouMean(method, names, "@", ""));
}

llvm::Expected<ExitCode> ModelRun::partition(ArrayRef<StringRef> methods) {
  llvm::DenseSet<Operation *> entries;
  for (StringRef method : methods) {
    llvm::Expected<FunctionOpInterface> function = getFunction(method);
    if (!function)
      return function.takeError();
    entries.insert(*function);
  }
  llvm::Expected<PartitionRequest> request = readPartitionRequest(line);
  if (!request)
    return request.takeError();
  llvm::Expected<LogicalResult> done = partitionModule(
      getProgram(), *request,
      [&](FunctionOpInterface function) { return entries.contains(function); });
  if (!done)
    return done.takeError();
  return failed(*done) ? ExitCode::BadProgram : ExitCode::Done;
}

llvm::Expected<std::unique_ptr<Session>>
ModelRun::makeSession(StringRef method, Session::Options options) {
  llvm::Expected<FunctionOpInterface> function = getFunction(method);
  if (!function)
    return function.takeError();
  FailureOr<Signature> signature = Signature::get(*function);
  if (failed(signature))
    return makeError("the layout of its arrays is wrong");
  return Session::create(*function, std::move(*signature), std::move(options));
}

namespace {
/// The seed, which everybody gets.
class SeedSource : public ArraySource {
public:
  explicit SeedSource(uint64_t seed) : seed(seed) {}
  llvm::Error read(const Box &,
                   llvm::MutableArrayRef<uint8_t> target) const override {
    std::memcpy(target.data(), &seed, sizeof(seed));
    return llvm::Error::success();
  }

private:
  uint64_t seed;
};
} // namespace

llvm::Expected<std::unique_ptr<Session>>
ModelRun::initialise(StringRef method, uint64_t seed,
                     Session::Options options) {
  llvm::Expected<FunctionOpInterface> function = getFunction(method);
  if (!function)
    return function.takeError();
  PassManager passes(getProgram().getContext(),
                     (*function)->getName().getStringRef());
  passes.addPass(createTileFills());
  if (failed(passes.run(*function)))
    return makeError("its large results cannot be made in tiles");
  auto session = makeSession(method, std::move(options));
  if (!session)
    return session;
  std::vector<std::unique_ptr<ArraySource>> sources;
  sources.push_back(std::make_unique<SeedSource>(seed));
  llvm::Error error = (*session)->place(sources);
  if (!error)
    error = (*session)->step();
  if (!error)
    return session;
  failedSession = std::move(*session);
  return std::move(error);
}

ExitCode ModelRun::fail(StringRef method, llvm::Error error) {
  ExitCode code = error.isA<reference::EvaluationError>() ? ExitCode::BadProgram
                                                          : ExitCode::RunFailed;
  llvm::Expected<FunctionOpInterface> function = getFunction(method);
  if (function) {
    reportRunError(*function, std::move(error), streams.err);
    return code;
  }
  llvm::consumeError(function.takeError());
  streams.err << "weft: error: " << llvm::toString(std::move(error)) << "\n";
  return code;
}
