//===- WeftAttrConverter.h - weft attributes as sdy attributes --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSDY_WEFTATTRCONVERTER_H
#define WEFT_LIB_CONVERSION_WEFTTOSDY_WEFTATTRCONVERTER_H

#include "weft/Dialect/Sdy/IR/SdyAttrs.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"

#include "llvm/ADT/DenseMap.h"

namespace weft {

/// Converts attributes one to one, each distinct one once. Results are null,
/// and an error was emitted on `current`, for what `sdy` cannot say.
class WeftAttrConverter {
public:
  /// The op that errors are about.
  mlir::Operation *current = nullptr;

  sdy::MeshAttr convert(MeshAttr mesh);
  sdy::TensorShardingAttr convert(ShardingAttr sharding);
  sdy::TensorShardingPerValueAttr convert(ShardingsAttr shardings);
  sdy::OpShardingRuleAttr convert(RuleAttr rule);
  sdy::AxisRefListAttr convert(AxesAttr axes);
  /// Only whole axes can be manual in `sdy`.
  sdy::ManualAxesAttr convertManualAxes(AxesAttr axes);
  /// Only sums, maxima and minima exist in `sdy`.
  mlir::FailureOr<sdy::ReductionKind> convert(ReducerKind kind);

private:
  llvm::DenseMap<mlir::Attribute, mlir::Attribute> converted;

  mlir::InFlightDiagnostic emitError();
  /// `convertNew(attribute)`, or what it gave before.
  template <typename Result, typename Attr>
  Result once(Attr attribute, Result (WeftAttrConverter::*convertNew)(Attr));

  sdy::MeshAttr convertMesh(MeshAttr mesh);
  sdy::TensorShardingAttr convertSharding(ShardingAttr sharding);
  sdy::TensorShardingPerValueAttr convertShardings(ShardingsAttr shardings);
  sdy::OpShardingRuleAttr convertRule(RuleAttr rule);
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOSDY_WEFTATTRCONVERTER_H
