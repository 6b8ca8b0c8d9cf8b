//===- CollectiveError.cpp - collectives that cannot happen -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/CollectiveError.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace weft::runtime;

char CollectiveError::ID;

/// A report with more lines than this is cut; the devices left out are named.
static constexpr size_t maxLines = 32;

void Incident::addGroup(const Group &group) {
  std::lock_guard lock(mutex);
  StuckGroup &stuck = groups[&group];
  stuck.members = group.getDevices().vec();
  stuck.name = group.str();
  for (unsigned device : group.getDevices())
    states.try_emplace(device);
}

void Incident::addCall(unsigned device, const Collective &call) {
  std::lock_guard lock(mutex);
  states[device] = {State::Kind::Waiting, call.str(), call.group};
  StuckGroup &stuck = groups[call.group];
  if (!stuck.first) {
    stuck.pairs = call.pairs.vec();
    stuck.first = call;
    stuck.first->pairs = stuck.pairs;
  } else if (!stuck.difference) {
    stuck.difference = stuck.first->findDifference(call);
  }
}

void Incident::addOutcome(unsigned device, Outcome outcome) {
  std::lock_guard lock(mutex);
  auto state = states.find(device);
  // A device that waits here leaves because of this very incident.
  if (state == states.end() || state->second.kind == State::Kind::Waiting)
    return;
  state->second.kind = outcome == Outcome::Finished ? State::Kind::Finished
                       : outcome == Outcome::Failed ? State::Kind::Failed
                                                    : State::Kind::Stopped;
}

/// Of several groups the one that comes first by its members, not by its
/// address.
const Incident::StuckGroup *Incident::findMismatch() const {
  const StuckGroup *first = nullptr;
  for (const auto &[group, stuck] : groups)
    if (stuck.difference && (!first || stuck.members < first->members))
      first = &stuck;
  return first;
}

/// The members that do not wait in the group; sorted.
std::vector<unsigned> Incident::findMissing(const StuckGroup &group) const {
  std::vector<unsigned> missing;
  for (unsigned member : group.members) {
    auto waitsIn = groups.find(states.at(member).group);
    if (waitsIn == groups.end() || &waitsIn->second != &group)
      missing.push_back(member);
  }
  llvm::sort(missing);
  return missing;
}

static std::string nameDevices(llvm::ArrayRef<unsigned> devices) {
  return (devices.size() > 1 ? "devices " : "device ") + formatDevices(devices);
}

static bool isFinished(const auto &entry) {
  using Kind = decltype(entry.second.kind);
  return entry.second.kind == Kind::Finished;
}

Incident::Kind Incident::getKind() const {
  std::lock_guard lock(mutex);
  if (findMismatch())
    return Kind::Mismatch;
  return llvm::any_of(states,
                      [](const auto &entry) { return isFinished(entry); })
             ? Kind::Missing
             : Kind::Circle;
}

std::string Incident::describeReason() const {
  if (const StuckGroup *group = findMismatch())
    return "collectives of devices " + group->name +
           " do not match: they differ in " + group->difference;
  std::vector<unsigned> finished;
  for (const auto &entry : states)
    if (isFinished(entry))
      finished.push_back(entry.first);
  if (finished.empty())
    return "devices wait for each other and none can go on";
  return nameDevices(finished) + (finished.size() > 1 ? " have" : " has") +
         " finished without reaching collectives of other devices";
}

/// The state, and who would have to come for it to end.
std::string Incident::describe(const State &state) const {
  switch (state.kind) {
  case State::Kind::Elsewhere:
    return "not here yet";
  case State::Kind::Finished:
    return "finished";
  case State::Kind::Failed:
    return "failed";
  case State::Kind::Stopped:
    return "stopped before coming here";
  case State::Kind::Waiting:
    break;
  }
  std::vector<unsigned> missing = findMissing(groups.at(state.group));
  return "waiting in " + state.call +
         (missing.empty() ? "" : ", for " + nameDevices(missing));
}

std::string Incident::str() const {
  std::lock_guard lock(mutex);
  llvm::MapVector<std::string, llvm::SmallVector<unsigned>,
                  std::map<std::string, unsigned>>
      byState;
  for (const auto &[device, state] : states)
    byState[describe(state)].push_back(device);
  std::string text = describeReason();
  llvm::SmallVector<unsigned> leftOut;
  for (const auto &[index, entry] : llvm::enumerate(byState)) {
    if (index < maxLines)
      text += "\n  " + nameDevices(entry.second) + ": " + entry.first;
    else
      llvm::append_range(leftOut, entry.second);
  }
  llvm::sort(leftOut);
  if (!leftOut.empty())
    text += "\n  and so on for " + nameDevices(leftOut);
  return text;
}

void CollectiveError::log(llvm::raw_ostream &os) const {
  os << incident->str();
}

std::error_code CollectiveError::convertToErrorCode() const {
  return std::make_error_code(std::errc::resource_deadlock_would_occur);
}
