//===- DifferentiableInterface.td - the derivative of an op ---*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_DIFFERENTIABLEINTERFACE_TD
#define WEFT_INTERFACES_DIFFERENTIABLEINTERFACE_TD

include "mlir/IR/Interfaces.td"

def DifferentiableInterface : OpInterface<"DifferentiableInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Says how derivatives go backwards through an op: its vector-Jacobian
    product. An op without this interface whose derivative is asked for is an
    error at its location.
  }];
  let methods = [
    InterfaceMethod<[{
        Adds to the cotangents of the operands what the cotangents of the
        results contribute. Called once per op that a wanted derivative passes,
        when the cotangents of all results are complete. An op with regions may
        replace itself by one that also returns what the backward pass needs.
      }],
      "::llvm::LogicalResult", "pullBack",
      (ins "::weft::GradientBuilder &":$gradients)>,
    InterfaceMethod<[{
        Marks the results that change when the operands that are marked do, as
        far as there is a derivative: all results of floats or complex numbers
        if any such operand is marked, unless the op knows better.
      }],
      "void", "markVaried", (ins "::weft::Activity &":$activity),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        ::weft::markVariedByType($_op, activity);
      }]>,
    InterfaceMethod<[{
        Whether the backward pass computes the op again from its operands rather
        than keep its result.
      }],
      "::weft::Repetition", "getRepetition", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return ::weft::Repetition::Never;
      }]>,
  ];
}

#endif // WEFT_INTERFACES_DIFFERENTIABLEINTERFACE_TD
