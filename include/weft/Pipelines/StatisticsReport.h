//===- StatisticsReport.h - what the passes of a run counted ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PIPELINES_STATISTICSREPORT_H
#define WEFT_PIPELINES_STATISTICSREPORT_H

namespace llvm {
class raw_ostream;
} // namespace llvm
namespace mlir {
class PassManager;
} // namespace mlir

namespace weft {

/// Prints to `os` what Weft's passes counted, pass by pass in the order in
/// which they first ran, when `passes` is destroyed. Passes that run on several
/// functions at once are summed.
void reportStatistics(mlir::PassManager &passes, llvm::raw_ostream &os);

} // namespace weft

#endif // WEFT_PIPELINES_STATISTICSREPORT_H
