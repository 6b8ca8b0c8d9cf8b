//===- AxesOpInterface.td - ops along named axes -----------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_AXESOPINTERFACE_TD
#define WEFT_DIALECT_WEFT_IR_AXESOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Weft_AxesOpInterface : OpInterface<"AxesOpInterface"> {
  let description = [{
    An op on local values that involves the devices along some axes of a mesh:
    the collectives, and the index of a device.
  }];
  let cppNamespace = "::weft";
  let methods = [
    InterfaceMethod<[{
      The mesh that the op names, a symbol or the mesh itself; null if it is
      implied.
    }], "::mlir::Attribute", "getMeshAttr">,
    InterfaceMethod<[{
      The axes, major to minor: `["data", "model"]`.
    }], "::weft::AxesAttr", "getAxes">,
    InterfaceMethod<[{
      Checks the types of the op, given how many devices the axes have.
    }], "::llvm::LogicalResult", "verifyAlongAxes", (ins "int64_t":$count)>
  ];
}

#endif // WEFT_DIALECT_WEFT_IR_AXESOPINTERFACE_TD
