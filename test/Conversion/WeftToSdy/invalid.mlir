// RUN: weft-opt %s -split-input-file --weft-export-sdy -verify-diagnostics

weft.mesh @mesh <"a" = 2, "b" = 4>
// expected-error@+1 {{has no sdy form: the reducer 'mul'; only add, max and min have one}}
func.func private @reducer(tensor<8xf32> {weft.sharding = #weft.sharding<@mesh, [_], unreduced = mul ["a"]>})

// -----

weft.mesh @mesh <"a" = 2>
func.func @local_collective(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'weft.all_reduce' op has no sdy form; lower it first}}
  %0 = weft.all_reduce add %x over ["a"] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
