//===- Scan.cpp - a body along a dimension ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceModels.h"
#include "Strided.h"

#include "weft/Dialect/Chlo/IR/ChloOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

/// A slice of a tensor at one place of a dimension: its sizes without that
/// dimension, and where it lies.
static View getSlice(const ArrayType &type, int64_t dim, int64_t place,
                     Dims &sizes) {
  View view = getView(type);
  view.offset = place * view.strides[dim];
  view.strides.erase(view.strides.begin() + dim);
  sizes.assign(type.getDims().begin(), type.getDims().end());
  sizes.erase(sizes.begin() + dim);
  return view;
}

namespace {
struct ScanModel : ReferenceInterface::ExternalModel<ScanModel, chlo::ScanOp> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    auto scan = cast<chlo::ScanOp>(op);
    const size_t numInputs = scan.getInputs().size();
    SmallVector<Tensor> outputs;
    for (size_t i = 0; i < scan.getOutputs().size(); ++i) {
      auto output = evaluation.allocateResult(i);
      if (!output)
        return output.takeError();
      outputs.push_back(std::move(*output));
    }
    SmallVector<Datum> carries;
    for (Datum &init : evaluation.getOperands().drop_front(numInputs))
      carries.push_back(std::move(init));
    const int64_t steps = getNumSteps(scan);
    for (int64_t i = 0; i < steps; ++i)
      if (Error error =
              runStep(scan, evaluation,
                      scan.getIsReverse().value_or(false) ? steps - 1 - i : i,
                      outputs, carries))
        return error;
    for (auto [i, output] : llvm::enumerate(outputs))
      evaluation.setResult(i, std::move(output));
    for (auto [i, carry] : llvm::enumerate(carries))
      evaluation.setResult(outputs.size() + i, std::move(carry));
    return Error::success();
  }

private:
  /// What all scanned values agree on; the body runs 0 times if there are none.
  static int64_t getNumSteps(chlo::ScanOp scan) {
    if (std::optional<uint64_t> size = scan.getScanDimSize())
      return *size;
    for (ValueRange values :
         {ValueRange(scan.getInputs()), ValueRange(scan.getOutputs())})
      if (!values.empty())
        return cast<ShapedType>(values.front().getType())
            .getDimSize(scan.getDimension());
    return 0;
  }

  static Error runStep(chlo::ScanOp scan, Evaluation &evaluation, int64_t place,
                       MutableArrayRef<Tensor> outputs,
                       SmallVectorImpl<Datum> &carries) {
    const int64_t dim = scan.getDimension();
    SmallVector<Datum> arguments;
    for (size_t i = 0; i < scan.getInputs().size(); ++i) {
      const Tensor &input = evaluation.getOperand(i);
      Dims sizes;
      View from = getSlice(input.getType(), dim, place, sizes);
      auto slice = evaluation.allocate(input.getElementType(), sizes);
      if (!slice)
        return slice.takeError();
      copyStrided(runtime::getByteWidth(input.getElementType()), sizes,
                  input.data(), from, slice->mutableData(),
                  getView(slice->getType()));
      arguments.push_back(std::move(*slice));
    }
    llvm::append_range(arguments, carries);
    carries.clear();
    auto results = evaluation.runRegion(scan.getBody(), arguments);
    if (!results)
      return results.takeError();
    for (auto [output, result] : llvm::zip(outputs, *results)) {
      const Tensor &slice = result.getTensor();
      Dims sizes;
      View to = getSlice(output.getType(), dim, place, sizes);
      copyStrided(runtime::getByteWidth(slice.getElementType()), sizes,
                  slice.data(), getView(slice.getType()), output.mutableData(),
                  to);
    }
    for (Datum &carry : MutableArrayRef(*results).drop_front(outputs.size()))
      carries.push_back(std::move(carry));
    return Error::success();
  }
};
} // namespace

void weft::reference::attachScanModels(MLIRContext &context) {
  chlo::ScanOp::attachInterface<ScanModel>(context);
}
