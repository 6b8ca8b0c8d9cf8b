// Shardy leaves collectives over no axes behind until its own cleanup. They do
// nothing, so the image of each is a plain reshard.
//
// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s --weft-import-sdy | FileCheck %s --check-prefix=IMPORT

sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: func @collectives_over_nothing
func.func @collectives_over_nothing(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // IMPORT: weft.reshard %{{.*}} <@mesh, ["a", _]> : tensor<8x8xf32>
  // CHECK: sdy.all_gather [{}, {}] %{{.*}} out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %0 = sdy.all_gather [{}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  // IMPORT: weft.reshard %{{.*}} <@mesh, ["a", _]> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce {} %{{.*}} out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_reduce {} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  return
}
