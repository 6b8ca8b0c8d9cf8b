//===- SpecRules.cpp - --spec-rule ------------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Driver/Program.h"
#include "weft/State/StateLayout.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;

llvm::Error weft::addSpecRules(ModuleOp module, const CommandLine &line) {
  SmallVector<Attribute> rules;
  for (const std::string &text : line.getAll("spec-rule")) {
    llvm::Expected<SpecRuleAttr> rule =
        parseSpecRule(module.getContext(), text);
    if (!rule)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "option '--spec-rule': " +
                                         llvm::toString(rule.takeError()));
    rules.push_back(*rule);
  }
  if (rules.empty() && line.has("override-specs"))
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "option '--override-specs' needs a '--spec-rule'");
  if (rules.empty())
    return llvm::Error::success();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Location location =
      NameLoc::get(builder.getStringAttr("option '--spec-rule'"));
  SpecRulesOp::create(builder, location, builder.getArrayAttr(rules),
                      line.has("override-specs"));
  return llvm::Error::success();
}
