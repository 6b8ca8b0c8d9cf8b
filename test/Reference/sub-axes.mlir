// RUN: weft-opt --weft-evaluate=devices=8 -o /dev/null %s | FileCheck %s

// An order of devices: position p is device 7 - p.
weft.mesh @reversed <"x" = 8, device_ids = [7, 6, 5, 4, 3, 2, 1, 0]>

// Position 5 is device 2: coordinates 1, 0, 1 along the parts.
// CHECK: @parts on 2: tensor<i32> 1
// CHECK: @parts on 2: tensor<i32> 0
// CHECK: @parts on 2: tensor<i32> 1
func.func @parts() -> (tensor<i32>, tensor<i32>, tensor<i32>) attributes {weft.local} {
  %0 = weft.axis_index over ["x":(1)2] : tensor<i32>
  %1 = weft.axis_index over ["x":(2)2] : tensor<i32>
  %2 = weft.axis_index over ["x":(4)2] : tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// Members along the major and the minor part, in that order.
// CHECK: @gather on 0: tensor<4xi32> [2, 3, 6, 7]
// CHECK: @gather on 2: tensor<4xi32> [0, 1, 4, 5]
// CHECK: @gather on 7: tensor<4xi32> [0, 1, 4, 5]
func.func @gather() -> tensor<4xi32> attributes {weft.local} {
  %0 = weft.axis_index over ["x"] : tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = weft.all_gather %1 over ["x":(1)2, "x":(4)2] dim 0 : tensor<1xi32> -> tensor<4xi32>
  return %2 : tensor<4xi32>
}
