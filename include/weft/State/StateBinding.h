//===- StateBinding.h - whether a state fits a module -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_STATE_STATEBINDING_H
#define WEFT_STATE_STATEBINDING_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// One leaf of a state, be it of a module, of a function or of a file.
struct StateEntry {
  std::string path;
  llvm::SmallVector<int64_t> shape;
  /// As MLIR writes it: `f32`.
  std::string element;

  /// `tensor<64x256xf32>`.
  std::string getType() const;
};

/// What binding a state to a module found out.
struct StateBinding {
  /// For each leaf of the module, its place in the state. Complete if there are
  /// no mismatches.
  std::vector<size_t> places;
  /// Everything that does not fit, one line each, in the order of the module,
  /// then what the state has besides:
  ///
  ///   up.kernel is missing; it is tensor<64x256xf32>
  ///   up.bias is tensor<128xf32>, but the module has tensor<256xf32>
  ///   norm.scale has elements of bf16, but the module has f32
  ///   up.kernal is no leaf of the module; did you mean up.kernel?
  std::vector<std::string> mismatches;

  /// Leaves are matched by their paths; the order does not matter.
  static StateBinding get(llvm::ArrayRef<StateEntry> module,
                          llvm::ArrayRef<StateEntry> state);
};

} // namespace weft

#endif // WEFT_STATE_STATEBINDING_H
