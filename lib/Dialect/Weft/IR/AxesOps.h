//===- AxesOps.h - what the ops along axes share ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_WEFT_IR_AXESOPS_H
#define WEFT_LIB_DIALECT_WEFT_IR_AXESOPS_H

#include "weft/Dialect/Weft/IR/CollectiveOps.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"

namespace weft {

/// The mesh and the axes that an op means, for the calls that follow.
struct ResolvedAxes {
  MeshBinding binding;
  Mesh mesh;
  AxisList axes;
  int64_t count; ///< how many devices the axes have
};

/// Looks up mesh and axes, and diagnoses what is wrong with them.
mlir::FailureOr<ResolvedAxes>
resolveAndVerifyAxes(AxesOpInterface op, mlir::SymbolTableCollection *tables);

/// `verifySymbolUses` of every op along axes.
mlir::LogicalResult verifyAxesOp(AxesOpInterface op,
                                 mlir::SymbolTableCollection &tables);

/// How many devices take part in a verified op; none if that is not known.
std::optional<int64_t> getDeviceCount(AxesOpInterface op);

} // namespace weft

#endif // WEFT_LIB_DIALECT_WEFT_IR_AXESOPS_H
