//===- LinearInterface.td - ops that commute with sums -----*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_LINEARINTERFACE_TD
#define WEFT_INTERFACES_LINEARINTERFACE_TD

include "mlir/IR/Interfaces.td"

def LinearInterface : OpInterface<"LinearInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Ops that can be computed on partial sums: each device applies the op to its
    part, and the sum of the results is the result of the sum. Reductions are
    delayed through them. An op without this interface is not linear in any
    operand.
  }];
  let methods = [
    InterfaceMethod<[{
        Whether the op is linear when exactly the operands of `partial` are
        partial sums, and the others are the same on all devices: a sum if both
        are, a product if one is.
      }],
      "bool", "isLinearIn", (ins "const ::llvm::SmallBitVector &":$partial)>,
  ];
}

#endif // WEFT_INTERFACES_LINEARINTERFACE_TD
