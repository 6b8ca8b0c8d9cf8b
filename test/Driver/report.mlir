// RUN: weft report %s | FileCheck %s
// RUN: sh -c 'weft report %s --function nothing; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: weft report %s --mesh data=1,model=1 | FileCheck %s --check-prefix=ALONE
// RUN: sh -c 'weft report %s --explicit; test $? = 1' 2>&1 | FileCheck %s --check-prefix=EXPLICIT

// NAME: the file has no function @nothing
// ALONE: nothing is sent

// CHECK: @main on 4 devices
// CHECK: argument 0  tensor<8x16xf32>   ["data", _]   tensor<4x16xf32>  256 B 50.0%
// CHECK: result 0    tensor<8x16xf32>   ["data", _]   tensor<4x16xf32>  256 B 50.0%
// CHECK: 256 B      1  all_reduce  model  result 0 of 'stablehlo.dot_general'  {{.*}}report.mlir:[[# @LINE + 17]]:8
// CHECK: held  at the peak made at
// CHECK: 1.00 KiB  argument 1 : tensor<16x16xf32> {{.*}}report.mlir:[[# @LINE + 10]]:17
// CHECK: 1.00 KiB  argument 2
// CHECK: 256 B  'stablehlo.dot_general' : tensor<4x16xf32> {{.*}}report.mlir:[[# @LINE + 13]]:8
// CHECK: each device sends 256 B, holds 2.75 KiB at most (2.25 KiB of arguments, 256 B of results, 256 B of temporaries) and does {{.*}} flops

// EXPLICIT: report.mlir:[[# @LINE + 10]]:8: error: result 0 of 'stablehlo.dot_general' takes all_reduce over "model", 256 B sent by each device, which no annotation asks for

weft.mesh @mesh <"data" = 2, "model" = 2>

func.func @main(%x: tensor<8x16xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>},
                %up: tensor<16x32xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>},
                %down: tensor<32x16xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>})
    -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = stablehlo.dot_general %1, %down, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
