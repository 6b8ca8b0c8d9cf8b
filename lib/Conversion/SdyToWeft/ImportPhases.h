//===- ImportPhases.h - the phases of weft-import-sdy -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs carry shardings in three ways. The first two phases turn the older
// ways into the `sdy` dialect, the last one turns that into `weft`. Each phase
// is one walk and leaves a module that verifies.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_SDYTOWEFT_IMPORTPHASES_H
#define WEFT_LIB_CONVERSION_SDYTOWEFT_IMPORTPHASES_H

#include "mlir/IR/BuiltinOps.h"

namespace weft {

/// Reads what Shardy writes for a trip through HLO: `xla.sdy.*` strings in
/// `mhlo.frontend_attributes`, and `xla.sdy.*` custom calls.
mlir::LogicalResult importFrontendAttributes(mlir::ModuleOp module);

/// Reads the strings of `mhlo.sharding`, and the custom calls that go with
/// them. Those without an equivalent stay, with a warning.
mlir::LogicalResult importHloShardings(mlir::ModuleOp module);

/// Turns `sdy` ops and attributes into `weft` ones, one to one.
mlir::LogicalResult convertSdyToWeft(mlir::ModuleOp module);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_SDYTOWEFT_IMPORTPHASES_H
