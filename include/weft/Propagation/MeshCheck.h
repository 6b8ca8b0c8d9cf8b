//===- MeshCheck.h - no op mixes meshes -------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PROPAGATION_MESHCHECK_H
#define WEFT_PROPAGATION_MESHCHECK_H

#include "weft/Propagation/PropagationGraph.h"

namespace weft {

/// Diagnoses ops whose tensors are split over axes of different meshes, with
/// notes at two of them. Constraints and reshards may go from mesh to mesh.
mlir::LogicalResult checkMeshes(const PropagationGraph &graph,
                                const LayoutTable &layouts,
                                llvm::ArrayRef<LayoutId> current);

} // namespace weft

#endif // WEFT_PROPAGATION_MESHCHECK_H
