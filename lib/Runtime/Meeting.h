//===- Meeting.h - where the members of a group meet once -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_MEETING_H
#define WEFT_LIB_RUNTIME_MEETING_H

#include "CollectiveData.h"

#include "weft/Runtime/CollectiveError.h"

#include <atomic>
#include <vector>

namespace weft::runtime {

/// One execution of one collective by the threads of its members.
///
///           last member comes             last task done
///   Gathering ------------> Working ---------------------> Done
///       |                      (skipped when the work is small)
///       `-------------------> Broken    somebody cannot come
///
/// While gathering, the object is guarded by the lock of the Board that owns
/// it. Afterwards it belongs to the members, which no longer need a lock: all
/// are here, and all stay until the phase is Done.
class Meeting {
public:
  explicit Meeting(const Group &group)
      : group(group), calls(group.size(), nullptr) {}

  const Group &getGroup() const { return group; }

  //===--- Gathering; under the board's lock ------------------------------===//

  /// Makes the object ready for the next execution.
  void reset();

  bool isBroken() const { return broken; }
  bool isComplete() const { return numArrived == group.size(); }
  bool hasArrived(unsigned rank) const { return calls[rank]; }
  /// A call that has arrived, to compare others with; null if there is none.
  const Collective *getFirstCall() const { return firstCall; }

  void arrive(unsigned rank, const Collective &call, uint64_t clock);

  /// Tells all members, those here and those to come, that this will not
  /// happen: because of `incident`, or because somebody failed if it is null.
  void breakUp(std::shared_ptr<Incident> incident);
  llvm::Error getBreakError() const;
  /// Null if the meeting broke up because somebody failed.
  Incident *getIncident() const { return incident.get(); }

  //===--- Afterwards; by the members -------------------------------------===//

  /// For the last member: does the work.
  void workAsLast(const Collective &call);
  /// For the others: sleeps until the work is done, helping if asked to.
  /// Returns false if the meeting broke up.
  bool waitAsOther(const Collective &call, uint64_t *gatheredAt);
  /// The result for `rank`, when the work is done.
  llvm::Error takeResult(unsigned rank);
  /// The greatest clock of a member on arrival.
  uint64_t getClock() const { return clock; }

private:
  enum Phase : uint32_t { Gathering, Working, Done, Broken };

  void doTasks(Reducer reducer);
  void setPhase(Phase next);

  const Group &group;
  /// By rank; a call lives as long as its member is here.
  std::vector<const Collective *> calls;
  const Collective *firstCall = nullptr;
  unsigned numArrived = 0;
  uint64_t clock = 0;
  bool broken = false;
  std::shared_ptr<Incident> incident;

  CollectiveData data;
  /// What sleeping members watch.
  alignas(64) std::atomic<uint32_t> phase{Gathering};
  alignas(64) std::atomic<uint64_t> nextTask{0};
  std::atomic<uint64_t> numTasksDone{0};

  /// Of the failed tasks the lowest, so that the same error is reported whoever
  /// does which task.
  std::mutex failureMutex;
  uint64_t failedTask = UINT64_MAX;
  std::string failure;
};

} // namespace weft::runtime

#endif // WEFT_LIB_RUNTIME_MEETING_H
