//===- LowerTraining.h - patterns of the training pass ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LOWERTRAINING_H
#define WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LOWERTRAINING_H

#include "mlir/IR/PatternMatch.h"

namespace weft {

void populateLossLoweringPatterns(mlir::RewritePatternSet &patterns);
void populateUpdateLoweringPatterns(mlir::RewritePatternSet &patterns);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LOWERTRAINING_H
