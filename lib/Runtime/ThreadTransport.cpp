//===- ThreadTransport.cpp - collectives between threads --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ThreadTransport.h"

#include "MakeError.h"
#include "Meeting.h"

#include "weft/Runtime/Device.h"
#include "weft/Runtime/RunErrors.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <deque>
#include <map>
#include <mutex>

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// The board
//===----------------------------------------------------------------------===//

/// Knows where every device is. All devices pass here on their way into a
/// collective and when they end, one at a time, so whether a collective can
/// still happen is a plain question about one moment.
class ThreadTransport::Board {
public:
  explicit Board(unsigned numDevices) : devices(numDevices) {}

  const Group &getGroup(llvm::ArrayRef<unsigned> members, bool isPair);
  void beginRun();
  void leave(unsigned device, Outcome outcome);

  struct Arrival {
    Meeting &meeting;
    /// Exactly one member is the last.
    bool isLast;
  };
  /// Takes a device into the meeting of its group. Fails if that cannot happen.
  llvm::Expected<Arrival> arrive(unsigned device, uint64_t clock,
                                 const Collective &call);

private:
  /// A group with its meetings. While slow members are still on their way out
  /// of one, fast members may enter the next; a third cannot begin before all
  /// have entered that, so two objects take turns.
  struct Room {
    Group group;
    Meeting meetings[2];
    unsigned turn = 0;
    /// The meeting that gathers now; null between two.
    Meeting *current = nullptr;

    Room(llvm::ArrayRef<unsigned> members, unsigned index)
        : group(members, index), meetings{Meeting(group), Meeting(group)} {}
  };

  struct State {
    /// Where the device waits; null while it runs.
    Meeting *waitsIn = nullptr;
    std::optional<Outcome> outcome;
    /// The device waits, or waited, in a collective that cannot happen.
    bool isStuck = false;
    /// How many meetings gather and lack this device.
    unsigned numWaiting = 0;
  };

  Meeting &open(Room &room);
  void close(Room &room);
  void breakUp(Room &room, bool isIncident);
  bool findGoneMember(Room &room);
  bool findCircle(Meeting &start);
  Room &getRoom(const Meeting &meeting) {
    return rooms[meeting.getGroup().getIndex()];
  }

  std::mutex mutex;
  // All below is guarded by the mutex.
  std::vector<State> devices;
  unsigned numGone = 0;
  std::deque<Room> rooms;
  /// By members; true for the pair of a sender and a receiver.
  std::map<std::pair<std::vector<unsigned>, bool>, Room *> roomsByMembers;
  /// Of this run; null as long as nothing is wrong.
  std::shared_ptr<Incident> incident;
};

const Group &ThreadTransport::Board::getGroup(llvm::ArrayRef<unsigned> members,
                                              bool isPair) {
  std::lock_guard lock(mutex);
  Room *&room = roomsByMembers[{members.vec(), isPair}];
  if (!room)
    room = &rooms.emplace_back(members, rooms.size());
  return room->group;
}

void ThreadTransport::Board::beginRun() {
  std::lock_guard lock(mutex);
  std::fill(devices.begin(), devices.end(), State());
  numGone = 0;
  incident = nullptr;
  for (Room &room : rooms)
    room.current = nullptr;
}

Meeting &ThreadTransport::Board::open(Room &room) {
  room.current = &room.meetings[room.turn ^= 1];
  room.current->reset();
  for (unsigned member : room.group.getDevices())
    ++devices[member].numWaiting;
  return *room.current;
}

/// All have come, and run again.
void ThreadTransport::Board::close(Room &room) {
  for (unsigned member : room.group.getDevices())
    devices[member].waitsIn = nullptr;
  room.current = nullptr;
}

/// Ends a meeting that cannot happen: by itself, or as the consequence of a
/// failure. It stays in its room for those who come later.
void ThreadTransport::Board::breakUp(Room &room, bool isIncident) {
  Meeting &meeting = *room.current;
  for (auto [rank, member] : llvm::enumerate(room.group.getDevices())) {
    State &state = devices[member];
    if (meeting.hasArrived(rank)) {
      state.waitsIn = nullptr;
      state.isStuck = isIncident;
    } else {
      --state.numWaiting;
    }
  }
  if (isIncident && !incident)
    incident = std::make_shared<Incident>();
  meeting.breakUp(isIncident ? incident : nullptr);
  if (!isIncident)
    return;
  for (unsigned member : room.group.getDevices())
    if (std::optional<Outcome> outcome = devices[member].outcome)
      incident->addOutcome(member, *outcome);
}

llvm::Expected<ThreadTransport::Board::Arrival>
ThreadTransport::Board::arrive(unsigned device, uint64_t clock,
                               const Collective &call) {
  std::lock_guard lock(mutex);
  Room &room = rooms[call.group->getIndex()];
  Meeting &meeting = room.current ? *room.current : open(room);
  if (meeting.isBroken()) {
    if (meeting.getIncident()) {
      meeting.getIncident()->addCall(device, call);
      devices[device].isStuck = true;
    }
    return meeting.getBreakError();
  }
  const Collective *first = meeting.getFirstCall();
  const char *difference = first ? first->findDifference(call) : nullptr;
  meeting.arrive(*room.group.getRank(device), call, clock);
  State &state = devices[device];
  state.waitsIn = &meeting;
  --state.numWaiting;
  if (difference) {
    breakUp(room, /*isIncident=*/true);
    return meeting.getBreakError();
  }
  if (meeting.isComplete()) {
    close(room);
    return Arrival{meeting, /*isLast=*/true};
  }
  // Only the first to come can find that a member is gone already; when one
  // goes later, `leave` tells those who wait.
  if (numGone > 0 && !first && findGoneMember(room))
    return meeting.getBreakError();
  // Nobody waits for us elsewhere: our waiting cannot close a circle.
  if (state.numWaiting > 0 && findCircle(meeting))
    return meeting.getBreakError();
  return Arrival{meeting, /*isLast=*/false};
}

/// Breaks up the meeting of `room` if a member that has not come has ended.
bool ThreadTransport::Board::findGoneMember(Room &room) {
  bool isGone = false, isIncident = true;
  for (auto [rank, member] : llvm::enumerate(room.group.getDevices())) {
    const State &state = devices[member];
    if (room.current->hasArrived(rank) || !state.outcome)
      continue;
    isGone = true;
    // Whoever is stuck draws those into the incident who wait for it. After any
    // other failure, that failure is what there is to report.
    isIncident &= state.outcome == Outcome::Finished || state.isStuck;
  }
  if (isGone)
    breakUp(room, isIncident);
  return isGone;
}

/// Follows who waits for whom from `start`: a meeting waits for its missing
/// members, and each of these for the meeting it is in. Coming back to the
/// start means that no meeting on the way can ever be complete; these are
/// broken up. A circle can only be closed by the newest arrival, so looking
/// from there finds every one as it arises.
bool ThreadTransport::Board::findCircle(Meeting &start) {
  // Depth first; `path` is the way from the start to where we are.
  struct Visit {
    Meeting *meeting;
    unsigned nextRank = 0;
  };
  llvm::SmallVector<Visit> path = {{&start}};
  llvm::SmallPtrSet<Meeting *, 16> seen = {&start};
  llvm::SmallPtrSet<Meeting *, 16> onCircle;
  while (!path.empty()) {
    auto &[meeting, nextRank] = path.back();
    if (nextRank == meeting->getGroup().size()) {
      path.pop_back();
      continue;
    }
    const unsigned rank = nextRank++;
    Meeting *next = devices[meeting->getGroup().getDevices()[rank]].waitsIn;
    if (meeting->hasArrived(rank) || !next)
      continue;
    if (onCircle.contains(next) || next == &start)
      for (const Visit &visit : path)
        onCircle.insert(visit.meeting);
    else if (seen.insert(next).second)
      path.push_back({next});
  }
  if (onCircle.empty())
    return false;
  for (Meeting *meeting : onCircle)
    breakUp(getRoom(*meeting), /*isIncident=*/true);
  return true;
}

void ThreadTransport::Board::leave(unsigned device, Outcome outcome) {
  std::lock_guard lock(mutex);
  State &state = devices[device];
  state.outcome = outcome;
  ++numGone;
  if (incident)
    incident->addOutcome(device, outcome);
  if (state.numWaiting == 0)
    return;
  for (Room &room : rooms) {
    std::optional<unsigned> rank = room.group.getRank(device);
    if (rank && room.current && !room.current->isBroken() &&
        !room.current->hasArrived(*rank))
      findGoneMember(room);
  }
}

//===----------------------------------------------------------------------===//
// The transport
//===----------------------------------------------------------------------===//

ThreadTransport::ThreadTransport(unsigned numDevices)
    : Transport(numDevices), board(std::make_unique<Board>(numDevices)) {}

ThreadTransport::~ThreadTransport() = default;

llvm::Expected<const Group *>
ThreadTransport::getGroup(llvm::ArrayRef<unsigned> devices) {
  if (devices.empty())
    return makeError("a group needs at least one device");
  llvm::BitVector seen(getNumDevices());
  for (unsigned device : devices) {
    if (device >= getNumDevices())
      return makeError("device {0} of group [{1}] does not exist; there are "
                       "{2} devices",
                       device, formatDevices(devices), getNumDevices());
    if (seen.test(device))
      return makeError("device {0} is twice in group [{1}]", device,
                       formatDevices(devices));
    seen.set(device);
  }
  return &board->getGroup(devices, /*isPair=*/false);
}

llvm::Expected<const Group *> ThreadTransport::getPair(unsigned source,
                                                       unsigned target) {
  for (unsigned device : {source, target})
    if (device >= getNumDevices())
      return makeError("there is no device {0} to exchange a message with; "
                       "there are {1} devices",
                       device, getNumDevices());
  if (source == target)
    return makeError("device {0} cannot exchange a message with itself",
                     source);
  return &board->getGroup({source, target}, /*isPair=*/true);
}

void ThreadTransport::beginRun() { board->beginRun(); }

void ThreadTransport::leave(unsigned device, Outcome outcome) {
  board->leave(device, outcome);
}

llvm::Error ThreadTransport::execute(Device &device, const Collective &call) {
  Tracer *tracer = device.getTracer();
  const uint64_t begin = tracer ? Tracer::now() : 0;
  llvm::Expected<Board::Arrival> arrival =
      board->arrive(device.getId(), device.getClock(), call);
  if (!arrival)
    return arrival.takeError();
  Meeting &meeting = arrival->meeting;
  if (arrival->isLast) {
    meeting.workAsLast(call);
  } else {
    uint64_t gatheredAt = 0;
    const bool happened =
        meeting.waitAsOther(call, tracer ? &gatheredAt : nullptr);
    if (tracer)
      tracer->record({device.getId(), TraceEvent::Kind::Wait, call.label, begin,
                      gatheredAt});
    if (!happened)
      return meeting.getBreakError();
  }
  device.setClock(meeting.getClock() + 1);
  return meeting.takeResult(*call.group->getRank(device.getId()));
}
