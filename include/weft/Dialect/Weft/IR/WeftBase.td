//===- WeftBase.td - weft dialect --------------------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTBASE_TD
#define WEFT_DIALECT_WEFT_IR_WEFTBASE_TD

include "mlir/IR/OpBase.td"

def Weft_Dialect : Dialect {
  let name = "weft";
  let summary = "meshes, shardings, modules and collectives";
  let description = [{
    A mesh names the axes along which devices are arranged. A sharding says, for
    each dimension of a tensor, over which axes it is split. The dialect holds
    both, the ops that require or change a sharding, collectives over named
    axes, and modules: parameters, layers and methods.

    ```mlir
    weft.mesh @mesh <"data" = 2, "model" = 4>

    func.func @main(%x: tensor<32x64xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
        -> tensor<32x64xf32> {
      %0 = weft.constrain %x <@mesh, ["data", "model"]> : tensor<32x64xf32>
      return %0 : tensor<32x64xf32>
    }
    ```

    A program without a mesh means the same on one device: every annotation is
    inert.
  }];
  let cppNamespace = "::weft";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;

  // One line per op family: the function is defined next to the ops.
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerCollectiveOps();
    void registerLayerOps();
    void registerMeshOps();
    void registerModuleOps();
    void registerRegionOps();
    void registerShardingOps();
    void registerTrainingOps();
  }];
}

class Weft_Op<string mnemonic, list<Trait> traits = []>
    : Op<Weft_Dialect, mnemonic, traits>;

#endif // WEFT_DIALECT_WEFT_IR_WEFTBASE_TD
