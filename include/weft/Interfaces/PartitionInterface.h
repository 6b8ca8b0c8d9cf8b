//===- PartitionInterface.h - an op on shards -------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_PARTITIONINTERFACE_H
#define WEFT_INTERFACES_PARTITIONINTERFACE_H

#include "weft/Sharding/LayoutChoice.h"

#include "mlir/IR/OpDefinition.h"

namespace weft {
class ShardBuilder;
} // namespace weft

#include "weft/Interfaces/PartitionInterface.h.inc"

#endif // WEFT_INTERFACES_PARTITIONINTERFACE_H
