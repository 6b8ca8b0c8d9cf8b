// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK: func.func private @token(!stablehlo.token)
func.func private @token(!stablehlo.token)

// CHECK: func.func private @future(!stablehlo.future<tensor<4xf32>, tensor<2xi32>>)
func.func private @future(!stablehlo.future<tensor<4xf32>, tensor<2xi32>>)

// CHECK: func.func private @bounds(tensor<?x4x?xf32, #stablehlo.bounds<3, ?, ?>>)
func.func private @bounds(tensor<?x4x?xf32, #stablehlo.bounds<3, ?, ?>>)

// CHECK: func.func private @no_bounds(tensor<f32, #stablehlo.bounds<>>)
func.func private @no_bounds(tensor<f32, #stablehlo.bounds<>>)

// Attributes of other dialects, known or not, stay where they are.
// CHECK: module attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32}
// CHECK: #stablehlo<comparison_direction LT>
module attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32} {
  func.func private @enum() attributes {foo = #stablehlo<comparison_direction LT>}
}
