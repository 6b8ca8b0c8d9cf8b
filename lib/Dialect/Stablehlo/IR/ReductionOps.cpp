//===- ReductionOps.cpp - reductions and normalisations ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ReductionOps.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/RegionVerification.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft::stablehlo;

#define GET_OP_CLASSES
#include "weft/Dialect/Stablehlo/IR/ReductionOps.cpp.inc"

void StablehloDialect::addReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Stablehlo/IR/ReductionOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ReduceOp: text
//===----------------------------------------------------------------------===//

/// Whether an op of this name may stand after `applies`: there is nothing to
/// say about it but its name.
static bool isSimpleReducer(OperationName name) {
  return name.getDialectNamespace() ==
             StablehloDialect::getDialectNamespace() &&
         name.hasTrait<OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<OpTrait::OneResult>() &&
         name.hasTrait<OpTrait::ZeroRegions>() &&
         name.hasTrait<OpTrait::IsCommutative>();
}

/// The op that the body applies to its two arguments and returns, if that is
/// all it does; else null.
static Operation *getSimpleReducer(ReduceOp op) {
  if (op.getInputs().size() != 1)
    return nullptr;
  Block &body = op.getBody().front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation &inner = body.front();
  auto returnOp = dyn_cast<ReturnOp>(body.back());
  auto scalar = RankedTensorType::get(
      {}, cast<ShapedType>(op.getInputs()[0].getType()).getElementType());
  auto isScalar = [&](Type type) { return type == scalar; };
  if (!isSimpleReducer(inner.getName()) || !inner.getAttrs().empty() ||
      inner.getOperand(0) != body.getArgument(0) ||
      inner.getOperand(1) != body.getArgument(1) ||
      !llvm::all_of(body.getArgumentTypes(), isScalar) ||
      !llvm::all_of(inner.getResultTypes(), isScalar) || !returnOp ||
      !returnOp->getAttrs().empty() ||
      ValueRange(returnOp.getResults()) != ValueRange(inner.getResults()))
    return nullptr;
  return &inner;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleave(
      llvm::zip_equal(getInputs(), getInitValues()), printer,
      [&](auto pair) {
        printer << std::get<0>(pair) << " init: " << std::get<1>(pair);
      },
      "), (");
  printer << ')';
  Operation *simple = getSimpleReducer(*this);
  if (simple)
    printer << " applies " << simple->getName();
  printer << " across dimensions = [";
  llvm::interleaveComma(getDimensions(), printer);
  printer << ']';
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getDimensionsAttrName().getValue()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (simple)
    return;

  printer.printNewline();
  printer << " reducer";
  size_t numInputs = getInputs().size();
  ValueRange arguments = getBody().getArguments();
  for (size_t i = 0; i < numInputs; ++i) {
    printer << (i ? " (" : "(");
    printer.printRegionArgument(cast<BlockArgument>(arguments[i]));
    printer << ", ";
    printer.printRegionArgument(cast<BlockArgument>(arguments[numInputs + i]));
    printer << ')';
  }
  printer << "  ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// Builds the body that `applies stablehlo.add` stands for.
static ParseResult buildSimpleReducer(OpAsmParser &parser, SMLoc loc,
                                      StringRef name, Type input,
                                      Location opLoc, Region &body) {
  MLIRContext *context = parser.getContext();
  std::optional<RegisteredOperationName> inner =
      RegisteredOperationName::lookup(name, context);
  if (!inner || !isSimpleReducer(*inner))
    return parser.emitError(loc, "'")
           << name << "' is no commutative stablehlo op of two operands";
  auto tensor = dyn_cast<RankedTensorType>(input);
  if (!tensor)
    return parser.emitError(loc, "the input is ")
           << input << "; it must be a ranked tensor";
  Type scalar = RankedTensorType::get({}, tensor.getElementType());
  Block &block = body.emplaceBlock();
  block.addArguments({scalar, scalar}, {opLoc, opLoc});
  // The region belongs to no op yet, so the builder must be told the context.
  OpBuilder builder(context);
  builder.setInsertionPointToEnd(&block);
  OperationState state(opLoc, *inner);
  state.addOperands(block.getArguments());
  state.addTypes(scalar);
  ReturnOp::create(builder, opLoc, builder.create(state)->getResults());
  return success();
}

/// `reducer(%a: T, %b: T) (%c: U, %d: U) { … }`: the pairs of one input each;
/// the block takes all first ones, then all second ones.
static ParseResult parseReducer(OpAsmParser &parser, size_t numInputs,
                                Region &body) {
  SmallVector<OpAsmParser::Argument> firsts, seconds;
  if (parser.parseKeyword("reducer"))
    return failure();
  for (size_t i = 0; i < numInputs; ++i)
    if (parser.parseLParen() ||
        parser.parseArgument(firsts.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(seconds.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  llvm::append_range(firsts, seconds);
  return parser.parseRegion(body, firsts);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  Location opLoc = parser.getEncodedSourceLoc(loc);
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  size_t numInputs = operands.size();
  llvm::append_range(operands, inits);

  SMLoc innerLoc;
  StringAttr innerName;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    innerLoc = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    innerName = name->getIdentifier();
    if (numInputs != 1)
      return parser.emitError(innerLoc, "'applies' is for one input, not ")
             << numInputs;
  }

  DenseI64ArrayAttr dimensions;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() || parseDenseI64Array(parser, dimensions))
    return failure();
  result.getOrAddProperties<Properties>().dimensions = dimensions;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());

  Region &body = *result.addRegion();
  if (!innerName)
    return parseReducer(parser, numInputs, body);
  // The inner ops take the location that follows the op, if one is written.
  std::optional<Location> explicitLoc;
  if (parser.parseOptionalLocationSpecifier(explicitLoc))
    return failure();
  if (explicitLoc)
    result.location = *explicitLoc;
  return buildSimpleReducer(parser, innerLoc, innerName, type.getInput(0),
                            explicitLoc.value_or(opLoc), body);
}

//===----------------------------------------------------------------------===//
// ReduceOp: checks
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::verify() {
  Reporter report(*this);
  if (getNumOperands() == 0 || getNumOperands() % 2 != 0)
    return report("has ", getNumOperands(),
                  " operands; there must be as many inputs as init values, and "
                  "at least one");
  if (getNumResults() != getInputs().size())
    return report("has ", getInputs().size(), " inputs, but ", getNumResults(),
                  " results");
  if (failed(verifySameShapes(report, getInputs().getTypes())))
    return failure();
  auto first = cast<RankedTensorType>(getInputs()[0].getType());
  if (failed(verifyDimensions(report, "dimensions", getDimensions(),
                              first.getRank())))
    return failure();

  SmallVector<Type> elements;
  for (auto [input, init] : llvm::zip_equal(getInputs(), getInitValues())) {
    elements.push_back(getElementTypeOrSelf(input));
    if (failed(verifyShape(report, "the init value", {}, init.getType())) ||
        failed(verifyElementType(report, "the init value", elements.back(),
                                 init.getType())))
      return failure();
  }
  FailureOr<SmallVector<Type>> accumulated =
      verifyReducer(report, "the body", getBody(), elements);
  if (failed(accumulated))
    return failure();

  for (auto [input, result, element] : llvm::zip_equal(
           getInputs().getTypes(), getResultTypes(), *accumulated)) {
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(cast<ShapedType>(input).getShape()))
      if (!llvm::is_contained(getDimensions(), dim))
        shape.push_back(size);
    if (failed(verifyShape(report, "the result", shape, result)) ||
        failed(verifyElementType(report, "the result", element, result)))
      return failure();
  }
  return success();
}

/// Without dimensions there is nothing to combine; the specification leaves it
/// open how often the init value is used, so never will do.
LogicalResult ReduceOp::fold(FoldAdaptor,
                             SmallVectorImpl<OpFoldResult> &results) {
  if (!getDimensions().empty() || getInputs().getTypes() != getResultTypes())
    return failure();
  llvm::append_range(results, getInputs());
  return success();
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

/// The type of the tensors that hold one number per feature, after checking
/// that all `perFeature` have it.
static FailureOr<RankedTensorType> inferPerFeatureType(const Reporter &report,
                                                       Value operand,
                                                       int64_t featureIndex,
                                                       ValueRange perFeature) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (failed(verifyDimension(report, "feature_index", featureIndex,
                             type.getRank())))
    return failure();
  int64_t size = type.getDimSize(featureIndex);
  ArrayRef<int64_t> bounds = getBounds(type);
  RankedTensorType expected =
      getTensorType(size, type.getElementType(),
                    bounds.empty() ? bounds : bounds.slice(featureIndex, 1));
  for (Value value : perFeature)
    if (!areCompatible(value.getType(), expected))
      return report("has an operand of type ", value.getType(),
                    ", but one number per feature is ", expected);
  return expected;
}

LogicalResult BatchNormTrainingOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  FailureOr<RankedTensorType> perFeature = inferPerFeatureType(
      Reporter(loc, getOperationName()), adaptor.getOperand(),
      adaptor.getFeatureIndex(), {adaptor.getScale(), adaptor.getOffset()});
  if (failed(perFeature))
    return failure();
  inferred.assign({adaptor.getOperand().getType(), *perFeature, *perFeature});
  return success();
}

LogicalResult BatchNormInferenceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  if (failed(inferPerFeatureType(Reporter(loc, getOperationName()),
                                 adaptor.getOperand(),
                                 adaptor.getFeatureIndex(),
                                 {adaptor.getScale(), adaptor.getOffset(),
                                  adaptor.getMean(), adaptor.getVariance()})))
    return failure();
  inferred.push_back(adaptor.getOperand().getType());
  return success();
}

LogicalResult
BatchNormGradOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                  Adaptor adaptor,
                                  SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  Type operand = adaptor.getOperand().getType(),
       gradient = adaptor.getGradOutput().getType();
  if (!areCompatible(operand, gradient))
    return report("the operand has type ", operand,
                  ", but its gradient has type ", gradient);
  FailureOr<RankedTensorType> perFeature = inferPerFeatureType(
      report, adaptor.getOperand(), adaptor.getFeatureIndex(),
      {adaptor.getScale(), adaptor.getMean(), adaptor.getVariance()});
  if (failed(perFeature))
    return failure();
  inferred.assign({operand, *perFeature, *perFeature});
  return success();
}
