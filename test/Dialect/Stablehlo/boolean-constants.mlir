// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt -emit-bytecode %s | weft-opt | FileCheck %s

// jaxlib writes one byte per boolean, MLIR 22 one bit; Weft writes neither.

// CHECK-LABEL: @one_byte_per_boolean
func.func @one_byte_per_boolean() -> tensor<2x64xi1> {
  // CHECK: stablehlo.constant dense<{{\[\[false, true, false, true, .*, false, true\], \[false, true, .*true\]\]}}> : tensor<2x64xi1>
  %0 = stablehlo.constant dense<"0x0001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001"> : tensor<2x64xi1>
  return %0 : tensor<2x64xi1>
}

// CHECK-LABEL: @eight_booleans_per_byte
func.func @eight_booleans_per_byte() -> tensor<128xi1> {
  // CHECK: stablehlo.constant dense<{{\[false, true, false, true, .*, false, true\]}}> : tensor<128xi1>
  %0 = stablehlo.constant dense<"0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"> : tensor<128xi1>
  return %0 : tensor<128xi1>
}

// CHECK-LABEL: @other_elements_keep_their_bytes
func.func @other_elements_keep_their_bytes() -> tensor<2xi16> {
  // CHECK: stablehlo.constant dense<[1, 2]> : tensor<2xi16>
  %0 = stablehlo.constant dense<"0x01000200"> : tensor<2xi16>
  return %0 : tensor<2xi16>
}
