//===- FunctionCheck.h - one function, whole and in shards ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_FUNCTIONCHECK_H
#define WEFT_LIB_DRIVER_FUNCTIONCHECK_H

#include "Execute.h"
#include "ResultComparison.h"

namespace weft {

/// What came of running two functions.
struct FunctionReport {
  unsigned numDevices = 0;
  bool agrees = true;
  /// Why they could not be compared, if they could not; it has been said.
  ExitCode code = ExitCode::Done;
  std::vector<ResultReport> results;

  void fail(ExitCode reason) {
    agrees = false;
    code = reason;
  }
};

/// Runs a whole function and another one, per shard or whole, on the same
/// inputs.
class FunctionCheck {
public:
  /// The inputs are those of `--inputs`, or random by `seed`.
  FunctionCheck(const CommandLine &line, Streams streams,
                execution::Tolerance tolerance)
      : line(line), streams(streams), tolerance(tolerance) {}

  /// Adds what was found to `report`. An error is one of the command line.
  llvm::Error run(mlir::FunctionOpInterface whole,
                  mlir::FunctionOpInterface sharded, uint64_t seed,
                  FunctionReport &report);

private:
  using Sources = std::vector<std::unique_ptr<execution::ArraySource>>;

  llvm::Expected<Sources> open(const execution::Signature &signature,
                               uint64_t seed, FunctionReport &report);
  std::unique_ptr<execution::Session>
  runOnce(mlir::FunctionOpInterface function, execution::Signature signature,
          const Sources &sources, FunctionReport &report);

  const CommandLine &line;
  Streams streams;
  execution::Tolerance tolerance;
};

} // namespace weft

#endif // WEFT_LIB_DRIVER_FUNCTIONCHECK_H
