// RUN: weft-opt --split-input-file --verify-diagnostics %s

weft.mesh @mesh <"a" = 2, "b" = 4>

// 10 over 4 is 3 per device.
func.func @good(%x: tensor<4x3xf32> {weft.sharding = #weft.sharding<@mesh, ["a", "b"]>, weft.whole = tensor<8x10xf32>},
                %y: tensor<4xi32> {weft.sharding = #weft.sharding<@mesh, [_]>}, %z: tensor<2xf32>)
    -> (tensor<4xi32> {weft.sharding = #weft.sharding<@mesh, ["b"]>, weft.whole = tensor<16xi32>}) attributes {weft.local} {
  return %y : tensor<4xi32>
}

// -----

// expected-error @+1 {{'weft.local' is a unit attribute and has no value, not true}}
func.func private @valued() attributes {weft.local = true}

// -----

// expected-error @+1 {{'weft.local' is for functions}}
module attributes {weft.local} {}

// -----

// expected-error @+1 {{'weft.whole' is for arguments and results of functions with 'weft.local'}}
func.func private @on_op() attributes {weft.local, weft.whole = tensor<4xf32>}

// -----

// expected-error @+1 {{argument 0: 'weft.whole' is for functions with 'weft.local'; types are whole in others}}
func.func private @not_local(tensor<4xf32> {weft.whole = tensor<8xf32>})

// -----

// expected-error @+1 {{argument 0: 'weft.whole' must be a static tensor type, not tensor<?xf32>}}
func.func private @dynamic(tensor<4xf32> {weft.whole = tensor<?xf32>}) attributes {weft.local}

// -----

// expected-error @+1 {{result 0: 'weft.whole' is 'tensor<8xf64>', which has no shard of type 'tensor<4xf32>'}}
func.func private @other_elements() -> (tensor<4xf32> {weft.whole = tensor<8xf64>}) attributes {weft.local}

// -----

weft.mesh @mesh <"a" = 2>
// expected-error @+1 {{argument 0: a shard of 'tensor<9xf32>' has type 'tensor<5xf32>', not 'tensor<4xf32>'}}
func.func private @other_size(tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>, weft.whole = tensor<9xf32>}) attributes {weft.local}

// -----

weft.mesh @mesh <"a" = 2>
// expected-error @+1 {{argument 0: a shard of 'tensor<4xf32>' has type 'tensor<2xf32>', not 'tensor<4xf32>'; state the type of all shards together as 'weft.whole'}}
func.func private @no_whole(tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, ["a"]>}) attributes {weft.local}
