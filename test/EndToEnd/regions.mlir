// Manual regions, values on one device, barriers and calls of which only a rule
// is known, run whole and partitioned.
//
// RUN: weft check %s | FileCheck %s
// CHECK-NOT: differs
// CHECK-COUNT-7: on 4 devices: agrees

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @maximal = <[], device_ids=[3]>

func.func @collectives_in_a_manual_region(%x: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}], replicated={"a"}>] manual_axes={"a", "b"} (%y: tensor<4x3xf32>) {
    %1 = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    sdy.return %1 : tensor<4x3xf32>
  } : (tensor<8x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @partition_id_in_a_manual_region(%x: tensor<8xui32>) -> tensor<8xui32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "b"}]>] out_shardings=[<@mesh, [{"a", "b"}]>] manual_axes={"a", "b"} (%y: tensor<2xui32>) {
    %1 = stablehlo.partition_id : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %3 = stablehlo.add %y, %2 : tensor<2xui32>
    sdy.return %3 : tensor<2xui32>
  } : (tensor<8xui32>) -> tensor<8xui32>
  return %0 : tensor<8xui32>
}

func.func @nested_manual_regions(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<4x6xf32>) {
    %1 = sdy.manual_computation(%y) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%z: tensor<4x3xf32>) {
      %2 = stablehlo.reverse %z, dims = [0, 1] : tensor<4x3xf32>
      sdy.return %2 : tensor<4x3xf32>
    } : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = stablehlo.reverse %1, dims = [1] : tensor<4x6xf32>
    sdy.return %3 : tensor<4x6xf32>
  } : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %4 = stablehlo.reverse %0, dims = [0] : tensor<8x6xf32>
  return %4 : tensor<8x6xf32>
}

func.func @a_value_on_one_device(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
  %0 = stablehlo.negate %x : tensor<8x6xf32>
  %1 = sdy.sharding_constraint %0 <@maximal, []> : tensor<8x6xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}, {}]> : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}

func.func @a_barrier_of_several_values(%x: tensor<7x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %y: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>}) -> (tensor<7x6xf32>, tensor<5xf32>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<7x6xf32>, tensor<5xf32>
  %1 = stablehlo.reverse %0#0, dims = [0] : tensor<7x6xf32>
  return %1, %0#1 : tensor<7x6xf32>, tensor<5xf32>
}

func.func @a_custom_call_with_a_rule(%x: tensor<6x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) -> (tensor<6x3xf32>, tensor<6x3xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k], [i, l]) {i=6, j=7, k=3, l=3} need_replication={j}, custom>} : (tensor<6x7xf32>) -> (tensor<6x3xf32>, tensor<6x3xi32>)
  return %0#0, %0#1 : tensor<6x3xf32>, tensor<6x3xi32>
}

// JAX does not say that the sides of the matrix are seen whole.
func.func @a_rule_with_factors_of_one_tensor(%x: tensor<2x5x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}, {}]>}) -> (tensor<2x5x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}]>}, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i]) {i=2, j=5, k=5, l=5, m=5}, custom>} : (tensor<2x5x5xf32>) -> (tensor<2x5x5xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x5x5xf32>, tensor<2xi32>
}
