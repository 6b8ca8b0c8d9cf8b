//===- ThreadTransport.h - collectives between threads ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_THREADTRANSPORT_H
#define WEFT_RUNTIME_THREADTRANSPORT_H

#include "weft/Runtime/Transport.h"

#include <memory>

namespace weft::runtime {

/// The transport of devices that are threads of one process. All members of a
/// collective meet; the last one to come finds all inputs and outputs in front
/// of it and does the work, large ones with the help of members it wakes early.
/// Data is copied once, from input to output.
///
/// Waiting gives way to others a few times and then sleeps, so any number of
/// devices can share a core. What happens in which order, and how a failure is
/// found, is told in lib/Runtime/README.md.
class ThreadTransport : public Transport {
public:
  explicit ThreadTransport(unsigned numDevices);
  ~ThreadTransport() override;

  llvm::Expected<const Group *>
  getGroup(llvm::ArrayRef<unsigned> devices) override;
  void beginRun() override;
  void leave(unsigned device, Outcome outcome) override;

protected:
  llvm::Error execute(Device &device, const Collective &call) override;
  llvm::Expected<const Group *> getPair(unsigned source,
                                        unsigned target) override;

private:
  class Board;
  std::unique_ptr<Board> board;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_THREADTRANSPORT_H
