// RUN: weft-opt %s -split-input-file --weft-import-sdy -verify-diagnostics

// expected-error@+1 {{cannot read 'mhlo.sharding' = "{devices=[2,2]}": expected a number at character 14}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[2,2]}"})

// -----

// expected-error@+1 {{cannot read 'mhlo.sharding' = "": expected '{' at character 0}}
func.func private @f(tensor<8xf32>) -> (tensor<8xf32> {mhlo.sharding = ""})

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{cannot read 'mhlo.sharding' = "{mesh['x'=2], [{'x'}]}": expected replicated, maximal, manual, unknown, unreduced or devices at character 5}}
  %0 = stablehlo.abs %x {mhlo.sharding = "{mesh['x'=2], [{'x'}]}"} : tensor<8xf32>
  return
}

// -----

// expected-error@+1 {{'mhlo.sharding' must be a string, found 3 : i32}}
func.func private @f(tensor<8xf32> {mhlo.sharding = 3 : i32})

// -----

// expected-error@+1 {{cannot read 'xla.sdy.sharding' = "#sdy.sharding<@mesh [{}]>": expected ','}}
func.func private @f(tensor<8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh [{}]>"}})

// -----

// expected-error@+1 {{'xla.sdy.sharding' holds 3 : i64, which is something else}}
func.func private @f(tensor<8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "3"}})

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'xla.sdy.sharding' holds #sdy.sharding<@mesh, [{}]>, which is something else}}
  %0 = stablehlo.abs %x {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{}]>"}} : tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{cannot read 'xla.sdy.sharding_rule' = "#sdy.op_sharding_rule<": unbalanced '<' character in pretty dialect name}}
  %0 = stablehlo.abs %x {mhlo.frontend_attributes = {xla.sdy.sharding_rule = "#sdy.op_sharding_rule<"}} : tensor<8xf32>
  return
}

// -----

// expected-error@+1 {{cannot read 'xla.sdy.meshes' = "{mesh = #sdy.mesh<[\22a\22=0]>}": axis "a" has size 0; it must be at least 1}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=0]>}"}} {
}

// -----

// expected-error@+1 {{'mesh' holds 3 : i64, which is something else}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = 3}"}} {
}

// -----

// expected-error@+1 {{'xla.sdy.meshes' declares @f, but the module has a symbol of this name}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{f = #sdy.mesh<[\22a\22=2]>}"}} {
  func.func private @f()
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @f(%x: !stablehlo.token) {
  // expected-error@+1 {{'sdy.sharding_constraint' op has no weft form: its operand has type '!stablehlo.token', which cannot be split}}
  %0 = sdy.sharding_constraint %x <@mesh, []> : !stablehlo.token
  return
}
