// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s -canonicalize | FileCheck %s --check-prefix=CANONICAL

// A program without a mesh is for one device: its annotations are kept, and
// have no effect.

// CHECK-LABEL: func.func @no_mesh
// CHECK-SAME: weft.sharding = #weft.sharding<@mesh, ["data", _]>
// CANONICAL-LABEL: func.func @no_mesh
func.func @no_mesh(%arg0: tensor<8x4xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) -> tensor<8x4xf32> {
  // CHECK: weft.constrain
  %0 = weft.constrain %arg0 <@mesh, ["data", _]> : tensor<8x4xf32>
  // CHECK: weft.reshard
  %1 = weft.reshard %0 <@mesh, [_, "data"]> via all_to_all ["data"] 0 -> 1 : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
