//===- TrainingData.h - the batches of a training run -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A batch is a function of the step, and any part of it can be asked for: each
// device reads only its own rows, and a run that goes on after a stop sees the
// batches it would have seen.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_TRAININGDATA_H
#define WEFT_LIB_DRIVER_TRAININGDATA_H

#include "weft/Execution/ArraySource.h"

#include <optional>

namespace weft {

/// Where the batches come from.
class TrainingData {
public:
  virtual ~TrainingData() = default;

  /// Array number `argument` of the batch of `step`, counted from 0.
  virtual std::unique_ptr<execution::ArraySource>
  getBatch(unsigned argument, int64_t step) const = 0;

  /// In words: "x.npy, y.npy shuffled by 3". Runs with the same words see the
  /// same batches.
  virtual std::string describe() const = 0;
};

/// Rows of .npy files, one file per argument, one after the other and again
/// from the beginning; with `shuffle` in an order that is new in every round.
/// Fails, saying what does not fit, unless all files have the same number of
/// rows and each row has the type of a row of its argument.
llvm::Expected<std::unique_ptr<TrainingData>>
openTrainingFiles(llvm::ArrayRef<std::string> files,
                  llvm::ArrayRef<runtime::ArrayType> arguments,
                  std::optional<uint64_t> shuffle);

/// Made-up problems that can be learnt:
///
///   sequence   two arguments of integers, tokens and the tokens that follow
///              them: every row counts up by 1, 2 or 3 from somewhere, modulo
///              the number of classes
///   teacher    inputs of random numbers and targets that a fixed random
///              function of them gives: numbers, or one of the classes
///
/// Fails if the arguments do not suit the problem.
llvm::Expected<std::unique_ptr<TrainingData>>
generateTrainingData(llvm::StringRef problem,
                     llvm::ArrayRef<runtime::ArrayType> arguments,
                     uint64_t seed, int64_t numClasses);

} // namespace weft

#endif // WEFT_LIB_DRIVER_TRAININGDATA_H
