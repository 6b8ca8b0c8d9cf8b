// RUN: weft specs %s | FileCheck %s
// RUN: weft specs %s --json | FileCheck %s --check-prefix=JSON
// RUN: weft specs %s --function other | FileCheck %s --check-prefix=OTHER

// CHECK: function @main, mesh @mesh <"data" = 2, "model" = 4>: 8 devices
// CHECK: params.mlp.0.kernel  8x16xf32  [_, "model"]   8x4xf32       128 B
// CHECK: arg1                 10xbf16   [("data", ?)]  5xbf16         10 B
// CHECK: arg2                 ?x4xf32   [_, _]         ?x4xf32           ?
// CHECK: key                  2xui32    [_]            2xui32          8 B
// CHECK: 4 leaves, 540 B in all, 146 B per device (27.0%)

// JSON: {"path":"params.mlp.0.kernel","shape":[8,16]
// JSON: "shape":[null,4],{{.*}}"bytes_per_device":null}

// OTHER: function @other, no mesh: one device
// OTHER: arg0  1xf32  [_]   1xf32         4 B

weft.mesh @mesh <"data" = 2, "model" = 4>
func.func @other(%x: tensor<1xf32>) {
  return
}
func.func @main(%w: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>} loc("params['mlp'][0].kernel"),
                %x: tensor<10xbf16> {weft.sharding = #weft.sharding<@mesh, [("data", ?)]>},
                %y: tensor<?x4xf32>,
                %k: tensor<2xui32> {jax.arg_info = "key"}) {
  return
}
