//===- SignatureTable.h - one rule for equal ops ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PROPAGATION_SIGNATURETABLE_H
#define WEFT_LIB_PROPAGATION_SIGNATURETABLE_H

#include "weft/Propagation/PropagationGraph.h"

namespace weft {

/// Finds the signature of an op. Ops of one name, properties and types share
/// one; the layers of a deep model have the same few hundred.
class SignatureTable {
public:
  SignatureTable(std::deque<Signature> &signatures, const RuleOptions &options)
      : signatures(signatures), options(options) {}

  /// The number of the op's signature, or none if it has no rule.
  std::optional<uint32_t> lookup(mlir::Operation *op);

  /// The signature of a value that flows unchanged from any of its sources.
  uint32_t lookupIdentity(mlir::RankedTensorType type, unsigned numSources);

private:
  std::optional<uint32_t> create(mlir::Operation *op);

  /// An op that stands for all with its signature.
  struct Entry {
    mlir::Operation *op;
    unsigned variant;
    std::optional<uint32_t> signature;
  };
  std::deque<Signature> &signatures;
  RuleOptions options;
  llvm::DenseMap<uint64_t, llvm::SmallVector<Entry, 1>> entries;
  llvm::DenseMap<std::pair<mlir::Type, unsigned>, uint32_t> identities;
};

} // namespace weft

#endif // WEFT_LIB_PROPAGATION_SIGNATURETABLE_H
