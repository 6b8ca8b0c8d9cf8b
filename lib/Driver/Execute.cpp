//===- Execute.cpp - what run and check have in common ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execute.h"

#include "weft/Support/Suggestion.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

void weft::reportRunError(FunctionOpInterface function, llvm::Error error,
                          llvm::raw_ostream &err) {
  llvm::handleAllErrors(
      std::move(error),
      [](const reference::EvaluationError &located) {
        emitError(located.location) << located.message;
      },
      [&](const llvm::ErrorInfoBase &other) {
        err << "weft: error: @"
            << SymbolTable::getSymbolName(function).getValue() << ": "
            << other.message() << "\n";
      });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

SmallVector<FunctionOpInterface> weft::getRunnableFunctions(ModuleOp module) {
  SmallVector<FunctionOpInterface> functions;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      functions.push_back(function);
  return functions;
}

llvm::Expected<FunctionOpInterface> weft::findRunnableFunction(ModuleOp module,
                                                               StringRef name) {
  name.consume_front("@");
  SmallVector<StringRef> names;
  for (FunctionOpInterface function : getRunnableFunctions(module)) {
    names.push_back(SymbolTable::getSymbolName(function).getValue());
    if (names.back() == name)
      return function;
  }
  if (names.empty())
    return makeError("the file has no function with a body");
  return makeError("the file has no function @" + name + "; it has " +
                   listNames(names, "@", "") +
                   didYouMean(name, names, "@", ""));
}

llvm::Expected<FunctionOpInterface>
weft::chooseFunction(ModuleOp module, const CommandLine &line) {
  if (std::optional<StringRef> name = line.get("function"))
    return findRunnableFunction(module, *name);
  SmallVector<FunctionOpInterface> functions;
  for (FunctionOpInterface candidate : getRunnableFunctions(module))
    if (SymbolTable::getSymbolVisibility(candidate) ==
        SymbolTable::Visibility::Public)
      functions.push_back(candidate);
  if (functions.size() == 1)
    return functions.front();
  return findRunnableFunction(module, "main");
}

llvm::Expected<FunctionOpInterface>
weft::partitionChosen(ModuleOp module, const CommandLine &line) {
  llvm::Expected<FunctionOpInterface> function = chooseFunction(module, line);
  if (!function || isLocal(*function))
    return function;
  const std::string name = function->getName().str();
  llvm::Expected<PartitionRequest> request = readPartitionRequest(line);
  if (!request)
    return request.takeError();
  llvm::Expected<LogicalResult> partitioned =
      partitionModule(module, *request, [&](FunctionOpInterface other) {
        return other == *function;
      });
  if (!partitioned)
    return partitioned.takeError();
  if (failed(*partitioned))
    return FunctionOpInterface();
  return findRunnableFunction(module, name);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

std::vector<std::unique_ptr<ArraySource>>
weft::makeRandomInputs(const Signature &signature, uint64_t seed) {
  std::vector<std::unique_ptr<ArraySource>> sources;
  for (auto [i, port] : llvm::enumerate(signature.arguments))
    sources.push_back(port.placement
                          ? std::make_unique<RandomSource>(
                                port.placement->getWhole(), port.range, seed, i)
                          : nullptr);
  return sources;
}

/// The files in the order of the arguments that are no tokens.
static std::vector<std::string> listFiles(StringRef directory, size_t count) {
  std::vector<std::string> files;
  for (size_t i = 0; i < count; ++i) {
    SmallString<128> path(directory);
    llvm::sys::path::append(path, "in_" + Twine(i) + ".npy");
    files.push_back(path.str().str());
  }
  return files;
}

llvm::Expected<FailureOr<std::vector<std::unique_ptr<ArraySource>>>>
weft::openInputs(const Signature &signature, const CommandLine &line,
                 ArrayRef<std::string> files, llvm::raw_ostream &err) {
  size_t count = llvm::count_if(signature.arguments, [](const Port &port) {
    return port.placement.has_value();
  });
  std::vector<std::string> listed;
  if (std::optional<StringRef> directory = line.get("inputs")) {
    listed = listFiles(*directory, count);
    files = listed;
  }
  if (files.size() != count)
    return makeError("the function takes " + Twine(count) +
                     (count == 1 ? " array" : " arrays") + ", but " +
                     Twine(files.size()) +
                     (files.size() == 1 ? " is given" : " are given"));
  std::vector<std::unique_ptr<ArraySource>> sources;
  for (const Port &port : signature.arguments) {
    if (!port.placement) {
      sources.push_back(nullptr);
      continue;
    }
    auto reader =
        runtime::NpyReader::open(files.front(), port.placement->getWhole());
    files = files.drop_front();
    if (!reader) {
      err << "weft: error: argument " << sources.size() << ": "
          << llvm::toString(reader.takeError()) << "\n";
      return failure();
    }
    sources.push_back(std::make_unique<FileSource>(std::move(*reader)));
  }
  return sources;
}

std::string weft::formatIndex(uint64_t index, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return "the only element";
  SmallVector<uint64_t> indices(dims.size());
  for (size_t i = dims.size(); i-- > 0;) {
    indices[i] = index % dims[i];
    index /= dims[i];
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(indices, os);
  os << "]";
  return text;
}
