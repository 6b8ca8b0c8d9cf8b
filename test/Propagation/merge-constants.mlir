// RUN: weft-opt %s --weft-merge-constants | FileCheck %s

weft.mesh @mesh <"a" = 2>

// Copies with different layouts stay apart.
// CHECK-LABEL: @layouts
func.func @layouts(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[A:.*]] = stablehlo.constant {{.*}}["a"]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.constant {{.*}}[_]
  // CHECK-NEXT: stablehlo.add %{{.*}}, %[[A]]
  // CHECK-NEXT: stablehlo.add %{{.*}}, %[[B]]
  // CHECK-NEXT: stablehlo.add %{{.*}}, %[[A]]
  %0 = stablehlo.constant {weft.shardings = #weft.shardings<[<@mesh, ["a"]>]>} dense<2.0> : tensor<4xf32>
  %1 = stablehlo.constant {weft.shardings = #weft.shardings<[<@mesh, [_]>]>} dense<2.0> : tensor<4xf32>
  %2 = stablehlo.constant {weft.shardings = #weft.shardings<[<@mesh, ["a"]>]>} dense<2.0> : tensor<4xf32>
  %3 = stablehlo.add %x, %0 : tensor<4xf32>
  %4 = stablehlo.add %3, %1 : tensor<4xf32>
  %5 = stablehlo.add %4, %2 : tensor<4xf32>
  return %5 : tensor<4xf32>
}
