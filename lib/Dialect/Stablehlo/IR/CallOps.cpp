//===- CallOps.cpp - calls, tuples and the host -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of ControlFlowOps.td that have no control flow of their own.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/CustomCallTargets.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace weft::stablehlo;

//===----------------------------------------------------------------------===//
// TupleOp, GetTupleElementOp
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &inferred) {
  inferred.push_back(
      TupleType::get(context, llvm::to_vector(adaptor.getVal().getTypes())));
  return success();
}

LogicalResult
GetTupleElementOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                    Adaptor adaptor,
                                    SmallVectorImpl<Type> &inferred) {
  Reporter report(loc, getOperationName());
  auto tuple = cast<TupleType>(adaptor.getOperand().getType());
  int32_t index = adaptor.getIndex();
  if (index < 0 || index >= static_cast<int64_t>(tuple.size()))
    return report("index is ", index, ", but the tuple has ", tuple.size(),
                  " elements");
  inferred.push_back(tuple.getType(index));
  return success();
}

OpFoldResult GetTupleElementOp::fold(FoldAdaptor) {
  auto tuple = getOperand().getDefiningOp<TupleOp>();
  if (!tuple)
    return {};
  Value element = tuple.getVal()[getIndex()];
  return element.getType() == getType() ? element : Value();
}

//===----------------------------------------------------------------------===//
// CustomCallOp
//===----------------------------------------------------------------------===//

bool weft::stablehlo::givesOperandsBack(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Cases({"LayoutConstraint", "MoveToDevice", "MoveToHost",
              "SPMDFullToShardShape", "SPMDShardToFullShape", "Sharding",
              "annotate_device_placement", "xla.sdy.FuncResultSharding"},
             true)
      .Default(false);
}

/// A layout per type, each a permutation of the dimensions of a tensor.
static LogicalResult verifyLayouts(const Reporter &report, StringRef what,
                                   ArrayAttr layouts, TypeRange types) {
  // The layouts of a single tuple are those of its elements.
  SmallVector<Type> flat(types);
  if (flat.size() == 1)
    if (auto tuple = dyn_cast<TupleType>(flat[0]))
      flat.assign(tuple.getTypes().begin(), tuple.getTypes().end());
  if (layouts.size() != flat.size())
    return report(what, " has ", layouts.size(), " entries for ", flat.size(),
                  " values");
  for (auto [index, attr, type] : llvm::enumerate(layouts, flat)) {
    auto layout = cast<DenseIntElementsAttr>(attr);
    auto tensor = dyn_cast<RankedTensorType>(type);
    int64_t rank = tensor ? tensor.getRank() : 0;
    if (layout.getNumElements() != rank)
      return report(what, " has ", layout.getNumElements(),
                    " dimensions at index ", index, " for ", type);
    SmallVector<int64_t> dims;
    for (const APInt &dim : layout.getValues<APInt>())
      dims.push_back(dim.getSExtValue());
    if (failed(verifyPermutation(report, what, dims, rank)))
      return failure();
  }
  return success();
}

/// The type that the tuple indices lead to; null when one is out of range.
static Type walkTuple(Type type, ArrayRef<int64_t> indices) {
  for (int64_t index : indices) {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

static LogicalResult verifyAlias(const Reporter &report, CustomCallOp op,
                                 OutputOperandAliasAttr alias) {
  int64_t operandIndex = alias.getOperandIndex();
  int64_t numOperands = op.getNumOperands();
  if (operandIndex < 0 || operandIndex >= numOperands)
    return report("an alias is to operand ", operandIndex, " of ", numOperands);
  Type operand = walkTuple(op.getOperand(operandIndex).getType(),
                           alias.getOperandTupleIndices());
  // Several results count as one tuple.
  Type results = op.getNumResults() == 1
                     ? op.getResult(0).getType()
                     : TupleType::get(op.getContext(),
                                      llvm::to_vector(op.getResultTypes()));
  Type result = walkTuple(results, alias.getOutputTupleIndices());
  if (!operand || !result)
    return report("an alias leads out of the tuple of its ",
                  operand ? "results" : "operand");
  if (operand != result)
    return report("an alias is between an operand of type ", operand,
                  " and a result of type ", result);
  return success();
}

LogicalResult CustomCallOp::verify() {
  Reporter report(*this);
  if (getCallTargetName().empty())
    return report("the name of the target is empty");

  bool isTyped = getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
  if (Attribute config = getBackendConfigAttr();
      config && isa<DictionaryAttr>(config) != isTyped)
    return report("backend_config is ", config, "; with API version ",
                  static_cast<uint32_t>(getApiVersion()), " it must be a ",
                  isTyped ? "dictionary" : "string");

  if (getOperandLayouts().has_value() != getResultLayouts().has_value())
    return report("has layouts for its ",
                  getOperandLayouts() ? "operands" : "results",
                  " only; both or neither are needed");
  if (getOperandLayouts() &&
      (failed(verifyLayouts(report, "operand_layouts", *getOperandLayouts(),
                            getOperandTypes())) ||
       failed(verifyLayouts(report, "result_layouts", *getResultLayouts(),
                            getResultTypes()))))
    return failure();

  auto aliases = getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>();
  for (OutputOperandAliasAttr alias : aliases)
    if (failed(verifyAlias(report, *this, alias)))
      return failure();
  // Memory is never made by a call, only passed on.
  for (auto [index, type] : llvm::enumerate(getResultTypes())) {
    SmallVector<int64_t, 1> path;
    if (getNumResults() > 1)
      path.push_back(index);
    auto isForResult = [&](OutputOperandAliasAttr alias) {
      return alias.getOutputTupleIndices() == ArrayRef(path);
    };
    if (isa<MemRefType>(type) && llvm::none_of(aliases, isForResult))
      return report("result ", index, " is the buffer ", type,
                    ", but no alias says which operand it is");
  }
  return success();
}

LogicalResult
CustomCallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  for (auto symbol : getCalledComputations().getAsRange<FlatSymbolRefAttr>())
    if (!symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(*this,
                                                                  symbol))
      return emitOpError("calls ") << symbol << ", which is not a function";
  return success();
}

void CustomCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto isBuffer = [](Type type) { return isa<MemRefType>(type); };
  if (!getHasSideEffect() && llvm::none_of(getOperandTypes(), isBuffer))
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// CompositeOp
//===----------------------------------------------------------------------===//

/// `namespace.name`, with more dots allowed.
static bool isNamespacedName(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  auto isWord = [](StringRef part, StringRef extra) {
    return !part.empty() && llvm::all_of(part, [&](char c) {
      return llvm::isAlnum(c) || extra.contains(c);
    });
  };
  return parts.size() >= 2 && isWord(parts[0], "_") &&
         llvm::isAlpha(parts[0].front()) &&
         llvm::all_of(ArrayRef(parts).drop_front(),
                      [&](StringRef part) { return isWord(part, "_$"); });
}

LogicalResult CompositeOp::verify() {
  if (!isNamespacedName(getName()))
    return emitOpError("name \"")
           << getName() << "\" must be a namespaced name like \"my.op\"";
  return success();
}

LogicalResult
CompositeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function = symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getDecompositionAttr());
  if (!function)
    return emitOpError("is made of ")
           << getDecompositionAttr() << ", which is not a function";
  auto verifySame = [&](StringRef what, TypeRange types,
                        ArrayRef<Type> expected) -> LogicalResult {
    if (types == TypeRange(expected))
      return success();
    InFlightDiagnostic error = emitOpError("has the ")
                               << what << " types (" << types << "), but "
                               << getDecompositionAttr() << " has (" << expected
                               << ")";
    error.attachNote(function.getLoc()) << "declared here";
    return error;
  };
  if (failed(verifySame("operand", getOperandTypes(),
                        function.getArgumentTypes())))
    return failure();
  return verifySame("result", getResultTypes(), function.getResultTypes());
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

/// The results are tensors and at last a token.
static LogicalResult verifyTensorsAndToken(const Reporter &report,
                                           TypeRange results) {
  if (results.empty() || !isa<TokenType>(results.back()))
    return report("the last result must be a token");
  for (auto [index, type] : llvm::enumerate(results.drop_back()))
    if (!isa<RankedTensorType>(type))
      return report("result ", index, " is ", type,
                    "; all but the last must be tensors");
  return success();
}

/// The channel's type follows from the direction.
static LogicalResult verifyChannel(const Reporter &report,
                                   ChannelHandleAttr channel, bool isHost,
                                   int64_t hostType) {
  int64_t expected = isHost ? hostType : 1;
  if (channel.getType() == expected)
    return success();
  return report("the channel has type ", channel.getType(), "; with",
                isHost ? "" : "out", " host transfer it must be ", expected);
}

LogicalResult InfeedOp::verify() {
  Reporter report(*this);
  if (failed(verifyTensorsAndToken(report, getResultTypes())))
    return failure();
  if (!getLayout())
    return success();
  size_t numTensors = getNumResults() - 1;
  if (getLayout()->size() != numTensors)
    return report("layout has ", getLayout()->size(), " entries for ",
                  numTensors, " tensors");
  for (auto [layout, type] : llvm::zip(*getLayout(), getResultTypes())) {
    auto dims = dyn_cast<ArrayAttr>(layout);
    SmallVector<int64_t> values;
    for (Attribute dim : dims ? dims.getValue() : ArrayRef<Attribute>())
      if (auto value = dyn_cast<IntegerAttr>(dim);
          value && value.getValue().getSignificantBits() <= 64)
        values.push_back(value.getValue().getSExtValue());
    if (!dims || values.size() != dims.size())
      return report("layout contains ", layout,
                    "; it must be an array of integers");
    if (failed(verifyPermutation(report, "layout", values,
                                 cast<ShapedType>(type).getRank())))
      return failure();
  }
  return success();
}

LogicalResult SendOp::verify() {
  return verifyChannel(Reporter(*this), getChannelHandle(), getIsHostTransfer(),
                       /*hostType=*/2);
}

LogicalResult RecvOp::verify() {
  Reporter report(*this);
  if (failed(verifyChannel(report, getChannelHandle(), getIsHostTransfer(),
                           /*hostType=*/3)))
    return failure();
  return verifyTensorsAndToken(report, getResultTypes());
}
