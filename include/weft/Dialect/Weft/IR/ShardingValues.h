//===- ShardingValues.h - between attributes and values ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes are what files hold; the plain values of weft/Sharding are what
// passes compute with. These functions go from one to the other. Reading can
// fail, since an attribute knows the axes of its mesh only by name; the error
// is the text of a diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHARDINGVALUES_H
#define WEFT_DIALECT_WEFT_IR_SHARDINGVALUES_H

#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Sharding/Sharding.h"

namespace weft {

/// The mesh of an attribute. It borrows from the attribute, hence from the
/// context.
Mesh toMesh(MeshAttr mesh);

/// The axes that the user named, as written: neither merged nor checked
/// against each other.
llvm::Expected<AxisRef> resolveAxis(const Mesh &mesh, AxisRefAttr axis);
llvm::Error resolveAxes(const Mesh &mesh, llvm::ArrayRef<AxisRefAttr> axes,
                        llvm::SmallVectorImpl<AxisRef> &resolved);

/// The checked list of axes of a collective or a similar op.
llvm::Expected<AxisList> toAxisList(const Mesh &mesh,
                                    llvm::ArrayRef<AxisRefAttr> axes);

/// The checked value of a sharding on `mesh`.
llvm::Expected<Sharding> toSharding(const Mesh &mesh, ShardingAttr sharding);

/// The value of a step, whose axes are resolved but whose fit is not checked.
llvm::Expected<ReshardStep> toStep(const Mesh &mesh, StepAttr step);

AxisRefAttr toAttr(mlir::MLIRContext *context, const Mesh &mesh, AxisRef axis);
llvm::SmallVector<AxisRefAttr> toAttrs(mlir::MLIRContext *context,
                                       const Mesh &mesh,
                                       llvm::ArrayRef<AxisRef> axes);
DimShardingAttr toAttr(mlir::MLIRContext *context, const Mesh &mesh,
                       const DimSharding &dim);

/// The attribute of `sharding`, whose mesh is written as `meshRef`: a symbol,
/// or the mesh itself.
ShardingAttr toAttr(mlir::Attribute meshRef, const Mesh &mesh,
                    const Sharding &sharding);

/// The shape that a sharding of a value of this type has to fit: that of a
/// ranked tensor, nothing for scalars, tokens and the like, and none at all
/// for an unranked tensor, which fits any sharding.
std::optional<llvm::ArrayRef<int64_t>> getShardedShape(mlir::Type type);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_SHARDINGVALUES_H
