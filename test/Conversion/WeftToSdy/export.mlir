// RUN: weft-opt %s --weft-export-sdy | FileCheck %s
// RUN: weft-opt %s > %t.before
// RUN: weft-opt %s --weft-export-sdy --weft-import-sdy > %t.after
// RUN: diff %t.before %t.after

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=4]> {weft.default}
weft.mesh @mesh default <"a" = 2, "b" = 4>
// CHECK: sdy.mesh @ring = <["a"=2, "b"=4], device_ids=[1, 0, 2, 3, 4, 5, 6, 7]>
weft.mesh @ring <"a" = 2, "b" = 4, device_ids = [1, 0, 2, 3, 4, 5, 6, 7]>

// CHECK-LABEL: func @main(
// CHECK-SAME: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b":(1)2, ?}p1]>}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=min{"a"}>})
func.func @main(%x: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, ["a", ("b":(1)2, ?) p1]>})
    -> (tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [_, _], unreduced = min ["a"]>}) {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %0 = weft.constrain %x <@mesh, ["a", _]> : tensor<8x8xf32>
  // CHECK: stablehlo.abs %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>}
  %1 = stablehlo.abs %0 {weft.rule = #weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 8]>, weft.shardings = #weft.shardings<[<@mesh, ["a", _]>]>} : tensor<8x8xf32>
  // CHECK: sdy.all_gather [{"a"}, {}] %{{.*}} out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %2 = weft.reshard %1 <@mesh, [_, _]> via all_gather ["a", _] : tensor<8x8xf32>
  // CHECK: sdy.all_reduce max {"b"} %{{.*}} out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %3 = weft.reshard %2 <@mesh, [_, _]> via all_reduce max ["b"] : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
