//===- ControlFlowOps.cpp - branches and loops ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and communication with the host are in CallOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft::stablehlo;

/// `@target`; quoted where it is no identifier.
static ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

static void printCallTarget(OpAsmPrinter &printer, Operation *,
                            StringAttr target) {
  printer.printSymbolName(target.getValue());
}

/// The operands' types are the elements of the tuple.
static ParseResult parseTupleOpType(OpAsmParser &parser,
                                    SmallVectorImpl<Type> &operands,
                                    Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc, "expected a tuple type, got ") << result;
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

static void printTupleOpType(OpAsmPrinter &printer, Operation *, TypeRange,
                             Type result) {
  printer.printType(result);
}

/// `%a, %b ({ … }, { … })`; without regions also without the parentheses.
static ParseResult parseCompositeArguments(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
    SmallVectorImpl<std::unique_ptr<Region>> &regions) {
  if (parser.parseOperandList(operands))
    return failure();
  if (failed(parser.parseOptionalLParen()))
    return success();
  auto parseRegion = [&]() -> ParseResult {
    return parser.parseRegion(
        *regions.emplace_back(std::make_unique<Region>()));
  };
  return failure(parser.parseCommaSeparatedList(parseRegion) ||
                 parser.parseRParen());
}

static void printCompositeArguments(OpAsmPrinter &printer, Operation *,
                                    OperandRange operands,
                                    MutableArrayRef<Region> regions) {
  printer << operands;
  if (regions.empty())
    return;
  printer << " (";
  llvm::interleaveComma(regions, printer,
                        [&](Region &region) { printer.printRegion(region); });
  printer << ')';
}

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.cpp.inc"

void StablehloDialect::addControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ReturnOp
//===----------------------------------------------------------------------===//

MutableOperandRange ReturnOp::getMutableSuccessorOperands(RegionSuccessor) {
  // The edges of a while op carry no values; see WhileOp::getSuccessorRegions.
  if (isa_and_nonnull<WhileOp>((*this)->getParentOp()))
    return MutableOperandRange(getOperation(), /*start=*/0, /*length=*/0);
  return getResultsMutable();
}

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(
      llvm::zip_equal(getCond().getArguments(), getOperands()), printer,
      [&](auto pair) {
        printer.printOperand(std::get<0>(pair));
        printer << " = ";
        printer.printOperand(std::get<1>(pair));
      });
  printer << ')';
  if (getNumOperands() > 0) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.shadowRegionArgs(getBody(), getCond().getArguments());
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto parseAssignment = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  SmallVector<Type> types;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     parseAssignment))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(types))
    return failure();
  if (parser.resolveOperands(operands, types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  result.addTypes(types);
  for (auto [argument, type] : llvm::zip_equal(arguments, types))
    argument.type = type;
  Region &cond = *result.addRegion(), &body = *result.addRegion();
  return failure(
      parser.parseKeyword("cond") || parser.parseRegion(cond, arguments) ||
      parser.parseKeyword("do") || parser.parseRegion(body, arguments));
}

LogicalResult WhileOp::verify() {
  Reporter report(*this);
  // The text of the op gives these types once.
  auto verifySame = [&](StringRef what, TypeRange types) -> LogicalResult {
    if (types.size() != getNumOperands())
      return report("has ", getNumOperands(), " operands, but ", types.size(),
                    " ", what);
    for (auto [index, type, expected] :
         llvm::enumerate(types, getOperandTypes()))
      if (type != expected)
        return report("operand ", index, " has type ", expected,
                      ", but among the ", what, " it has type ", type);
    return success();
  };
  if (failed(verifySame("results", getResultTypes())) ||
      failed(verifySame("condition arguments", getCond().getArgumentTypes())) ||
      failed(verifySame("body arguments", getBody().getArgumentTypes())))
    return failure();
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyRegionResults(report, "the condition", getCond(), pred)))
    return failure();
  return verifyRegionResults(report, "the body", getBody(), getOperandTypes());
}

/// Enters `cond`, then goes to `do` and back until the condition is false. The
/// values of an iteration are the arguments of both regions, yet `cond` does
/// not return them, so no edge forwards values: to the analyses, arguments and
/// results may be anything.
void WhileOp::getSuccessorRegions(RegionBranchPoint point,
                                  SmallVectorImpl<RegionSuccessor> &regions) {
  Operation *terminator = point.getTerminatorPredecessorOrNull();
  if (terminator && terminator->getParentRegion() == &getCond()) {
    regions.emplace_back(&getBody());
    regions.emplace_back(getOperation(), Operation::result_range(nullptr, 0));
    return;
  }
  regions.emplace_back(&getCond());
}

//===----------------------------------------------------------------------===//
// CaseOp, IfOp
//===----------------------------------------------------------------------===//

/// Branches take nothing and return what the op returns.
static LogicalResult verifyBranches(Operation *op) {
  Reporter report(op);
  auto selector = cast<RankedTensorType>(op->getOperand(0).getType());
  if (selector.getRank() != 0)
    return report("the operand has rank ", selector.getRank(),
                  "; it must be a scalar");
  if (op->getNumRegions() == 0)
    return report("has no branches; it needs at least one");
  for (auto [index, region] : llvm::enumerate(op->getRegions())) {
    std::string what = ("branch " + Twine(index)).str();
    if (failed(verifyRegionArguments(report, what, region, {})) ||
        failed(verifyRegionResults(report, what, region, op->getResultTypes())))
      return failure();
  }
  return success();
}

/// From the op into any region, and from any region out of the op.
static void getBranchSuccessors(Operation *op, RegionBranchPoint point,
                                SmallVectorImpl<RegionSuccessor> &regions) {
  if (!point.isParent()) {
    regions.emplace_back(op, op->getResults());
    return;
  }
  for (Region &region : op->getRegions())
    regions.emplace_back(&region);
}

/// The integer that `value`, a constant or null, splats.
static std::optional<int64_t> getSplatInteger(Attribute value) {
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(value);
  if (!elements || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<APInt>().getSExtValue();
}

Region *CaseOp::getChosenBranch(Attribute selector) {
  std::optional<int64_t> index = getSplatInteger(selector);
  if (!index)
    return nullptr;
  int64_t last = (*this)->getNumRegions() - 1;
  return &(*this)->getRegion(*index < 0 || *index > last ? last : *index);
}

Region *IfOp::getChosenBranch(Attribute selector) {
  std::optional<int64_t> pred = getSplatInteger(selector);
  if (!pred)
    return nullptr;
  return *pred ? &getTrueBranch() : &getFalseBranch();
}

template <typename BranchOp>
static void getEntrySuccessors(BranchOp op, ArrayRef<Attribute> operands,
                               SmallVectorImpl<RegionSuccessor> &regions) {
  if (Region *chosen = op.getChosenBranch(operands[0]))
    regions.emplace_back(chosen);
  else
    getBranchSuccessors(op, RegionBranchPoint::parent(), regions);
}

template <typename BranchOp>
static void getBranchBounds(BranchOp op, ArrayRef<Attribute> operands,
                            SmallVectorImpl<InvocationBounds> &bounds) {
  Region *chosen = op.getChosenBranch(operands[0]);
  for (Region &region : op->getRegions())
    bounds.emplace_back(chosen == &region ? 1 : 0,
                        !chosen || chosen == &region ? 1 : 0);
}

LogicalResult CaseOp::verify() { return verifyBranches(*this); }

void CaseOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &regions) {
  getBranchSuccessors(*this, point, regions);
}

void CaseOp::getEntrySuccessorRegions(
    ArrayRef<Attribute> operands, SmallVectorImpl<RegionSuccessor> &regions) {
  getEntrySuccessors(*this, operands, regions);
}

void CaseOp::getRegionInvocationBounds(
    ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  getBranchBounds(*this, operands, bounds);
}

LogicalResult IfOp::verify() { return verifyBranches(*this); }

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &regions) {
  getBranchSuccessors(*this, point, regions);
}

void IfOp::getEntrySuccessorRegions(ArrayRef<Attribute> operands,
                                    SmallVectorImpl<RegionSuccessor> &regions) {
  getEntrySuccessors(*this, operands, regions);
}

void IfOp::getRegionInvocationBounds(
    ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  getBranchBounds(*this, operands, bounds);
}

//===----------------------------------------------------------------------===//
// MapOp
//===----------------------------------------------------------------------===//

LogicalResult MapOp::verify() {
  Reporter report(*this);
  if (getInputs().empty())
    return report("needs at least one input");
  if (failed(verifySameShapes(report, getInputs().getTypes())))
    return failure();
  auto first = cast<RankedTensorType>(getInputs()[0].getType());
  if (failed(verifyOnePerDimension(report, "dimensions", getDimensions().size(),
                                   first.getRank())))
    return failure();
  for (auto [index, dim] : llvm::enumerate(getDimensions()))
    if (dim != static_cast<int64_t>(index))
      return report("dimensions contains ", dim, " at index ", index,
                    "; all dimensions must be listed in order");

  SmallVector<Type> arguments;
  for (Type type : getInputs().getTypes())
    arguments.push_back(
        RankedTensorType::get({}, cast<ShapedType>(type).getElementType()));
  Type scalar = RankedTensorType::get({}, getType().getElementType());
  if (failed(verifyRegionArguments(report, "the computation", getComputation(),
                                   arguments)) ||
      failed(verifyRegionResults(report, "the computation", getComputation(),
                                 scalar)))
    return failure();
  return verifyShape(report, "the result", first.getShape(), getType());
}

//===----------------------------------------------------------------------===//
// SortOp
//===----------------------------------------------------------------------===//

LogicalResult SortOp::verify() {
  Reporter report(*this);
  if (getInputs().empty())
    return report("needs at least one input");
  if (getNumResults() != getInputs().size())
    return report("has ", getInputs().size(), " inputs, but ", getNumResults(),
                  " results");
  if (failed(verifySameShapes(report, getInputs().getTypes())))
    return failure();
  int64_t rank = cast<ShapedType>(getInputs()[0].getType()).getRank();
  int64_t dimension = getDimension();
  if (dimension < -rank || dimension >= rank)
    return report("dimension is ", dimension, "; for a tensor of rank ", rank,
                  " it must be at least ", -rank, " and below ", rank);
  SmallVector<Type> elements;
  for (auto [input, result] :
       llvm::zip_equal(getInputs().getTypes(), getResultTypes())) {
    if (!areCompatible(input, result))
      return report("an input has type ", input, ", but its result has type ",
                    result);
    elements.push_back(cast<ShapedType>(input).getElementType());
  }
  return verifyComparator(report, "the comparator", getComparator(), elements);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

LogicalResult OptimizationBarrierOp::verify() {
  Reporter report(*this);
  if (getNumOperands() != getNumResults())
    return report("has ", getNumOperands(), " operands, but ", getNumResults(),
                  " results");
  for (auto [index, operand, result] :
       llvm::enumerate(getOperandTypes(), getResultTypes()))
    if (operand != result)
      return report("operand ", index, " has type ", operand,
                    ", but its result has type ", result);
  return success();
}

OpFoldResult AfterAllOp::fold(FoldAdaptor) {
  return getInputs().size() == 1 ? getInputs()[0] : Value();
}
