// RUN: weft-opt %s --weft-value-and-grad --split-input-file --verify-diagnostics

// Bits have no derivative.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error@+1 {{has no derivative; put weft.stop_gradient behind it if it is not to have one}}
  %y = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// How long the loop runs depends on the argument.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error@+1 {{runs a number of times that is not known, so there is no room to keep what its derivative needs; let a counter go from a constant to a constant by a constant step}}
  %y = stablehlo.while(%c = %x) : tensor<4xf32>
  cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %0 = stablehlo.sine %c : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// Recursion.

// expected-error@+1 {{@again calls itself; recursion has no derivative}}
func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %x : tensor<4xf32>
  // expected-remark@+1 {{called here}}
  %1 = call @again(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-remark@+1 {{called here}}
  %y = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A function that is only declared.

// expected-error@+1 {{@outside has no body to differentiate}}
func.func private @outside(%x: tensor<4xf32>) -> tensor<4xf32>
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-remark@+1 {{called here}}
  %y = call @outside(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A rule that names one function.

// expected-error@+1 {{'weft.vjp' of @f must name two functions, forward and backward, not [@f]}}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weft.vjp = [@f]} {
  return %x : tensor<4xf32>
}
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-remark@+1 {{called here}}
  %y = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A forward rule that does not return the results.

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weft.vjp = [@fwd, @f]} {
  return %x : tensor<4xf32>
}
// expected-error@+1 {{@fwd is the forward rule of @f, so it takes ('tensor<4xf32>') and returns ('tensor<4xf32>') and what is kept, but it has type '(tensor<4xf32>) -> ()'}}
func.func private @fwd(%x: tensor<4xf32>) {
  return
}
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-remark@+1 {{called here}}
  %y = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A backward rule of another type.

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weft.vjp = [@f, @bwd]} {
  return %x : tensor<4xf32>
}
// expected-error@+1 {{@bwd is the backward rule of @f, so it takes ('tensor<4xf32>'), what is kept and the cotangents of the results, and returns ('tensor<4xf32>'), those of the arguments, but it has type '() -> tensor<4xf32>'}}
func.func private @bwd() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-remark@+1 {{called here}}
  %y = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A custom call.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error@+1 {{calls @mystery, whose derivative is not known; give the function around it a rule by weft.vjp}}
  %y = stablehlo.custom_call @mystery(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// Elements that are multiplied several times.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<4x1xi32>
  %ones = stablehlo.constant dense<1.0> : tensor<4xf32>
  // expected-error@+1 {{multiplies elements several times, which has no derivative; set unique_indices if it does not}}
  %y = "stablehlo.scatter"(%ones, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A body of a scatter that is no known one.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<4x1xi32>
  // expected-error@+1 {{combines elements by a body that has no derivative; adding, multiplying, replacing, maximum and minimum have one}}
  %y = "stablehlo.scatter"(%x, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.sine %a : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// Two tensors in one scatter.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %i = stablehlo.constant dense<0> : tensor<4x1xi32>
  // expected-error@+1 {{scatters 2 tensors at once, which has no derivative}}
  %y, %z = "stablehlo.scatter"(%x, %x, %i, %x, %x) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %c, %d : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// The order of a polygamma function.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  // expected-error@+1 {{has no derivative with respect to the order}}
  %y = chlo.polygamma %x, %one : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// The exponent of a zeta function.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  // expected-error@+1 {{has no derivative with respect to the exponent}}
  %y = chlo.zeta %x, %one : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A window too large to be written out.

func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{has a window of 2000 elements; a derivative is known for windows of other bodies than sums, maxima and minima up to 1024 elements}}
  %y = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 2000>, window_strides = array<i64: 2>, padding = dense<[[2001, 2001]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<1004xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1004xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A function cannot be part of its own derivative.

func.func @loss(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{differentiates @loss, which it is part of itself}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %g : tensor<f32>
}

// -----

// Devices that multiply.

weft.mesh @mesh <"x" = 4>
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  %y = weft.manual over ["x"] (%x) in [<@mesh, ["x"]>] out [<@mesh, ["x"]>] (%p: tensor<1xf32>) {
    // expected-error@+1 {{combines the values of devices by a body that has no derivative; sums, maxima and minima have one}}
    %q = weft.all_reduce mul %p over ["x"] : tensor<1xf32>
    weft.return %q : tensor<1xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

weft.mesh @mesh <"x" = 4>
func.func private @loss(%x: tensor<16xf32>) -> tensor<f32> {
  %y = weft.manual over ["x"] (%x) in [<@mesh, ["x"]>] out [<@mesh, ["x"]>] (%p: tensor<4xf32>) {
    // expected-error@+1 {{has a derivative only if it adds; use an all_reduce and a slice for other reducers}}
    %q = weft.reduce_scatter max %p over ["x"] dim 0 : tensor<4xf32> -> tensor<1xf32>
    weft.return %q : tensor<1xf32>
  } : (tensor<16xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<16xf32>) -> (tensor<f32>, tensor<16xf32>)
  return %g : tensor<16xf32>
}

// -----

// The same over groups of devices.

weft.mesh @mesh <"x" = 4>
func.func private @loss(%x: tensor<16xf32>) -> tensor<f32> {
  %y = weft.manual over ["x"] (%x) in [<@mesh, ["x"]>] out [<@mesh, ["x"]>] (%p: tensor<4xf32>) {
    // expected-error@+1 {{has a derivative only if it adds; use an all_reduce and a slice for other reducers}}
    %q = "stablehlo.reduce_scatter"(%p) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<1xf32>
    weft.return %q : tensor<1xf32>
  } : (tensor<16xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<16xf32>) -> (tensor<f32>, tensor<16xf32>)
  return %g : tensor<16xf32>
}

// -----

weft.mesh @mesh <"x" = 4>
func.func private @loss(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error@+1 {{has operands or results that are partial sums of the devices, which has no derivative}}
  %y = weft.manual over ["x"] (%x) in [<@mesh, [_]>] out [<@mesh, [_], unreduced = ["x"]>] (%p: tensor<4xf32>) {
    weft.return %p : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{the derivative is asked for here}}
  %v, %g = weft.value_and_grad @loss(%x) wrt [0] : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}
