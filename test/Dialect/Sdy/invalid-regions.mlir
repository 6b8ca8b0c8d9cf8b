// RUN: weft-opt %s -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand 0 must have type 'tensor<4x8xf32>' in the body, found 'tensor<8x8xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<8x8xf32>) {
    sdy.return %p : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand 0 must have type 'tensor<4x8xf32>' in the body, found 'tensor<4x8xi32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xi32>) {
    sdy.return %p : tensor<4x8xi32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op has 0 shardings for 1 operands}}
  %0 = sdy.manual_computation(%x) in_shardings=[] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op has 2 shardings for 1 results}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op lists the manual axis "a" twice}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a", "a"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op makes axis "d" manual, which is not in the mesh #sdy.mesh<["a"=2, "b"=2, "c"=4]>}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a", "d"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand 0: dimension 0 is split over the manual axis "a" after the free axis "b"; manual axes come first}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"b", "a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand 0: the sharding has 1 dimensions, but the tensor has rank 2}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand 0: names the mesh @other, which the module does not declare}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@other, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<7x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand 0: dimension 0 of size 7 is not a multiple of 4, the size of its manual axes}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"c"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"c"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<7x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op result 0: is on the mesh #sdy.mesh<["a"=2, "b"=2, "c"=4]>, but others are on #sdy.mesh<["a"=2]>}}
  %0 = sdy.manual_computation(%x) in_shardings=[<mesh<["a"=2]>, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op result 0 must have type 'tensor<4x8xf32>' in the body, found 'tensor<2x8xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    %1 = sdy.constant dense<0.0> : tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op has 1 results, but its body has 0}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    sdy.return
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-note@+1 {{it is made manual by this computation}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    // expected-error@+1 {{'sdy.sharding_constraint' op uses axis "a", which is manual here}}
    %1 = sdy.sharding_constraint %p <@mesh, [{"a"}, {}]> : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-note@+1 {{it is made manual by this computation}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    // expected-error@+1 {{'sdy.sharding_constraint' op uses axis "a", which is manual here}}
    %1 = sdy.sharding_constraint %p <@mesh, [{}, {}], replicated={"a"}> : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-note@+1 {{it is made manual by this computation}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    // expected-error@+1 {{'stablehlo.abs' op result 0: uses axis "a", which is manual here}}
    %1 = stablehlo.abs %p {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-note@+1 {{it is made manual by this computation}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    // expected-error@+1 {{'sdy.manual_computation' op makes axis "a" manual a second time}}
    %1 = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"a"} (%q: tensor<4x8xf32>) {
      sdy.return %q : tensor<4x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op operand 0 must have type 'tensor<8x8xf32>' in the body, found 'tensor<4x8xf32>'}}
  %0 = sdy.named_computation<"g">(%x) (%p: tensor<4x8xf32>) {
    sdy.return %p : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op has 1 results, but its body has 0}}
  %0 = sdy.named_computation<"g">(%x) (%p: tensor<8x8xf32>) {
    sdy.return
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op has 0 shardings for 1 operands}}
  %0 = sdy.named_computation<"g">(%x) in_shardings=[] (%p: tensor<8x8xf32>) {
    sdy.return %p : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op result 0: the sharding has 1 dimensions, but the tensor has rank 2}}
  %0 = sdy.named_computation<"g">(%x) out_shardings=[<@mesh, [{}]>] (%p: tensor<8x8xf32>) {
    sdy.return %p : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = sdy.named_computation<"g">(%x) (%p: tensor<8x8xf32>) {
    // expected-error@+1 {{'stablehlo.abs' op using value defined outside the region}}
    %1 = stablehlo.abs %x : tensor<8x8xf32>
    sdy.return %1 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "sdy.manual_computation"(%x) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>}> ({}) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
