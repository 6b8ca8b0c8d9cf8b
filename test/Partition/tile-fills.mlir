// RUN: weft-opt %s --weft-tile-fills=max-elements=8 | FileCheck %s
// RUN: not weft-opt %s --weft-tile-fills=max-elements=0 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: a tile has at least 1 element, not 0

// The last tile of 8 begins at 12, as there are 20 elements.
// CHECK-LABEL: @counters
// CHECK: %[[BLANK:.*]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<20xui32>
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%[[TURN:.*]] = {{.*}}, %[[ALL:.*]] = %[[BLANK]])
// CHECK: stablehlo.constant dense<3> : tensor<i64>
// CHECK: do
// CHECK: %[[LAST:.*]] = stablehlo.constant dense<12> : tensor<i64>
// CHECK: %[[START:.*]] = stablehlo.minimum %{{.*}}, %[[LAST]] : tensor<i64>
// CHECK: stablehlo.iota dim = 0 : tensor<8xui32>
// CHECK: stablehlo.convert %[[START]] : (tensor<i64>) -> tensor<ui32>
// CHECK: stablehlo.constant dense<5> : tensor<8xui32>
// CHECK: %[[TILE:.*]] = stablehlo.multiply {{.*}} : tensor<8xui32>
// CHECK: stablehlo.dynamic_update_slice %[[ALL]], %[[TILE]], %[[START]]
// CHECK: return %[[LOOP]]#1
func.func @counters() -> tensor<20xui32> {
  %0 = stablehlo.iota dim = 0 : tensor<20xui32>
  %c = stablehlo.constant dense<5> : tensor<20xui32>
  %1 = stablehlo.multiply %0, %c : tensor<20xui32>
  return %1 : tensor<20xui32>
}

// Whole rows, as many as fit; the counter of the columns needs no offset.
// CHECK-LABEL: @rows
// CHECK: stablehlo.iota dim = 1 : tensor<2x4xi64>
// CHECK-NEXT: stablehlo.negate
func.func @rows() -> tensor<6x4xi64> {
  %0 = stablehlo.iota dim = 1 : tensor<6x4xi64>
  %1 = stablehlo.negate %0 : tensor<6x4xi64>
  return %1 : tensor<6x4xi64>
}

// Complex numbers begin with zeros, too.
// CHECK-LABEL: @complex_numbers
// CHECK: stablehlo.while
func.func @complex_numbers(%s: tensor<complex<f32>>) -> tensor<9xcomplex<f32>> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<complex<f32>>) -> tensor<9xcomplex<f32>>
  %1 = stablehlo.multiply %0, %0 : tensor<9xcomplex<f32>>
  return %1 : tensor<9xcomplex<f32>>
}

// Nothing is gained where no step is stored, where it is small, or where an
// element depends on others.
// CHECK-LABEL: @left_alone
// CHECK-NOT: stablehlo.while
func.func @left_alone(%x: tensor<20xf32>) -> (tensor<20xf32>, tensor<20xf32>, tensor<8xui32>, tensor<20xui32>) {
  %ones = stablehlo.constant dense<1.0> : tensor<20xf32>
  %0 = stablehlo.add %x, %ones : tensor<20xf32>
  %1 = stablehlo.iota dim = 0 : tensor<8xui32>
  %2 = stablehlo.add %1, %1 : tensor<8xui32>
  %3 = stablehlo.iota dim = 0 : tensor<20xui32>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<20xui32>
  %5 = stablehlo.add %4, %3 : tensor<20xui32>
  return %ones, %0, %2, %5 : tensor<20xf32>, tensor<20xf32>, tensor<8xui32>, tensor<20xui32>
}
