//===- Transport.h - how devices exchange data ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_TRANSPORT_H
#define WEFT_RUNTIME_TRANSPORT_H

#include "weft/Runtime/Collective.h"

namespace weft::runtime {

class Device;

/// Where in the program a device is when it calls a transport.
struct CallSite {
  OpLabel label;
  /// Members meet only in calls with the same channel. A program that gives
  /// every collective a number of its own can never pair the wrong two.
  int64_t channel = 0;
};

/// How the part of a device in a run has ended.
enum class Outcome : uint8_t {
  /// It went through its program.
  Finished,
  /// It met an error of its own.
  Failed,
  /// It stopped because of others.
  Stopped,
};

/// The collectives of a run. Each member of a group calls the same function
/// with the same arguments but for its own data; the calls return when the
/// device's result is there and its input is no longer needed. Results do not
/// depend on timing: reductions combine the members' elements in rank order,
/// from left to right.
///
/// A call fails
///   - with a message when its own arguments do not fit together,
///   - with CollectiveError when the members' calls do not fit together, or a
///     member can never come: all participants are known, so that is found when
///     it happens and not by waiting for long,
///   - with CancelledError when a member has failed.
///
/// Input and output do not overlap, except that all-reduce may work in place
/// (the same array) and the root of a broadcast may pass its output as input.
/// Arrays are row-major; sizes are in bytes. All functions may be called from
/// all devices' threads at once; `device` is the caller.
class Transport {
public:
  using Bytes = llvm::ArrayRef<uint8_t>;
  using MutableBytes = llvm::MutableArrayRef<uint8_t>;

  explicit Transport(unsigned numDevices) : numDevices(numDevices) {}
  virtual ~Transport();

  unsigned getNumDevices() const { return numDevices; }

  /// The group of these devices in this order. Fails on an empty list, on a
  /// device that does not exist and on one that is named twice. The group lives
  /// as long as the transport; ask once and keep it.
  virtual llvm::Expected<const Group *>
  getGroup(llvm::ArrayRef<unsigned> devices) = 0;

  /// output[i] = input of rank 0 [i] op ... op input of rank n-1 [i]
  llvm::Error allReduce(Device &device, const CallSite &site,
                        const Group &group, ElementType type, Bytes input,
                        MutableBytes output, Reducer reducer);

  /// Concatenates the inputs in rank order along one dimension. `numBlocks` is
  /// the product of the dimensions before it: 1 to gather along dimension 0, 8
  /// to gather an 8x4 along dimension 1.
  llvm::Error allGather(Device &device, const CallSite &site,
                        const Group &group, ElementType type,
                        uint64_t numBlocks, Bytes input, MutableBytes output);

  /// Reduces as allReduce does, then leaves rank r with part r along one
  /// dimension; `numBlocks` as for allGather.
  llvm::Error reduceScatter(Device &device, const CallSite &site,
                            const Group &group, ElementType type,
                            uint64_t numBlocks, Bytes input,
                            MutableBytes output, Reducer reducer);

  /// Part r of the input goes to rank r.
  llvm::Error allToAll(Device &device, const CallSite &site, const Group &group,
                       ElementType type, const AllToAllLayout &layout,
                       Bytes input, MutableBytes output);

  /// Sends input to output along each (source, target) pair of devices. No
  /// device is the target of two pairs; one that is the target of none gets
  /// zeros. All of the group take part, whether in a pair or not.
  llvm::Error permute(Device &device, const CallSite &site, const Group &group,
                      ElementType type,
                      llvm::ArrayRef<std::pair<unsigned, unsigned>> pairs,
                      Bytes input, MutableBytes output);

  /// Every output becomes the input of the device `root`; other inputs may be
  /// empty.
  llvm::Error broadcast(Device &device, const CallSite &site,
                        const Group &group, ElementType type, unsigned root,
                        Bytes input, MutableBytes output);

  /// Returns when all of the group have called it.
  llvm::Error barrier(Device &device, const CallSite &site, const Group &group);

  /// One message to another device. Sender and receiver wait for each other.
  llvm::Error send(Device &device, const CallSite &site, unsigned target,
                   ElementType type, Bytes input);
  llvm::Error receive(Device &device, const CallSite &site, unsigned source,
                      ElementType type, MutableBytes output);

  /// Forgets what is left of an earlier run. Called before any device starts.
  virtual void beginRun() = 0;
  /// Tells that a device will call no more in this run. What others expect of
  /// it will not come, and they are told so.
  virtual void leave(unsigned device, Outcome outcome) = 0;

protected:
  /// Does what `call` says, together with the other members.
  virtual llvm::Error execute(Device &device, const Collective &call) = 0;
  /// The group of a sender and a receiver. It is another one than that of their
  /// collectives.
  virtual llvm::Expected<const Group *> getPair(unsigned source,
                                                unsigned target) = 0;

private:
  llvm::Error run(Device &device, const Collective &call);

  unsigned numDevices;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_TRANSPORT_H
