// RUN: weft plan %s --function products | FileCheck %s --check-prefix=TEXT
// RUN: weft plan %s --function products --json | FileCheck %s --check-prefix=JSON
// RUN: weft plan %s --function loop --json | FileCheck %s --check-prefix=LOOP
// RUN: weft plan %s --function chain --json | FileCheck %s --check-prefix=CHAIN
// RUN: weft plan %s --function donated --json | FileCheck %s --check-prefix=DONATED
// RUN: not weft plan %s --function nowhere 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// What one device sends: an all-reduce of 64 KiB over 4 devices is 2 * 3/4 of
// it.

// TEXT: all_reduce       model                           1         64 KiB         96 KiB
// TEXT: per device: 96 KiB sent

// JSON: "kind": "all_reduce"
// JSON: "axes": [
// JSON-NEXT: "model"
// JSON: "count": 1
// JSON: "result_bytes": 65536
// JSON: "wire_bytes": 98304
// JSON: "arguments": 65536
// JSON: "results": 65536
// JSON: "flops": 2097152

weft.mesh @mesh <"data" = 2, "model" = 4>

func.func @products(%x: tensor<128x256xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>},
                    %w: tensor<256x128xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>})
    -> (tensor<128x128xf32> {weft.sharding = #weft.sharding<@mesh, [_, _]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x128xf32>) -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}

// A collective in a loop of seven turns runs seven times.

// LOOP: "kind": "all_gather"
// LOOP: "count": 7
// LOOP: "loops_of_unknown_length": 0

func.func @loop(%x: tensor<8x128xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>})
    -> (tensor<8x128xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>}) {
  %begin = stablehlo.constant dense<3> : tensor<i32>
  %end = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %begin, %v = %x) : tensor<i32>, tensor<8x128xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %whole = weft.constrain %v <@mesh, [_, _]> : tensor<8x128xf32>
    %moved = stablehlo.tanh %whole : tensor<8x128xf32>
    %still = weft.constrain %moved <@mesh, [_, _]> : tensor<8x128xf32>
    %split = weft.constrain %still <@mesh, ["model", _]> : tensor<8x128xf32>
    stablehlo.return %next, %split : tensor<i32>, tensor<8x128xf32>
  }
  return %r#1 : tensor<8x128xf32>
}

// What is computed index by index for one reader is not stored.

// CHAIN: "temporaries": 0
// CHAIN: "peak": 131072

func.func @chain(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = stablehlo.tanh %x : tensor<128x128xf32>
  %1 = stablehlo.constant dense<2.0> : tensor<128x128xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<128x128xf32>
  return %2 : tensor<128x128xf32>
}

// A donated argument gives its place to the result.

// DONATED: "peak": 65536

func.func @donated(%x: tensor<128x128xf32> {tf.aliasing_output = 0 : i32}) -> tensor<128x128xf32> {
  %0 = stablehlo.tanh %x : tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}

// UNKNOWN: nowhere
