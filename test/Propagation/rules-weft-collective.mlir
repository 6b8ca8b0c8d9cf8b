// RUN: weft-opt %s --weft-annotate-rules | FileCheck %s

// Weft's own collectives: dimensions that are exchanged are whole.

weft.mesh @mesh <"x" = 2, "y" = 2>

// CHECK-LABEL: @exchanges
func.func @exchanges(%x: tensor<8x4x2xf32>) {
  // CHECK: weft.all_gather {{.*}}#weft.rule<([i, k, j]) -> ([i, l, j])
  %0 = weft.all_gather %x over ["x"] dim 1 : tensor<8x4x2xf32> -> tensor<8x8x2xf32>
  // CHECK: weft.all_slice {{.*}}need_replication
  %1 = weft.all_slice %x over ["x"] dim 0 : tensor<8x4x2xf32> -> tensor<4x4x2xf32>
  // CHECK: weft.all_to_all {{.*}}need_replication
  %2 = weft.all_to_all %x over ["x"] split 0 concat 1 : tensor<8x4x2xf32> -> tensor<4x8x2xf32>
  // CHECK: weft.reduce_scatter {{.*}}need_replication
  %3 = weft.reduce_scatter add %x over ["x"] dim 0 : tensor<8x4x2xf32> -> tensor<4x4x2xf32>
  return
}

// CHECK-LABEL: @pairs
func.func @pairs(%x: tensor<8x4xf32>, %y: tensor<3xf32>) {
  // CHECK: weft.all_reduce {{.*}}#weft.rule<([i, j], [k]) -> ([i, j], [k]), [i = 8, j = 4, k = 3]>
  %0:2 = weft.all_reduce add %x, %y over ["x"] : tensor<8x4xf32>, tensor<3xf32>
  // CHECK: weft.permute {{.*}}#weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 4]>
  %1 = weft.permute %x over ["x"] rotate 1 : tensor<8x4xf32>
  // CHECK: weft.broadcast {{.*}}#weft.rule<([i, j]) -> ([i, j]), [i = 8, j = 4]>
  %2 = weft.broadcast %x over ["x"] from 0 : tensor<8x4xf32>
  return
}
