// RUN: weft-opt %s --weft-combine-reductions | FileCheck %s
// RUN: weft-opt %s --weft-combine-reductions=max-bytes=40 | FileCheck %s --check-prefix=BOUND

weft.mesh @mesh <"x" = 2, "y" = 4>

// Those that do not wait for each other become one, before the first use.

// CHECK-LABEL: func.func @gradients
// CHECK: %[[N:.*]] = stablehlo.negate
// CHECK-NEXT: %[[R:.*]]:3 = weft.all_reduce add %arg0, %arg1, %[[N]] over ["x"] : tensor<8xf32>, tensor<4xbf16>, tensor<8xf32>
// CHECK-NEXT: stablehlo.tanh %[[R]]#0
// CHECK: return %{{.*}}, %[[R]]#1, %[[R]]#2

// No more than the bound at once, but a single one may be larger.

// BOUND-LABEL: func.func @gradients
// BOUND: weft.all_reduce add %arg0, %arg1 over ["x"] : tensor<8xf32>, tensor<4xbf16>
// BOUND: weft.all_reduce add %{{.*}} over ["x"] : tensor<8xf32>
func.func @gradients(%a: tensor<8xf32>, %b: tensor<4xbf16>) -> (tensor<8xf32>, tensor<4xbf16>, tensor<8xf32>) {
  %0 = weft.all_reduce add %a over ["x"] : tensor<8xf32>
  %1 = weft.all_reduce add %b over ["x"] : tensor<4xbf16>
  %n = stablehlo.negate %a : tensor<8xf32>
  %2 = weft.all_reduce add %n over ["x"] : tensor<8xf32>
  %3 = stablehlo.tanh %0 : tensor<8xf32>
  return %3, %1, %2 : tensor<8xf32>, tensor<4xbf16>, tensor<8xf32>
}

// Another reducer, other axes, or an operand that waits for the first.

// CHECK-LABEL: func.func @apart
// CHECK: weft.all_reduce add %arg0 over ["x"] : tensor<8xf32>
// CHECK: weft.all_reduce max %arg1 over ["x"] : tensor<8xf32>
// CHECK: weft.all_reduce add %arg1 over ["y"] : tensor<8xf32>
// CHECK: stablehlo.tanh
// CHECK: weft.all_reduce add %{{.*}} over ["x"] : tensor<8xf32>
func.func @apart(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = weft.all_reduce add %a over ["x"] : tensor<8xf32>
  %1 = weft.all_reduce max %b over ["x"] : tensor<8xf32>
  %2 = weft.all_reduce add %b over ["y"] : tensor<8xf32>
  %3 = stablehlo.tanh %0 : tensor<8xf32>
  %4 = weft.all_reduce add %3 over ["x"] : tensor<8xf32>
  return %4, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// A use inside a region is a use.

// CHECK-LABEL: func.func @used_in_a_branch
// CHECK: %[[A:.*]] = weft.all_reduce add %arg0
// CHECK: stablehlo.if
// CHECK: stablehlo.return %[[A]]
// CHECK: weft.all_reduce add %arg0
func.func @used_in_a_branch(%a: tensor<8xf32>, %flag: tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = weft.all_reduce add %a over ["x"] : tensor<8xf32>
  %1 = "stablehlo.if"(%flag) ({
    stablehlo.return %0 : tensor<8xf32>
  }, {
    stablehlo.return %a : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %2 = weft.all_reduce add %a over ["x"] : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
