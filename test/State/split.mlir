// RUN: weft-opt %s --weft-split --split-input-file | FileCheck %s
// What is printed can be read again, and the modules are still there.
// RUN: weft-opt %s --weft-split --split-input-file | weft-opt --split-input-file | FileCheck %s

// A parameter becomes an argument that says which leaf it is.
// CHECK-LABEL: weft.module @M
weft.mesh @mesh <"data" = 2, "model" = 4>
weft.module @M {
  weft.param @w : tensor<8xf32> init ones spec ["model"] {note = "kept"}
  weft.param @b : tensor<8xf32> init zeros
  weft.method @apply(%x: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["data"]>}) -> tensor<8xf32> {
    %w = weft.get @w : tensor<8xf32>
    %0 = stablehlo.multiply %w, %x : tensor<8xf32>
    weft.return %0 : tensor<8xf32>
  }
}
// CHECK: func.func @M.apply(
// CHECK-SAME: %[[W:[^:]*]]: tensor<8xf32> {weft.init = #weft.ones, weft.metadata = {note = "kept"}, weft.path = "w", weft.sharding = #weft.sharding<@mesh, ["model" p1]>},
// CHECK-SAME: %{{[^:]*}}: tensor<8xf32> {weft.init = #weft.zeros, weft.path = "b", weft.sharding = #weft.sharding<@mesh, [_]>},
// CHECK-SAME: %[[X:[^:]*]]: tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, ["data"]>}) -> tensor<8xf32>
// CHECK-SAME: weft.method = @M::@apply
// CHECK-NEXT: %[[Y:.*]] = stablehlo.multiply %[[W]], %[[X]]
// CHECK-NEXT: return %[[Y]]
// CHECK: func.func @M.init(%{{.*}}: tensor<ui64>) ->
// CHECK-SAME: (tensor<8xf32> {weft.path = "w", weft.sharding = #weft.sharding<@mesh, ["model" p1]>},
// CHECK-SAME: tensor<8xf32> {weft.path = "b", weft.sharding = #weft.sharding<@mesh, [_]>})

// -----

// One function serves all instances of a submodule; a repeated one is called
// one after the other, or by its number. Without a mesh there is no sharding.
weft.module @Part {
  weft.param @w : tensor<4xf32> init ones
  weft.method @apply(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %w = weft.get @w : tensor<4xf32>
    %0 = stablehlo.multiply %w, %x : tensor<4xf32>
    %1 = stablehlo.add %0, %y : tensor<4xf32>
    weft.return %1 : tensor<4xf32>
  }
}
weft.module @All {
  weft.submodule @parts x 2 : @Part
  weft.submodule @other : @Part
  weft.alias @same = @other
  weft.method @apply(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %0 = weft.call @parts(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = weft.call @parts[1](%0, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = weft.call @same(%1, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %3 = weft.get @same::@w : tensor<4xf32>
    %4 = stablehlo.add %2, %3 : tensor<4xf32>
    weft.return %4 : tensor<4xf32>
  }
}
// CHECK: func.func private @Part.apply(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>) -> tensor<4xf32>
// CHECK: func.func @All.apply(%[[P0:[^:]*]]: tensor<4xf32> {weft.init = #weft.ones, weft.path = "parts.0.w"},
// CHECK-SAME: %[[P1:[^:]*]]: tensor<4xf32> {weft.init = #weft.ones, weft.path = "parts.1.w"},
// CHECK-SAME: %[[O:[^:]*]]: tensor<4xf32> {weft.init = #weft.ones, weft.path = "other.w"},
// CHECK-SAME: %[[X:[^:]*]]: tensor<4xf32>, %[[Y:[^:]*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = call @Part.apply(%[[P0]], %[[X]], %[[Y]])
// CHECK-NEXT: %[[B:.*]] = call @Part.apply(%[[P1]], %[[A]], %[[Y]])
// CHECK-NEXT: %[[C:.*]] = call @Part.apply(%[[P1]], %[[B]], %[[Y]])
// CHECK-NEXT: %[[D:.*]] = call @Part.apply(%[[O]], %[[C]], %[[Y]])
// CHECK-NEXT: %[[E:.*]] = stablehlo.add %[[D]], %[[O]]
// CHECK-NEXT: return %[[E]]

// -----

// A change is seen by what follows it, returned as the last result, and its
// argument is given away. A region reads what there is before it.
weft.module @Counter {
  weft.param @count : tensor<i32> init zeros
  weft.param @limit : tensor<i32> init zeros
  weft.method @next() -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0 = weft.get @count : tensor<i32>
    %1 = stablehlo.add %0, %one : tensor<i32>
    weft.set @count, %1 : tensor<i32>
    %2 = weft.get @count : tensor<i32>
    weft.return %2 : tensor<i32>
  }
}
weft.module @User {
  weft.submodule @counter : @Counter
  weft.method @twice(%p: tensor<i1>) -> tensor<i32> {
    %0 = weft.call @counter::@next() : () -> tensor<i32>
    %1 = weft.call @counter::@next() : () -> tensor<i32>
    %2 = "stablehlo.if"(%p) ({
      %3 = weft.get @counter::@count : tensor<i32>
      stablehlo.return %3 : tensor<i32>
    }, {
      stablehlo.return %0 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    weft.return %2 : tensor<i32>
  }
}
// CHECK: func.func private @Counter.next(%[[N:[^:]*]]: tensor<i32>, %{{.*}}: tensor<i32>) -> (tensor<i32>, tensor<i32>)
// CHECK: %[[SUM:.*]] = stablehlo.add %[[N]],
// CHECK: return %[[SUM]], %[[SUM]]
// CHECK: func.func @User.twice(%[[N:[^:]*]]: tensor<i32> {tf.aliasing_output = 1 : i32, {{.*}}weft.path = "counter.count"},
// CHECK-SAME: %[[L:[^:]*]]: tensor<i32> {weft.init = #weft.zeros, weft.path = "counter.limit"}, %{{.*}}: tensor<i1>) ->
// CHECK-SAME: (tensor<i32>, tensor<i32> {weft.path = "counter.count"})
// CHECK-NEXT: %[[A:.*]]:2 = call @Counter.next(%[[N]], %[[L]])
// CHECK-NEXT: %[[B:.*]]:2 = call @Counter.next(%[[A]]#1, %[[L]])
// CHECK-NEXT: %[[C:.*]] = "stablehlo.if"
// CHECK-NEXT: stablehlo.return %[[B]]#1
// CHECK: return %[[C]], %[[B]]#1

// -----

// Gradients of a state become those of the trained leaves: floats that nobody
// has frozen. The optimiser's state follows them.
weft.module @Net {
  weft.param @a : tensor<4xf32> init ones
  weft.param @steps : tensor<i32> init zeros
  weft.param @fixed : tensor<4xf32> init ones {frozen}
  weft.param @b : tensor<4xf32> init ones
  weft.method @loss(%x: tensor<4xf32>) -> tensor<f32> {
    %0 = stablehlo.constant dense<0.0> : tensor<f32>
    weft.return %0 : tensor<f32>
  }
}
weft.module @Trainer {
  weft.submodule @net : @Net
  weft.submodule @still : @Net {frozen}
  weft.momentum @optimizer for @net learning_rate 0.1 decay 0.9
  weft.method @gradients(%x: tensor<4xf32>) -> (tensor<f32>, !weft.state<@net>) {
    %l, %g = weft.value_and_grad @net::@loss(%x) state @net
        : (tensor<4xf32>) -> (tensor<f32>, !weft.state<@net>)
    weft.return %l, %g : tensor<f32>, !weft.state<@net>
  }
  weft.method @step(%x: tensor<4xf32>) -> tensor<f32> {
    %l, %g = weft.call @gradients(%x) : (tensor<4xf32>) -> (tensor<f32>, !weft.state<@net>)
    weft.apply_gradients @optimizer(%g) : !weft.state<@net>
    weft.return %l : tensor<f32>
  }
  weft.method @both(%x: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
    %l, %dx, %g = weft.value_and_grad @net::@loss(%x) wrt [0] state @still
        : (tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>, !weft.state<@still>)
    weft.return %l, %dx : tensor<f32>, tensor<4xf32>
  }
}
// CHECK: func.func @Trainer.gradients(%[[A:[^:]*]]: {{[^,]*}}, weft.path = "net.a"}
// CHECK-SAME: %[[N:[^:]*]]: tensor<i32> {weft.init = #weft.zeros, weft.path = "net.steps"}
// CHECK-SAME: %[[F:[^:]*]]: tensor<4xf32> {weft.init = #weft.ones, weft.metadata = {frozen}, weft.path = "net.fixed"}
// CHECK-SAME: %[[B:[^:]*]]: tensor<4xf32> {weft.init = #weft.ones, weft.path = "net.b"}
// CHECK-SAME: weft.path = "optimizer.trace.a"
// CHECK-SAME: %{{[^:]*}}: tensor<4xf32> {weft.init = #weft.zeros, weft.path = "optimizer.trace.b"}, %[[X:[^:]*]]: tensor<4xf32>)
// CHECK-NEXT: %[[G:.*]]:3 = weft.value_and_grad @Net.loss(%[[A]], %[[N]], %[[F]], %[[B]], %[[X]]) wrt [0, 3]
// CHECK-NEXT: return %[[G]]#0, %[[G]]#1, %[[G]]#2
// CHECK: func.func @Trainer.step(
// CHECK-SAME: -> (tensor<f32>, tensor<4xf32> {weft.path = "net.a"}, tensor<4xf32> {weft.path = "net.b"}, tensor<4xf32> {weft.path = "optimizer.trace.a"}, tensor<4xf32> {weft.path = "optimizer.trace.b"})
// CHECK: %[[G:.*]]:3 = call @Trainer.gradients
// CHECK-NEXT: %[[U:.*]]:4 = weft.update @Trainer::@optimizer params({{.*}}) grads(%[[G]]#1, %[[G]]#2 : {{.*}}) state(
// CHECK-NEXT: return %[[G]]#0, %[[U]]#0, %[[U]]#1, %[[U]]#2, %[[U]]#3
// CHECK: func.func @Trainer.both
// CHECK: weft.value_and_grad @Net.loss({{.*}}) wrt [4]

// -----

// What a leaf of the state is used for elsewhere has no gradient here.
weft.module @Inner {
  weft.param @w : tensor<f32> init ones
  weft.method remat @loss() -> tensor<f32> {
    %w = weft.get @w : tensor<f32>
    weft.return %w : tensor<f32>
  }
}
weft.module @Outer {
  weft.submodule @inner : @Inner
  weft.param @unused : tensor<2xf32> init ones
  weft.sgd @optimizer for @inner learning_rate 0.1
  weft.submodule @again : @Inner
  weft.method @gradient() -> !weft.state<@again> {
    %l, %g = weft.value_and_grad @inner::@loss() state @again
        : () -> (tensor<f32>, !weft.state<@again>)
    weft.return %g : !weft.state<@again>
  }
}
// CHECK: func.func private @Inner.loss(%{{.*}}: tensor<f32>) -> tensor<f32> attributes {weft.remat}
// CHECK: func.func @Outer.gradient
// CHECK: %[[Z:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[Z]]

// -----

// A module in a module, and one that has a method called init.
weft.module @Around {
  weft.module @Within {
    weft.param @w : tensor<f32> init ones
    weft.method @apply() -> tensor<f32> {
      %w = weft.get @w : tensor<f32>
      weft.return %w : tensor<f32>
    }
  }
  weft.submodule @within : @Within
  weft.method @init() -> tensor<f32> {
    %0 = weft.call @within() : () -> tensor<f32>
    weft.return %0 : tensor<f32>
  }
}
// CHECK: func.func private @Around.Within.apply(
// CHECK: func.func @Around.init(%{{.*}}: tensor<f32> {{.*}}) -> tensor<f32>
// CHECK-NOT: func.func
