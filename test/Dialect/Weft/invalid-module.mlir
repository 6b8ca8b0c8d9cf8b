// RUN: weft-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// Specs against the rank.

weft.module @M {
  // expected-error @+1 {{has 2 dimensions ('tensor<4x4xf32>'), but its spec ["a"] has 1 entry; add `_` for each dimension that is not split}}
  weft.param @p : tensor<4x4xf32> spec ["a"]
}

// -----

weft.module @M {
  // expected-error @+1 {{kernel has 2 dimensions ('tensor<4x8xf32>'), but its spec [_, "a", "b"] has 3 entries; remove 1}}
  weft.linear @l 4 -> 8 kernel_spec [_, "a", "b"]
}

// -----

weft.module @M {
  // expected-error @+1 {{axis "a" splits dimension 0 and dimension 1; it can split only one}}
  weft.param @p : tensor<4x4xf32> spec ["a", "a"]
}

// -----

weft.module @M {
  // expected-error @+1 {{axis "a" splits dimension 0 twice}}
  weft.param @p : tensor<4x4xf32> spec [("b", "a", "a"), _]
}

// -----

weft.module @M {
  // expected-error @+1 {{axis "a":(2)4 splits dimension 0 and dimension 1; it can split only one}}
  weft.param @p : tensor<4x4xf32> spec ["a":(1)4, "a":(2)4]
}

// -----

weft.module @M {
  // expected-error @+1 {{dimension 0 of the spec has a priority; only a sharding can have one}}
  weft.param @p : tensor<4xf32> spec ["a" p1]
}

// -----

weft.module @M {
  // expected-error @+1 {{dimension 0 of the spec names an axis ""; write `_` for a dimension that is not split}}
  weft.param @p : tensor<4xf32> spec [""]
}

// -----

// Specs against the mesh.

// expected-note @+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"data" = 2, "model" = 4>
weft.module @M {
  // expected-error @+1 {{kernel is split over "modle": mesh @mesh has no axis "modle"; it has "data" and "model"; did you mean "model"?}}
  weft.linear @l 4 -> 8 kernel_spec [_, "modle"]
}

// -----

// expected-note @+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"data" = 2, "model" = 6>
weft.module @M {
  // expected-error @+1 {{is split over "model":(1)4: axis "model" of mesh @mesh has size 6, and sub-axis "model":(1)4 does not divide it}}
  weft.param @p : tensor<4xf32> spec ["model":(1)4]
}

// -----

// expected-note @+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"model" = 6>
weft.module @M {
  // expected-error @+1 {{axis "model" of mesh @mesh has size 6, and sub-axis "model":(1)6 is not smaller; write "model"}}
  weft.param @p : tensor<4xf32> spec ["model":(1)6]
}

// -----

// expected-note @+1 {{mesh @a is declared here}}
weft.mesh @a <"x" = 2>
// expected-note @+1 {{mesh @b is declared here}}
weft.mesh @b <"y" = 2>
weft.module @M {
  // expected-error @+1 {{is split over "x", but there are 2 meshes it could belong to; mark one `default`, or write `on @a` after the module's name}}
  weft.param @p : tensor<4xf32> spec ["x"]
}

// -----

weft.mesh @a <"x" = 2>
// expected-note @+1 {{mesh @b is declared here}}
weft.mesh @b default <"y" = 2>
weft.module @M {
  // expected-error @+1 {{is split over "x": mesh @b has no axis "x"; it has "y"}}
  weft.param @p : tensor<4xf32> spec ["x"]
}

// -----

// expected-error @+1 {{is on mesh @nowhere, which is not declared; add a weft.mesh, or leave out `on`}}
weft.module @M on @nowhere {
}

// -----

weft.mesh @a <"x" = 2>
weft.mesh @b <"x" = 2>
weft.module @Part on @b {
}
weft.module @M on @a {
  // expected-error @+1 {{is on mesh @b, but module @M is on mesh @a; a module and its submodules share one mesh}}
  weft.submodule @part : @Part
}

// -----

// Rules.

// expected-note @+1 {{mesh @mesh is declared here}}
weft.mesh @mesh <"data" = 2>
// expected-error @+1 {{maps "mlp" to "model": mesh @mesh has no axis "model"; it has "data"}}
weft.axis_rules ["mlp" -> "model"]

// -----

// expected-note @+1 {{the first is here}}
weft.axis_rules ["mlp" -> "a"]
// expected-error @+1 {{is the second list of rules here; put all rules into one}}
weft.axis_rules ["mlp" -> "b"]

// -----

// expected-error @+1 {{has the rule for "mlp" twice}}
weft.axis_rules ["mlp" -> "a", "mlp" -> "b", "mlp" -> "a"]

// -----

// expected-error @+1 {{the rule for "mlp" uses axis "a" twice}}
weft.axis_rules ["mlp" -> ("a", "a")]

// -----

// expected-error @+1 {{a rule maps to `_`, an axis or a list of axes, not to ?}}
weft.axis_rules ["mlp" -> ?]

// -----

// expected-error @+1 {{the logical axis of a rule must have a name}}
weft.axis_rules ["" -> "a"]

// -----

// Parameters.

weft.module @M {
  // expected-error @+1 {{failed to satisfy constraint: type attribute of statically shaped tensor of any type values}}
  weft.param @p : tensor<?xf32>
}

// -----

weft.module @M {
  // expected-error @+1 {{which is more than 2^63 elements}}
  weft.param @p : tensor<4294967296x4294967296xf32>
}

// -----

// expected-error @+1 {{expects parent op}}
weft.param @p : tensor<4xf32>

// -----

weft.module @M {
  // expected-note @+1 {{see existing symbol definition here}}
  weft.param @p : tensor<4xf32>
  // expected-error @+1 {{redefinition of symbol named 'p'}}
  weft.linear @p 4 -> 4
}

// -----

weft.module @M {
  // expected-error @+1 {{is called "up.kernel", but a dot separates the parts of a path}}
  weft.param @"up.kernel" : tensor<4xf32>
}

// -----

weft.module @M {
  // expected-error @+1 {{computes something in a module; put it into a weft.method}}
  %0 = "test.make"() : () -> tensor<4xf32>
}

// -----

// Submodules.

weft.module @M {
  // expected-error @+1 {{is an instance of @Nothing, which is not defined; add a weft.module @Nothing}}
  weft.submodule @part : @Nothing
}

// -----

weft.mesh @mesh <"a" = 2>
weft.module @M {
  // expected-error @+1 {{is an instance of @mesh, which is a 'weft.mesh'; only a weft.module has instances}}
  weft.submodule @part : @mesh
}

// -----

weft.module @Part {
}
weft.module @M {
  // expected-error @+1 {{is repeated 0 times; it must be at least once}}
  weft.submodule @part x 0 : @Part
}

// -----

weft.module @M {
  // expected-error @+1 {{makes module @M contain itself: @M}}
  weft.submodule @me : @M
}

// -----

weft.module @A {
  // expected-error @+1 {{makes module @A contain itself: @A -> @B -> @A}}
  weft.submodule @b : @B
}
weft.module @B {
  // expected-error @+1 {{makes module @B contain itself: @B -> @A -> @B}}
  weft.submodule @a : @A
}

// -----

weft.module @M {
  // expected-error @+1 {{@b leads through aliases that form a cycle}}
  weft.alias @a = @b
  weft.alias @b = @a
}

// -----

// expected-error @+1 {{the pattern of a rule: unknown condition 'rnk=2'; there are rank=2, shape=64x* and kind=linear; did you mean 'rank'?}}
weft.spec_rules ["**/kernel:rnk=2" -> [_, "model"]]

// -----

// expected-error @+1 {{the pattern of a rule: 'a..b' has an empty name in its path}}
weft.spec_rules ["a..b" -> [_]]
