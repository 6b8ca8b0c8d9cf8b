//===- MeshOps.td - mesh declarations ----------------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MESHOPS_TD
#define WEFT_DIALECT_WEFT_IR_MESHOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/Dialect/Weft/IR/ShardingAttrs.td"

def Weft_MeshOp : Weft_Op<"mesh", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Declares a mesh of devices";
  let description = [{
    Gives a mesh a name that shardings refer to. A module may declare several;
    one of them may be the `default`, which ops that name no mesh use. A module
    with only one mesh needs no such mark.

    ```mlir
    weft.mesh @mesh <"data" = 2, "model" = 4>
    weft.mesh @ring default <"x" = 4, device_ids = [0, 2, 3, 1]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Weft_MeshAttr:$mesh,
                       UnitAttr:$is_default);
  let assemblyFormat = [{
    $sym_name (`default` $is_default^)? $mesh attr-dict
  }];
  let hasVerifier = 1;
}

def Weft_ReturnOp : Weft_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "Ends the region of a weft op and gives its results";
  let description = [{
    ```mlir
    weft.return %0, %1 : tensor<4xf32>, tensor<i32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), "build($_builder, $_state, ::mlir::ValueRange());">];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // WEFT_DIALECT_WEFT_IR_MESHOPS_TD
