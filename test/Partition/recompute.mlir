// RUN: weft-opt %s --weft-recompute | FileCheck %s

// The argument is there until the end, so its square need not be, and neither
// need what is made of the square for the second reader alone.

// CHECK-LABEL: @square
// CHECK-NEXT: %[[A:.*]] = stablehlo.multiply %arg0, %arg0
// CHECK-NEXT: %[[B:.*]] = stablehlo.add %[[A]], %arg0
// CHECK: %[[AGAIN:.*]] = stablehlo.multiply %arg0, %arg0
// CHECK-NEXT: stablehlo.subtract %[[AGAIN]]
// CHECK-NEXT: return
func.func @square(%x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {weft.local} {
  %a = stablehlo.multiply %x, %x : tensor<64x64xf32>
  %b = stablehlo.add %a, %x : tensor<64x64xf32>
  %0 = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = stablehlo.dot_general %3, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.dot_general %4, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = stablehlo.dot_general %5, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %7 = stablehlo.dot_general %6, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %8 = stablehlo.dot_general %7, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %9 = stablehlo.dot_general %8, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %10 = stablehlo.dot_general %9, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %11 = stablehlo.dot_general %10, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %12 = stablehlo.dot_general %11, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %13 = stablehlo.dot_general %12, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %14 = stablehlo.dot_general %13, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %15 = stablehlo.dot_general %14, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = stablehlo.subtract %a, %15 : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Readers that are close to each other, ops that cost much, and what would keep
// another value alive instead: nothing is repeated.

// CHECK-LABEL: @close
// CHECK-COUNT-1: stablehlo.multiply
// CHECK-NOT: stablehlo.multiply
// CHECK: return
func.func @close(%x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {weft.local} {
  %a = stablehlo.multiply %x, %x : tensor<64x64xf32>
  %b = stablehlo.add %a, %x : tensor<64x64xf32>
  %0 = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = stablehlo.subtract %a, %0 : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A constant that one op needs stored is stored for that one.

// CHECK-LABEL: @constant
// CHECK: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<64x64xf32>
// CHECK: %[[A:.*]] = stablehlo.add %arg0, %[[C]]
// CHECK: %[[OWN:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<64x64xf32>
// CHECK-NEXT: %[[P:.*]] = stablehlo.dot_general %[[A]], %[[OWN]]
// CHECK: stablehlo.add %[[P]], %[[C]]
func.func @constant(%x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {weft.local} {
  %c = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %a = stablehlo.add %x, %c : tensor<64x64xf32>
  %p = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = stablehlo.add %p, %c : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
