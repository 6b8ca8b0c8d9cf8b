// RUN: weft-opt %s -split-input-file --weft-import-sdy -verify-diagnostics

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{custom call @xla.sdy.FuncResultSharding needs one 'xla.sdy.sharding'}}
  %0 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{custom call @xla.sdy.FuncResultSharding may only be used by the return of a function}}
  %0 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%x) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}]>]>"}} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{custom call @Sharding must take one value and return one of the same type}}
  %0 = stablehlo.custom_call @Sharding(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{custom call @Sharding must take one value and return one of the same type}}
  %0 = stablehlo.custom_call @Sharding(%x, %x) {mhlo.sharding = "{replicated}"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{custom call @xla.sdy.ShardingGroup needs an 'xla.sdy.sharding_group_id', one tensor, and no uses}}
  stablehlo.custom_call @xla.sdy.ShardingGroup(%x) {has_side_effect = true} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{custom call @xla.sdy.PropagationBarrier needs an 'xla.sdy.allowed_direction' from 0 to 2 and a tensor}}
  %0 = stablehlo.custom_call @xla.sdy.PropagationBarrier(%x) {mhlo.frontend_attributes = {xla.sdy.allowed_direction = "7 : i32"}} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{cannot read the 'backend_config' "dims=0" of @Sharding; expected unspecified_dims=[...]}}
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "dims=0", mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'backend_config' "unspecified_dims=[1]" of @Sharding names dimension '1', but the tensor has rank 1}}
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func private @body(tensor<8xf32>) -> tensor<8xf32>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{custom call @xla.sdy.GlobalToLocalShape needs 'xla.sdy.in_shardings' and 'xla.sdy.manual_axes'}}
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @body(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
