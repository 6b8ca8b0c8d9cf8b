// RUN: weft-opt --weft-import-sdy --weft-evaluate -o /dev/null %s | FileCheck %s

// A region that is manual along one of two axes, in which JAX names all devices
// by their numbers.
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["data"=2, "model"=2]>

// CHECK: @sum: tensor<2xf32> [4, 6]
func.func @sum() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"data", ?}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"data"} (%x: tensor<2xf32>) {
    %2 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %2 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

}
