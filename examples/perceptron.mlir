// Two layers of a perceptron on a mesh of 2 x 4 devices: the batch is split over
// "data", the hidden features over "model". Only the arguments and one value
// say how they are laid out; Weft finds the rest.
//
//     weft-opt examples/perceptron.mlir --weft-pipeline     what each device runs
//     weft plan examples/perceptron.mlir                    what it sends and holds
//     weft check examples/perceptron.mlir                   is it still the same program
//     weft check examples/perceptron.mlir --mesh data=3,model=5

weft.mesh @mesh <"data" = 2, "model" = 4>

func.func @mlp(%x: tensor<32x64xf32>,
               %w: tensor<64x256xf32> {weft.sharding = #weft.sharding<@mesh, [_, "model"]>},
               %k: tensor<256x10xf32> {weft.sharding = #weft.sharding<@mesh, ["model", _]>}) -> tensor<32x10xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x256xf32>) -> tensor<32x256xf32>
  %1 = stablehlo.tanh %0 : tensor<32x256xf32>
  %h = weft.constrain %1 <@mesh, ["data", "model"]> : tensor<32x256xf32>
  %y = stablehlo.dot_general %h, %k, contracting_dims = [1] x [0] : (tensor<32x256xf32>, tensor<256x10xf32>) -> tensor<32x10xf32>
  return %y : tensor<32x10xf32>
}
