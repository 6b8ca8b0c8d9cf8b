//===- MeshCheck.cpp - no op mixes meshes -----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Propagation/MeshCheck.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

/// Whether the layout ties its value to the axes of its mesh. Elsewhere a value
/// that every device holds whole is as good.
static bool isSplit(const Layout &layout) {
  return !layout.mesh->isMaximal() && !layout.sharding.isReplicated();
}

/// Where tensor number `index` of an op comes from.
static Location getTensorLoc(Operation *op, unsigned index) {
  return index < op->getNumOperands() ? op->getOperand(index).getLoc()
                                      : op->getLoc();
}

static InFlightDiagnostic report(const Node &node, const Layout &first,
                                 unsigned firstIndex, const Layout &second,
                                 unsigned secondIndex) {
  InFlightDiagnostic error =
      node.op->emitOpError()
      << "has tensors on two meshes, " << first.meshRef << " and "
      << second.meshRef
      << "; bring them to one with 'weft.constrain' or 'weft.reshard'";
  error.attachNote(getTensorLoc(node.op, firstIndex))
      << "this one is on " << first.meshRef;
  error.attachNote(getTensorLoc(node.op, secondIndex))
      << "this one is on " << second.meshRef;
  return error;
}

LogicalResult weft::checkMeshes(const PropagationGraph &graph,
                                const LayoutTable &layouts,
                                ArrayRef<LayoutId> current) {
  LogicalResult result = success();
  for (const Node &node : graph.getNodes()) {
    if (isa<ShardingCarrierInterface>(node.op))
      continue;
    std::optional<std::pair<const Layout *, unsigned>> first;
    for (auto [index, variable] : llvm::enumerate(graph.getTensors(node))) {
      LayoutId id = variable == noVariable ? noLayout : current[variable];
      if (id == noLayout || !isSplit(layouts[id]))
        continue;
      if (!first) {
        first.emplace(&layouts[id], index);
      } else if (first->first->mesh != layouts[id].mesh) {
        result = report(node, *first->first, first->second, layouts[id], index);
        break;
      }
    }
  }
  return result;
}
