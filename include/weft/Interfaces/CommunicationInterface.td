//===- CommunicationInterface.td - ops that send -----------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_COMMUNICATIONINTERFACE_TD
#define WEFT_INTERFACES_COMMUNICATIONINTERFACE_TD

include "mlir/IR/Interfaces.td"

def CommunicationInterface : OpInterface<"CommunicationInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Ops on local values that send something to other devices. What they cost is
    counted by `weft plan`.
  }];
  let methods = [
    InterfaceMethod<"What kind of collective it is.",
      "::weft::CommunicationKind", "getCommunicationKind">,
    InterfaceMethod<"How many devices take part in one group of them.",
      "int64_t", "getGroupSize">,
    InterfaceMethod<[{
        The axes along which devices differ, as the program writes them; null if
        the groups are listed.
      }],
      "::mlir::Attribute", "getCommunicationAxes",
      (ins), /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
  ];
}

#endif // WEFT_INTERFACES_COMMUNICATIONINTERFACE_TD
