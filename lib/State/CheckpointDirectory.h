//===- CheckpointDirectory.h - checkpoints beside each other ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is called `step-...` is complete: it got this name in one step. What is
// being written or removed begins with a dot.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_STATE_CHECKPOINTDIRECTORY_H
#define WEFT_LIB_STATE_CHECKPOINTDIRECTORY_H

#include "weft/State/Checkpoint.h"

namespace weft {

inline constexpr llvm::StringLiteral manifestName = "manifest.json";

/// `step-00000100`, and back; none for other names.
std::string getStepName(int64_t step);
std::optional<int64_t> parseStepName(llvm::StringRef name);

std::string joinPath(llvm::StringRef directory, const llvm::Twine &name);

/// Makes `directory` if needed, and in it a directory of its own for a
/// checkpoint under way. Removes what processes that are no more left behind.
llvm::Expected<std::string> makeTemporary(llvm::StringRef directory,
                                          int64_t step);

/// Gives a complete `temporary` its name, durably, and then makes it `latest`.
llvm::Error publish(llvm::StringRef directory, llvm::StringRef temporary,
                    int64_t step);

/// Removes the oldest checkpoints but `keep`, and never the latest.
llvm::Error removeOldest(llvm::StringRef directory, unsigned keep);

/// The newest checkpoint of a directory of checkpoints, or `path` itself if it
/// is a checkpoint.
llvm::Expected<std::string> findCheckpoint(llvm::StringRef path);

} // namespace weft

#endif // WEFT_LIB_STATE_CHECKPOINTDIRECTORY_H
