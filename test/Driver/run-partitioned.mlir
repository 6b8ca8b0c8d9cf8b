// A whole program is partitioned before it runs, unless --whole is given; a
// seed gives the same arrays to both.

// RUN: weft check %s --seeds 2 | FileCheck %s --check-prefix=CHECK8
// RUN: weft check %s --mesh data=3,model=5 | FileCheck %s --check-prefix=CHECK15
// RUN: weft run %s --random 1 | FileCheck %s --check-prefix=SHARDS
// RUN: weft run %s --random 1 --whole | FileCheck %s --check-prefix=WHOLE
// RUN: weft run %s --random 1 --json | FileCheck %s --check-prefix=JSON

// CHECK8: @mlp on 8 devices: agrees
// CHECK15: @mlp on 15 devices: agrees
// SHARDS: @mlp on 8 devices: 1 step
// SHARDS: result 0: tensor<32x10xf32> min -
// WHOLE: @mlp on 1 device: 1 step
// WHOLE: result 0: tensor<32x10xf32> min -

// JSON: "devices": 8,
// JSON: "peak_device_bytes": {{[0-9]+}},
// JSON: "argument_bytes": 23040,
// JSON: "kind": "all_reduce",
// JSON: "group_size": 4,
// JSON-NEXT: "count": 1,
// JSON-NEXT: "bytes": 640,
// JSON-NEXT: "wire_bytes": 960

weft.mesh @mesh <"data" = 2, "model" = 4>

func.func @mlp(%x: tensor<32x64xf32>, %w: tensor<64x256xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>},
               %k: tensor<256x10xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>}) -> tensor<32x10xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x256xf32>) -> tensor<32x256xf32>
  %1 = stablehlo.tanh %0 : tensor<32x256xf32>
  %h = weft.constrain %1 <@mesh, ["data", "model"]> : tensor<32x256xf32>
  %y = stablehlo.dot_general %h, %k, contracting_dims = [1] x [0] : (tensor<32x256xf32>, tensor<256x10xf32>) -> tensor<32x10xf32>
  return %y : tensor<32x10xf32>
}
