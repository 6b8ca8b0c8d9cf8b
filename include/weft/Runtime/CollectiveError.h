//===- CollectiveError.h - collectives that cannot happen -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_COLLECTIVEERROR_H
#define WEFT_RUNTIME_COLLECTIVEERROR_H

#include "weft/Runtime/Collective.h"
#include "weft/Runtime/Transport.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace weft::runtime {

/// The collectives of a run that can never complete, and what every device of
/// their groups does. There is one in a run. It is handed out as soon as the
/// first device is stuck; all that are stuck in consequence, and all that come
/// or leave later, are added. Which devices get stuck where does not depend on
/// timing, so once all have stopped the report is complete and always the same.
/// Safe from any thread.
class Incident {
public:
  enum class Kind : uint8_t {
    /// Members of a group call different things.
    Mismatch,
    /// The program of a member ended without the call.
    Missing,
    /// Devices wait for each other in a circle.
    Circle,
  };

  /// The members of the group will not all come.
  void addGroup(const Group &group);
  /// The device waits in `call`, whose group has been added.
  void addCall(unsigned device, const Collective &call);
  void addOutcome(unsigned device, Outcome outcome);

  Kind getKind() const;

  /// The reason, then one line for each set of devices in the same state.
  std::string str() const;

private:
  /// What a device of the groups does.
  struct State {
    enum class Kind : uint8_t { Elsewhere, Waiting, Finished, Failed, Stopped };
    Kind kind = Kind::Elsewhere;
    /// While waiting: the call as text, and the group it is in.
    std::string call = {};
    const Group *group = nullptr;
  };

  /// A group that cannot meet, remembered by value: the report may be printed
  /// when the transport and the callers' data are gone.
  struct StuckGroup {
    std::vector<unsigned> members;
    std::string name;
    /// The first call seen, to compare others with; only its sizes and its
    /// pairs, which are kept here, are looked at.
    std::optional<Collective> first;
    std::vector<std::pair<unsigned, unsigned>> pairs;
    /// In what calls differ.
    const char *difference = nullptr;
  };

  const StuckGroup *findMismatch() const;
  std::vector<unsigned> findMissing(const StuckGroup &group) const;
  std::string describeReason() const;
  std::string describe(const State &state) const;

  mutable std::mutex mutex;
  // All below is guarded by the mutex.
  std::map<unsigned, State> states;
  std::map<const Group *, StuckGroup> groups;
};

/// Given to every device that waits in a collective which cannot happen.
class CollectiveError : public llvm::ErrorInfo<CollectiveError> {
public:
  static char ID;

  explicit CollectiveError(std::shared_ptr<const Incident> incident)
      : incident(std::move(incident)) {}
  const Incident &getIncident() const { return *incident; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::shared_ptr<const Incident> incident;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_COLLECTIVEERROR_H
