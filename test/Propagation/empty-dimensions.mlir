// RUN: weft-opt %s --weft-propagation-pipeline | FileCheck %s

// A dimension without elements cannot be split, however large it is elsewhere.

weft.mesh @mesh <"a" = 2, "b" = 2>

// CHECK-LABEL: func.func @slice_of_nothing
// CHECK: stablehlo.slice {{.*}}<@mesh, [_, "b"]>
func.func @slice_of_nothing(%x: tensor<4x6xf32> {weft.sharding = #weft.sharding<@mesh, ["a", "b"]>}) -> tensor<0x6xf32> {
  %0 = stablehlo.slice %x [2:2, 0:6] : (tensor<4x6xf32>) -> tensor<0x6xf32>
  return %0 : tensor<0x6xf32>
}

// CHECK-LABEL: func.func @padding_of_nothing
// CHECK-SAME: tensor<0x6xf32> {weft.sharding = #weft.sharding<@mesh, [_, "b"]>}
func.func @padding_of_nothing(%x: tensor<0x6xf32>, %fill: tensor<f32>) -> (tensor<4x6xf32> {weft.sharding = #weft.sharding<@mesh, ["a", "b"]>}) {
  %0 = stablehlo.pad %x, %fill, low = [4, 0], high = [0, 0], interior = [0, 0] : (tensor<0x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
