// RUN: weft-opt %s -split-input-file --weft-import-sdy -verify-diagnostics -o %t
// RUN: FileCheck %s < %t

// CHECK-LABEL: func private @manual(tensor<8xf32> {mhlo.sharding = "{manual}"})
// expected-warning@+1 {{'mhlo.sharding' = "{manual}" has no equivalent and stays: only values of a manual computation are manual}}
func.func private @manual(tensor<8xf32> {mhlo.sharding = "{manual}"})

// -----

// expected-warning@+1 {{"{devices=[2,2]<=[4] last_tile_dims={manual}}" has no equivalent and stays: only values of a manual computation are manual}}
func.func private @manual_subgroup(tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual}}"})

// -----

// CHECK-LABEL: func private @rank(tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"})
// expected-warning@+1 {{it splits 2 dimensions, but the value has rank 1}}
func.func private @rank(tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"})

// -----

// expected-warning@+1 {{"{unreduced}" has no equivalent and stays: it does not say over which axes the value is unreduced}}
func.func private @unreduced(tensor<8xf32> {mhlo.sharding = "{unreduced}"})

// -----

// expected-warning@+1 {{"{replicated shard_as 1}" has no equivalent and stays: groups are not part of a sharding}}
func.func private @group(tensor<8xf32> {mhlo.sharding = "{replicated shard_as 1}"})

// -----

// expected-warning@+1 {{it is a tuple, but the value is not}}
func.func private @tuple(tensor<8xf32> {mhlo.sharding = "{{replicated}, {replicated}}"})

// -----

func.func @tuple_of_op(%x: tensor<8xf32>) {
  // expected-warning@+1 {{it has 2 elements, but the op has 1 results}}
  %0 = stablehlo.abs %x {mhlo.sharding = "{{replicated}, {replicated}}"} : tensor<8xf32>
  return
}

// -----

// expected-warning@+1 {{the value has no rank}}
func.func private @unranked(tensor<*xf32> {mhlo.sharding = "{replicated}"})

// -----

// expected-warning@+1 {{no axes explain the order of its 6291456 devices}}
func.func private @hostile(tensor<8x8xf32> {mhlo.sharding = "{devices=[2097152,3]<=[3,2,1048576]T(2,0,1)}"})
