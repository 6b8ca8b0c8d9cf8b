//===- JoinGroups.cpp - sharding groups without overlap ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardingGroups.h"
#include "ShardingRewriter.h"

#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Propagation/Passes.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace weft {
#define GEN_PASS_DEF_JOINGROUPS
#include "weft/Propagation/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The members of one group, in program order, one op each.
using Members = SmallVector<ShardingGroupOp>;

/// Groups that share a value are one. A value that is in a group twice has one
/// op too many, which is erased.
static SmallVector<Members> collectGroups(ModuleOp module) {
  SmallVector<ShardingGroupOp> ops;
  module.walk([&](ShardingGroupOp op) { ops.push_back(op); });
  llvm::EquivalenceClasses<int64_t> classes;
  llvm::DenseMap<Value, int64_t> idByValue;
  for (ShardingGroupOp op : ops) {
    int64_t id = op.getGroupId();
    classes.insert(id);
    auto [it, isNew] = idByValue.try_emplace(op.getInput(), id);
    if (!isNew)
      classes.unionSets(it->second, id);
  }
  llvm::MapVector<int64_t, Members> groups;
  for (ShardingGroupOp op : ops) {
    int64_t leader = classes.getLeaderValue(op.getGroupId());
    if (idByValue.erase(op.getInput()))
      groups[leader].push_back(op);
    else
      op.erase();
  }
  return llvm::to_vector(llvm::make_second_range(groups));
}

LogicalResult weft::checkGroupMember(ShardingGroupOp first,
                                     ShardingGroupOp other) {
  auto shape = [](ShardingGroupOp op) {
    return cast<RankedTensorType>(op.getInput().getType()).getShape();
  };
  auto refuse = [&](InFlightDiagnostic error) -> LogicalResult {
    error.attachNote(first.getLoc()) << "the first member is here";
    return error;
  };
  if (shape(first) != shape(other))
    return refuse(other.emitOpError()
                  << "puts " << other.getInput().getType()
                  << " into a group of " << first.getInput().getType()
                  << "; all members have one shape");
  if (first->getParentOfType<ManualOp>() != other->getParentOfType<ManualOp>())
    return refuse(other.emitOpError() << "is in another manual region than the "
                                         "rest of its group");
  return success();
}

/// Two members that state different shardings, if there are any.
static std::optional<std::pair<ShardingGroupOp, ShardingGroupOp>>
findConflict(const Members &members) {
  ShardingGroupOp first;
  for (ShardingGroupOp op : members) {
    ShardingAttr stated = getStatedSharding(op.getInput());
    if (!stated)
      continue;
    if (!first)
      first = op;
    else if (getStatedSharding(first.getInput()) != stated)
      return std::make_pair(first, op);
  }
  return std::nullopt;
}

/// Lets the members keep what they state, and groups open constraints behind
/// them instead.
static void moveBehindMembers(const Members &members, Attribute mesh) {
  for (ShardingGroupOp op : members) {
    OpBuilder builder(op.getContext());
    Value input = op.getInput();
    builder.setInsertionPointAfterValue(input);
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<DimShardingAttr> open(
        type.getRank(),
        DimShardingAttr::get(op.getContext(), {}, /*isOpen=*/true));
    auto constraint =
        ConstrainOp::create(builder, op.getLoc(), type, input,
                            ShardingAttr::get(op.getContext(), mesh, open));
    input.replaceAllUsesExcept(constraint.getResult(), constraint);
  }
}

/// What one member states holds for all.
static void shareStated(const Members &members) {
  ShardingAttr stated;
  for (ShardingGroupOp op : members)
    if (ShardingAttr own = getStatedSharding(op.getInput()))
      stated = own;
  for (ShardingGroupOp op : members)
    if (stated && !getStatedSharding(op.getInput()) &&
        canStateSharding(op.getInput()))
      stateSharding(op.getInput(), stated);
}

namespace {
struct JoinGroups : weft::impl::JoinGroupsBase<JoinGroups> {
  using Base::Base;

  void runOnOperation() override {
    for (auto [id, members] : llvm::enumerate(collectGroups(getOperation()))) {
      for (ShardingGroupOp op : members) {
        if (failed(checkGroupMember(members.front(), op)))
          return signalPassFailure();
        op.setGroupId(id);
      }
      settleConflict(members);
      ++numGroups;
    }
  }

  void settleConflict(const Members &members) {
    auto conflict = findConflict(members);
    if (!conflict)
      return shareStated(members);
    auto [first, second] = *conflict;
    ShardingAttr stated = getStatedSharding(first.getInput());
    InFlightDiagnostic warning =
        second.emitWarning()
        << "members of a sharding group state different shardings; the group "
           "holds for their uses only";
    warning.attachNote(first.getInput().getLoc())
        << "this member has " << stated;
    warning.attachNote(second.getInput().getLoc())
        << "this member has " << getStatedSharding(second.getInput());
    moveBehindMembers(members, stated.getMesh());
  }
};
} // namespace
