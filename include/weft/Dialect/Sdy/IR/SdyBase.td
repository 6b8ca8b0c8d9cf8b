//===- SdyBase.td - sdy dialect ----------------------------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_SDY_IR_SDYBASE_TD
#define WEFT_DIALECT_SDY_IR_SDYBASE_TD

include "mlir/IR/OpBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "Shardy's textual form";
  let description = [{
    Reads, checks and writes the sharding annotations that JAX puts into its
    programs. The dialect knows the form of these annotations and nothing else:
    `weft-import-sdy` turns them into `weft` shardings, `weft-export-sdy` turns
    them back, and no other part of Weft looks at `sdy`.

    A sharding is attached to a function argument or result as `sdy.sharding =
    #sdy.sharding<...>`, and to an op as `sdy.sharding =
    #sdy.sharding_per_value<[...]>` with one entry per result. An op may carry
    `sdy.sharding_rule = #sdy.op_sharding_rule<...>`. The attributes
    `sdy.propagation_edges` and `sdy.sharding_origins`, and those that begin with
    `sdy.block_arg_` and `sdy.result_`, are notes that Shardy's debug options
    leave; they are kept as they are.

    ```mlir
    sdy.mesh @grid = <["data"=2, "model"=4]>
    func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@grid, [{"data"}, {?} ]>})
    ```
  }];
  let cppNamespace = "::weft::sdy";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;

  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOps();
    void registerCollectiveOps();
  }];
}

#endif // WEFT_DIALECT_SDY_IR_SDYBASE_TD
