// RUN: weft-opt --weft-evaluate=devices=2 -o /dev/null %s | FileCheck %s

// Device d sends d + 1 rows of tens to device 0 and one row of ones to device 1;
// what nobody writes to stays.
module attributes {mhlo.num_partitions = 2 : i32} {

// CHECK: @exchange on 0: tensor<4x1xi32> {{\[}}[10], [20], [20], [-1]]
// CHECK: @exchange on 1: tensor<4x1xi32> {{\[}}[-1], [1], [2], [-1]]
func.func @exchange() -> tensor<4x1xi32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.add %i, %one : tensor<i32>
  %factor = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<3x1xi32>
  %rows = stablehlo.constant dense<[[10], [10], [1]]> : tensor<3x1xi32>
  %sent = stablehlo.multiply %rows, %factor : tensor<3x1xi32>
  %output = stablehlo.constant dense<-1> : tensor<4x1xi32>
  %offsets = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one1 = stablehlo.constant dense<1> : tensor<1xi32>
  %sizes = stablehlo.concatenate %n1, %one1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i1 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
  %targets = stablehlo.concatenate %i1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %received = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = stablehlo.custom_call @ragged_all_to_all(%sent, %output, %offsets, %sizes, %targets, %received) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<3x1xi32>, tensor<4x1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x1xi32>
  return %r : tensor<4x1xi32>
}

}
