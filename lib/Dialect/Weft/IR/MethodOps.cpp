//===- MethodOps.cpp - methods, reads and calls -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Members.h"
#include "weft/Dialect/Weft/IR/MeshOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// MethodOp
//===----------------------------------------------------------------------===//

ParseResult MethodOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalKeyword("remat")))
    result.addAttribute(getRematAttrName(result.name),
                        parser.getBuilder().getUnitAttr());
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void MethodOp::print(OpAsmPrinter &printer) {
  printer << (getRemat() ? " remat " : " ");
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  function_interface_impl::printFunctionAttributes(
      printer, *this,
      {getFunctionTypeAttrName(), getArgAttrsAttrName(), getResAttrsAttrName(),
       getRematAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/true);
}

/// The methods of the same module that `method` calls. Those of submodules
/// cannot call back, since a module does not contain itself.
static SmallVector<MethodOp> listCallees(MethodOp method,
                                         SymbolTableCollection &symbols) {
  SmallVector<MethodOp> callees;
  auto module = cast<ModuleDefOp>(method->getParentOp());
  method.getBody().walk([&](Operation *op) {
    // `weft.call` and `weft.value_and_grad`.
    auto callee = op->getAttrOfType<SymbolRefAttr>("callee");
    if (callee && callee.getNestedReferences().empty())
      if (auto target = dyn_cast_or_null<MethodOp>(
              module.lookupMember(callee.getRootReference(), symbols)))
        callees.push_back(target);
  });
  return callees;
}

LogicalResult MethodOp::verifySymbolUses(SymbolTableCollection &symbols) {
  SetVector<MethodOp> reached;
  SmallVector<MethodOp> worklist = {*this};
  while (!worklist.empty())
    for (MethodOp callee : listCallees(worklist.pop_back_val(), symbols)) {
      if (callee == *this)
        return emitOpError("calls itself; a method must not be recursive");
      if (reached.insert(callee))
        worklist.push_back(callee);
    }
  return success();
}

LogicalResult MethodOp::verifyRegions() {
  Block &block = getBody().front();
  auto terminator = block.mightHaveTerminator()
                        ? dyn_cast<ReturnOp>(block.getTerminator())
                        : ReturnOp();
  if (!terminator)
    return emitOpError("must end in a weft.return");
  if (terminator.getValues().size() != getResultTypes().size())
    return terminator.emitOpError()
           << "returns " << terminator.getValues().size()
           << " values, but method @" << getSymName() << " has "
           << getResultTypes().size() << " results";
  for (auto [i, value, type] :
       llvm::enumerate(terminator.getValues(), getResultTypes()))
    if (value.getType() != type)
      return terminator.emitOpError()
             << "returns " << value.getType() << " as result " << i
             << ", but method @" << getSymName() << " returns " << type;
  return success();
}

FailureOr<SmallVector<Type>>
MethodOp::inferCallTypes(StringRef method, TypeRange operands,
                         function_ref<InFlightDiagnostic()> emitError,
                         SymbolTableCollection &) {
  if (!method.empty())
    return emitError() << "method @" << getSymName() << " has no part @"
                       << method;
  if (!getFunctionTypeAttr())
    return failure();
  ArrayRef<Type> expected = getArgumentTypes();
  if (operands.size() != expected.size())
    return emitError() << "method @" << getSymName() << " takes "
                       << expected.size() << " arguments, but the call has "
                       << operands.size();
  for (auto [i, given, wanted] : llvm::enumerate(operands, expected))
    if (given != wanted)
      return emitError() << "argument " << i << " is " << given
                         << ", but method @" << getSymName() << " takes "
                         << wanted;
  return SmallVector<Type>(getResultTypes());
}

//===----------------------------------------------------------------------===//
// GetOp, SetOp
//===----------------------------------------------------------------------===//

static LogicalResult verifyLeafUse(Operation *op, SymbolRefAttr leaf,
                                   StringRef what, Type given,
                                   SymbolTableCollection &symbols) {
  FailureOr<RankedTensorType> type =
      resolveLeaf(op, leaf, [&] { return op->emitOpError(); }, symbols);
  if (failed(type))
    return failure();
  if (*type != given)
    return op->emitOpError()
           << what << " " << leaf << " as " << given << ", but it is " << *type;
  return success();
}

LogicalResult GetOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyLeafUse(*this, getLeafAttr(), "reads", getType(), symbols);
}

LogicalResult SetOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyLeafUse(*this, getLeafAttr(), "writes", getValue().getType(),
                       symbols);
}

//===----------------------------------------------------------------------===//
// CallOp
//===----------------------------------------------------------------------===//

/// The repeated submodule that the call addresses, null if there is none.
static FailureOr<SubmoduleOp> verifyIndex(CallOp call, Member &member) {
  std::optional<int64_t> index = call.getIndex();
  if (member.repeated.empty()) {
    if (!index)
      return SubmoduleOp();
    return call.emitOpError() << "has index " << *index << ", but "
                              << call.getCalleeAttr() << " is not repeated";
  }
  SubmoduleOp repeated = member.repeated.front();
  if (member.repeated.size() > 1)
    return call.emitOpError()
           << "goes through two repeated submodules, @" << repeated.getSymName()
           << " and @" << member.repeated[1].getSymName()
           << "; call the inner one in a method of its module";
  int64_t count = *repeated.getCount();
  if (index && (*index < 0 || *index >= count))
    return call.emitOpError() << "has index " << *index << ", but submodule @"
                              << repeated.getSymName() << " is repeated "
                              << count << " times: 0 to " << count - 1;
  return repeated;
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto emitError = [&] { return emitOpError(); };
  FailureOr<Member> member =
      resolveMember(*this, getCalleeAttr(), emitError, symbols);
  if (failed(member))
    return failure();
  auto target = dyn_cast<CallTargetInterface>(member->op);
  if (!target)
    return emitOpError() << "calls " << getCalleeAttr() << ", which is a '"
                         << member->op->getName()
                         << "'; only methods, layers and submodules are "
                            "called";
  if (member->rest.size() > 1)
    return emitOpError() << "calls " << getCalleeAttr() << ", but '"
                         << member->op->getName() << "' has no parts";
  FailureOr<SubmoduleOp> repeated = verifyIndex(*this, *member);
  if (failed(repeated))
    return failure();
  FailureOr<SmallVector<Type>> types =
      target.inferCallTypes(member->rest.empty() ? "" : member->rest.front(),
                            getOperands().getTypes(), emitError, symbols);
  if (failed(types))
    return failure();
  if (getResultTypes() != TypeRange(*types)) {
    InFlightDiagnostic diag = emitOpError();
    diag << "has results (" << getResultTypes() << "), but " << getCalleeAttr()
         << " returns (" << TypeRange(*types) << ")";
    return diag;
  }
  if (!*repeated || getIndex())
    return success();
  // Each instance in turn.
  for (auto [i, type] : llvm::enumerate(*types))
    if (i >= getNumOperands() || getOperand(i).getType() != type)
      return emitOpError() << "calls each @" << repeated->getSymName()
                           << " in turn, but result " << i << " of one, "
                           << type << ", is not argument " << i
                           << " of the next; give the number of one: @"
                           << repeated->getSymName() << "[0]";
  return success();
}
