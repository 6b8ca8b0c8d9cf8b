//===- Signature.h - what goes in and comes out -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXECUTION_SIGNATURE_H
#define WEFT_EXECUTION_SIGNATURE_H

#include "weft/Execution/ArraySource.h"
#include "weft/Execution/Placement.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <vector>

namespace weft::execution {

/// An argument or a result as the caller sees it.
struct Port {
  /// None for a token, which nobody has to give or gets.
  std::optional<Placement> placement;
  /// Arguments: what random inputs are drawn from.
  RandomRange range = {0, 0};
};

/// What a function takes and gives, and how many devices it runs on.
///
/// A function with `weft.local` is a per-shard program: types are those of one
/// device, `weft.sharding` and `weft.whole` of an argument or a result say what
/// it is a shard of. It runs on the devices of its mesh, or without a mesh on
/// `mhlo.num_partitions` times `mhlo.num_replicas` devices. Any other function
/// is a whole program and runs on one device.
struct Signature {
  std::vector<Port> arguments, results;
  unsigned numDevices = 1;
  bool isLocal = false;

  /// Reports what is wrong.
  static mlir::FailureOr<Signature> get(mlir::FunctionOpInterface function);
};

/// Whether the function is a per-shard program.
bool isLocal(mlir::FunctionOpInterface function);

} // namespace weft::execution

#endif // WEFT_EXECUTION_SIGNATURE_H
