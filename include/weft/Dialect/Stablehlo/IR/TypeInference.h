//===- TypeInference.h - compatible and inferred types ---------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two types are compatible when one program value may have both: static sizes
// agree, a size and a bound do not contradict each other, and the element types
// are equal or quantize the same expressed type.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_TYPEINFERENCE_H
#define WEFT_DIALECT_STABLEHLO_IR_TYPEINFERENCE_H

#include "weft/Dialect/Stablehlo/IR/Verification.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TypeRange.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft::stablehlo {

bool areCompatibleElementTypes(mlir::Type lhs, mlir::Type rhs);
bool areCompatibleShapes(mlir::RankedTensorType lhs,
                         mlir::RankedTensorType rhs);
/// Tensors, tokens, futures and tuples of them.
bool areCompatible(mlir::Type lhs, mlir::Type rhs);
bool areCompatible(mlir::TypeRange lhs, mlir::TypeRange rhs);

/// The bound of each dimension of `type`, dynamic where there is none; empty
/// when the type has no bounds at all.
llvm::ArrayRef<int64_t> getBounds(mlir::RankedTensorType type);

/// The encoding for `bounds`: null when no dimension is bounded.
mlir::Attribute encodeBounds(mlir::MLIRContext *context,
                             llvm::ArrayRef<int64_t> bounds);

/// `shape` and `bounds` (empty: none) as a tensor type.
mlir::RankedTensorType getTensorType(llvm::ArrayRef<int64_t> shape,
                                     mlir::Type elementType,
                                     llvm::ArrayRef<int64_t> bounds = {});

/// The most specific shape that all of `types` allow, with the element type of
/// the first: a static size wins over a dynamic one, a small bound over a large
/// one. Fails when two of them contradict each other.
///
///     tensor<?x4xf32>, tensor<2x?xf32>  ->  tensor<2x4xf32>
mlir::FailureOr<mlir::RankedTensorType>
inferMostSpecificType(const Reporter &report, mlir::TypeRange types);

/// The shape of the operands and result of an elementwise op agree.
mlir::LogicalResult verifySameShapes(const Reporter &report,
                                     mlir::TypeRange types);

/// Gives an op with compatible operands its result type; see
/// `Stablehlo_SameTypesOp`.
mlir::LogicalResult inferSameType(mlir::StringRef opName,
                                  std::optional<mlir::Location> loc,
                                  mlir::ValueRange operands,
                                  llvm::SmallVectorImpl<mlir::Type> &inferred);

/// All operands and results have compatible types.
mlir::LogicalResult verifySameTypes(mlir::Operation *op);

template <typename ConcreteOp>
class CompatibleOperandsAndResultType
    : public mlir::OpTrait::TraitBase<ConcreteOp,
                                      CompatibleOperandsAndResultType> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifySameTypes(op);
  }

  static mlir::LogicalResult
  inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> loc,
                   mlir::ValueRange operands, mlir::DictionaryAttr,
                   mlir::OpaqueProperties, mlir::RegionRange,
                   llvm::SmallVectorImpl<mlir::Type> &inferred) {
    return inferSameType(ConcreteOp::getOperationName(), loc, operands,
                         inferred);
  }
};

/// See `Stablehlo_PureIfStatic`.
mlir::Speculation::Speculatability
getStaticSpeculatability(mlir::Operation *op);

template <typename ConcreteOp>
class SpeculatableIfStatic
    : public mlir::OpTrait::TraitBase<ConcreteOp, SpeculatableIfStatic> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    return getStaticSpeculatability(this->getOperation());
  }
};

} // namespace weft::stablehlo

#endif // WEFT_DIALECT_STABLEHLO_IR_TYPEINFERENCE_H
