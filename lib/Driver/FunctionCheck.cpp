//===- FunctionCheck.cpp - one function, whole and in shards ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionCheck.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

/// Reports where the two functions are not of the same type.
static LogicalResult match(FunctionOpInterface function, StringRef what,
                           ArrayRef<Port> whole, ArrayRef<Port> sharded) {
  if (whole.size() != sharded.size())
    return function.emitError()
           << "the whole program has " << whole.size() << " " << what
           << "s, the per-shard one " << sharded.size();
  for (auto [i, pair] : llvm::enumerate(llvm::zip(whole, sharded))) {
    auto &[left, right] = pair;
    if (left.placement.has_value() != right.placement.has_value())
      return function.emitError()
             << what << " " << i << " is a token in one program only";
    if (left.placement &&
        !(left.placement->getWhole() == right.placement->getWhole()))
      return function.emitError()
             << what << " " << i << " is " << left.placement->getWhole().str()
             << " in the whole program, but the shards of the other are of "
             << right.placement->getWhole().str();
  }
  return success();
}

llvm::Expected<FunctionCheck::Sources>
FunctionCheck::open(const Signature &signature, uint64_t seed,
                    FunctionReport &report) {
  if (!line.has("inputs"))
    return makeRandomInputs(signature, seed);
  auto opened = openInputs(signature, line, {}, streams.err);
  if (!opened)
    return opened.takeError();
  if (succeeded(*opened))
    return std::move(**opened);
  report.fail(ExitCode::BadProgram);
  return Sources();
}

std::unique_ptr<Session> FunctionCheck::runOnce(FunctionOpInterface function,
                                                Signature signature,
                                                const Sources &sources,
                                                FunctionReport &report) {
  auto refuse = [&](llvm::Error error, ExitCode reason) {
    reportRunError(function, std::move(error), streams.err);
    report.fail(reason);
    return nullptr;
  };
  auto session = Session::create(function, std::move(signature), {});
  if (!session)
    return refuse(session.takeError(), ExitCode::BadProgram);
  if (llvm::Error error = (*session)->place(sources))
    return refuse(std::move(error), ExitCode::BadProgram);
  if (llvm::Error error = (*session)->step())
    return refuse(std::move(error), ExitCode::RunFailed);
  return std::move(*session);
}

llvm::Error FunctionCheck::run(FunctionOpInterface whole,
                               FunctionOpInterface sharded, uint64_t seed,
                               FunctionReport &report) {
  FailureOr<Signature> wholePorts = Signature::get(whole);
  FailureOr<Signature> shardedPorts = Signature::get(sharded);
  if (failed(wholePorts) || failed(shardedPorts) ||
      failed(match(whole, "argument", wholePorts->arguments,
                   shardedPorts->arguments)) ||
      failed(
          match(whole, "result", wholePorts->results, shardedPorts->results))) {
    report.fail(ExitCode::BadProgram);
    return llvm::Error::success();
  }
  report.numDevices = shardedPorts->numDevices;
  report.results.resize(wholePorts->results.size());
  llvm::Expected<Sources> sources = open(*wholePorts, seed, report);
  if (!sources)
    return sources.takeError();
  std::unique_ptr<Session> first, second;
  if (report.agrees)
    first = runOnce(whole, std::move(*wholePorts), *sources, report);
  if (first)
    second = runOnce(sharded, std::move(*shardedPorts), *sources, report);
  if (!second)
    return llvm::Error::success();
  for (unsigned i = 0; i < report.results.size(); ++i) {
    if (!first->getSignature().results[i].placement)
      continue;
    compareResult(i, *first, *second, tolerance, seed, report.results[i]);
    report.agrees &= report.results[i].numDifferent == 0;
  }
  return llvm::Error::success();
}
