// RUN: weft-opt -allow-unregistered-dialect %s | FileCheck %s
// RUN: weft-opt -allow-unregistered-dialect %s | weft-opt -allow-unregistered-dialect | FileCheck %s
// RUN: weft-opt -allow-unregistered-dialect %s -mlir-print-op-generic | weft-opt -allow-unregistered-dialect | FileCheck %s
// RUN: weft-opt -allow-unregistered-dialect %s -emit-bytecode | weft-opt -allow-unregistered-dialect | FileCheck %s

// CHECK: weft.mesh @mesh
weft.mesh @mesh default <"data" = 4, "model" = 4>
weft.mesh @other <"x" = 2>

// Rules are kept in order; a name may have a second choice.
// CHECK: weft.axis_rules ["embed" -> "data", "mlp" -> "model", "mlp" -> _, "heads" -> ("data", "model"), "part" -> "model":(1)2]
weft.axis_rules ["embed" -> "data", "mlp" -> "model", "mlp" -> _,
                 "heads" -> ("data", "model"), "part" -> "model":(1)2]

// CHECK-LABEL: weft.module @Params {
weft.module @Params {
  // CHECK-NEXT: weft.param @plain : tensor<4xf32>
  weft.param @plain : tensor<4xf32>
  // CHECK-NEXT: weft.param @scalar : tensor<f32> init zeros spec []
  weft.param @scalar : tensor<f32> init zeros spec []
  // The clauses may come in any order.
  // CHECK-NEXT: weft.param @kernel : tensor<64x256xf32> init lecun_normal spec ["embed", ("mlp", "data":(1)2)]
  weft.param @kernel : tensor<64x256xf32> spec ["embed", ("mlp", "data":(1)2)] init lecun_normal
  // CHECK-NEXT: weft.param @open : tensor<8x8xi32> init ones spec [?, ("model", ?)]
  weft.param @open : tensor<8x8xi32> init ones spec [?, ("model", ?)]
  // Further attributes travel along.
  // CHECK-NEXT: weft.param @meta : tensor<2xbf16> init constant<-1.5> {collection = "stats", frozen}
  weft.param @meta : tensor<2xbf16> init constant<-1.5> {frozen, collection = "stats"}
}

// CHECK-LABEL: weft.module @Initializers
weft.module @Initializers {
  // CHECK-NEXT: init normal<0.02>
  weft.param @a : tensor<4x4xf32> init normal<0.02>
  // CHECK-NEXT: init truncated_normal<0.5>
  weft.param @b : tensor<4x4xf32> init truncated_normal<0.5, -2, 2>
  // CHECK-NEXT: init truncated_normal<0.5, -3.0, 1.5>
  weft.param @c : tensor<4x4xf32> init truncated_normal<0.5, -3.0, 1.5>
  // CHECK-NEXT: init uniform<1.0e-05>
  weft.param @d : tensor<4x4xf64> init uniform<1.0e-5>
  // CHECK-NEXT: init variance_scaling<3.0, fan_out, normal>
  weft.param @e : tensor<4x4xf32> init variance_scaling<3, fan_out, normal>
  // CHECK-NEXT: init variance_scaling<1.0, fan_geo_avg, uniform, in_axis = [0], out_axis = [-1], batch_axis = [1]>
  weft.param @f : tensor<4x4x4xf32> init variance_scaling<1.0, fan_geo_avg, uniform, out_axis = [-1], in_axis = [0], batch_axis = [1]>
  // A usual setting is printed by its name, whatever the form it is given in.
  // CHECK-NEXT: init he_normal
  weft.param @g : tensor<4x4xf32> init variance_scaling<2.0, fan_in, truncated_normal>
  // CHECK-NEXT: init glorot_uniform<in_axis = [0, 1], out_axis = [2]>
  weft.param @h : tensor<4x4x4xf32> init xavier_uniform<in_axis = [0, 1], out_axis = [2]>
  // CHECK-NEXT: init glorot_normal
  weft.param @i : tensor<4x4xf32> init glorot_normal
  // CHECK-NEXT: init he_uniform
  weft.param @j : tensor<4x4xf32> init kaiming_uniform
  // CHECK-NEXT: init lecun_uniform
  weft.param @k : tensor<4x4xcomplex<f32>> init lecun_uniform
  // CHECK-NEXT: init orthogonal<1.0>
  weft.param @l : tensor<4x4xf32> init orthogonal<1.0>
  // CHECK-NEXT: init orthogonal<2.0, column_axis = 0>
  weft.param @m : tensor<4x4xf32> init orthogonal<2.0, column_axis = 0>
  // CHECK-NEXT: init constant<3.0>
  weft.param @n : tensor<4xi8> init constant<3>
  // CHECK-NEXT: init zeros
  weft.param @o : tensor<4xf32> init #weft.zeros
}

// CHECK-LABEL: weft.module @OnOther on @other attributes {note = "x"} {
weft.module @OnOther on @other attributes {note = "x"} {
  // CHECK-NEXT: spec ["x"]
  weft.param @p : tensor<4xf32> spec ["x"]
}

// CHECK-LABEL: weft.module @Nested
weft.module @Nested {
  // CHECK: weft.module @Inner
  weft.module @Inner {
    weft.param @p : tensor<8x4xf32> spec ["model", _]
    weft.method @apply(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
      weft.return %x : tensor<2x4xf32>
    }
    weft.method @other(%x: tensor<2x4xf32>, %y: tensor<4xi1>) -> (tensor<2x4xf32>, tensor<i32>) {
      %0 = "test.make"() : () -> tensor<i32>
      weft.return %x, %0 : tensor<2x4xf32>, tensor<i32>
    }
    weft.method @nothing() {
      weft.return
    }
  }
  // CHECK: weft.submodule @one : @Inner
  weft.submodule @one : @Inner
  // CHECK: weft.submodule @many x 3 : @Nested::@Inner {tag}
  weft.submodule @many x 3 : @Nested::@Inner {tag}
  // CHECK: weft.alias @again = @one
  weft.alias @again = @one
  // CHECK: weft.alias @leaf = @again::@p
  weft.alias @leaf = @again::@p

  // CHECK: weft.method @apply(%{{.*}}: tensor<2x4xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) -> (tensor<2x4xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) attributes {info} {
  weft.method @apply(%x: tensor<2x4xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
      -> (tensor<2x4xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) attributes {info} {
    // CHECK-NEXT: weft.get @one::@p : tensor<8x4xf32>
    %p = weft.get @one::@p : tensor<8x4xf32>
    // CHECK-NEXT: weft.get @leaf : tensor<8x4xf32>
    %q = weft.get @leaf : tensor<8x4xf32>
    // CHECK-NEXT: weft.call @one(%{{.*}}) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %0 = weft.call @one(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    // CHECK-NEXT: weft.call @again::@apply(%{{.*}}) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %1 = weft.call @again::@apply(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    // CHECK-NEXT: weft.call @many[2](%{{.*}}) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %2 = weft.call @many[2](%1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %m = "test.make"() : () -> tensor<4xi1>
    // CHECK: weft.call @many[0]::@other(%{{.*}}, %{{.*}}) {tag} : (tensor<2x4xf32>, tensor<4xi1>) -> (tensor<2x4xf32>, tensor<i32>)
    %3:2 = weft.call @many[0]::@other(%2, %m) {tag} : (tensor<2x4xf32>, tensor<4xi1>) -> (tensor<2x4xf32>, tensor<i32>)
    // Each in turn.
    // CHECK-NEXT: weft.call @many(%{{.*}}) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = weft.call @many(%3#0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    // CHECK-NEXT: weft.call @one::@nothing() : () -> ()
    weft.call @one::@nothing() : () -> ()
    // CHECK-NEXT: weft.call @later(%{{.*}}) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %5 = weft.call @later(%4) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    weft.return %5 : tensor<2x4xf32>
  }
  // CHECK: weft.method remat @later
  weft.method remat @later(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
    weft.return %x : tensor<2x4xf32>
  }
}
