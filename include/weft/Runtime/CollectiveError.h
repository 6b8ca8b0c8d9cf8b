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

/// Why one or more collectives can never complete, device by device. The
/// devices concerned share one object, and those that come or leave later are
/// added, so the report is complete, and the same in every run, once all have
/// stopped. Safe from any thread.
class Incident {
public:
  enum class Kind : uint8_t {
    /// The members of a group call different things.
    Mismatch,
    /// A member's program ended without the call.
    Missing,
    /// Devices wait for each other in a circle.
    Circle,
  };

  Incident(Kind kind, std::string reason)
      : kind(kind), reason(std::move(reason)) {}

  Kind getKind() const { return kind; }

  /// Takes all members of the group into the report.
  void addGroup(const Group &group);
  /// The device waits in `call`.
  void addCall(unsigned device, const Collective &call);
  void addOutcome(unsigned device, Outcome outcome);

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
  std::string describe(const State &state) const;

  const Kind kind;
  const std::string reason;
  mutable std::mutex mutex;
  std::map<unsigned, State> states;
  /// The groups' members; the groups themselves may be gone when the report is
  /// printed.
  std::map<const Group *, std::vector<unsigned>> members;
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
