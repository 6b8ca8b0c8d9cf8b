//===- PartitionInterface.td - an op on shards -------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_PARTITIONINTERFACE_TD
#define WEFT_INTERFACES_PARTITIONINTERFACE_TD

include "mlir/IR/Interfaces.td"

def PartitionInterface : OpInterface<"PartitionInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    How an op is computed on shards, where "the same op on smaller shapes" is
    not enough. An op without this interface is computed so, split over the
    pass-through factors of its sharding rule.
  }];
  let methods = [
    InterfaceMethod<[{
        Appends the ways in which the op can be computed on shards. `rule` is
        the op's sharding rule, or null if it has none. The tensors of each
        way's rule are the operands, then the results.
      }],
      "void", "getPartitionWays",
      (ins "const ::weft::FactorRule *":$rule,
           "::llvm::SmallVectorImpl<::weft::PartitionWay> &":$ways),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        if (rule)
          ways.push_back(::weft::PartitionWay::passThrough(*rule));
      }]>,
    InterfaceMethod<[{
        Builds the op on shards: the operands are local and laid out as one of
        the ways said, and so must the results be. Returns them in order.
      }],
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "localise",
      (ins "::weft::ShardBuilder &":$builder)>,
  ];
}

#endif // WEFT_INTERFACES_PARTITIONINTERFACE_TD
