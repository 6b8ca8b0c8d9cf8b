//===- RealNumber.h - real numbers in assembly ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_REALNUMBER_H
#define WEFT_DIALECT_WEFT_IR_REALNUMBER_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace weft {

/// The f64 attribute in which hyper-parameters are kept.
mlir::FloatAttr getReal(mlir::MLIRContext *context, double value);

/// A finite number as people write it: `0.02`, `-1.5e-3`, `2`.
mlir::ParseResult parseReal(mlir::AsmParser &parser, mlir::FloatAttr &value);

/// The shortest text that reads back as the same number: `0.02`, not
/// `2.000000e-02`.
void printReal(mlir::AsmPrinter &printer, mlir::FloatAttr value);
std::string toString(mlir::FloatAttr value);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_REALNUMBER_H
