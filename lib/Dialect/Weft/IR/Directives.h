//===- Directives.h - assembly shared by model ops --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind `custom<...>` in the assembly formats of modules, layers
// and optimisers. The generated parsers find them by name.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_WEFT_IR_DIRECTIVES_H
#define WEFT_LIB_DIALECT_WEFT_IR_DIRECTIVES_H

#include "weft/Dialect/Weft/IR/RealNumber.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Support/Suggestion.h"

#include "mlir/IR/OpImplementation.h"

namespace weft {

inline mlir::ParseResult parseSpec(mlir::OpAsmParser &parser, SpecAttr &spec) {
  return parseSpecList(parser, spec);
}
inline void printSpec(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      SpecAttr spec) {
  printSpecList(printer, spec);
}

inline void printInitializer(mlir::OpAsmPrinter &printer, mlir::Operation *,
                             InitializerAttrInterface init) {
  init.printBare(printer);
}

inline void printSchedule(mlir::OpAsmPrinter &printer, mlir::Operation *,
                          ScheduleAttrInterface schedule) {
  schedule.printBare(printer);
}

inline mlir::ParseResult parseRealNumber(mlir::OpAsmParser &parser,
                                         mlir::FloatAttr &value) {
  return parseReal(parser, value);
}
inline void printRealNumber(mlir::OpAsmPrinter &printer, mlir::Operation *,
                            mlir::FloatAttr value) {
  printReal(printer, value);
}

/// `[3, 3]`. An optional array attribute would be parsed as any attribute.
inline mlir::ParseResult parseSizes(mlir::OpAsmParser &parser,
                                    mlir::DenseI64ArrayAttr &sizes) {
  sizes = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(
      mlir::DenseI64ArrayAttr::parse(parser, {}));
  return mlir::success(static_cast<bool>(sizes));
}
inline void printSizes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::DenseI64ArrayAttr sizes) {
  sizes.print(printer);
}

/// A keyword of an enum; an unknown one is answered with all there are.
template <typename EnumT>
mlir::ParseResult
parseEnumKeyword(mlir::AsmParser &parser, EnumT &value, llvm::StringRef what,
                 std::optional<EnumT> (*symbolize)(llvm::StringRef),
                 llvm::ArrayRef<llvm::StringRef> choices) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return mlir::failure();
  if (std::optional<EnumT> known = symbolize(keyword)) {
    value = *known;
    return mlir::success();
  }
  return parser.emitError(loc)
         << "unknown " << what << " '" << keyword << "'; expected one of "
         << listNames(choices, "", "") << didYouMean(keyword, choices);
}

} // namespace weft

#endif // WEFT_LIB_DIALECT_WEFT_IR_DIRECTIVES_H
