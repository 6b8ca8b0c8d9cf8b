// What splitting has written is written again, whatever was changed, and a
// function from elsewhere is bound by the names of its arguments.
// RUN: weft-opt %s --weft-merge=module=M | FileCheck %s

weft.mesh @mesh <"model" = 4>
weft.module @M {
  weft.linear @up 8 -> 16 kernel_spec [_, "model"] {note = 1}
}

// CHECK-LABEL: func.func @M.apply(
// CHECK-SAME: tensor<16xf32> {weft.init = #weft.zeros, weft.metadata = {note = 1 : i64}, weft.path = "up.bias", weft.sharding = #weft.sharding<@mesh, [_]>}
// CHECK-SAME: tensor<8x16xf32> {{{.*}}weft.path = "up.kernel", weft.sharding = #weft.sharding<@mesh, [_, "model" p1]>}
func.func @M.apply(%b: tensor<16xf32> {weft.path = "up.bias", weft.sharding = #weft.sharding<@mesh, ["model"]>},
                   %k: tensor<8x16xf32> {weft.path = "up.kernel"},
                   %x: tensor<4x8xf32>) attributes {weft.method = @M::@apply} {
  return
}

// CHECK-LABEL: func.func @from_jax(
// CHECK-SAME: %{{[^:]*}}: tensor<4x8xf32>, %{{[^:]*}}: tensor<8x16xf32> {{{.*}}weft.sharding = #weft.sharding<@mesh, [_, "model" p1]>}
func.func @from_jax(%x: tensor<4x8xf32> loc("x"),
                    %k: tensor<8x16xf32> loc("up['kernel']"),
                    %b: tensor<16xf32> loc("up['bias']")) {
  return
}
