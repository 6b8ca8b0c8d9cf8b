// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// The long form is read too; it is needed for quantized types.
// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK: stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: stablehlo.constant {foo} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %1 = stablehlo.constant {foo} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  // CHECK: stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<3xcomplex<f32>>
  %2 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<3xcomplex<f32>>
  // CHECK: stablehlo.constant dense<> : tensor<0xi8>
  %3 = stablehlo.constant dense<> : tensor<0xi8>
  // CHECK: stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.constant dense<true> : tensor<i1>
  // CHECK: stablehlo.constant {foo} dense<1> : tensor<i32>
  %5 = stablehlo.constant() {value = dense<1> : tensor<i32>, foo} : () -> tensor<i32>
  // CHECK: stablehlo.constant dense<2> : tensor<i32>
  %6 = stablehlo.constant() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  // CHECK: stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %7 = stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// CHECK-LABEL: func.func @constant_element_types
func.func @constant_element_types() {
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf4E2M1FN>
  %0 = stablehlo.constant dense<1.000000e+00> : tensor<2xf4E2M1FN>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf6E2M3FN>
  %1 = stablehlo.constant dense<1.000000e+00> : tensor<2xf6E2M3FN>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf6E3M2FN>
  %2 = stablehlo.constant dense<1.000000e+00> : tensor<2xf6E3M2FN>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E3M4>
  %3 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E3M4>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3>
  %4 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FN>
  %5 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FN>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FNUZ>
  %6 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FNUZ>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3B11FNUZ>
  %7 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3B11FNUZ>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2>
  %8 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2FNUZ>
  %9 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2FNUZ>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf8E8M0FNU>
  %10 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E8M0FNU>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xbf16>
  %11 = stablehlo.constant dense<1.000000e+00> : tensor<2xbf16>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf16>
  %12 = stablehlo.constant dense<1.000000e+00> : tensor<2xf16>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %13 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %14 = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  // CHECK: stablehlo.constant dense<1> : tensor<2xi2>
  %i0 = stablehlo.constant dense<1> : tensor<2xi2>
  // CHECK: stablehlo.constant dense<1> : tensor<2xi4>
  %i1 = stablehlo.constant dense<1> : tensor<2xi4>
  // CHECK: stablehlo.constant dense<1> : tensor<2xi8>
  %i2 = stablehlo.constant dense<1> : tensor<2xi8>
  // CHECK: stablehlo.constant dense<1> : tensor<2xi16>
  %i3 = stablehlo.constant dense<1> : tensor<2xi16>
  // CHECK: stablehlo.constant dense<1> : tensor<2xi32>
  %i4 = stablehlo.constant dense<1> : tensor<2xi32>
  // CHECK: stablehlo.constant dense<1> : tensor<2xi64>
  %i5 = stablehlo.constant dense<1> : tensor<2xi64>
  // CHECK: stablehlo.constant dense<1> : tensor<2xui2>
  %i6 = stablehlo.constant dense<1> : tensor<2xui2>
  // CHECK: stablehlo.constant dense<1> : tensor<2xui4>
  %i7 = stablehlo.constant dense<1> : tensor<2xui4>
  // CHECK: stablehlo.constant dense<1> : tensor<2xui8>
  %i8 = stablehlo.constant dense<1> : tensor<2xui8>
  // CHECK: stablehlo.constant dense<1> : tensor<2xui16>
  %i9 = stablehlo.constant dense<1> : tensor<2xui16>
  // CHECK: stablehlo.constant dense<1> : tensor<2xui32>
  %i10 = stablehlo.constant dense<1> : tensor<2xui32>
  // CHECK: stablehlo.constant dense<1> : tensor<2xui64>
  %i11 = stablehlo.constant dense<1> : tensor<2xui64>
  return
}

// Integers are named %c, all others %cst, as jaxlib does.
// CHECK-LABEL: func.func @constant_names
func.func @constant_names() {
  // CHECK: %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: %c_0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  // CHECK: %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %2 = stablehlo.constant dense<1.0> : tensor<f32>
  return
}

// CHECK-LABEL: func.func @iota
func.func @iota() {
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi2>
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi2>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi4>
  %1 = stablehlo.iota dim = 1 : tensor<2x3xi4>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi8>
  %2 = stablehlo.iota dim = 1 : tensor<2x3xi8>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi16>
  %3 = stablehlo.iota dim = 1 : tensor<2x3xi16>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
  %4 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi64>
  %5 = stablehlo.iota dim = 1 : tensor<2x3xi64>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xui2>
  %6 = stablehlo.iota dim = 1 : tensor<2x3xui2>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xui4>
  %7 = stablehlo.iota dim = 1 : tensor<2x3xui4>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xui8>
  %8 = stablehlo.iota dim = 1 : tensor<2x3xui8>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xui16>
  %9 = stablehlo.iota dim = 1 : tensor<2x3xui16>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xui32>
  %10 = stablehlo.iota dim = 1 : tensor<2x3xui32>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xui64>
  %11 = stablehlo.iota dim = 1 : tensor<2x3xui64>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf4E2M1FN>
  %12 = stablehlo.iota dim = 1 : tensor<2x3xf4E2M1FN>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf6E2M3FN>
  %13 = stablehlo.iota dim = 1 : tensor<2x3xf6E2M3FN>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf6E3M2FN>
  %14 = stablehlo.iota dim = 1 : tensor<2x3xf6E3M2FN>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E3M4>
  %15 = stablehlo.iota dim = 1 : tensor<2x3xf8E3M4>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E4M3>
  %16 = stablehlo.iota dim = 1 : tensor<2x3xf8E4M3>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E4M3FN>
  %17 = stablehlo.iota dim = 1 : tensor<2x3xf8E4M3FN>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E4M3FNUZ>
  %18 = stablehlo.iota dim = 1 : tensor<2x3xf8E4M3FNUZ>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E4M3B11FNUZ>
  %19 = stablehlo.iota dim = 1 : tensor<2x3xf8E4M3B11FNUZ>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E5M2>
  %20 = stablehlo.iota dim = 1 : tensor<2x3xf8E5M2>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E5M2FNUZ>
  %21 = stablehlo.iota dim = 1 : tensor<2x3xf8E5M2FNUZ>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf8E8M0FNU>
  %22 = stablehlo.iota dim = 1 : tensor<2x3xf8E8M0FNU>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xbf16>
  %23 = stablehlo.iota dim = 1 : tensor<2x3xbf16>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf16>
  %24 = stablehlo.iota dim = 1 : tensor<2x3xf16>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf32>
  %25 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xf64>
  %26 = stablehlo.iota dim = 1 : tensor<2x3xf64>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xcomplex<f32>>
  %27 = stablehlo.iota dim = 1 : tensor<2x3xcomplex<f32>>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xcomplex<f64>>
  %28 = stablehlo.iota dim = 1 : tensor<2x3xcomplex<f64>>
  // CHECK: stablehlo.iota dim = 0 {foo} : tensor<4xi32>
  %x = stablehlo.iota dim = 0 {foo} : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @shape
func.func @shape(%x: tensor<2x3xf32>, %s: tensor<f32>, %y: tensor<1x3xf32>, %d: tensor<?xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>) {
  // CHECK: stablehlo.broadcast {{%[^ ,)]+}}, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
  %0 = stablehlo.broadcast %x, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
  // CHECK: stablehlo.broadcast {{%[^ ,)]+}}, sizes = [] {foo} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast %x, sizes = [] {foo} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim {{%[^ ,)]+}}, dims = [2, 1] : (tensor<1x3xf32>) -> tensor<2x3x5xf32>
  %2 = stablehlo.broadcast_in_dim %y, dims = [2, 1] : (tensor<1x3xf32>) -> tensor<2x3x5xf32>
  // CHECK: stablehlo.broadcast_in_dim {{%[^ ,)]+}}, dims = [] {foo} : (tensor<f32>) -> tensor<2x0xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [] {foo} : (tensor<f32>) -> tensor<2x0xf32>
  // CHECK: stablehlo.broadcast_in_dim {{%[^ ,)]+}}, dims = [1] : (tensor<?xf32>) -> tensor<3x4xf32>
  %4 = stablehlo.broadcast_in_dim %d, dims = [1] : (tensor<?xf32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.broadcast_in_dim {{%[^ ,)]+}}, dims = [1] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<3x?xf32, #stablehlo.bounds<?, 4>>
  %5 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<3x?xf32, #stablehlo.bounds<?, 4>>
  // CHECK: stablehlo.reshape {{%[^ ,)]+}} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  %6 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6x1xf32>
  // CHECK: stablehlo.reshape {{%[^ ,)]+}} {foo} : (tensor<?xf32>) -> tensor<2x2xf32>
  %7 = stablehlo.reshape %d {foo} : (tensor<?xf32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.reverse {{%[^ ,)]+}}, dims = [1, 0] : tensor<2x3xf32>
  %8 = stablehlo.reverse %x, dims = [1, 0] : tensor<2x3xf32>
  // CHECK: stablehlo.reverse {{%[^ ,)]+}}, dims = [] {foo} : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %9 = stablehlo.reverse %x, dims = [] {foo} : (tensor<2x3xf32>) -> tensor<?x3xf32>
  // CHECK: stablehlo.transpose {{%[^ ,)]+}}, dims = [1, 0] {foo} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %10 = stablehlo.transpose %x, dims = [1, 0] {foo} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: stablehlo.transpose {{%[^ ,)]+}}, dims = [] : (tensor<f32>) -> tensor<f32>
  %11 = stablehlo.transpose %s, dims = [] : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.broadcast {{%[^ ,)]+}}, sizes = [2] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  %12 = stablehlo.broadcast %b, sizes = [2] : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  return
}

// CHECK-LABEL: func.func @bitcasts
func.func @bitcasts(%x: tensor<4xf32>, %y: tensor<4x2xf16>, %c: tensor<3xcomplex<f32>>, %d: tensor<?x2xui8>) {
  // CHECK: stablehlo.bitcast_convert {{%[^ ,)]+}} : (tensor<4xf32>) -> tensor<4xi32>
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  // CHECK: stablehlo.bitcast_convert {{%[^ ,)]+}} {foo} : (tensor<4xf32>) -> tensor<4x4xui8>
  %1 = stablehlo.bitcast_convert %x {foo} : (tensor<4xf32>) -> tensor<4x4xui8>
  // CHECK: stablehlo.bitcast_convert {{%[^ ,)]+}} : (tensor<4x2xf16>) -> tensor<4xf32>
  %2 = stablehlo.bitcast_convert %y : (tensor<4x2xf16>) -> tensor<4xf32>
  // CHECK: stablehlo.bitcast_convert {{%[^ ,)]+}} : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %3 = stablehlo.bitcast_convert %c : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  // CHECK: stablehlo.bitcast_convert {{%[^ ,)]+}} : (tensor<?x2xui8>) -> tensor<?xbf16>
  %4 = stablehlo.bitcast_convert %d : (tensor<?x2xui8>) -> tensor<?xbf16>
  // CHECK: stablehlo.bitcast_convert {{%[^ ,)]+}} : (tensor<4xf32>) -> tensor<4x8xi4>
  %5 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x8xi4>
  return
}

// CHECK-LABEL: func.func @parts
func.func @parts(%x: tensor<2x3xf32>, %s: tensor<f32>, %i: tensor<i32>, %j: tensor<ui64>, %d: tensor<?xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>, %t: tensor<2xf32>) {
  // CHECK: stablehlo.concatenate {{%[^ ,)]+}}, {{%[^ ,)]+}}, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  // CHECK: stablehlo.concatenate {{%[^ ,)]+}}, dim = 0 {foo} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.concatenate %x, dim = 0 {foo} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.concatenate {{%[^ ,)]+}}, {{%[^ ,)]+}}, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<2xf32>) -> tensor<?xf32, #stablehlo.bounds<6>>
  %2 = stablehlo.concatenate %b, %t, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<2xf32>) -> tensor<?xf32, #stablehlo.bounds<6>>
  // CHECK: stablehlo.concatenate {{%[^ ,)]+}}, {{%[^ ,)]+}}, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %3 = stablehlo.concatenate %d, %t, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.dynamic_slice {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}}, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
  %4 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
  // CHECK: stablehlo.dynamic_slice {{%[^ ,)]+}}, sizes = [] {foo} : (tensor<f32>) -> tensor<f32>
  %5 = stablehlo.dynamic_slice %s, , sizes = [] {foo} : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.dynamic_slice {{%[^ ,)]+}}, {{%[^ ,)]+}}, sizes = [2] : (tensor<?xf32>, tensor<ui64>) -> tensor<2xf32>
  %6 = stablehlo.dynamic_slice %d, %j, sizes = [2] : (tensor<?xf32>, tensor<ui64>) -> tensor<2xf32>
  // CHECK: stablehlo.dynamic_update_slice {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}}, {{%[^ ,)]+}} {foo} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %7 = stablehlo.dynamic_update_slice %x, %x, %i, %i {foo} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.dynamic_update_slice {{%[^ ,)]+}}, {{%[^ ,)]+}} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %8 = stablehlo.dynamic_update_slice %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.pad {{%[^ ,)]+}}, {{%[^ ,)]+}}, low = [0, 1], high = [2, -1], interior = [1, 2] {foo} : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x7xf32>
  %9 = stablehlo.pad %x, %s, low = [0, 1], high = [2, -1], interior = [1, 2] {foo} : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x7xf32>
  // CHECK: stablehlo.pad {{%[^ ,)]+}}, {{%[^ ,)]+}}, low = [1], high = [1], interior = [1] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<9>>
  %10 = stablehlo.pad %b, %s, low = [1], high = [1], interior = [1] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<9>>
  // CHECK: stablehlo.slice {{%[^ ,)]+}} [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %11 = stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  // CHECK: stablehlo.slice {{%[^ ,)]+}} [] {foo} : (tensor<f32>) -> tensor<f32>
  %12 = stablehlo.slice %s [] {foo} : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.slice {{%[^ ,)]+}} [0:2, 3:3] : (tensor<2x3xf32>) -> tensor<2x0xf32>
  %13 = stablehlo.slice %x [0:2:1, 3:3] : (tensor<2x3xf32>) -> tensor<2x0xf32>
  return
}

// CHECK-LABEL: func.func @sizes
func.func @sizes(%x: tensor<2x3xf32>, %n: tensor<i32>, %d: tensor<?xf32>) {
  // CHECK: stablehlo.get_dimension_size {{%[^ ,)]+}}, dim = 1 {foo} : (tensor<2x3xf32>) -> tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 1 {foo} : (tensor<2x3xf32>) -> tensor<i32>
  // CHECK: stablehlo.set_dimension_size {{%[^ ,)]+}}, {{%[^ ,)]+}}, dim = 1 {foo} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  %1 = stablehlo.set_dimension_size %x, %n, dim = 1 {foo} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  // CHECK: stablehlo.set_dimension_size {{%[^ ,)]+}}, {{%[^ ,)]+}}, dim = 0 : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  %2 = stablehlo.set_dimension_size %d, %n, dim = 0 : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @quantization
func.func @quantization(%x: tensor<2x3xf32>, %q: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %a: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  // CHECK: stablehlo.uniform_quantize {{%[^ ,)]+}} : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  %0 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  // CHECK: stablehlo.uniform_quantize {{%[^ ,)]+}} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<u8:f32, 2.000000e+00:17>>
  %1 = stablehlo.uniform_quantize %q : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<u8:f32, 2.000000e+00:17>>
  // CHECK: stablehlo.uniform_dequantize {{%[^ ,)]+}} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3xf32>
  %2 = stablehlo.uniform_dequantize %q : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3xf32>
  // CHECK: stablehlo.transpose {{%[^ ,)]+}}, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  %3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  // CHECK: stablehlo.broadcast_in_dim {{%[^ ,)]+}}, dims = [1, 2] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<5x2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  %4 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<5x2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  // CHECK: stablehlo.reshape {{%[^ ,)]+}} : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  %5 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>
  return
}
