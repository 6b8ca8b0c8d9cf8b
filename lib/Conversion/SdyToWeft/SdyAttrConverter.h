//===- SdyAttrConverter.h - sdy attributes as weft attributes ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_SDYTOWEFT_SDYATTRCONVERTER_H
#define WEFT_LIB_CONVERSION_SDYTOWEFT_SDYATTRCONVERTER_H

#include "weft/Dialect/Sdy/IR/SdyAttrs.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "llvm/ADT/DenseMap.h"

namespace weft {

/// Converts attributes one to one. A module has few distinct shardings on many
/// values, so each is converted once and remembered.
///
/// Results are null, and an error was emitted on `current`, for what `weft`
/// cannot say; verified `sdy` has nothing of the kind but the extremes.
class SdyAttrConverter {
public:
  /// The op that errors are about.
  mlir::Operation *current = nullptr;

  MeshAttr convert(sdy::MeshAttr mesh);
  ShardingAttr convert(sdy::TensorShardingAttr sharding);
  ShardingsAttr convert(sdy::TensorShardingPerValueAttr shardings);
  RuleAttr convert(sdy::OpShardingRuleAttr rule);
  AxesAttr convert(sdy::ManualAxesAttr axes);
  AxesAttr convert(sdy::AxisRefListAttr axes);

  /// The axes of a list as they are, or nothing and an error.
  mlir::LogicalResult convert(llvm::ArrayRef<sdy::AxisRefAttr> axes,
                              llvm::SmallVectorImpl<AxisRefAttr> &result);

private:
  llvm::DenseMap<mlir::Attribute, mlir::Attribute> converted;

  mlir::InFlightDiagnostic emitError();
  /// `convertNew(attribute)`, or what it gave before.
  template <typename Result, typename Attr>
  Result once(Attr attribute, Result (SdyAttrConverter::*convertNew)(Attr));

  MeshAttr convertMesh(sdy::MeshAttr mesh);
  AxisRefAttr convertAxis(sdy::AxisRefAttr axis);
  DimShardingAttr convertDim(sdy::DimensionShardingAttr dim);
  ShardingAttr convertSharding(sdy::TensorShardingAttr sharding);
  ShardingsAttr convertShardings(sdy::TensorShardingPerValueAttr shardings);
  RuleAttr convertRule(sdy::OpShardingRuleAttr rule);
};

/// The reducer with the same meaning.
ReducerKind convertReduction(sdy::ReductionKind kind);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_SDYTOWEFT_SDYATTRCONVERTER_H
