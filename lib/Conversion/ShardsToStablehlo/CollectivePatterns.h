//===- CollectivePatterns.h - collectives over replica groups ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_SHARDSTOSTABLEHLO_COLLECTIVEPATTERNS_H
#define WEFT_LIB_CONVERSION_SHARDSTOSTABLEHLO_COLLECTIVEPATTERNS_H

#include "DeviceBuilder.h"

#include "mlir/IR/PatternMatch.h"

namespace weft {

/// From weft's collectives over named axes to StableHLO's over lists of
/// devices: those that move shards, and those that combine them. `channels`
/// must outlive the patterns.
void populateMovingPatterns(mlir::RewritePatternSet &patterns,
                            ChannelCounter &channels);
void populateReducingPatterns(mlir::RewritePatternSet &patterns,
                              ChannelCounter &channels);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_SHARDSTOSTABLEHLO_COLLECTIVEPATTERNS_H
