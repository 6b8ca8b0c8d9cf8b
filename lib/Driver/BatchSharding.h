//===- BatchSharding.h - data parallelism over the batch --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DRIVER_BATCHSHARDING_H
#define WEFT_LIB_DRIVER_BATCHSHARDING_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace weft {

/// Splits the first dimension of the arguments that have no sharding over the
/// axes `axes`, `data,fsdp`, or else over "data" if the mesh has it. The other
/// dimensions are left to propagation. An error is one of the command line.
llvm::Error shardBatch(mlir::FunctionOpInterface function,
                       llvm::ArrayRef<unsigned> arguments,
                       std::optional<llvm::StringRef> axes);

} // namespace weft

#endif // WEFT_LIB_DRIVER_BATCHSHARDING_H
