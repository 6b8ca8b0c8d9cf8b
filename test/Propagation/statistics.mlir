// A packaged MLIR has its statistics compiled out; Weft's passes count all the
// same, and copies of a pass that run side by side are added up.
// RUN: weft-opt %s --weft-propagate --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s
// RUN: weft-opt %s --weft-propagate -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty

// CHECK: weft-propagate
// CHECK-NEXT: (S) {{ *}}2 variables - Values with a sharding of their own
// CHECK-NEXT: (S) {{ *[1-9][0-9]*}} visits - Visits of an op
// CHECK-NEXT: (S) {{ *[1-9][0-9]*}} computed
// CHECK-NEXT: (S) {{ *}}1 updates - Shardings that grew
// OFF-NOT: (S)
weft.mesh @mesh <"x" = 2>
func.func private @axis_reaches_the_result(%a: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>}) {
  %0 = stablehlo.negate %a : tensor<8xf32>
  return
}
