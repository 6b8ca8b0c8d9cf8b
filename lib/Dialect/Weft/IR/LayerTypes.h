//===- LayerTypes.h - types that layers work with ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_WEFT_IR_LAYERTYPES_H
#define WEFT_LIB_DIALECT_WEFT_IR_LAYERTYPES_H

#include "weft/Dialect/Weft/IR/LayerOps.h"
#include "weft/Dialect/Weft/IR/SpecResolution.h"

#include <optional>

namespace weft {

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;
using CallTypes = mlir::FailureOr<llvm::SmallVector<mlir::Type>>;

/// A setting of a layer and its value, null if it is not given. Layers may be
/// asked before they are verified, so required ones may be null as well.
struct NamedSize {
  llvm::StringRef name;
  mlir::IntegerAttr value;
};

/// Every size must be at least 1, and the element types must be ones that a
/// layer can compute with.
mlir::LogicalResult verifySettings(mlir::Operation *op,
                                   llvm::ArrayRef<NamedSize> sizes,
                                   mlir::TypeAttr dtype,
                                   mlir::TypeAttr paramDtype);

/// The type of a parameter, f32 unless `paramDtype` is given; null if a size is
/// not positive or there are more than 2^63 elements.
mlir::RankedTensorType getLeafType(mlir::MLIRContext *context,
                                   llvm::ArrayRef<int64_t> shape,
                                   mlir::TypeAttr paramDtype);

/// Tells `visitor` the leaf, unless its type is null. Without `init` it is
/// initialised by `otherwise`.
void tellLeaf(LeafVisitor &visitor, llvm::StringRef path,
              mlir::RankedTensorType type, InitializerAttrInterface init,
              InitializerAttrInterface otherwise, SpecAttr spec);

/// The usual initialisers.
InitializerAttrInterface getZeros(mlir::MLIRContext *context);
InitializerAttrInterface getOnes(mlir::MLIRContext *context);
InitializerAttrInterface getLecunNormal(mlir::MLIRContext *context);

/// The element type of a layer's result: `dtype`, or the smallest type that
/// holds the values of both the input and the parameters.
mlir::FailureOr<mlir::Type> getResultElement(mlir::Type input,
                                             mlir::TypeAttr dtype,
                                             mlir::TypeAttr paramDtype,
                                             EmitError emitError);

/// The operand as a ranked tensor of rank at least `minRank`.
mlir::FailureOr<mlir::RankedTensorType> getTensor(mlir::TypeRange operands,
                                                  size_t index, int64_t minRank,
                                                  EmitError emitError);

/// As above, and its last dimension must have size `features`.
mlir::FailureOr<mlir::RankedTensorType> getInput(mlir::TypeRange operands,
                                                 size_t index, int64_t minRank,
                                                 int64_t features,
                                                 EmitError emitError);

/// Reports a call with another number of arguments, or of a part of the layer.
mlir::LogicalResult verifyCall(llvm::StringRef method, mlir::TypeRange operands,
                               size_t min, size_t max, EmitError emitError);

/// Whether `type` is that of a random key, `tensor<2xui32>`.
bool isKey(mlir::Type type);

} // namespace weft

#endif // WEFT_LIB_DIALECT_WEFT_IR_LAYERTYPES_H
