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
    /// How many meetings gather and lack this device.
    unsigned numWaiting = 0;
  };

  Meeting &open(Room &room);
  void close(Room &room);
  void breakUp(Room &room, std::shared_ptr<Incident> incident);
  llvm::Error findGoneMember(Room &room);
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
  /// Of this run.
  std::vector<std::shared_ptr<Incident>> incidents;
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
  incidents.clear();
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

/// The meeting stays in its room for those who come later.
void ThreadTransport::Board::breakUp(Room &room,
                                     std::shared_ptr<Incident> incident) {
  Meeting &meeting = *room.current;
  for (auto [rank, member] : llvm::enumerate(room.group.getDevices())) {
    if (meeting.hasArrived(rank))
      devices[member].waitsIn = nullptr;
    else
      --devices[member].numWaiting;
  }
  meeting.breakUp(incident);
  if (!incident)
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
    if (meeting.getIncident())
      meeting.getIncident()->addCall(device, call);
    return meeting.getBreakError();
  }
  const Collective *first = meeting.getFirstCall();
  const char *difference = first ? first->findDifference(call) : nullptr;
  meeting.arrive(*room.group.getRank(device), call, clock);
  State &state = devices[device];
  state.waitsIn = &meeting;
  --state.numWaiting;
  if (difference) {
    auto incident = std::make_shared<Incident>(
        Incident::Kind::Mismatch, "collectives of devices " + room.group.str() +
                                      " do not match: they differ in " +
                                      difference);
    incidents.push_back(incident);
    breakUp(room, incident);
    return meeting.getBreakError();
  }
  if (meeting.isComplete()) {
    close(room);
    return Arrival{meeting, /*isLast=*/true};
  }
  // Only the first to come can find that a member is gone already; when one
  // goes later, `leave` tells those who wait.
  if (numGone > 0 && !first)
    if (llvm::Error error = findGoneMember(room))
      return error;
  // Nobody waits for us elsewhere: our waiting cannot close a circle.
  if (state.numWaiting > 0 && findCircle(meeting))
    return meeting.getBreakError();
  return Arrival{meeting, /*isLast=*/false};
}

/// Breaks up the meeting of `room` if a member that has not come has ended.
llvm::Error ThreadTransport::Board::findGoneMember(Room &room) {
  Meeting &meeting = *room.current;
  llvm::SmallVector<unsigned> finished;
  bool isCancelled = false;
  for (auto [rank, member] : llvm::enumerate(room.group.getDevices())) {
    if (meeting.hasArrived(rank) || !devices[member].outcome)
      continue;
    if (devices[member].outcome == Outcome::Finished)
      finished.push_back(member);
    else
      isCancelled = true;
  }
  if (isCancelled) {
    // What is missing here is the consequence of another failure.
    breakUp(room, nullptr);
    return meeting.getBreakError();
  }
  if (finished.empty())
    return llvm::Error::success();
  const bool isOne = finished.size() == 1;
  auto incident = std::make_shared<Incident>(
      Incident::Kind::Missing,
      llvm::formatv("{0} {1} {2} without reaching a collective of devices {3}",
                    isOne ? "device" : "devices", formatDevices(finished),
                    isOne ? "has finished" : "have finished", room.group.str())
          .str());
  incidents.push_back(incident);
  breakUp(room, incident);
  return meeting.getBreakError();
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
  auto incident = std::make_shared<Incident>(
      Incident::Kind::Circle, "devices wait for each other and none can go on");
  incidents.push_back(incident);
  for (Meeting *meeting : onCircle)
    breakUp(getRoom(*meeting), incident);
  return true;
}

void ThreadTransport::Board::leave(unsigned device, Outcome outcome) {
  std::lock_guard lock(mutex);
  State &state = devices[device];
  state.outcome = outcome;
  ++numGone;
  for (const std::shared_ptr<Incident> &incident : incidents)
    incident->addOutcome(device, outcome);
  if (state.numWaiting == 0)
    return;
  for (Room &room : rooms) {
    std::optional<unsigned> rank = room.group.getRank(device);
    if (rank && room.current && !room.current->isBroken() &&
        !room.current->hasArrived(*rank))
      // Those who wait there get the error from the meeting.
      llvm::consumeError(findGoneMember(room));
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
