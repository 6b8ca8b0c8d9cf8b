// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @running_sum
func.func @running_sum(%x: tensor<4x3xf32>, %zero: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  // CHECK: %{{.*}}:2 = chlo.scan(%{{.*}}) inits (%{{.*}}) dimension=0 {
  // CHECK-NEXT: ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
  // CHECK: } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  %0:2 = chlo.scan(%x) inits (%zero) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %sum = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %sum, %sum : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @attributes
func.func @attributes(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // CHECK: chlo.scan(%{{.*}}) inits () dimension=1 attributes {foo, is_associative = false, is_reverse = true, scan_dim_size = 3 : i64} {
  %0 = chlo.scan(%x) inits () dimension=1 attributes {foo, is_associative = false, is_reverse = true, scan_dim_size = 3 : i64} {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  } : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Without inputs the number of steps is given, or follows from an output.
// CHECK-LABEL: func.func @no_inputs
func.func @no_inputs(%x: tensor<3xf32>) -> tensor<4x3xf32> {
  // CHECK: chlo.scan() inits (%{{.*}}) dimension=0 {
  %0:2 = chlo.scan() inits (%x) dimension=0 {
  ^bb0(%a: tensor<3xf32>):
    stablehlo.return %a, %a : tensor<3xf32>, tensor<3xf32>
  } : (tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0 : tensor<4x3xf32>
}
