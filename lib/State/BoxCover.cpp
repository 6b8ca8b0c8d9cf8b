//===- BoxCover.cpp - whether boxes make up an array ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimension by dimension: the ends of the boxes cut the array into slabs, and
// within a slab the boxes that lie in it must cover what is left of the
// dimensions. A grid of shards has as many boxes in all slabs together as it
// has boxes.
//
//===----------------------------------------------------------------------===//

#include "BoxCover.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace weft;
using runtime::ArrayType;
using runtime::Box;

namespace {

class CoverCheck {
public:
  CoverCheck(const ArrayType &type, size_t numBoxes)
      : type(type), patience((numBoxes + 1024) * (type.getRank() + 1) * 64) {}

  /// Whether `boxes` cover the dimensions from `dim` on. Where the slab lies in
  /// the dimensions before is in `corner`.
  Error check(size_t dim, ArrayRef<const Box *> boxes);

private:
  Error complain(const char *what);

  const ArrayType &type;
  ArrayType::Dims corner;
  /// How many boxes may yet be put into slabs.
  uint64_t patience;
};

} // namespace

Error CoverCheck::complain(const char *what) {
  corner.resize(type.getRank(), 0);
  std::string text;
  for (int64_t index : corner)
    text += (text.empty() ? "" : ",") + std::to_string(index);
  return createStringError("element [" + text + "] " + what);
}

Error CoverCheck::check(size_t dim, ArrayRef<const Box *> boxes) {
  if (boxes.empty())
    return complain("is in no tile");
  if (dim == type.getRank())
    return boxes.size() > 1 ? complain("is in several tiles")
                            : Error::success();
  SmallVector<int64_t> cuts = {0, type.getDims()[dim]};
  for (const Box *box : boxes) {
    cuts.push_back(box->offsets[dim]);
    cuts.push_back(box->offsets[dim] + box->sizes[dim]);
  }
  sort(cuts);
  cuts.erase(llvm::unique(cuts), cuts.end());
  std::vector<SmallVector<const Box *>> slabs(cuts.size() - 1);
  for (const Box *box : boxes) {
    size_t slab = lower_bound(cuts, box->offsets[dim]) - cuts.begin();
    const int64_t end = box->offsets[dim] + box->sizes[dim];
    for (; cuts[slab] < end; ++slab) {
      if (patience-- == 0)
        return createStringError("the tiles are cut too irregularly");
      slabs[slab].push_back(box);
    }
  }
  for (size_t i = 0; i < slabs.size(); ++i) {
    corner.push_back(cuts[i]);
    if (Error error = check(dim + 1, slabs[i]))
      return error;
    corner.pop_back();
  }
  return Error::success();
}

Error weft::checkBoxCover(const ArrayType &type, ArrayRef<const Box *> boxes) {
  if (type.getNumElements() == 0)
    return Error::success();
  SmallVector<const Box *> filled;
  for (const Box *box : boxes)
    if (!is_contained(box->sizes, 0))
      filled.push_back(box);
  return CoverCheck(type, filled.size()).check(0, filled);
}
