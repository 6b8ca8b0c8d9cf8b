// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @tokens(
// CHECK: %{{.*}} = stablehlo.create_token : !stablehlo.token
// CHECK: %{{.*}} = stablehlo.after_all %{{.*}}, %{{.*}} {mhlo.note} : !stablehlo.token
// CHECK: %{{.*}} = stablehlo.after_all  : !stablehlo.token
func.func @tokens() {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 {mhlo.note} : !stablehlo.token
  %2 = stablehlo.after_all : !stablehlo.token
  return
}

// CHECK-LABEL: func.func @tuples(
// CHECK: %{{.*}} = stablehlo.tuple %{{.*}}, %{{.*}} {mhlo.note} : tuple<tensor<i32>, tensor<4xf32>>
// CHECK: %{{.*}} = stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<i32>, tensor<4xf32>>) -> tensor<4xf32>
// CHECK: %{{.*}} = stablehlo.tuple %{{.*}} : tuple<tuple<tensor<i32>, tensor<4xf32>>>
func.func @tuples(%a: tensor<i32>, %b: tensor<4xf32>) {
  %0 = stablehlo.tuple %a, %b {mhlo.note} : tuple<tensor<i32>, tensor<4xf32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<i32>, tensor<4xf32>>) -> tensor<4xf32>
  %2 = stablehlo.tuple %0 : tuple<tuple<tensor<i32>, tensor<4xf32>>>
  return
}

func.func private @foo(tensor<i32>) -> tensor<i32>

// CHECK-LABEL: func.func @custom_call(
// CHECK: %{{.*}} = stablehlo.custom_call @foo(%{{.*}}) : (tensor<i32>) -> tensor<i32>
// CHECK: %{{.*}}:2 = stablehlo.custom_call @"a name"(%{{.*}}, %{{.*}}) {backend_config = "abc", called_computations = [@foo], has_side_effect = true, operand_layouts = [dense<> : tensor<0xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<> : tensor<0xindex>, dense<0> : tensor<1xindex>]} : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
// CHECK: stablehlo.custom_call @foo() {api_version = 4 : i32, backend_config = {a = 1 : i32}, mhlo.note} : () -> ()
// CHECK: %{{.*}} = stablehlo.custom_call @foo(%{{.*}}) {operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [dense<> : tensor<0xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<i32>) -> tuple<tensor<i32>, tensor<2x2xf32>>
func.func @custom_call(%a: tensor<i32>, %b: tensor<4xf32>) {
  %0 = stablehlo.custom_call @foo(%a) : (tensor<i32>) -> tensor<i32>
  %1:2 = stablehlo.custom_call @"a name"(%a, %b) {backend_config = "abc", called_computations = [@foo], has_side_effect = true, operand_layouts = [dense<> : tensor<0xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<> : tensor<0xindex>, dense<0> : tensor<1xindex>]} : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
  stablehlo.custom_call @foo() {api_version = 4 : i32, backend_config = {a = 1 : i32}, mhlo.note} : () -> ()
  %2 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [dense<> : tensor<0xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<i32>) -> tuple<tensor<i32>, tensor<2x2xf32>>
  return
}

// CHECK-LABEL: func.func @custom_call_defaults(
// CHECK: %{{.*}} = stablehlo.custom_call @foo(%{{.*}}) : (tensor<i32>) -> tensor<i32>
func.func @custom_call_defaults(%a: tensor<i32>) {
  %0 = stablehlo.custom_call @foo(%a) {has_side_effect = false, api_version = 1 : i32} : (tensor<i32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @custom_call_of_buffers(
// CHECK: %{{.*}} = stablehlo.custom_call @foo(%{{.*}}, %{{.*}}) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<4xf32>, !stablehlo.future<tensor<i1>>) -> memref<4xf32>
func.func @custom_call_of_buffers(%m: memref<4xf32>, %f: !stablehlo.future<tensor<i1>>) {
  %0 = stablehlo.custom_call @foo(%m, %f) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<4xf32>, !stablehlo.future<tensor<i1>>) -> memref<4xf32>
  return
}

// CHECK-LABEL: func.func @composite(
// CHECK: %{{.*}} = stablehlo.composite "a.b" %{{.*}} {composite_attributes = {q = 3 : i64}, decomposition = @foo, version = 1 : i32} : (tensor<i32>) -> tensor<i32>
// CHECK: %{{.*}} = stablehlo.composite "a.b.c_$" %{{.*}} ({
// CHECK: stablehlo.return %{{.*}} : tensor<i32>
// CHECK: }) {decomposition = @foo} : (tensor<i32>) -> tensor<i32>
func.func @composite(%a: tensor<i32>) {
  %0 = stablehlo.composite "a.b" %a {composite_attributes = {q = 3 : i64}, decomposition = @foo, version = 1 : i32} : (tensor<i32>) -> tensor<i32>
  %1 = stablehlo.composite "a.b.c_$" %a ({
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  }, {
  }) {decomposition = @foo} : (tensor<i32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @host(
// CHECK: %{{.*}}:2 = "stablehlo.infeed"(%{{.*}}) <{infeed_config = "x", layout = {{\[\[}}0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
// CHECK: %{{.*}} = "stablehlo.outfeed"(%{{.*}}, %{{.*}}) <{outfeed_config = ""}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
// CHECK: %{{.*}} = "stablehlo.send"(%{{.*}}, %{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
// CHECK: %{{.*}}:2 = "stablehlo.recv"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
func.func @host(%a: tensor<i32>, %t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %1 = "stablehlo.outfeed"(%a, %t) <{outfeed_config = ""}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %2 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %3:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  return
}
