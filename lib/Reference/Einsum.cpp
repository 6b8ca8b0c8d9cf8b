//===- Einsum.cpp - products in Einstein's notation -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each letter is an index with a size, and with a stride in every operand: the
// sum of the strides of the dimensions it stands for, so that a letter that
// occurs twice walks along the diagonal. An element of the result is the sum,
// over the letters that the result lacks, of the products of the elements.
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "ReferenceModels.h"
#include "Wide.h"

#include "weft/Dialect/Stablehlo/IR/ContractionOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {
/// The letters of the result, or those that are summed over: their sizes, and
/// their strides in the two operands.
struct Letters {
  std::string names;
  Dims sizes;
  View lhs, rhs;
};
} // namespace

/// How far apart the elements of an operand are for neighbouring values of a
/// letter; 0 if it does not occur.
static int64_t getStride(StringRef term, const Tensor &operand, char letter) {
  int64_t stride = 0;
  for (auto [name, step] :
       llvm::zip_equal(term, operand.getType().getStrides()))
    stride += name == letter ? step : 0;
  return stride;
}

static void addLetters(Letters &letters, StringRef term, const Tensor &operand,
                       StringRef except) {
  for (auto [name, size] : llvm::zip_equal(term, operand.getDims())) {
    if (except.contains(name) || StringRef(letters.names).contains(name))
      continue;
    letters.names.push_back(name);
    letters.sizes.push_back(size);
  }
}

/// result[i] = the sum over `summed` of lhs * rhs, for the i-th values of
/// `kept`.
template <typename W>
static void sumProducts(const Letters &kept, const Letters &summed,
                        const W *lhs, const W *rhs, W *result) {
  forEachIndex(kept.sizes, kept.lhs, kept.rhs, [&](int64_t a, int64_t b) {
    W sum(0);
    forEachIndex(summed.sizes, {a, summed.lhs.strides}, {b, summed.rhs.strides},
                 [&](int64_t i, int64_t j) {
                   sum = wideAdd(sum,
                                 rhs ? wideMultiply(lhs[i], rhs[j]) : lhs[i]);
                 });
    *result++ = sum;
  });
}

/// One operand or two.
static Error evaluateEinsum(Evaluation &evaluation, StringRef config) {
  if (config.contains('.'))
    return evaluation.error("the interpreter does not run an einsum with an "
                            "ellipsis: \"{0}\"",
                            config);
  auto [inputs, output] = config.split("->");
  auto [left, right] = inputs.split(',');
  left = left.trim(), right = right.trim(), output = output.trim();
  for (size_t i = 0; i < output.size(); ++i)
    if (output.drop_front(i + 1).contains(output[i]))
      return evaluation.error("the letter '{0}' occurs twice in the result of "
                              "einsum \"{1}\"",
                              output[i], config);
  Expected<ArrayType> type = evaluation.getResultType();
  if (!type)
    return type.takeError();
  const bool isBinary = evaluation.getOperands().size() == 2;
  const ElementType wideType = getWideType(evaluation, type->getElementType());
  SmallVector<Tensor, 2> wide;
  for (unsigned i = 0; i < evaluation.getOperands().size(); ++i) {
    Expected<Tensor> operand =
        widen(evaluation, evaluation.takeOperand(i), wideType);
    if (!operand)
      return operand.takeError();
    wide.push_back(std::move(*operand));
  }
  Letters kept{output.str(), Dims(type->getDims()), {}, {}}, summed;
  addLetters(summed, left, wide[0], output);
  if (isBinary)
    addLetters(summed, right, wide[1], output);
  for (Letters *letters : {&kept, &summed})
    for (char name : letters->names) {
      letters->lhs.strides.push_back(getStride(left, wide[0], name));
      letters->rhs.strides.push_back(isBinary ? getStride(right, wide[1], name)
                                              : 0);
    }
  Expected<Tensor> sums = evaluation.allocate(
      wideType, {static_cast<int64_t>(type->getNumElements())});
  if (!sums)
    return sums.takeError();
  dispatchWide(wideType, [&]<typename W>() {
    sumProducts<W>(kept, summed, wide[0].as<W>().data(),
                   isBinary ? wide[1].as<W>().data() : nullptr,
                   sums->mutableAs<W>().data());
  });
  return setNarrowResult(evaluation, 0, std::move(*sums));
}

namespace {
template <typename Op>
struct EinsumModel : ReferenceInterface::ExternalModel<EinsumModel<Op>, Op> {
  Error evaluate(Operation *op, Evaluation &evaluation) const {
    return evaluateEinsum(evaluation, cast<Op>(op).getEinsumConfig());
  }
};
} // namespace

void weft::reference::attachEinsumModels(MLIRContext &context) {
  attachModels<EinsumModel, stablehlo::EinsumOp, stablehlo::UnaryEinsumOp>(
      context);
}
