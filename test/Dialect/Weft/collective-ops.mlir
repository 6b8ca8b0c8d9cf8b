// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

weft.mesh @mesh <"data" = 2, "model" = 4>

// CHECK-LABEL: func.func @moving
func.func @moving(%arg0: tensor<8x4xf32>, %arg1: tensor<?x4xf32>) {
  // CHECK: weft.all_gather %{{.*}} over ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x16xf32>
  %0 = weft.all_gather %arg0 over ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x16xf32>
  // Four shards of size 4 hold 13 to 16 elements; the rest is padding.
  // CHECK: weft.all_gather %{{.*}} over @mesh ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x13xf32>
  %1 = weft.all_gather %arg0 over @mesh ["model"] dim 1 : tensor<8x4xf32> -> tensor<8x13xf32>
  // CHECK: weft.all_gather %{{.*}} over ["data", "model":(1)2] dim 0 : tensor<8x4xf32> -> tensor<32x4xf32>
  %2 = weft.all_gather %arg0 over ["data", "model":(1)2] dim 0 : tensor<8x4xf32> -> tensor<32x4xf32>
  // CHECK: weft.all_gather %{{.*}} over ["data"] dim 0 : tensor<?x4xf32> -> tensor<?x4xf32>
  %3 = weft.all_gather %arg1 over ["data"] dim 0 : tensor<?x4xf32> -> tensor<?x4xf32>
  // CHECK: weft.all_slice %{{.*}} over ["model"] dim 0 : tensor<8x4xf32> -> tensor<2x4xf32>
  %4 = weft.all_slice %arg0 over ["model"] dim 0 : tensor<8x4xf32> -> tensor<2x4xf32>
  // CHECK: weft.all_slice %{{.*}} over mesh<"x" = 3> ["x"] dim 0 : tensor<8x4xf32> -> tensor<3x4xf32>
  %5 = weft.all_slice %arg0 over mesh<"x" = 3> ["x"] dim 0 : tensor<8x4xf32> -> tensor<3x4xf32>
  // CHECK: weft.all_to_all %{{.*}} over ["model"] split 0 concat 1 : tensor<8x4xf32> -> tensor<2x15xf32>
  %6 = weft.all_to_all %arg0 over ["model"] split 0 concat 1 : tensor<8x4xf32> -> tensor<2x15xf32>
  // CHECK: weft.permute %{{.*}} over ["model"] rotate 1 : tensor<8x4xf32>
  %7 = weft.permute %arg0 over ["model"] rotate 1 : tensor<8x4xf32>
  // CHECK: weft.permute %{{.*}} over ["model"] shift -1 : tensor<8x4xf32>
  %8 = weft.permute %arg0 over ["model"] shift -1 : tensor<8x4xf32>
  // CHECK: weft.permute %{{.*}} over ["data", "model"] pairs [0 -> 7, 3 -> 1] : tensor<8x4xf32>
  %9 = weft.permute %arg0 over ["data", "model"] pairs [0 -> 7, 3 -> 1] : tensor<8x4xf32>
  // CHECK: weft.permute %{{.*}} over ["data"] pairs [] : tensor<8x4xf32>
  %10 = weft.permute %arg0 over ["data"] pairs [] : tensor<8x4xf32>
  // CHECK: weft.broadcast %{{.*}} over ["data"] from 1 : tensor<8x4xf32>
  %11 = weft.broadcast %arg0 over ["data"] from 1 : tensor<8x4xf32>
  // CHECK: weft.axis_index over ["data", "model"] : tensor<ui32>
  %12 = weft.axis_index over ["data", "model"] : tensor<ui32>
  // CHECK: weft.axis_index over @mesh ["data"] : index
  %13 = weft.axis_index over @mesh ["data"] : index
  return
}

// CHECK-LABEL: func.func @reducing
func.func @reducing(%arg0: tensor<8x4xf32>, %arg1: tensor<3xf32>, %arg2: tensor<8x4xi32>) {
  // CHECK: weft.all_reduce add %{{.*}} over ["model"] : tensor<8x4xf32>
  %0 = weft.all_reduce add %arg0 over ["model"] : tensor<8x4xf32>
  // CHECK: weft.all_reduce max %{{.*}}, %{{.*}} over @mesh ["data"] : tensor<8x4xf32>, tensor<3xf32>
  %1:2 = weft.all_reduce max %arg0, %arg1 over @mesh ["data"] : tensor<8x4xf32>, tensor<3xf32>
  // CHECK: weft.all_reduce xor %{{.*}} over ["model"] : tensor<8x4xi32>
  %2 = weft.all_reduce xor %arg2 over ["model"] : tensor<8x4xi32>
  // CHECK:      weft.all_reduce %{{.*}}, %{{.*}} over ["model"] by
  // CHECK-SAME:   (%[[A:.*]]: tensor<f32>, %[[AI:.*]]: tensor<i32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<i32>) {
  // CHECK-NEXT:   weft.return %[[A]], %[[AI]] : tensor<f32>, tensor<i32>
  // CHECK-NEXT: } : tensor<8x4xf32>, tensor<8x4xi32>
  %3:2 = weft.all_reduce %arg0, %arg2 over ["model"]
      by (%a: tensor<f32>, %ai: tensor<i32>, %b: tensor<f32>, %bi: tensor<i32>) {
    weft.return %a, %ai : tensor<f32>, tensor<i32>
  } : tensor<8x4xf32>, tensor<8x4xi32>
  // CHECK: weft.reduce_scatter min %{{.*}} over ["model"] dim 0 : tensor<8x4xf32> -> tensor<2x4xf32>
  %4 = weft.reduce_scatter min %arg0 over ["model"] dim 0 : tensor<8x4xf32> -> tensor<2x4xf32>
  // CHECK: weft.reduce_scatter %{{.*}} over ["model"] dim 0 by (%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>) {
  %5 = weft.reduce_scatter %arg0 over ["model"] dim 0 by (%a: tensor<f32>, %b: tensor<f32>) {
    weft.return %a : tensor<f32>
  } : tensor<8x4xf32> -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: module @several_meshes
module @several_meshes {
  weft.mesh @a <"x" = 2>
  weft.mesh @b default <"y" = 4>
  func.func @default_mesh(%arg0: tensor<8xf32>) {
    // CHECK: weft.all_gather %{{.*}} over ["y"] dim 0 : tensor<8xf32> -> tensor<32xf32>
    %0 = weft.all_gather %arg0 over ["y"] dim 0 : tensor<8xf32> -> tensor<32xf32>
    // A mesh of an enclosing module.
    // CHECK: weft.all_gather %{{.*}} over @mesh ["model"] dim 0 : tensor<8xf32> -> tensor<32xf32>
    %1 = weft.all_gather %arg0 over @mesh ["model"] dim 0 : tensor<8xf32> -> tensor<32xf32>
    return
  }
}
