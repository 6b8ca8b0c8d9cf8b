// RUN: weft specs %s | FileCheck %s
// RUN: weft specs %s --mesh model=2 | FileCheck %s --check-prefix=MESH

// What jax.jit(f).lower(...).as_text(debug_info=True) gives: Shardy's annotations
// on the arguments, their names in the locations.

// CHECK: function @main, mesh @mesh <"data" = 2, "model" = 4>: 8 devices
// CHECK: params.fc1.kernel  64x256xf32  [_, "model"]  64x64xf32    16.0 KiB
// CHECK: params.fc1.bias    256xf32     ["model"]     64xf32          256 B
// CHECK: x                  32x64xbf16  ["data", _]   16x64xbf16   2.00 KiB
// CHECK: 3 leaves, 69.0 KiB in all, 18.2 KiB per device (26.4%)
// MESH: params.fc1.kernel  64x256xf32  [_, "model"]  64x128xf32    32.0 KiB

module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]>
  func.func public @main(%arg0: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>} loc("params['fc1']['kernel']"),
                         %arg1: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>} loc("params['fc1']['bias']"),
                         %arg2: tensor<32x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"))
      -> (tensor<32x64xbf16> {jax.result_info = "result"}) {
    return %arg2 : tensor<32x64xbf16>
  }
}
