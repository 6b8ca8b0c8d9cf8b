//===- CommunicationInterface.cpp - ops that send ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Interfaces/CommunicationInterface.h"

using namespace weft;

llvm::StringRef weft::stringifyCommunicationKind(CommunicationKind kind) {
  static constexpr llvm::StringLiteral words[] = {
      "all_reduce", "all_gather", "reduce_scatter",
      "all_to_all", "permute",    "broadcast"};
  return words[unsigned(kind)];
}

double weft::getWireBytes(CommunicationKind kind, int64_t count,
                          double operandBytes, double resultBytes) {
  if (count <= 1)
    return 0;
  double others = double(count - 1) / count;
  switch (kind) {
  case CommunicationKind::AllReduce:
    return 2 * others * operandBytes;
  case CommunicationKind::AllGather:
    return others * resultBytes;
  case CommunicationKind::ReduceScatter:
  case CommunicationKind::AllToAll:
    return others * operandBytes;
  case CommunicationKind::Permute:
  case CommunicationKind::Broadcast:
    return operandBytes;
  }
  return 0;
}

#include "weft/Interfaces/CommunicationInterface.cpp.inc"
