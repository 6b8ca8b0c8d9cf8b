//===- Exchange.h - collectives on tensors ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the collectives of weft and of StableHLO have in common once it is known
// which devices take part: tensors in, tensors out, along any dimension and
// with any reducer.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_EXCHANGE_H
#define WEFT_LIB_REFERENCE_EXCHANGE_H

#include "weft/Reference/Evaluation.h"
#include "weft/Runtime/Reduction.h"

namespace weft::reference {

/// How values are combined: a usual reduction, or a region over scalars whose
/// first arguments are the left values and whose last are the right ones.
struct Combiner {
  std::optional<runtime::Reduction> reduction;
  mlir::Region *region = nullptr;
};

/// The combiner of a region, recognised if it is a usual reduction.
Combiner getCombiner(mlir::Region &region);

/// One op's exchange among a group of devices, this one included.
class Exchange {
public:
  /// Fails if `devices` do not exist or do not include this one.
  static llvm::Expected<Exchange> create(Evaluation &evaluation,
                                         llvm::ArrayRef<unsigned> devices);

  unsigned size() const { return group->size(); }
  unsigned getRank() const { return rank; }
  llvm::ArrayRef<unsigned> getDevices() const { return group->getDevices(); }

  /// The members' tensors one after the other along `dim`.
  llvm::Expected<Tensor> allGather(const Tensor &input, int64_t dim);

  /// The members' tensors combined, element by element, in rank order. Several
  /// are combined together if a region takes several.
  llvm::Expected<llvm::SmallVector<Tensor, 2>>
  allReduce(llvm::ArrayRef<Tensor> inputs, const Combiner &combiner);

  /// As allReduce, then part `rank` of equal parts along `dim`.
  llvm::Expected<Tensor> reduceScatter(const Tensor &input, int64_t dim,
                                       const Combiner &combiner);

  /// Equal parts along `split` go to the members; those received are put one
  /// after the other along `concat`.
  llvm::Expected<Tensor> allToAll(const Tensor &input, int64_t split,
                                  int64_t concat);

  /// From source to target devices; zeros where nothing arrives.
  llvm::Expected<Tensor>
  permute(const Tensor &input,
          llvm::ArrayRef<std::pair<unsigned, unsigned>> pairs);

  /// The tensor of one device.
  llvm::Expected<Tensor> broadcast(const Tensor &input, unsigned root);

private:
  Exchange(Evaluation &evaluation, const runtime::Group *group, unsigned rank)
      : evaluation(&evaluation), group(group), rank(rank) {}
  runtime::Transport &getTransport() {
    return evaluation->getDevice().getTransport();
  }
  llvm::Expected<Tensor> allReduceByOp(const Tensor &input,
                                       runtime::Reduction reduction);

  Evaluation *evaluation;
  const runtime::Group *group;
  unsigned rank;
};

/// Elements `offset` to `offset + size` along `dim`. What lies outside of the
/// input is padding: its bits are all ones (NaN for floats), so that a program
/// that uses it is found out.
llvm::Expected<Tensor> cutOrPad(Evaluation &evaluation, Tensor input,
                                int64_t dim, int64_t offset, int64_t size);

/// The group of a custom call that names its groups as `replica_groups` of its
/// configuration, partitions by their numbers.
llvm::Expected<Exchange> findConfiguredGroup(Evaluation &evaluation);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_EXCHANGE_H
