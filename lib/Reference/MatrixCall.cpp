//===- MatrixCall.cpp - custom calls on batches of matrices -----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixCall.h"

#include <cstring>
#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

/// LAPACK calls this about an argument that it will not take, such as a matrix
/// with a NaN, and the one it comes with ends the process. Here the routine
/// returns to its caller instead, with `info` below zero.
extern "C" void xerbla_(const char *, const int *, size_t) {}

/// The same elements with the last two dimensions exchanged.
static Expected<Tensor> exchangeLast(Evaluation &evaluation,
                                     const Tensor &tensor, size_t batchRank) {
  if (tensor.getDims().size() != batchRank + 2)
    return evaluation.makeUnique(tensor);
  Dims sizes(tensor.getDims());
  std::swap(sizes[batchRank], sizes[batchRank + 1]);
  View from = getView(tensor.getType());
  std::swap(from.strides[batchRank], from.strides[batchRank + 1]);
  Expected<Tensor> result = evaluation.allocate(tensor.getElementType(), sizes);
  if (result)
    copyStrided(runtime::getByteWidth(tensor.getElementType()), sizes,
                tensor.data(), from, result->mutableData(),
                getView(result->getType()));
  return result;
}

static ElementType getExpectedType(char kind, ElementType number) {
  using enum ElementType;
  const ElementType part = runtime::getPartType(number);
  switch (kind) {
  case 'T':
    return number;
  case 'R':
    return part;
  case 'C':
    return part == F32 ? ComplexF32 : ComplexF64;
  default:
    return I32;
  }
}

/// Checks one value against its part of the signature, "T[m,n]".
Error MatrixCall::addValue(StringRef text, Type type, ElementType number) {
  Expected<ArrayType> array = toArrayType(type);
  if (!array)
    return array.takeError();
  auto [kind, rest] = text.split('[');
  SmallVector<StringRef, 2> letters;
  rest.drop_back().split(letters, ',', -1, /*KeepEmpty=*/false);
  auto refuse = [&]() -> Error {
    return evaluation.error("type {0} does not fit; expected {1} of element "
                            "type {2} after the batch dimensions",
                            type, text,
                            runtime::getName(getExpectedType(kind[0], number)));
  };
  if (array->getElementType() != getExpectedType(kind[0], number) ||
      array->getRank() < letters.size())
    return refuse();
  ArrayRef<int64_t> dims = array->getDims();
  Dims outer(dims.drop_back(letters.size()));
  if (batch && *batch != outer)
    return refuse();
  batch = outer;
  int64_t itemSize = 1;
  for (auto [letter, size] :
       llvm::zip_equal(letters, dims.take_back(letters.size()))) {
    if (size > std::numeric_limits<int>::max() / 64)
      return evaluation.error("a size of {0} is more than LAPACK can count",
                              size);
    auto [known, isNew] = sizes.try_emplace(letter[0], static_cast<int>(size));
    if (!isNew && known->second != size)
      return refuse();
    if (sizes.contains('m') && sizes.contains('n'))
      sizes.try_emplace('k', std::min(sizes['m'], sizes['n']));
    if (sizes.contains('n'))
      sizes.try_emplace('l', std::max(0, sizes['n'] - 1));
    itemSize *= size;
  }
  // Routines ask for up to ten times as much to work in, counted by `int`.
  if (itemSize > std::numeric_limits<int>::max() / 16)
    return evaluation.error("a matrix of {0} elements is more than LAPACK can "
                            "count",
                            itemSize);
  itemSizes.push_back(itemSize);
  return Error::success();
}

Expected<MatrixCall> MatrixCall::get(Evaluation &evaluation, ElementType number,
                                     StringRef signature) {
  MatrixCall call(evaluation);
  Operation *op = evaluation.getOp();
  auto [takes, gives] = signature.split(" -> ");
  SmallVector<StringRef> operandTexts, resultTexts;
  takes.split(operandTexts, ' ');
  gives.split(resultTexts, ' ');
  if (op->getNumOperands() != operandTexts.size() ||
      op->getNumResults() != resultTexts.size())
    return evaluation.error(
        "the call has {0} operands and {1} results; expected {2} and {3}",
        op->getNumOperands(), op->getNumResults(), operandTexts.size(),
        resultTexts.size());
  for (auto [text, type] : llvm::zip(operandTexts, op->getOperandTypes()))
    if (Error error = call.addValue(text, type, number))
      return std::move(error);
  for (auto [text, type] : llvm::zip(resultTexts, op->getResultTypes()))
    if (Error error = call.addValue(text, type, number))
      return std::move(error);
  for (int64_t size : *call.batch)
    call.batchSize *= size;
  for (const Datum &operand : evaluation.getOperands()) {
    auto matrix =
        exchangeLast(evaluation, operand.getTensor(), call.batch->size());
    if (!matrix)
      return matrix.takeError();
    call.operands.push_back(std::move(*matrix));
  }
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    auto result = evaluation.allocateResult(i);
    if (!result)
      return result.takeError();
    call.results.push_back(std::move(*result));
  }
  return call;
}

void MatrixCall::copy(unsigned operand, unsigned result) {
  const size_t bytes =
      itemSizes[operand] *
      runtime::getByteWidth(operands[operand].getElementType());
  if (bytes > 0)
    std::memcpy(results[result].mutableData() + item * bytes,
                operands[operand].data() + item * bytes, bytes);
}

void MatrixCall::clear(unsigned result) {
  const size_t bytes = itemSizes[operands.size() + result] *
                       runtime::getByteWidth(results[result].getElementType());
  if (bytes > 0)
    std::memset(results[result].mutableData() + item * bytes, 0, bytes);
}

/// JAX keeps the attributes of a call beside its own configuration.
Attribute MatrixCall::getAttribute(StringRef name) const {
  auto op = cast<stablehlo::CustomCallOp>(evaluation.getOp());
  for (Attribute source :
       {op->getAttr("mhlo.backend_config"), op.getBackendConfigAttr()})
    if (auto config = dyn_cast_if_present<DictionaryAttr>(source))
      if (Attribute found = config.get(name))
        return found;
  return {};
}

Expected<char> MatrixCall::getFlag(StringRef name, StringRef allowed) const {
  auto value = dyn_cast_if_present<IntegerAttr>(getAttribute(name));
  if (value && value.getValue().getActiveBits() <= 7 &&
      allowed.contains(static_cast<char>(value.getValue().getZExtValue())))
    return static_cast<char>(value.getValue().getZExtValue());
  return evaluation.error(
      "the call needs '{0}' in its configuration, one of the letters '{1}'",
      name, allowed);
}

Expected<int> MatrixCall::getNumber(StringRef name) const {
  Attribute value = getAttribute(name);
  if (auto truth = dyn_cast_if_present<BoolAttr>(value))
    return truth.getValue();
  auto number = dyn_cast_if_present<IntegerAttr>(value);
  if (number && number.getValue().isSignedIntN(32))
    return static_cast<int>(number.getValue().getSExtValue());
  return evaluation.error(
      "the call needs the number '{0}' in its configuration", name);
}

Error MatrixCall::finish() {
  for (auto [i, result] : llvm::enumerate(results)) {
    if (result.getDims().size() != batch->size() + 2) {
      evaluation.setResult(i, std::move(result));
      continue;
    }
    // What was written by columns is the transposed matrix by rows.
    ArrayType type = result.getType();
    Dims columns(type.getDims());
    std::swap(columns[batch->size()], columns[batch->size() + 1]);
    result.setType(
        llvm::cantFail(ArrayType::get(type.getElementType(), columns)));
    auto rows = exchangeLast(evaluation, result, batch->size());
    if (!rows)
      return rows.takeError();
    evaluation.setResult(i, std::move(*rows));
  }
  return Error::success();
}
