// A layer of experts (GShard): every token goes to the one expert that its
// router prefers. The mesh has two axes, and so have the kernels: experts are
// split over "expert", the features inside of an expert over "model".
//
// Tokens come in groups, which are split over "expert", too: each device routes
// its own groups, then an all-to-all brings the tokens to the devices that have
// their experts, and another one brings them back. The partial sums over
// "model" are added on the way.
//
//     weft specs examples/moe.mlir
//     weft-opt   examples/moe.mlir --weft-split --weft-drop-modules -o moe.mlir
//     weft plan  moe.mlir --function Moe.apply
//     weft check moe.mlir --function Moe.apply

weft.mesh @mesh <"expert" = 4, "model" = 2>

weft.module @Moe {
  weft.linear @router 64 -> 8 no_bias
  // The fan of a kernel is that of one expert.
  weft.param @up   : tensor<8x64x256xf32> init lecun_normal<batch_axis = [0]> spec ["expert", _, "model"]
  weft.param @down : tensor<8x256x64xf32> init lecun_normal<batch_axis = [0]> spec ["expert", "model", _]

  // Which expert gets a token, and in which of its 8 places, as 0 or 1:
  // [group, token, expert, place]. A token that finds all places taken is left
  // out, and passes the layer by its residual connection.
  weft.method @route(%gates: tensor<16x32x8xf32>) -> tensor<16x32x8x8xf32> {
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<16x32x8xf32>
    %max = stablehlo.reduce(%gates init: %lowest) applies stablehlo.maximum across dimensions = [2]
        : (tensor<16x32x8xf32>, tensor<f32>) -> tensor<16x32xf32>
    %best = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x8xf32>
    %is_best = stablehlo.compare EQ, %gates, %best : (tensor<16x32x8xf32>, tensor<16x32x8xf32>) -> tensor<16x32x8xi1>
    %chosen = stablehlo.convert %is_best : (tensor<16x32x8xi1>) -> tensor<16x32x8xf32>
    // How many tokens before it chose the same expert: a product with a triangle.
    %row = stablehlo.iota dim = 0 : tensor<32x32xi32>
    %column = stablehlo.iota dim = 1 : tensor<32x32xi32>
    %before = stablehlo.compare GE, %row, %column : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %triangle = stablehlo.convert %before : (tensor<32x32xi1>) -> tensor<32x32xf32>
    %count = stablehlo.dot_general %chosen, %triangle, contracting_dims = [1] x [1]
        : (tensor<16x32x8xf32>, tensor<32x32xf32>) -> tensor<16x8x32xf32>
    %turned = stablehlo.transpose %count, dims = [0, 2, 1] : (tensor<16x8x32xf32>) -> tensor<16x32x8xf32>
    %place = stablehlo.subtract %turned, %one : tensor<16x32x8xf32>
    %places = stablehlo.broadcast_in_dim %place, dims = [0, 1, 2] : (tensor<16x32x8xf32>) -> tensor<16x32x8x8xf32>
    %number = stablehlo.iota dim = 3 : tensor<16x32x8x8xf32>
    %is_place = stablehlo.compare EQ, %places, %number : (tensor<16x32x8x8xf32>, tensor<16x32x8x8xf32>) -> tensor<16x32x8x8xi1>
    %taken = stablehlo.broadcast_in_dim %is_best, dims = [0, 1, 2] : (tensor<16x32x8xi1>) -> tensor<16x32x8x8xi1>
    %goes = stablehlo.and %is_place, %taken : tensor<16x32x8x8xi1>
    %dispatch = stablehlo.convert %goes : (tensor<16x32x8x8xi1>) -> tensor<16x32x8x8xf32>
    weft.return %dispatch : tensor<16x32x8x8xf32>
  }

  // [expert, group, place, feature] through the expert's two kernels.
  weft.method @experts(%x: tensor<8x16x8x64xf32>) -> tensor<8x16x8x64xf32> {
    %up = weft.get @up : tensor<8x64x256xf32>
    %down = weft.get @down : tensor<8x256x64xf32>
    %0 = stablehlo.dot_general %x, %up, batching_dims = [0] x [0], contracting_dims = [3] x [1]
        : (tensor<8x16x8x64xf32>, tensor<8x64x256xf32>) -> tensor<8x16x8x256xf32>
    %1 = stablehlo.tanh %0 : tensor<8x16x8x256xf32>
    %2 = stablehlo.dot_general %1, %down, batching_dims = [0] x [0], contracting_dims = [3] x [1]
        : (tensor<8x16x8x256xf32>, tensor<8x256x64xf32>) -> tensor<8x16x8x64xf32>
    weft.return %2 : tensor<8x16x8x64xf32>
  }

  weft.method @apply(%x: tensor<16x32x64xf32> {weft.sharding = #weft.sharding<@mesh, ["expert", _, _]>})
      -> (tensor<16x32x64xf32> {weft.sharding = #weft.sharding<@mesh, ["expert", _, _]>}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %logits = weft.call @router(%x) : (tensor<16x32x64xf32>) -> tensor<16x32x8xf32>
    %exp = stablehlo.exponential %logits : tensor<16x32x8xf32>
    %total = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<16x32x8xf32>, tensor<f32>) -> tensor<16x32xf32>
    %totals = stablehlo.broadcast_in_dim %total, dims = [0, 1] : (tensor<16x32xf32>) -> tensor<16x32x8xf32>
    %gates = stablehlo.divide %exp, %totals : tensor<16x32x8xf32>
    %routes = weft.call @route(%gates) : (tensor<16x32x8xf32>) -> tensor<16x32x8x8xf32>
    // The routes stay with the groups, though they have a dimension of experts.
    %dispatch = weft.constrain %routes <@mesh, ["expert", _, _, _]> : tensor<16x32x8x8xf32>

    // To the experts: [group, expert, place, feature], then split by expert.
    %sent = stablehlo.dot_general %dispatch, %x, batching_dims = [0] x [0], contracting_dims = [1] x [1]
        : (tensor<16x32x8x8xf32>, tensor<16x32x64xf32>) -> tensor<16x8x8x64xf32>
    %by_expert = stablehlo.transpose %sent, dims = [1, 0, 2, 3] : (tensor<16x8x8x64xf32>) -> tensor<8x16x8x64xf32>
    %here = weft.constrain %by_expert <@mesh, ["expert", _, _, _]> : tensor<8x16x8x64xf32>
    %done = weft.call @experts(%here) : (tensor<8x16x8x64xf32>) -> tensor<8x16x8x64xf32>
    // And back: split by group again.
    %back = weft.constrain %done <@mesh, [_, "expert", _, _]> : tensor<8x16x8x64xf32>

    // Every token takes its share of the answer, by its gate.
    %gate = stablehlo.broadcast_in_dim %gates, dims = [0, 1, 2] : (tensor<16x32x8xf32>) -> tensor<16x32x8x8xf32>
    %combine = stablehlo.multiply %dispatch, %gate : tensor<16x32x8x8xf32>
    %answer = stablehlo.dot_general %combine, %back, batching_dims = [0] x [1], contracting_dims = [2, 3] x [0, 2]
        : (tensor<16x32x8x8xf32>, tensor<8x16x8x64xf32>) -> tensor<16x32x64xf32>
    %y = stablehlo.add %x, %answer : tensor<16x32x64xf32>
    weft.return %y : tensor<16x32x64xf32>
  }
}
