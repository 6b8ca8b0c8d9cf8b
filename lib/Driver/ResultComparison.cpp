//===- ResultComparison.cpp - one result, whole and in shards ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultComparison.h"

#include "Execute.h"

#include "weft/Reference/Printing.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

std::string weft::formatError(double error) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("%.3g", error);
  return text;
}

static std::string toText(const reference::Tensor &tensor, uint64_t index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  reference::printElement(os, tensor, index);
  return text;
}

/// The element of a box with a row-major index, as an index of the array that
/// the box lies in at `offsets`.
static uint64_t translate(uint64_t index, const Box &box,
                          ArrayRef<int64_t> dims) {
  uint64_t result = 0, stride = 1;
  for (size_t i = box.sizes.size(); i-- > 0;) {
    result += (index % box.sizes[i] + box.offsets[i]) * stride;
    index /= box.sizes[i];
    stride *= dims[i];
  }
  return result;
}

void weft::compareResult(unsigned result, const Session &whole,
                         const Session &sharded, const Tolerance &tolerance,
                         uint64_t seed, ResultReport &report) {
  const Placement &placement =
      *sharded.getSignature().results[result].placement;
  const reference::Tensor &wanted = whole.getResult(0, result).getTensor();
  const ArrayType &type = placement.getWhole();
  const unsigned width = runtime::getByteWidth(type.getElementType());
  const double scale =
      getScale(type.getElementType(), wanted.data(), type.getNumElements());
  report.type = type.str();
  for (unsigned device = 0; device < sharded.getSignature().numDevices;
       ++device) {
    const Box box = placement.getBox(device);
    const ArrayType::Dims zero(box.sizes.size(), 0);
    std::vector<uint8_t> got = sharded.getPart(result, device);
    std::vector<uint8_t> part(got.size());
    copyBox({box.sizes, type.getDims(), box.offsets, box.sizes, zero}, width,
            wanted.data(), part.data());
    Comparison found = compare(type.getElementType(), got.data(), part.data(),
                               got.size() / width, scale, tolerance);
    auto describe = [&](uint64_t local) {
      const uint64_t index = translate(local, box, type.getDims());
      return ComparedElement{device, formatIndex(index, type.getDims()),
                             sharded.formatElement(result, device, local),
                             toText(wanted, index)};
    };
    report.numDifferent += found.numDifferent;
    if (found.firstDifferent && !report.first)
      report.first = describe(*found.firstDifferent);
    if (found.largestError <= report.worst.largestError)
      continue;
    report.worst = found;
    report.seed = seed;
    report.largest = describe(found.largestIndex);
  }
}
