//===- Exchange.cpp - collectives on tensors --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"

#include "Arithmetic.h"
#include "Strided.h"

#include "mlir/IR/TypeUtilities.h"

#include <cstring>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

Combiner weft::reference::getCombiner(Region &region) {
  std::optional<runtime::Reduction> reduction = matchReduction(region);
  // The transport has no order of complex numbers, but the region does.
  const bool isComplex =
      region.getNumArguments() > 0 &&
      isa<ComplexType>(getElementTypeOrSelf(region.getArgument(0).getType()));
  const bool isOrder = reduction == runtime::Reduction::Minimum ||
                       reduction == runtime::Reduction::Maximum;
  if (isComplex && isOrder)
    reduction = std::nullopt;
  return {reduction, &region};
}

static MutableArrayRef<uint8_t> getBytes(Tensor &tensor) {
  return {tensor.mutableData(), tensor.bytes().size()};
}

/// Of how many blocks a shard consists when others lie between them. Nothing is
/// one block of nothing.
static uint64_t getNumBlocks(const Tensor &tensor, int64_t dim) {
  uint64_t count = 1;
  for (int64_t size : tensor.getDims().take_front(dim))
    count *= size;
  return std::max<uint64_t>(count, 1);
}

static Dims withSize(const Tensor &tensor, int64_t dim, int64_t size) {
  Dims dims(tensor.getDims());
  dims[dim] = size;
  return dims;
}

Expected<Exchange> Exchange::create(Evaluation &evaluation,
                                    ArrayRef<unsigned> devices) {
  runtime::Device &device = evaluation.getDevice();
  auto group = device.getTransport().getGroup(devices);
  if (!group)
    return evaluation.error("{0}", llvm::toString(group.takeError()));
  std::optional<unsigned> rank = (*group)->getRank(device.getId());
  if (!rank)
    return evaluation.error("device {0} is not among the devices {1}",
                            device.getId(), (*group)->str());
  return Exchange(evaluation, *group, *rank);
}

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

Expected<Tensor> Exchange::allGather(const Tensor &input, int64_t dim) {
  Expected<Tensor> result =
      evaluation->allocate(input.getElementType(),
                           withSize(input, dim, input.getDims()[dim] * size()));
  if (!result)
    return result;
  if (Error error = getTransport().allGather(
          evaluation->getDevice(), evaluation->getCallSite(), *group,
          input.getElementType(), getNumBlocks(input, dim), input.bytes(),
          getBytes(*result)))
    return std::move(error);
  return result;
}

Expected<Tensor> Exchange::allToAll(const Tensor &input, int64_t split,
                                    int64_t concat) {
  auto layout =
      runtime::AllToAllLayout::get(input.getType(), split, concat, size());
  if (!layout)
    return evaluation->error("{0}", llvm::toString(layout.takeError()));
  Dims dims(input.getDims());
  dims[split] /= size();
  dims[concat] *= size();
  Expected<Tensor> result = evaluation->allocate(input.getElementType(), dims);
  if (!result)
    return result;
  if (Error error = getTransport().allToAll(
          evaluation->getDevice(), evaluation->getCallSite(), *group,
          input.getElementType(), *layout, input.bytes(), getBytes(*result)))
    return std::move(error);
  return result;
}

Expected<Tensor>
Exchange::permute(const Tensor &input,
                  ArrayRef<std::pair<unsigned, unsigned>> pairs) {
  Expected<Tensor> result = evaluation->allocate(input.getType());
  if (!result)
    return result;
  if (Error error = getTransport().permute(
          evaluation->getDevice(), evaluation->getCallSite(), *group,
          input.getElementType(), pairs, input.bytes(), getBytes(*result)))
    return std::move(error);
  return result;
}

Expected<Tensor> Exchange::broadcast(const Tensor &input, unsigned root) {
  Expected<Tensor> result = evaluation->allocate(input.getType());
  if (!result)
    return result;
  if (Error error = getTransport().broadcast(
          evaluation->getDevice(), evaluation->getCallSite(), *group,
          input.getElementType(), root, input.bytes(), getBytes(*result)))
    return std::move(error);
  return result;
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

Expected<Tensor> Exchange::allReduceByOp(const Tensor &input,
                                         runtime::Reduction reduction) {
  auto function = runtime::getReduceFunction(reduction, input.getElementType());
  if (!function)
    return evaluation->error("{0}", llvm::toString(function.takeError()));
  Expected<Tensor> result = evaluation->allocate(input.getType());
  if (!result)
    return result;
  runtime::BuiltinReducer reducer(*function);
  if (Error error = getTransport().allReduce(
          evaluation->getDevice(), evaluation->getCallSite(), *group,
          input.getElementType(), input.bytes(), getBytes(*result), reducer))
    return std::move(error);
  return result;
}

/// A region is run by every member for itself, on what all have: nothing of a
/// member's frame is then touched by another's thread.
Expected<SmallVector<Tensor, 2>> Exchange::allReduce(ArrayRef<Tensor> inputs,
                                                     const Combiner &combiner) {
  SmallVector<Tensor, 2> results;
  if (combiner.reduction) {
    for (const Tensor &input : inputs) {
      Expected<Tensor> result = allReduceByOp(input, *combiner.reduction);
      if (!result)
        return result.takeError();
      results.push_back(std::move(*result));
    }
    return results;
  }
  SmallVector<Tensor, 2> all;
  for (Tensor input : inputs) {
    const auto count = static_cast<int64_t>(input.getNumElements());
    input.setType(
        llvm::cantFail(ArrayType::get(input.getElementType(), {1, count})));
    Expected<Tensor> gathered = allGather(input, 0);
    if (!gathered)
      return gathered.takeError();
    all.push_back(std::move(*gathered));
  }
  for (unsigned member = 0; member < size(); ++member) {
    SmallVector<Tensor, 4> arguments(results.begin(), results.end());
    for (const Tensor &gathered : all) {
      Expected<Tensor> row = cutOrPad(*evaluation, gathered, 0, member, 1);
      if (!row)
        return row.takeError();
      row->setType(llvm::cantFail(
          ArrayType::get(gathered.getElementType(), {gathered.getDims()[1]})));
      arguments.push_back(std::move(*row));
    }
    if (member == 0) {
      results.assign(arguments.begin(), arguments.end());
      continue;
    }
    auto combined = evaluation->runLanes(*combiner.region, arguments);
    if (!combined)
      return combined.takeError();
    results = std::move(*combined);
  }
  for (auto [result, input] : llvm::zip_equal(results, inputs)) {
    Expected<Tensor> expanded =
        evaluation->expandLanes(std::move(result), input.getNumElements());
    if (!expanded)
      return expanded.takeError();
    result = std::move(*expanded);
    result.setType(input.getType());
  }
  return results;
}

Expected<Tensor> Exchange::reduceScatter(const Tensor &input, int64_t dim,
                                         const Combiner &combiner) {
  const int64_t part = input.getDims()[dim] / size();
  if (!combiner.reduction) {
    auto whole = allReduce(input, combiner);
    if (!whole)
      return whole.takeError();
    return cutOrPad(*evaluation, std::move(whole->front()), dim, rank * part,
                    part);
  }
  auto function =
      runtime::getReduceFunction(*combiner.reduction, input.getElementType());
  if (!function)
    return evaluation->error("{0}", llvm::toString(function.takeError()));
  Expected<Tensor> result =
      evaluation->allocate(input.getElementType(), withSize(input, dim, part));
  if (!result)
    return result;
  runtime::BuiltinReducer reducer(*function);
  if (Error error = getTransport().reduceScatter(
          evaluation->getDevice(), evaluation->getCallSite(), *group,
          input.getElementType(), getNumBlocks(input, dim), input.bytes(),
          getBytes(*result), reducer))
    return std::move(error);
  return result;
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

Expected<Tensor> weft::reference::cutOrPad(Evaluation &evaluation, Tensor input,
                                           int64_t dim, int64_t offset,
                                           int64_t size) {
  const int64_t have = input.getDims()[dim];
  if (offset == 0 && size == have)
    return input;
  Dims dims = withSize(input, dim, size);
  Expected<Tensor> result = evaluation.allocate(input.getElementType(), dims);
  if (!result)
    return result;
  const int64_t real = std::clamp<int64_t>(have - offset, 0, size);
  if (real < size) {
    std::memset(result->mutableData(), 0xff, result->bytes().size());
    runtime::normalizeStorage(input.getElementType(), getBytes(*result));
  }
  View from = getView(input.getType());
  from.offset = offset * (real > 0 ? from.strides[dim] : 0);
  dims[dim] = real;
  copyStrided(runtime::getByteWidth(input.getElementType()), dims, input.data(),
              from, result->mutableData(), getView(result->getType()));
  return result;
}
