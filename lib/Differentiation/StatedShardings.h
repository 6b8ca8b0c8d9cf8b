//===- StatedShardings.h - what a program says of an op's results *- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIFFERENTIATION_STATEDSHARDINGS_H
#define WEFT_LIB_DIFFERENTIATION_STATEDSHARDINGS_H

#include "mlir/IR/Operation.h"

namespace weft {

/// Gives `to`, which returns what `from` does and then more, the attributes of
/// `from`. Of the shardings of the results that are new nothing is said.
void copyStatements(mlir::Operation *from, mlir::Operation *to);

} // namespace weft

#endif // WEFT_LIB_DIFFERENTIATION_STATEDSHARDINGS_H
