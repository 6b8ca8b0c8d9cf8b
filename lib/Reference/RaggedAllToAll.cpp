//===- RaggedAllToAll.cpp - an exchange of any numbers of rows --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX writes jax.lax.ragged_all_to_all as a custom call of six operands: the
// rows to send, the rows to receive into, and for each member of the group
// where its rows begin, how many these are, where they go in its own output,
// and how many come from it.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "Exchange.h"
#include "Places.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"

#include <cstring>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

static Error checkOperands(Evaluation &evaluation, unsigned groupSize) {
  auto fits = [&] {
    if (evaluation.getOperands().size() != 6 ||
        evaluation.getOp()->getNumResults() != 1)
      return false;
    for (unsigned i = 2; i < 6; ++i) {
      const Tensor &list = evaluation.getOperand(i);
      if (!runtime::isInteger(list.getElementType()) ||
          list.getDims() != ArrayRef<int64_t>(groupSize))
        return false;
    }
    const ArrayType &from = evaluation.getOperand(0).getType();
    const ArrayType &to = evaluation.getOperand(1).getType();
    Expected<ArrayType> result = evaluation.getResultType();
    if (!result) {
      llvm::consumeError(result.takeError());
      return false;
    }
    return from.getRank() > 0 && from.getRank() == to.getRank() &&
           from.getElementType() == to.getElementType() &&
           from.getDims().drop_front() == to.getDims().drop_front() &&
           *result == to;
  };
  if (fits())
    return Error::success();
  return evaluation.error("expected rows to send, rows to receive into, which "
                          "are also the result, and four lists of {0} integers",
                          groupSize);
}

/// The lists of all members, one after the other.
static Expected<Dims> gatherList(Evaluation &evaluation, Exchange &exchange,
                                 unsigned operand) {
  Expected<Tensor> own =
      readIndices(evaluation, evaluation.getOperand(operand));
  if (!own)
    return own.takeError();
  Expected<Tensor> all = exchange.allGather(*own, 0);
  if (!all)
    return all.takeError();
  return Dims(all->as<int64_t>());
}

static bool isWithin(int64_t begin, int64_t count, int64_t size) {
  return begin >= 0 && count >= 0 && begin <= size && count <= size - begin;
}

Error weft::reference::evaluateRaggedAllToAll(Evaluation &evaluation) {
  Expected<Exchange> found = findConfiguredGroup(evaluation);
  if (!found)
    return found.takeError();
  Exchange &exchange = *found;
  const int64_t size = exchange.size(), rank = exchange.getRank();
  if (Error error = checkOperands(evaluation, size))
    return error;
  Dims lists[3]; // where rows begin, how many, where they go
  for (unsigned i = 0; i < 3; ++i) {
    Expected<Dims> list = gatherList(evaluation, exchange, 2 + i);
    if (!list)
      return list.takeError();
    lists[i] = std::move(*list);
  }
  const Tensor &sent = evaluation.getOperand(0);
  const int64_t numSent = sent.getDims().front();
  Expected<Tensor> all = exchange.allGather(sent, 0);
  if (!all)
    return all.takeError();
  Expected<Tensor> result = evaluation.makeUnique(evaluation.takeOperand(1));
  if (!result)
    return result.takeError();
  const int64_t numReceived = result->getDims().front();
  size_t rowBytes = runtime::getByteWidth(result->getElementType());
  for (int64_t dim : result->getDims().drop_front())
    rowBytes *= dim;
  for (int64_t from = 0; from < size; ++from) {
    const int64_t begin = lists[0][from * size + rank],
                  count = lists[1][from * size + rank],
                  target = lists[2][from * size + rank];
    if (!isWithin(begin, count, numSent) ||
        !isWithin(target, count, numReceived))
      return evaluation.error(
          "{0} rows from row {1} of {2} do not fit at row {3} of {4}", count,
          begin, numSent, target, numReceived);
    if (count * rowBytes > 0)
      std::memcpy(result->mutableData() + target * rowBytes,
                  all->data() + (from * numSent + begin) * rowBytes,
                  count * rowBytes);
  }
  evaluation.setResult(0, std::move(*result));
  return Error::success();
}
