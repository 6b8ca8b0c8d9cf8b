// RUN: weft-opt %s -split-input-file --weft-import-sdy | FileCheck %s

// What Shardy's ops become on a trip through HLO.
sdy.mesh @mesh = <["a"=2, "b"=4]>

// CHECK-LABEL: func @constraint
// CHECK: weft.constrain %{{.*}} <@mesh, ["a", ?]> : tensor<8x8xf32>
// CHECK-NOT: custom_call
func.func @constraint(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {?}]>]>"}, mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @results(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8xf32>
// CHECK-SAME: -> (tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a" p4]>}, tensor<8xf32> {jax.result_info = "r", weft.sharding = #weft.sharding<@mesh, ["b"]>})
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @results(%x: tensor<8xf32>) -> (tensor<8xf32> {mhlo.sharding = "{devices=[2,4]<=[8] last_tile_dim_replicate}"}, tensor<8xf32> {jax.result_info = "r"}) {
  %0 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%x) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}p4]>]>"}} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%x) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22b\22}]>]>"}} : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @group_and_barrier
func.func @group_and_barrier(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: weft.sharding_group %{{.*}} group 12 : tensor<8xf32>
  stablehlo.custom_call @xla.sdy.ShardingGroup(%x) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding_group_id = "12 : i64"}} : (tensor<8xf32>) -> ()
  // CHECK: weft.barrier %{{.*}} {{ *}}backward : tensor<8xf32>
  %0 = stablehlo.custom_call @xla.sdy.PropagationBarrier(%x) {mhlo.frontend_attributes = {xla.sdy.allowed_direction = "2 : i32"}} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @manual
// CHECK: %[[M:.*]] = weft.manual over ["a"] (%{{.*}}, %{{.*}}) in [<@mesh, ["a", _]>, <@mesh, [_]>] out [<@mesh, ["a", "b"]>] (%[[P:.*]]: tensor<4x8xf32>, %[[Q:.*]]: tensor<8xf32>) {
// CHECK-NEXT: %[[C:.*]] = func.call @xla.sdy.manual_computation_body(%[[P]], %[[Q]])
// CHECK-NEXT: weft.return %[[C]] : tensor<4x8xf32>
// CHECK-NEXT: } : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: return %[[M]]
func.func @manual(%x: tensor<8x8xf32>, %y: tensor<8xf32>) -> tensor<8x8xf32> {
  %0:2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x, %y) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>, <@mesh, [{}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<8x8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
  %1 = call @xla.sdy.manual_computation_body(%0#0, %0#1) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {\22b\22}]>]>"}} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// Only results, or only operands.
// CHECK-LABEL: func @manual_one_side
// CHECK: weft.manual over ["b"] () in [] out [<@mesh, ["b"]>] () {
// CHECK: weft.manual over ["b"] (%{{.*}}) in [<@mesh, ["b"]>] out [] (%{{.*}}: tensor<2xf32>) {
func.func @manual_one_side() {
  %0 = call @source() : () -> tensor<2xf32>
  %1 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%0) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22b\22}]>]>"}} : (tensor<2xf32>) -> tensor<8xf32>
  %2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22b\22}>", xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22b\22}]>]>"}} : (tensor<8xf32>) -> tensor<2xf32>
  call @sink(%2) : (tensor<2xf32>) -> ()
  return
}

func.func private @xla.sdy.manual_computation_body(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4x8xf32> {
  return %x : tensor<4x8xf32>
}
func.func private @source() -> tensor<2xf32>
func.func private @sink(tensor<2xf32>)

// -----

// The same before Shardy.
// CHECK: weft.mesh @mesh <"axis_0" = 2, "axis_1" = 4>
// CHECK-LABEL: func @hlo_constraint
func.func @hlo_constraint(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: weft.constrain %{{.*}} <@mesh, ["axis_0", _]> : tensor<8x8xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: weft.constrain %{{.*}} <@mesh, ["axis_0", ?]> : tensor<8x8xf32>
  %1 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @hlo_manual
// CHECK: %[[C:.*]] = weft.constrain %{{.*}} <@mesh, ["axis_0", _]> : tensor<8x8xf32>
// CHECK: weft.manual over ["axis_0", "axis_1"] (%[[C]]) in [<@mesh, ["axis_0", _]>] out [<@mesh, ["axis_0", "axis_1"]>] (%[[P:.*]]: tensor<4x8xf32>) {
// CHECK-NEXT: func.call @shmap_body(%[[P]])
// CHECK-NOT: custom_call
func.func @hlo_manual(%x: tensor<8x8xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = call @shmap_body(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,4]<=[8]}"} : (tensor<4x8xf32>) -> tensor<8x32xf32>
  return %4 : tensor<8x32xf32>
}

// Manual on some axes only.
// CHECK-LABEL: func @hlo_partly_manual
// CHECK: weft.manual over ["axis_0"] (%{{.*}}) in [<@mesh, ["axis_0", _]>] out [<@mesh, ["axis_0", _]>]
func.func @hlo_partly_manual(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = call @shmap_body(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

func.func private @shmap_body(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  return %x : tensor<4x8xf32>
}
