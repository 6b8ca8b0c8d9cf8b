//===- CheckpointCopy.cpp - from one checkpoint to another ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/State/CheckpointCopy.h"

#include "weft/Runtime/NarrowFloat.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace weft;
using runtime::ArrayType;
using runtime::Box;
using runtime::ElementType;

/// What one slab holds at most.
static constexpr uint64_t slabBytes = uint64_t(4) << 20;

static Error visitSlabs(Box slab, const Box &box, size_t dim,
                        uint64_t maxElements,
                        function_ref<Error(const Box &)> visit) {
  if (dim == box.sizes.size())
    return visit(slab);
  uint64_t inner = 1;
  for (int64_t size : ArrayRef<int64_t>(box.sizes).drop_front(dim + 1))
    inner *= size;
  // As many rows as fit; one by one, and cut further, if not even one does.
  const int64_t step =
      std::max<int64_t>(1, maxElements / std::max(inner, uint64_t(1)));
  for (int64_t i = 0; i < box.sizes[dim]; i += step) {
    slab.offsets[dim] = box.offsets[dim] + i;
    slab.sizes[dim] = std::min(step, box.sizes[dim] - i);
    Error error = inner > maxElements
                      ? visitSlabs(slab, box, dim + 1, maxElements, visit)
                      : visit(slab);
    if (error)
      return error;
  }
  return Error::success();
}

Error weft::forEachSlab(const Box &box, uint64_t maxElements,
                        function_ref<Error(const Box &)> visit) {
  if (is_contained(box.sizes, 0))
    return Error::success();
  return visitSlabs(box, box, 0, std::max(maxElements, uint64_t(1)), visit);
}

std::vector<Box> weft::getShardBoxes(const ArrayType &type,
                                     ArrayRef<int64_t> shape) {
  std::vector<Box> boxes = {Box::whole(type)};
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    std::vector<Box> next;
    const int64_t size = type.getDims()[dim];
    for (Box &box : boxes)
      for (int64_t i = 0; i < size; i += shape[dim]) {
        box.offsets[dim] = i;
        box.sizes[dim] = std::min(shape[dim], size - i);
        next.push_back(box);
      }
    boxes = std::move(next);
  }
  return boxes;
}

/// Rounds floats to floats of another type, part by part if complex.
static std::vector<uint8_t> cast(ArrayRef<uint8_t> bytes, ElementType from,
                                 ElementType to) {
  const ElementType fromPart = getPartType(from), toPart = getPartType(to);
  const size_t count = bytes.size() / getByteWidth(fromPart);
  std::vector<double> numbers(count);
  runtime::decodeFloats(fromPart, bytes.data(), numbers.data(), count);
  std::vector<uint8_t> result(count * getByteWidth(toPart));
  runtime::encodeFloats(toPart, numbers.data(), result.data(), count);
  return result;
}

Error weft::copyTile(const CheckpointReader &reader, size_t from,
                     CheckpointWriter &writer, size_t to, const Box &box,
                     ElementType toType) {
  const CheckpointLeaf &leaf = reader.getLeaves()[from];
  const ElementType fromType = leaf.type.getElementType();
  if (fromType != toType &&
      (getClass(fromType) != getClass(toType) || isInteger(fromType)))
    return createStringError("leaf '" + leaf.path + "' of type " +
                             getName(fromType) + " cannot become " +
                             getName(toType) +
                             "; only floats are cast, to floats");
  Expected<size_t> part = writer.begin(to, box);
  if (!part)
    return part.takeError();
  const unsigned width = getByteWidth(fromType);
  return forEachSlab(box, slabBytes / width, [&](const Box &slab) -> Error {
    uint64_t elements = 1;
    for (int64_t size : slab.sizes)
      elements *= size;
    std::vector<uint8_t> bytes(elements * width);
    if (Error error = reader.read(from, slab, bytes))
      return error;
    return writer.append(*part, fromType == toType
                                    ? std::move(bytes)
                                    : cast(bytes, fromType, toType));
  });
}
