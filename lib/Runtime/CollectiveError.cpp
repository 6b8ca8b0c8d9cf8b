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

void Incident::addGroup(const Group &group) {
  std::lock_guard lock(mutex);
  members[&group] = group.getDevices().vec();
  for (unsigned device : group.getDevices())
    states.try_emplace(device);
}

void Incident::addCall(unsigned device, const Collective &call) {
  std::lock_guard lock(mutex);
  states[device] = {State::Kind::Waiting, call.str(), call.group};
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

static std::string nameDevices(llvm::ArrayRef<unsigned> devices) {
  return (devices.size() > 1 ? "devices " : "device ") + formatDevices(devices);
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
  std::vector<unsigned> missing;
  if (auto found = members.find(state.group); found != members.end())
    for (unsigned member : found->second)
      if (states.at(member).group != state.group)
        missing.push_back(member);
  llvm::sort(missing);
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
  std::string text = reason;
  for (const auto &[state, devices] : byState)
    text += "\n  " + nameDevices(devices) + ": " + state;
  return text;
}

void CollectiveError::log(llvm::raw_ostream &os) const {
  os << incident->str();
}

std::error_code CollectiveError::convertToErrorCode() const {
  return std::make_error_code(std::errc::resource_deadlock_would_occur);
}
