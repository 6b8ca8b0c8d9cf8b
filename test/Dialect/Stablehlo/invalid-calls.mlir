// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @tuple_type(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+2 {{are incompatible with return type(s) of operation 'tuple<tensor<5xf32>>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.tuple"(%a) : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  return
}

// -----

func.func @tuple_text(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{expected a tuple type, got 'tensor<4xf32>'}}
  %0 = stablehlo.tuple %a : tensor<4xf32>
  return
}

// -----

func.func @element_index(%t: tuple<tensor<4xf32>>) {
  // expected-error@+2 {{index is 1, but the tuple has 1 elements}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @element_index_negative(%t: tuple<tensor<4xf32>>) {
  // expected-error@+2 {{index is -1, but the tuple has 1 elements}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %t[-1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @element_type(%t: tuple<tensor<4xf32>>) {
  // expected-error@+2 {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>>) -> tensor<4xi32>
  return
}

// -----

func.func @call_without_target(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{the name of the target is empty}}
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = ""}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_typed_config(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{backend_config is "x"; with API version 4 it must be a dictionary}}
  %0 = stablehlo.custom_call @f(%a) {api_version = 4 : i32, backend_config = "x"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_untyped_config(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{backend_config is {}; with API version 1 it must be a string}}
  %0 = stablehlo.custom_call @f(%a) {backend_config = {}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_config_kind(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{attribute 'backend_config' failed to satisfy constraint}}
  %0 = stablehlo.custom_call @f(%a) {backend_config = 1} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_version(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{attribute 'api_version' failed to satisfy constraint}}
  %0 = stablehlo.custom_call @f(%a) {api_version = 9 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_one_layout(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has layouts for its operands only; both or neither are needed}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_layout_count(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{operand_layouts has 0 entries for 1 values}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_layout_rank(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{operand_layouts has 4000000000 dimensions at index 0 for 'tensor<4xf32>'}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<4000000000xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_layout_permutation(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{operand_layouts contains 1, but the tensor has rank 1}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_layout_kind(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{attribute 'operand_layouts' failed to satisfy constraint: array of layouts}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [1], result_layouts = []} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_alias_operand(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{an alias is to operand 7 of 1}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 7, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_alias_result(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{an alias leads out of the tuple of its results}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_alias_tuple(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{an alias leads out of the tuple of its operand}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_alias_type(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{an alias is between an operand of type 'tensor<4xf32>' and a result of type 'tensor<5xf32>'}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @call_buffer(%m: memref<4xf32>) {
  // expected-error@+1 {{result 0 is the buffer 'memref<4xf32>', but no alias says which operand it is}}
  %0 = stablehlo.custom_call @f(%m) : (memref<4xf32>) -> memref<4xf32>
  return
}

// -----

func.func @call_computation(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{calls @g, which is not a function}}
  %0 = stablehlo.custom_call @f(%a) {called_computations = [@g]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @call_operand_type(%i: index) {
  // expected-error@+1 {{operand #0 must be variadic of}}
  stablehlo.custom_call @f(%i) : (index) -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @composite_name(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{name "op" must be a namespaced name like "my.op"}}
  %0 = stablehlo.composite "op" %a {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @composite_name_empty_part(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{name "my..op" must be a namespaced name like "my.op"}}
  %0 = stablehlo.composite "my..op" %a {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @composite_symbol(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{is made of @g, which is not a function}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{declared here}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @composite_result(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has the result types ('tensor<5xf32>'), but @f has ('tensor<4xf32>')}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @f} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-note@+1 {{declared here}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @composite_operands(%a: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{has the operand types ('tensor<4xf32>', 'tensor<4xf32>'), but @f has ('tensor<4xf32>')}}
  %0 = stablehlo.composite "my.op" %a, %a {decomposition = @f} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @infeed_results(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{the last result must be a token}}
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  return
}

// -----

func.func @infeed_token_first(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{result 0 is '!stablehlo.token'; all but the last must be tensors}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_layout_count(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{layout has 0 entries for 1 tensors}}
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "", layout = []}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_layout_kind(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{layout contains ["x"]; it must be an array of integers}}
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "", layout = [["x"]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_layout(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{layout contains 1, but the tensor has rank 1}}
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "", layout = [[1]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @send_channel(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{the channel has type 3; with host transfer it must be 2}}
  %0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 3>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @recv_channel(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{the channel has type 3; without host transfer it must be 1}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 3>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_results(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{the last result must be a token}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>}> : (!stablehlo.token) -> tensor<4xf32>
  return
}

// -----

func.func @send_without_channel(%t: !stablehlo.token, %a: tensor<4xf32>) {
  // expected-error@+1 {{requires attribute 'channel_handle'}}
  %0 = "stablehlo.send"(%a, %t) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
