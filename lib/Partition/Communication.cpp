//===- Communication.cpp - which ops send -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionModels.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Interfaces/CommunicationInterface.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

namespace {

/// A collective over axes of a mesh.
template <typename Op, CommunicationKind kind>
struct AxesCommunication
    : CommunicationInterface::ExternalModel<AxesCommunication<Op, kind>, Op> {
  CommunicationKind getCommunicationKind(Operation *) const { return kind; }
  int64_t getGroupSize(Operation *op) const {
    auto along = cast<Op>(op);
    MeshBinding binding = along.getMeshAttr()
                              ? lookupMesh(op, along.getMeshAttr())
                              : lookupImpliedMesh(op);
    if (!binding)
      return 1;
    llvm::Expected<AxisList> axes =
        toAxisList(toMesh(binding.mesh), along.getAxes().getAxes());
    if (axes)
      return axes->numShards();
    llvm::consumeError(axes.takeError()); // verified with the op
    return 1;
  }
  Attribute getCommunicationAxes(Operation *op) const {
    return cast<Op>(op).getAxes();
  }
};

/// A collective whose groups of devices are listed, one in each row.
template <typename Op, CommunicationKind kind>
struct GroupCommunication
    : CommunicationInterface::ExternalModel<GroupCommunication<Op, kind>, Op> {
  CommunicationKind getCommunicationKind(Operation *) const { return kind; }
  int64_t getGroupSize(Operation *op) const {
    auto groups = op->getInherentAttr("replica_groups").value_or(Attribute());
    auto rows = dyn_cast_or_null<DenseIntElementsAttr>(groups);
    return rows && rows.getType().getRank() == 2 ? rows.getType().getDimSize(1)
                                                 : 2;
  }
};

template <CommunicationKind kind, typename... Ops>
void attachAxes(MLIRContext &context) {
  (Ops::template attachInterface<AxesCommunication<Ops, kind>>(context), ...);
}

template <CommunicationKind kind, typename... Ops>
void attachGroups(MLIRContext &context) {
  (Ops::template attachInterface<GroupCommunication<Ops, kind>>(context), ...);
}

} // namespace

void weft::attachAxesCommunication(MLIRContext &context) {
  using enum CommunicationKind;
  attachAxes<AllReduce, AllReduceOp>(context);
  attachAxes<AllGather, AllGatherOp>(context);
  attachAxes<CommunicationKind::ReduceScatter, ReduceScatterOp>(context);
  attachAxes<AllToAll, AllToAllOp>(context);
  attachAxes<Permute, PermuteOp>(context);
  attachAxes<Broadcast, BroadcastOp>(context);
}

void weft::attachGroupCommunication(MLIRContext &context) {
  using enum CommunicationKind;
  attachGroups<AllReduce, hlo::AllReduceOp>(context);
  attachGroups<AllGather, hlo::AllGatherOp>(context);
  attachGroups<CommunicationKind::ReduceScatter, hlo::ReduceScatterOp>(context);
  attachGroups<AllToAll, hlo::AllToAllOp>(context);
  attachGroups<Permute, hlo::CollectivePermuteOp>(context);
  attachGroups<Broadcast, hlo::CollectiveBroadcastOp>(context);
}
