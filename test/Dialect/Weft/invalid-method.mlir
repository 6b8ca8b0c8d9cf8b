// RUN: weft-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// Reads.

weft.module @M {
  weft.param @kernel : tensor<4xf32>
  weft.param @bias : tensor<4xf32>
  weft.method @apply() {
    // expected-error @+1 {{module @M has no member @kernle; it has @kernel, @bias and @apply; did you mean @kernel?}}
    %0 = weft.get @kernle : tensor<4xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.param @kernel : tensor<4xf32>
  weft.method @apply() {
    // expected-error @+1 {{reads @kernel as 'tensor<8xf32>', but it is 'tensor<4xf32>'}}
    %0 = weft.get @kernel : tensor<8xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  weft.method @apply() {
    // expected-error @+1 {{@up::@kernal is not a leaf; 'weft.linear' has kernel and bias; did you mean kernel?}}
    %0 = weft.get @up::@kernal : tensor<4x8xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.method @apply() {
    // expected-error @+1 {{@apply is a 'weft.method', which is not a leaf of the state}}
    %0 = weft.get @apply : tensor<4x8xf32>
    weft.return
  }
}

// -----

weft.module @Part {
  weft.param @p : tensor<4xf32>
}
weft.module @M {
  weft.submodule @parts x 2 : @Part
  weft.method @apply() {
    // expected-error @+1 {{@parts::@p leads into submodule @parts, of which there are several; read the leaf in a method of its module}}
    %0 = weft.get @parts::@p : tensor<4xf32>
    weft.return
  }
}

// -----

func.func @f() {
  // expected-error @+1 {{@p is a member of a module, but the op is in none; put it into a method of a weft.module}}
  %0 = weft.get @p : tensor<4xf32>
  return
}

// -----

// Calls.

weft.module @M {
  weft.linear @up 4 -> 8
  weft.method @apply(%x: tensor<2x5xf32>) {
    // expected-error @+1 {{argument 0 is 'tensor<2x5xf32>', whose last dimension has size 5, but the layer takes 4 features}}
    %0 = weft.call @up(%x) : (tensor<2x5xf32>) -> tensor<2x8xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  weft.method @apply(%x: tensor<2x4xf32>) {
    // expected-error @+1 {{has results ('tensor<2x9xf32>'), but @up returns ('tensor<2x8xf32>')}}
    %0 = weft.call @up(%x) : (tensor<2x4xf32>) -> tensor<2x9xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  weft.method @apply(%x: tensor<2x4xf32>) {
    // expected-error @+1 {{the layer takes 1 argument, but the call has 2}}
    %0 = weft.call @up(%x, %x) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8
  weft.method @apply(%x: tensor<2x4xf32>) {
    // expected-error @+1 {{the layer has no method @attend}}
    %0 = weft.call @up::@attend(%x) : (tensor<2x4xf32>) -> tensor<2x8xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.linear @up 4 -> 8 param_dtype f8E4M3FN
  weft.method @apply(%x: tensor<2x4xf8E5M2>) {
    // expected-error @+1 {{elements of type 'f8E5M2' and parameters of type 'f8E4M3FN' have no common type; give the layer a dtype}}
    %0 = weft.call @up(%x) : (tensor<2x4xf8E5M2>) -> tensor<2x8xf32>
    weft.return
  }
}

// -----

weft.module @M {
  weft.param @p : tensor<4xf32>
  weft.method @apply() {
    // expected-error @+1 {{calls @p, which is a 'weft.param'; only methods, layers and submodules are called}}
    weft.call @p() : () -> ()
    weft.return
  }
}

// -----

weft.module @M {
  weft.method @f(%x: tensor<4xf32>) {
    weft.return
  }
  weft.method @apply(%x: tensor<4xi32>) {
    // expected-error @+1 {{argument 0 is 'tensor<4xi32>', but method @f takes 'tensor<4xf32>'}}
    weft.call @f(%x) : (tensor<4xi32>) -> ()
    weft.return
  }
}

// -----

weft.module @M {
  weft.method @f(%x: tensor<4xf32>) {
    weft.return
  }
  weft.method @apply() {
    // expected-error @+1 {{method @f takes 1 arguments, but the call has 0}}
    weft.call @f() : () -> ()
    weft.return
  }
}

// -----

weft.module @Part {
}
weft.module @M {
  weft.submodule @part : @Part
  weft.method @apply() {
    // expected-error @+1 {{module @Part has no method @apply, which a call of submodule @part means; add it, or call another method of it}}
    weft.call @part() : () -> ()
    weft.return
  }
}

// -----

weft.module @Part {
  weft.method @encode() {
    weft.return
  }
}
weft.module @M {
  weft.submodule @part : @Part
  weft.method @apply() {
    // expected-error @+1 {{module @Part has no member @encoed; it has @encode; did you mean @encode?}}
    weft.call @part::@encoed() : () -> ()
    weft.return
  }
}

// -----

weft.module @Part {
  weft.method @apply(%x: tensor<4xf32>) -> tensor<8xf32> {
    %0 = "test.make"() : () -> tensor<8xf32>
    weft.return %0 : tensor<8xf32>
  }
}
weft.module @M {
  weft.submodule @parts x 2 : @Part
  weft.method @apply(%x: tensor<4xf32>) {
    // expected-error @+1 {{calls each @parts in turn, but result 0 of one, 'tensor<8xf32>', is not argument 0 of the next; give the number of one: @parts[0]}}
    %0 = weft.call @parts(%x) : (tensor<4xf32>) -> tensor<8xf32>
    weft.return
  }
}

// -----

weft.module @Part {
  weft.method @apply() {
    weft.return
  }
}
weft.module @M {
  weft.submodule @parts x 2 : @Part
  weft.method @apply() {
    // expected-error @+1 {{has index 2, but submodule @parts is repeated 2 times: 0 to 1}}
    weft.call @parts[2]() : () -> ()
    weft.return
  }
}

// -----

weft.module @Part {
  weft.method @apply() {
    weft.return
  }
}
weft.module @M {
  weft.submodule @part : @Part
  weft.method @apply() {
    // expected-error @+1 {{has index 0, but @part is not repeated}}
    weft.call @part[0]() : () -> ()
    weft.return
  }
}

// -----

weft.module @Leaf {
  weft.method @apply() {
    weft.return
  }
}
weft.module @Part {
  weft.submodule @leaves x 2 : @Leaf
}
weft.module @M {
  weft.submodule @parts x 2 : @Part
  weft.method @apply() {
    // expected-error @+1 {{goes through two repeated submodules, @parts and @leaves; call the inner one in a method of its module}}
    weft.call @parts[0]::@leaves() : () -> ()
    weft.return
  }
}

// -----

// Methods.

weft.module @M {
  weft.method @apply(%x: tensor<4xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{returns 'tensor<4xf32>' as result 0, but method @apply returns 'tensor<8xf32>'}}
    weft.return %x : tensor<4xf32>
  }
}

// -----

weft.module @M {
  weft.method @apply(%x: tensor<4xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{returns 0 values, but method @apply has 1 results}}
    weft.return
  }
}

// -----

weft.module @M {
  // expected-error @+1 {{must end in a weft.return}}
  weft.method @apply() {
    "test.end"() : () -> ()
  }
}

// -----

weft.module @M {
  // expected-error @+1 {{calls itself; a method must not be recursive}}
  weft.method @f() {
    weft.call @g() : () -> ()
    weft.return
  }
  weft.method @g() {
    weft.call @f() : () -> ()
    weft.return
  }
}

// -----

weft.module @M {
  weft.param @n : tensor<i32> init zeros
  weft.method @apply(%x: tensor<f32>) {
    // expected-error @+1 {{writes @n as 'tensor<f32>', but it is 'tensor<i32>'}}
    weft.set @n, %x : tensor<f32>
    weft.return
  }
}
