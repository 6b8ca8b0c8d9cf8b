//===- CommunicationInterface.h - ops that send -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_COMMUNICATIONINTERFACE_H
#define WEFT_INTERFACES_COMMUNICATIONINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace weft {

enum class CommunicationKind : uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Permute,
  Broadcast,
};

/// The word that reports use: `all_reduce`, ...
llvm::StringRef stringifyCommunicationKind(CommunicationKind kind);

/// The bytes that one device sends under ring algorithms over `count` devices,
/// given the bytes of the local operand and result.
double getWireBytes(CommunicationKind kind, int64_t count, double operandBytes,
                    double resultBytes);

} // namespace weft

#include "weft/Interfaces/CommunicationInterface.h.inc"

#endif // WEFT_INTERFACES_COMMUNICATIONINTERFACE_H
