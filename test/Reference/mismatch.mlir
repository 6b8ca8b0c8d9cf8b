// RUN: not weft-opt --weft-evaluate=devices=2 -o /dev/null %s 2>&1 | FileCheck %s

weft.mesh @mesh <"x" = 2>

// Device 1 never comes to the collective that device 0 waits in.
// CHECK: error: device 1 has finished without reaching collectives of other devices
// CHECK: device 0: waiting in all_reduce of 1 x i32 over [0, 1]
// CHECK-SAME: in weft.all_reduce at {{.*}}mismatch.mlir:13:10, for device 1
// CHECK: device 1: finished
func.func @branch() -> tensor<i32> attributes {weft.local} {
  %0 = weft.axis_index over ["x"] : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %2 = weft.all_reduce add %0 over ["x"] : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }, {
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}
