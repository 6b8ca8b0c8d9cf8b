sdy.mesh @mesh = <["a"=2, "b"=4, "c"=5]>
sdy.mesh @other = <["a"=2, "z"=2]>
func.func @conflict(%c0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %c1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) {
  %conflict = stablehlo.add %c0, %c1 : tensor<8x8xf32>
  return
}
func.func @priority(%p0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %p1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}p1]>}) {
  %priority = stablehlo.add %p0, %p1 : tensor<8x8xf32>
  return
}
func.func @round(%r0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %r1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) {
  %round = stablehlo.negate %r0 : tensor<8x8xf32>
  %r2 = stablehlo.dot_general %round, %r1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
func.func @stated(%closed: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %replicated: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], replicated={"b"}>}, %unreduced: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], unreduced={"b"}>}, %s0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) {
  %s1 = stablehlo.add %closed, %s0 : tensor<8x8xf32>
  %s2 = stablehlo.add %replicated, %s0 : tensor<8x8xf32>
  %s3 = stablehlo.add %unreduced, %s0 : tensor<8x8xf32>
  return
}
func.func @size(%z0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", ?}, {?}]>}) {
  %size = stablehlo.reshape %z0 : (tensor<6x4xf32>) -> tensor<24xf32>
  return
}
func.func @blocked(%k0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}, %i: tensor<i32>) {
  %blocked = stablehlo.dynamic_slice %k0, %i, %i, sizes = [8, 4] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return
}
func.func @mesh_of(%m0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"a", ?}, {?}]>}, %m1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) {
  %m2 = stablehlo.add %m0, %m1 : tensor<8x8xf32>
  return
}
func.func @order(%o0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}, %o1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}) {
  %o2 = stablehlo.add %o0, %o1 : tensor<8x8xf32>
  return
}
func.func @disagreement(%d0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %d1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}) {
  %disagreement = stablehlo.add %d0, %d1 : tensor<8x8xf32>
  return
}
