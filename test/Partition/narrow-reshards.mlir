// RUN: weft-opt %s --weft-choose-layouts --weft-insert-reshards --weft-narrow-reshards | FileCheck %s
// RUN: weft check %s --pipeline=weft-partition

weft.mesh @mesh <"x" = 4>

// A weight that is used in bf16 is gathered in bf16.

// CHECK-LABEL: func.func @narrowed_first
// CHECK: %[[C:.*]] = stablehlo.convert %arg0 {{.*}}["x", _]{{.*}} -> tensor<8x16xbf16>
// CHECK-NEXT: %[[R:.*]] = weft.reshard %[[C]] <@mesh, [_, _]> : tensor<8x16xbf16>
// CHECK-NEXT: return %[[R]]
func.func @narrowed_first(%w: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x16xbf16> {
  %0 = weft.constrain %w <@mesh, [_, _]> : tensor<8x16xf32>
  %1 = stablehlo.convert %0 : (tensor<8x16xf32>) -> tensor<8x16xbf16>
  return %1 : tensor<8x16xbf16>
}

// What was widened is sent before; the other use of the wide value stays.

// CHECK-LABEL: func.func @widened_last
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0
// CHECK: %[[R:.*]] = weft.reshard %arg0 <@mesh, [_, _]> : tensor<8x16xbf16>
// CHECK-NEXT: %[[C:.*]] = stablehlo.convert %[[R]] : (tensor<8x16xbf16>) -> tensor<8x16xf32>
// CHECK-NEXT: return %[[C]], %[[WIDE]]
func.func @widened_last(%x: tensor<8x16xbf16> {weft.sharding = #weft.sharding<@mesh, ["x", _]>})
    -> (tensor<8x16xf32>, tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) {
  %0 = stablehlo.convert %x {weft.shardings = #weft.shardings<[<@mesh, ["x", _]>]>} : (tensor<8x16xbf16>) -> tensor<8x16xf32>
  %1 = weft.constrain %0 <@mesh, [_, _]> : tensor<8x16xf32>
  return %1, %0 : tensor<8x16xf32>, tensor<8x16xf32>
}

// A sum is not: it would be rounded before it is complete.

// CHECK-LABEL: func.func @sums_keep_their_type
// CHECK: %[[D:.*]] = stablehlo.dot_general {{.*}} unreduced = ["x"]
// CHECK-NEXT: %[[R:.*]] = weft.reshard %[[D]] <@mesh, [_, _]> : tensor<8x4xf32>
// CHECK-NEXT: stablehlo.convert %[[R]]
func.func @sums_keep_their_type(%a: tensor<8x512xf32> {weft.sharding = #weft.sharding<@mesh, [_, "x"]>},
                                %b: tensor<512x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", _]>}) -> tensor<8x4xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x512xf32>, tensor<512x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.convert %0 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  return %1 : tensor<8x4xbf16>
}
