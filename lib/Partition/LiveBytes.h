//===- LiveBytes.h - the memory that a program needs ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is counted is what an executor needs that runs the ops in order, frees a
// value after its last use, and does what every such executor does:
//
//   - values that are computed index by index for one op that reads them so are
//     not stored, nor are constants, counters and broadcasts: they are computed
//     where they are read, if that keeps no more alive than they would take;
//   - an op that reads and writes index by index, an update of a slice, and a
//     reduction over devices write over an operand that ends there;
//   - a loop keeps its variables where they are;
//   - donated arguments are freed like other values.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PARTITION_LIVEBYTES_H
#define WEFT_LIB_PARTITION_LIVEBYTES_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {

/// The bytes of a tensor type; 0 of any other.
double getBytes(mlir::Type type);
double getBytes(mlir::TypeRange types);

/// The most bytes that a device holds at once while it runs `function` on local
/// types, arguments included.
double getPeakBytes(mlir::FunctionOpInterface function);

} // namespace weft

#endif // WEFT_LIB_PARTITION_LIVEBYTES_H
