//===- StablehloTypes.cpp - types ------------------------------*- C++ -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/Stablehlo/IR/StablehloTypes.cpp.inc"

void StablehloDialect::addTypes() {
  Dialect::addTypes<
#define GET_TYPEDEF_LIST
#include "weft/Dialect/Stablehlo/IR/StablehloTypes.cpp.inc"
      >();
}

LogicalResult FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<Type> types) {
  for (Type type : types)
    if (!isa<RankedTensorType>(type))
      return emitError() << "a future holds ranked tensors, but got " << type;
  return success();
}
