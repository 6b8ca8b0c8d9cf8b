// RUN: weft-opt %s | weft-opt | FileCheck %s

// CHECK: weft.spec_rules ["**/kernel:rank=2" -> [_, "model"], "blocks.*.{up,down}" -> [("data", "model")]]
weft.spec_rules ["**/kernel:rank=2" -> [_, "model"], "blocks.*.{up,down}" -> [("data", "model")]]
// CHECK: weft.spec_rules override ["**" -> [?]]
weft.spec_rules override ["**" -> [?]]

weft.module @M {
  weft.param @n : tensor<i32> init zeros
  weft.method @apply(%x: tensor<i32>) {
    // CHECK: weft.set @n, %{{.*}} : tensor<i32>
    weft.set @n, %x : tensor<i32>
    weft.return
  }
}
