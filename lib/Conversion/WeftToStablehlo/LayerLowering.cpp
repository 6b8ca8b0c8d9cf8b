//===- LayerLowering.cpp - what the lowerings of layers share ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerLowering.h"

#include "weft/Dialect/Stablehlo/IR/ElementTypes.h"

using namespace mlir;
using namespace weft;
using namespace weft::lowering;

/// Whether sums and products can be computed: most floats and complex numbers,
/// but not those whose format lacks a zero or a sign.
static bool canCompute(Type element) {
  if (stablehlo::isComplexType(element))
    return true;
  auto real = dyn_cast<FloatType>(element);
  return real && stablehlo::isFloatType(element) &&
         llvm::APFloat::semanticsHasZero(real.getFloatSemantics()) &&
         llvm::APFloat::semanticsHasSignedRepr(real.getFloatSemantics());
}

LogicalResult LayerCall::infer() {
  SymbolTableCollection symbols;
  FailureOr<SmallVector<Type>> types =
      cast<CallTargetInterface>(layer).inferCallTypes(
          method, operands.getTypes(),
          [&] { return mlir::emitError(getLoc()); }, symbols);
  if (failed(types))
    return failure();
  result = cast<RankedTensorType>(types->front());
  SmallVector<Type> shaped(operands.getTypes());
  shaped.push_back(result);
  for (Type type : shaped)
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return mlir::emitError(getLoc())
             << "a call of '" << layer->getName() << "' has a tensor of type "
             << type << ", but layers are lowered for static shapes only";
  SmallVector<Type> computed(leaves.getTypes());
  computed.push_back(result);
  for (Type type : computed)
    if (Type element = cast<RankedTensorType>(type).getElementType();
        !canCompute(element))
      return mlir::emitError(getLoc())
             << "'" << layer->getName() << "' cannot compute with elements of "
             << "type " << element;
  return success();
}

namespace {
/// Finds the number of a leaf among those of one layer.
class LeafFinder final : public LeafVisitor {
public:
  explicit LeafFinder(StringRef path) : path(path) {}

  void leaf(StringRef told, RankedTensorType, InitializerAttrInterface,
            SpecAttr) override {
    if (told == path)
      found = count;
    ++count;
  }
  void submodule(SymbolRefAttr, std::optional<int64_t>) override {}
  void mirror(StringRef, SymbolRefAttr, Type, DictionaryAttr) override {}

  StringRef path;
  size_t count = 0;
  std::optional<size_t> found;
};
} // namespace

Value LayerCall::leaf(StringRef path) const {
  LeafFinder finder(path);
  cast<ParameterProviderInterface>(layer).visitLeaves(finder);
  return finder.found ? leaves[*finder.found] : Value();
}
