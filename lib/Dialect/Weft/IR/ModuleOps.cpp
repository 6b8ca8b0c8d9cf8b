//===- ModuleOps.cpp - modules, parameters, submodules ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ModuleOps.h"
#include "Directives.h"
#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Dialect/Weft/IR/SpecResolution.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// `[rule, rule]`.
template <typename RuleAttrT>
static ParseResult parseRules(OpAsmParser &parser, ArrayAttr &rules,
                              ParseResult (*parseRule)(AsmParser &,
                                                       RuleAttrT &)) {
  SmallVector<Attribute> list;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        RuleAttrT rule;
        if (parseRule(parser, rule))
          return failure();
        list.push_back(rule);
        return success();
      }))
    return failure();
  rules = parser.getBuilder().getArrayAttr(list);
  return success();
}

template <typename RuleAttrT>
static void printRules(OpAsmPrinter &printer, ArrayAttr rules,
                       void (*printRule)(AsmPrinter &, RuleAttrT)) {
  printer << "[";
  llvm::interleaveComma(rules.getAsRange<RuleAttrT>(), printer,
                        [&](RuleAttrT rule) { printRule(printer, rule); });
  printer << "]";
}

static ParseResult parseAxisRules(OpAsmParser &parser, ArrayAttr &rules) {
  return parseRules(parser, rules, parseAxisRule);
}
static void printAxisRules(OpAsmPrinter &printer, AxisRulesOp,
                           ArrayAttr rules) {
  printRules(printer, rules, printAxisRule);
}

static ParseResult parseSpecRules(OpAsmParser &parser, ArrayAttr &rules) {
  return parseRules(parser, rules, parseSpecRule);
}
static void printSpecRules(OpAsmPrinter &printer, SpecRulesOp,
                           ArrayAttr rules) {
  printRules(printer, rules, printSpecRule);
}

/// `@blocks[3]::@apply`: the number belongs to the first name.
static ParseResult parseCallee(OpAsmParser &parser, SymbolRefAttr &callee,
                               IntegerAttr &index) {
  StringAttr root;
  if (parser.parseSymbolName(root))
    return failure();
  if (succeeded(parser.parseOptionalLSquare())) {
    int64_t number;
    if (parser.parseInteger(number) || parser.parseRSquare())
      return failure();
    index = parser.getBuilder().getI64IntegerAttr(number);
  }
  SmallVector<FlatSymbolRefAttr> nested;
  while (succeeded(parser.parseOptionalColon())) {
    StringAttr name;
    if (parser.parseColon() || parser.parseSymbolName(name))
      return failure();
    nested.push_back(FlatSymbolRefAttr::get(name));
  }
  callee = SymbolRefAttr::get(root, nested);
  return success();
}

static void printCallee(OpAsmPrinter &printer, CallOp, SymbolRefAttr callee,
                        IntegerAttr index) {
  printer.printSymbolName(callee.getRootReference());
  if (index)
    printer << "[" << index.getValue() << "]";
  for (FlatSymbolRefAttr part : callee.getNestedReferences()) {
    printer << "::";
    printer.printSymbolName(part.getValue());
  }
}

//===----------------------------------------------------------------------===//
// ModuleDefOp
//===----------------------------------------------------------------------===//

Operation *ModuleDefOp::lookupMember(StringAttr name,
                                     SymbolTableCollection &symbols) {
  return symbols.lookupSymbolIn(*this, name);
}

LogicalResult ModuleDefOp::verifyRegions() {
  for (Operation &member : getBody().getOps()) {
    StringAttr name = getMemberName(&member);
    if (!name && !isa<AxisRulesOp>(member))
      return member.emitOpError("computes something in a module; put it into a "
                                "weft.method");
    if (name && name.getValue().contains('.'))
      return member.emitOpError()
             << "is called \"" << name.getValue()
             << "\", but a dot separates the parts of a path";
  }
  return success();
}

LogicalResult ModuleDefOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!getMeshAttr() || lookupOutward<MeshOp>(*this, getMeshAttr(), symbols))
    return success();
  return emitOpError() << "is on mesh " << getMeshAttr()
                       << ", which is not declared; add a weft.mesh, or leave "
                          "out `on`";
}

//===----------------------------------------------------------------------===//
// ParamOp
//===----------------------------------------------------------------------===//

void ParamOp::visitLeaves(LeafVisitor &visitor) {
  auto type = getTypeAttr() ? dyn_cast<RankedTensorType>(getType())
                            : RankedTensorType();
  if (type && type.hasStaticShape())
    visitor.leaf("", type, getInitAttr(), getSpecAttr());
}

LogicalResult ParamOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!type)
    return emitOpError() << "has type " << getType()
                         << "; a parameter is a ranked tensor";
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(elements, size, elements))
      return emitOpError() << "has type " << type
                           << ", which is more than 2^63 elements";
  return verifyLeaves(*this);
}

LogicalResult ParamOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyLeafAxes(*this, symbols);
}

//===----------------------------------------------------------------------===//
// SubmoduleOp
//===----------------------------------------------------------------------===//

void SubmoduleOp::visitLeaves(LeafVisitor &visitor) {
  if (getModuleAttr())
    visitor.submodule(getModuleAttr(), getCount());
}

LogicalResult SubmoduleOp::verify() {
  if (std::optional<int64_t> count = getCount(); count && *count < 1)
    return emitOpError() << "is repeated " << *count
                         << " times; it must be at least once";
  return success();
}

/// If `target` contains an instance of `owner`, the way from one to the other:
/// "@A -> @B -> @A".
static std::string findWayBack(ModuleDefOp owner, ModuleDefOp target,
                               SymbolTableCollection &symbols) {
  llvm::MapVector<Operation *, Operation *> cameFrom;
  SmallVector<ModuleDefOp> worklist = {target};
  cameFrom[target] = nullptr;
  while (!worklist.empty()) {
    ModuleDefOp module = worklist.pop_back_val();
    if (module == owner) {
      std::string way = "@" + owner.getSymName().str();
      for (Operation *op = cameFrom[module]; op; op = cameFrom[op])
        way = "@" + cast<ModuleDefOp>(op).getSymName().str() + " -> " + way;
      return module == target ? way
                              : "@" + owner.getSymName().str() + " -> " + way;
    }
    for (SubmoduleOp part : module.getBody().getOps<SubmoduleOp>()) {
      auto next =
          part.getModuleAttr()
              ? lookupOutward<ModuleDefOp>(part, part.getModuleAttr(), symbols)
              : ModuleDefOp();
      if (next && cameFrom.try_emplace(next, module).second)
        worklist.push_back(next);
    }
  }
  return "";
}

LogicalResult SubmoduleOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto owner = cast<ModuleDefOp>((*this)->getParentOp());
  Operation *target = lookupOutward(*this, getModuleAttr(), symbols);
  if (!target)
    return emitOpError() << "is an instance of " << getModuleAttr()
                         << ", which is not defined; add a weft.module "
                         << getModuleAttr();
  auto module = dyn_cast<ModuleDefOp>(target);
  if (!module)
    return emitOpError() << "is an instance of " << getModuleAttr()
                         << ", which is a '" << target->getName()
                         << "'; only a weft.module has instances";
  std::string way = findWayBack(owner, module, symbols);
  if (!way.empty())
    return emitOpError() << "makes module @" << owner.getSymName()
                         << " contain itself: " << way;
  MeshOp ours = lookupSpecScope(owner, symbols).mesh;
  MeshOp theirs = lookupSpecScope(module, symbols).mesh;
  if (!ours || !theirs || ours == theirs)
    return success();
  return emitOpError() << "is on mesh @" << theirs.getSymName()
                       << ", but module @" << owner.getSymName()
                       << " is on mesh @" << ours.getSymName()
                       << "; a module and its submodules share one mesh";
}

FailureOr<SmallVector<Type>>
SubmoduleOp::inferCallTypes(StringRef method, TypeRange operands,
                            function_ref<InFlightDiagnostic()> emitError,
                            SymbolTableCollection &symbols) {
  auto module =
      getModuleAttr()
          ? lookupOutward<ModuleDefOp>(*this, getModuleAttr(), symbols)
          : ModuleDefOp();
  if (!module)
    return emitError() << "submodule @" << getSymName() << " has no definition";
  auto name = StringAttr::get(getContext(), method.empty() ? "apply" : method);
  auto callee = dyn_cast_or_null<MethodOp>(module.lookupMember(name, symbols));
  if (callee && !isSound(callee))
    return failure();
  if (!callee)
    return emitError() << "module @" << module.getSymName()
                       << " has no method @" << name.getValue()
                       << ", which a call of submodule @" << getSymName()
                       << " means; add it, or call another method of it";
  return callee.inferCallTypes("", operands, emitError, symbols);
}

//===----------------------------------------------------------------------===//
// AliasOp
//===----------------------------------------------------------------------===//

LogicalResult AliasOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return resolveMember(
      *this, getTargetAttr(), [&] { return emitOpError(); }, symbols);
}

#include "weft/Dialect/Weft/IR/ModuleInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/ModuleOps.cpp.inc"

void WeftDialect::registerModuleOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/ModuleOps.cpp.inc"
      >();
}
