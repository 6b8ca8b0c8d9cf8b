//===- LayerLowering.h - what the lowerings of layers share -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LAYERLOWERING_H
#define WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LAYERLOWERING_H

#include "TensorBuilder.h"
#include "weft/Dialect/Weft/IR/LayerOps.h"
#include "weft/Interfaces/LoweringInterfaces.h"

namespace weft::lowering {

/// The results of a lowered call.
using Lowered = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

/// A call of a layer that is being written out.
class LayerCall : public TensorBuilder {
public:
  LayerCall(mlir::OpBuilder &builder, mlir::Location loc,
            mlir::Operation *layer, llvm::StringRef method,
            mlir::ValueRange leaves, mlir::ValueRange operands)
      : TensorBuilder(builder, loc), layer(layer), method(method),
        leaves(leaves), operands(operands) {}

  /// Works out the type of the result. Reports whatever does not fit the layer,
  /// shapes that are not static, and element types that programs cannot compute
  /// with.
  mlir::LogicalResult infer();

  /// The parameter with the given path; null if the layer has none.
  mlir::Value leaf(llvm::StringRef path) const;
  mlir::Value operand(size_t i) const { return operands[i]; }
  mlir::ValueRange getOperands() const { return operands; }
  llvm::StringRef getMethod() const { return method; }
  mlir::RankedTensorType getResultType() const { return result; }
  mlir::Type getElementType() const { return result.getElementType(); }

private:
  mlir::Operation *layer;
  llvm::StringRef method;
  mlir::ValueRange leaves, operands;
  mlir::RankedTensorType result;
};

/// The external model of a layer whose lowering is
/// `FailureOr<Value> LowerT::lower(OpT, LayerCall &)`.
template <typename LowerT, typename OpT>
struct LayerModel
    : LayerLoweringInterface::ExternalModel<LayerModel<LowerT, OpT>, OpT> {
  Lowered lowerCall(mlir::Operation *op, mlir::OpBuilder &builder,
                    mlir::Location loc, llvm::StringRef method,
                    mlir::ValueRange leaves, mlir::ValueRange operands) const {
    LayerCall call(builder, loc, op, method, leaves, operands);
    if (mlir::failed(call.infer()))
      return mlir::failure();
    mlir::FailureOr<mlir::Value> value =
        LowerT::lower(mlir::cast<OpT>(op), call);
    if (mlir::failed(value))
      return mlir::failure();
    return llvm::SmallVector<mlir::Value>{*value};
  }
};

/// A product with a kernel over the last dimensions of `input` and the first
/// ones of `kernel`, then a bias, null if there is none: what Flax's Linear and
/// LinearGeneral compute, in elements of `element`.
mlir::Value buildLinear(TensorBuilder &builder, mlir::Value input,
                        mlir::Value kernel, mlir::Value bias,
                        int64_t numContracted, mlir::Type element);

/// Normalises the last dimension of `input`, then applies `scale` and `bias`,
/// either of which may be null. Without a mean to subtract it is that of the
/// squares only. The result has elements of `element`.
mlir::Value buildNorm(TensorBuilder &builder, mlir::Value input,
                      mlir::Value scale, mlir::Value bias, bool subtractMean,
                      double epsilon, mlir::Type element);

/// The softmax over the last dimension.
mlir::Value buildSoftmax(TensorBuilder &builder, mlir::Value logits);

} // namespace weft::lowering

#endif // WEFT_LIB_CONVERSION_WEFTTOSTABLEHLO_LAYERLOWERING_H
