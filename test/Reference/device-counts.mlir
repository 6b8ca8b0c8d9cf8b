// One per-shard program on 2 to 64 devices; ten elements divide by few of these.
// On one device the numbers are printed without a device.
//
// RUN: sed -e 's/NUM/1/g; s/LOCAL/10/g; s/SUM/0/g' %s > %t.1.mlir
// RUN: sed -e 's/NUM/2/g; s/LOCAL/5/g; s/SUM/1/g' %s > %t.2.mlir
// RUN: sed -e 's/NUM/3/g; s/LOCAL/4/g; s/SUM/3/g' %s > %t.3.mlir
// RUN: sed -e 's/NUM/4/g; s/LOCAL/3/g; s/SUM/6/g' %s > %t.4.mlir
// RUN: sed -e 's/NUM/6/g; s/LOCAL/2/g; s/SUM/15/g' %s > %t.6.mlir
// RUN: sed -e 's/NUM/8/g; s/LOCAL/2/g; s/SUM/28/g' %s > %t.8.mlir
// RUN: sed -e 's/NUM/64/g; s/LOCAL/1/g; s/SUM/2016/g' %s > %t.64.mlir
// RUN: weft-opt --weft-evaluate=devices=1 -o /dev/null %t.1.mlir | FileCheck --check-prefix=ONE %s
// RUN: weft-opt --weft-evaluate=devices=2 -o /dev/null %t.2.mlir | FileCheck %t.2.mlir
// RUN: weft-opt --weft-evaluate=devices=3 -o /dev/null %t.3.mlir | FileCheck %t.3.mlir
// RUN: weft-opt --weft-evaluate=devices=4 -o /dev/null %t.4.mlir | FileCheck %t.4.mlir
// RUN: weft-opt --weft-evaluate=devices=6 -o /dev/null %t.6.mlir | FileCheck %t.6.mlir
// RUN: weft-opt --weft-evaluate=devices=8 -o /dev/null %t.8.mlir | FileCheck %t.8.mlir
// RUN: weft-opt --weft-evaluate=devices=64 -o /dev/null %t.64.mlir | FileCheck %t.64.mlir

weft.mesh @mesh <"x" = NUM>

// ONE: @double: tensor<10xi32> [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]
// ONE: @double: tensor<i32> 0
// ONE: @double: tensor<10xi32> [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
// CHECK-COUNT-NUM: @double on {{[0-9]+}}: tensor<10xi32> [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]{{[[:space:]].*}}: tensor<i32> SUM{{[[:space:]].*}}: tensor<10xi32> [0, NUM,
func.func @double() -> (tensor<10xi32>, tensor<i32>, tensor<10xi32>) attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<10xi32>
  %1 = weft.all_slice %0 over ["x"] dim 0 : tensor<10xi32> -> tensor<LOCALxi32>
  %2 = stablehlo.add %1, %1 : tensor<LOCALxi32>
  %3 = weft.all_gather %2 over ["x"] dim 0 : tensor<LOCALxi32> -> tensor<10xi32>
  %4 = weft.axis_index over ["x"] : tensor<i32>
  %5 = weft.all_reduce add %4 over ["x"] : tensor<i32>
  %6 = weft.reduce_scatter add %0 over ["x"] dim 0 : tensor<10xi32> -> tensor<LOCALxi32>
  %7 = weft.all_gather %6 over ["x"] dim 0 : tensor<LOCALxi32> -> tensor<10xi32>
  return %3, %5, %7 : tensor<10xi32>, tensor<i32>, tensor<10xi32>
}
