// RUN: weft-opt --weft-evaluate=devices=6 -o /dev/null %s | FileCheck %s

weft.mesh @mesh <"a" = 2, "b" = 3>

// CHECK: @axis_index on 0: tensor<i32> 0
// CHECK: @axis_index on 0: tensor<ui8> 0
// CHECK: @axis_index on 5: tensor<i32> 2
// CHECK: @axis_index on 5: tensor<ui8> 5
func.func @axis_index() -> (tensor<i32>, tensor<ui8>) attributes {weft.local} {
  %0 = weft.axis_index over ["b"] : tensor<i32>
  %1 = weft.axis_index over ["b", "a"] : tensor<ui8>
  return %0, %1 : tensor<i32>, tensor<ui8>
}

// The last shard's padding is dropped.
// CHECK: @all_gather_uneven on 0: tensor<5xi32> [0, 10, 20, 30, 40]
// CHECK: @all_gather_uneven on 4: tensor<5xi32> [0, 10, 20, 30, 40]
func.func @all_gather_uneven() -> tensor<5xi32> attributes {weft.local} {
  %0 = stablehlo.constant dense<[0, 10, 20, 30, 40]> : tensor<5xi32>
  %1 = weft.all_slice %0 over ["b"] dim 0 : tensor<5xi32> -> tensor<2xi32>
  %2 = weft.all_gather %1 over ["b"] dim 0 : tensor<2xi32> -> tensor<5xi32>
  return %2 : tensor<5xi32>
}

// Padding is NaN, so that nobody takes it for a number; an empty shard is all
// padding.
// CHECK: @all_slice_uneven on 0: tensor<1x2xf32> {{\[\[}}0, 1]]
// CHECK: @all_slice_uneven on 3: tensor<1x2xf32> {{\[\[}}nan, nan]]
// CHECK: @all_slice_uneven on 5: tensor<1x2xf32> {{\[\[}}nan, nan]]
func.func @all_slice_uneven() -> tensor<1x2xf32> attributes {weft.local} {
  %0 = stablehlo.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %1 = weft.all_slice %0 over ["a", "b"] dim 0 : tensor<3x2xf32> -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// From rows to columns and back, neither of which divides.
// CHECK: @all_to_all_uneven on 0: tensor<4x2xi32> {{\[\[}}0, 1], [5, 6], [10, 11], [15, 16]]
// CHECK: @all_to_all_uneven on 0: tensor<4x5xi32> {{\[\[}}0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14], [15, 16, 17, 18, 19]]
// CHECK: @all_to_all_uneven on 4: tensor<4x2xi32> {{\[\[}}2, 3], [7, 8], [12, 13], [17, 18]]
// CHECK: @all_to_all_uneven on 4: tensor<4x5xi32> {{\[\[}}0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14], [15, 16, 17, 18, 19]]
func.func @all_to_all_uneven() -> (tensor<4x2xi32>, tensor<4x5xi32>) attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<20xi32>
  %1 = stablehlo.reshape %0 : (tensor<20xi32>) -> tensor<4x5xi32>
  %2 = weft.all_slice %1 over ["b"] dim 0 : tensor<4x5xi32> -> tensor<2x5xi32>
  %3 = weft.all_to_all %2 over ["b"] split 1 concat 0 : tensor<2x5xi32> -> tensor<4x2xi32>
  %4 = weft.all_gather %3 over ["b"] dim 1 : tensor<4x2xi32> -> tensor<4x5xi32>
  return %3, %4 : tensor<4x2xi32>, tensor<4x5xi32>
}

// CHECK: @permute on 0: tensor<i32> 2
// CHECK: @permute on 0: tensor<i32> 0
// CHECK: @permute on 0: tensor<i32> 3
// CHECK: @permute on 4: tensor<i32> 3
// CHECK: @permute on 4: tensor<i32> 3
// CHECK: @permute on 4: tensor<i32> 0
func.func @permute() -> (tensor<i32>, tensor<i32>, tensor<i32>) attributes {weft.local} {
  %0 = weft.axis_index over ["a", "b"] : tensor<i32>
  %1 = weft.permute %0 over ["b"] rotate 1 : tensor<i32>
  %2 = weft.permute %0 over ["b"] shift 1 : tensor<i32>
  %3 = weft.permute %0 over ["a"] pairs [1 -> 0] : tensor<i32>
  return %1, %2, %3 : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK: @broadcast on 0: tensor<i32> 2
// CHECK: @broadcast on 3: tensor<i32> 5
func.func @broadcast() -> tensor<i32> attributes {weft.local} {
  %0 = weft.axis_index over ["a", "b"] : tensor<i32>
  %1 = weft.broadcast %0 over ["b"] from 2 : tensor<i32>
  return %1 : tensor<i32>
}

// CHECK: @all_reduce on 0: tensor<i32> 3
// CHECK: @all_reduce on 0: tensor<i32> 5
// CHECK: @all_reduce on 4: tensor<i32> 12
// CHECK: @all_reduce on 4: tensor<i32> 5
func.func @all_reduce() -> (tensor<i32>, tensor<i32>) attributes {weft.local} {
  %0 = weft.axis_index over ["a", "b"] : tensor<i32>
  %1 = weft.all_reduce add %0 over ["b"] : tensor<i32>
  %2 = weft.all_reduce max %0 over ["a", "b"] : tensor<i32>
  return %1, %2 : tensor<i32>, tensor<i32>
}

// A region over two operands: the largest value and who has it.
// CHECK: @all_reduce_region on 1: tensor<2xf32> [4, 0]
// CHECK: @all_reduce_region on 1: tensor<2xi32> [2, 0]
func.func @all_reduce_region() -> (tensor<2xf32>, tensor<2xi32>) attributes {weft.local} {
  %0 = weft.axis_index over ["b"] : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.convert %1 : (tensor<2xi32>) -> tensor<2xf32>
  %3 = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<2xf32>
  %5:2 = weft.all_reduce %4, %1 over ["b"]
      by (%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>) {
    %6 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %7 = stablehlo.select %6, %a, %b : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %i, %j : tensor<i1>, tensor<i32>
    weft.return %7, %8 : tensor<f32>, tensor<i32>
  } : tensor<2xf32>, tensor<2xi32>
  %9 = stablehlo.abs %5#0 : tensor<2xf32>
  return %9, %5#1 : tensor<2xf32>, tensor<2xi32>
}

// CHECK: @reduce_scatter_uneven on 0: tensor<2xi32> [0, 3]
// CHECK: @reduce_scatter_uneven on 1: tensor<2xi32> [6, 9]
// CHECK: @reduce_scatter_uneven on 5: tensor<2xi32> [12, {{.*}}]
func.func @reduce_scatter_uneven() -> tensor<2xi32> attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<5xi32>
  %1 = weft.reduce_scatter add %0 over ["b"] dim 0 : tensor<5xi32> -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// A manual region of a whole program, here on each of the six devices: it
// brings its own.
// CHECK: @manual on 0: tensor<6xi32> [2, 1, 4, 3, 6, 5]
func.func @manual() -> tensor<6xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %1 = weft.manual over ["b"] (%0) in [<@mesh, ["b"]>] out [<@mesh, ["b"]>] (%x: tensor<2xi32>) {
    %2 = stablehlo.reverse %x, dims = [0] : tensor<2xi32>
    weft.return %2 : tensor<2xi32>
  } : (tensor<6xi32>) -> tensor<6xi32>
  return %1 : tensor<6xi32>
}

// The inner region's devices talk along the outer axis, too.
// CHECK: @nested on 0: tensor<6xi32> [5, 7, 9, 5, 7, 9]
func.func @nested() -> tensor<6xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %1 = weft.manual over ["a"] (%0) in [<@mesh, ["a"]>] out [<@mesh, ["a"]>] (%x: tensor<3xi32>) {
    %2 = weft.manual over ["b"] (%x) in [<@mesh, ["b"]>] out [<@mesh, ["b"]>] (%y: tensor<1xi32>) {
      %3 = weft.all_reduce add %y over ["a"] : tensor<1xi32>
      weft.return %3 : tensor<1xi32>
    } : (tensor<3xi32>) -> tensor<3xi32>
    weft.return %2 : tensor<3xi32>
  } : (tensor<6xi32>) -> tensor<6xi32>
  return %1 : tensor<6xi32>
}
