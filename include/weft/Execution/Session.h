//===- Session.h - a function on its devices --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXECUTION_SESSION_H
#define WEFT_EXECUTION_SESSION_H

#include "weft/Execution/Signature.h"
#include "weft/Reference/Program.h"
#include "weft/Reference/Tensor.h"
#include "weft/Runtime/Machine.h"

#include <deque>

namespace weft::execution {

/// A function that is loaded onto its devices and can be run again and again.
///
///   auto session = Session::create(function, *signature, options);
///   (*session)->place(sources);     // whole arrays, cut into shards
///   (*session)->step();             // all devices, until all are done
///   (*session)->gather(0);          // a whole array again
///
/// For one thread. The function must stay as it is for as long as the session
/// lives.
class Session {
public:
  struct Options {
    uint64_t memoryLimit = runtime::DeviceMemory::unlimited;
    /// These may be null.
    const runtime::CancellationToken *token = nullptr;
    runtime::Tracer *tracer = nullptr;
    std::function<void(const runtime::Progress &)> onProgress = {};
  };

  /// Fails with EvaluationError if the function has something that cannot be
  /// run.
  static llvm::Expected<std::unique_ptr<Session>>
  create(mlir::FunctionOpInterface function, Signature signature,
         Options options);

  const Signature &getSignature() const { return signature; }

  /// Gives each device its part of each argument, as far as it does not have
  /// it: the first time, and after donated arguments have been used up. Drops
  /// the results of the step before. One source per argument, null for a
  /// token.
  llvm::Error place(llvm::ArrayRef<std::unique_ptr<ArraySource>> sources);

  /// Runs the function once on all devices. The results stay until the next
  /// step.
  llvm::Error step();

  /// Makes a result of the last step the argument of the next one, where it
  /// lies: the state of a training run never leaves its devices. Both have to
  /// be laid out alike.
  llvm::Error carry(unsigned result, unsigned argument);

  /// Forgets an argument, so that `place` asks for another one.
  void drop(unsigned argument);

  /// Takes a part of an array, row-major; `index` is the number of the array
  /// among those that were asked for.
  using TakePart = llvm::function_ref<llvm::Error(
      size_t index, const Box &box, llvm::ArrayRef<uint8_t> bytes)>;

  /// Hands out every part of the given arguments or results once, each device
  /// what it holds, all devices at the same time. They must not be unreduced.
  llvm::Error shareArguments(llvm::ArrayRef<unsigned> arguments, TakePart take);
  llvm::Error shareResults(llvm::ArrayRef<unsigned> results, TakePart take);

  /// What a device got as a result; a token or a tensor.
  const reference::Datum &getResult(unsigned device, unsigned result) const {
    return results[device][result];
  }

  /// The part of a result that a device holds, row-major and without padding.
  /// Of an unreduced result, the combination of all summands.
  std::vector<uint8_t> getPart(unsigned result, unsigned device) const;
  /// Element `index` of such a part, as text.
  std::string formatElement(unsigned result, unsigned device,
                            uint64_t index) const;

  /// The parts of a result put together, in the memory of the host.
  llvm::Expected<reference::Tensor> gather(unsigned result);

  /// Writes a result to a file without holding all of it.
  llvm::Error write(unsigned result, runtime::NpyWriter &writer);

  /// The first pair of devices that should hold the same part of a result but
  /// do not, if any.
  std::optional<std::pair<unsigned, unsigned>>
  findDifferentCopies(unsigned result) const;

  /// Of the arguments of one device.
  uint64_t getArgumentBytes() const;
  /// The most that any device had in use at one time.
  uint64_t getPeakBytes() const;

private:
  using Data = llvm::SmallVector<reference::Datum, 2>;

  Session(Signature signature) : signature(std::move(signature)) {}
  llvm::Expected<reference::Tensor> load(unsigned argument, unsigned device,
                                         const ArraySource &source);
  std::vector<uint8_t> collect(unsigned result, unsigned owner) const;
  llvm::Error share(llvm::ArrayRef<unsigned> which, llvm::ArrayRef<Port> ports,
                    const std::vector<Data> &data, TakePart take);

  Signature signature;
  std::unique_ptr<reference::Program> program;
  /// Labels of arguments, which buffers refer to.
  std::deque<std::string> names;
  std::unique_ptr<runtime::Machine> machine;
  runtime::DeviceMemory host{UINT32_MAX};
  // After the memories, which must outlive their buffers. By device.
  std::vector<Data> inputs, results;
};

} // namespace weft::execution

#endif // WEFT_EXECUTION_SESSION_H
