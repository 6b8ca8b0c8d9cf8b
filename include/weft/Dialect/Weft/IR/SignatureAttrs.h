//===- SignatureAttrs.h - attributes of a function's border -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SIGNATUREATTRS_H
#define WEFT_DIALECT_WEFT_IR_SIGNATUREATTRS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace weft {

/// The attributes of a function's arguments and results while many of them
/// change. A function keeps those of all arguments in one list, which is made
/// anew whenever one of them changes: for the thousands of leaves of a model
/// that is more work than all the rest of a pass. Here the list is made once,
/// when the object goes out of scope; until then the function has the old ones.
class SignatureAttrs {
public:
  explicit SignatureAttrs(mlir::FunctionOpInterface function);
  ~SignatureAttrs();
  SignatureAttrs(const SignatureAttrs &) = delete;
  SignatureAttrs &operator=(const SignatureAttrs &) = delete;

  mlir::DictionaryAttr getArg(unsigned index) const { return args[index]; }
  mlir::DictionaryAttr getResult(unsigned index) const {
    return results[index];
  }
  void setArg(unsigned index, mlir::DictionaryAttr attrs);
  void setResult(unsigned index, mlir::DictionaryAttr attrs);

  /// Sets one attribute, or removes it if `value` is null.
  void setArg(unsigned index, llvm::StringRef name, mlir::Attribute value);
  void setResult(unsigned index, llvm::StringRef name, mlir::Attribute value);

private:
  mlir::DictionaryAttr change(mlir::DictionaryAttr attrs, llvm::StringRef name,
                              mlir::Attribute value);

  mlir::FunctionOpInterface function;
  llvm::SmallVector<mlir::DictionaryAttr> args, results;
  bool argsChanged = false, resultsChanged = false;
};

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_SIGNATUREATTRS_H
