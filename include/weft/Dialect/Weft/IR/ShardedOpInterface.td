//===- ShardedOpInterface.td - ops that say how results are laid out --*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHARDEDOPINTERFACE_TD
#define WEFT_DIALECT_WEFT_IR_SHARDEDOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Weft_ShardedOpInterface : OpInterface<"ShardedOpInterface"> {
  let description = [{
    An op with syntax of its own for the shardings of its results; other ops
    carry the attribute `weft.shardings`.
  }];
  let cppNamespace = "::weft";
  let methods = [
    InterfaceMethod<[{
      The sharding that the op states for a result, or null:
      `<@mesh, ["data"]>` for `weft.constrain %x <@mesh, ["data"]>`.
    }], "::weft::ShardingAttr", "getResultSharding", (ins "unsigned":$number)>
  ];
}

#endif // WEFT_DIALECT_WEFT_IR_SHARDEDOPINTERFACE_TD
