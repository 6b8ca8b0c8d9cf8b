//===- SignatureAttrs.cpp - attributes of a function's border ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/SignatureAttrs.h"

using namespace mlir;
using namespace weft;

SignatureAttrs::SignatureAttrs(FunctionOpInterface function)
    : function(function) {
  auto orEmpty = [&](DictionaryAttr attrs) {
    return attrs ? attrs : DictionaryAttr::get(function->getContext());
  };
  for (unsigned i = 0; i != function.getNumArguments(); ++i)
    args.push_back(orEmpty(function.getArgAttrDict(i)));
  for (unsigned i = 0; i != function.getNumResults(); ++i)
    results.push_back(orEmpty(function.getResultAttrDict(i)));
}

SignatureAttrs::~SignatureAttrs() {
  if (argsChanged)
    function.setAllArgAttrs(args);
  if (resultsChanged)
    function.setAllResultAttrs(results);
}

DictionaryAttr SignatureAttrs::change(DictionaryAttr attrs, StringRef name,
                                      Attribute value) {
  if (attrs.get(name) == value)
    return attrs;
  NamedAttrList list(attrs);
  if (value)
    list.set(name, value);
  else
    list.erase(name);
  return list.getDictionary(function->getContext());
}

void SignatureAttrs::setArg(unsigned index, DictionaryAttr attrs) {
  argsChanged |= args[index] != attrs;
  args[index] = attrs;
}

void SignatureAttrs::setResult(unsigned index, DictionaryAttr attrs) {
  resultsChanged |= results[index] != attrs;
  results[index] = attrs;
}

void SignatureAttrs::setArg(unsigned index, StringRef name, Attribute value) {
  setArg(index, change(args[index], name, value));
}

void SignatureAttrs::setResult(unsigned index, StringRef name,
                               Attribute value) {
  setResult(index, change(results[index], name, value));
}
