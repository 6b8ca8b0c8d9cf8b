//===- CheckpointActions.h - what weft checkpoint does ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_CHECKPOINTACTIONS_H
#define WEFT_LIB_DRIVER_CHECKPOINTACTIONS_H

#include "weft/Driver/Driver.h"
#include "weft/Sharding/LeafPattern.h"
#include "weft/State/Checkpoint.h"

namespace weft {

/// One call of `weft checkpoint`.
struct CheckpointRequest {
  const CommandLine &line;
  Streams streams;
  /// The checkpoints.
  llvm::ArrayRef<std::string> paths;
  /// Of `--only`.
  std::vector<LeafPattern> patterns;

  /// Says what is wrong with a checkpoint.
  ExitCode fail(llvm::Error error) const;

  /// The leaves that are meant.
  std::vector<size_t> select(const CheckpointReader &reader) const;
};

/// `reshard` and `diff`. An error is one of the command line.
llvm::Expected<ExitCode> reshardCheckpoint(const CheckpointRequest &request);
llvm::Expected<ExitCode> diffCheckpoints(const CheckpointRequest &request);

} // namespace weft

#endif // WEFT_LIB_DRIVER_CHECKPOINTACTIONS_H
