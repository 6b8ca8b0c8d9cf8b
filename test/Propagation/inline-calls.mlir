// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-inline-calls | FileCheck %s
// RUN: weft-opt %s --split-input-file --verify-diagnostics --weft-inline-calls --weft-outline-calls | FileCheck %s --check-prefix=BACK

weft.mesh @mesh <"a" = 2>

// Each call has its own body; the last one takes it from the function.
// CHECK-LABEL: func.func @main
// BACK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: weft.scope "outer"
  // CHECK-SAME: in [<@mesh, ["a"]>] out [<mesh<>, [?]>]
  // CHECK: weft.scope "inner"
  // CHECK: stablehlo.negate
  // CHECK: weft.return
  // CHECK: weft.callee = @inner
  // CHECK: weft.callee = @outer
  // BACK: call @outer
  %0 = func.call @outer(%x) {kept} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: weft.scope "inner"
  // BACK: call @inner
  %1 = func.call @inner(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// CHECK: func.func private @outer(tensor<8xf32> {weft.sharding = {{.*}}}) -> tensor<8xf32>
// BACK: func.func private @outer(%
// BACK: call @inner
func.func private @outer(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}) -> tensor<8xf32> {
  %0 = func.call @inner(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK: func.func private @inner(tensor<8xf32>) -> tensor<8xf32>
// BACK: func.func private @inner(%
// BACK-NOT: @inner_0
func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A public function and one without a body stay.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: call @elsewhere
  %0 = func.call @elsewhere(%x) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: weft.scope "public"
  %1 = func.call @public(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @elsewhere(tensor<8xf32>) -> tensor<8xf32>
// CHECK: func.func @public
// CHECK: stablehlo.negate
func.func @public(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @even(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// expected-note@+1 {{@even is defined here}}
func.func private @even(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@+1 {{reached by this call}}
  %0 = func.call @odd(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @odd(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'func.call' op makes @even call itself; recursion has no fixed program to lay out}}
  %0 = func.call @even(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
