// One layer in the four layouts that models are made of. A spec has an entry for
// each dimension: `_` is not split, a name is split over that axis of the mesh.
// On a mesh of 2 x 4 devices a kernel of 512 x 1024 becomes, on each device,
//
//     module          kernel_spec           kernel       sends, to compute
//     @Replicated     [_, _]                512 x 1024   nothing
//     @Column         [_, "model"]          512 x 256    nothing: the result is split
//     @Row            ["model", _]          128 x 1024   the sum of partial results
//     @Fsdp           ["data", _]           256 x 1024   the kernel, before it is used
//     @TwoD           ["data", "model"]     256 x 256    both of the last two
//
//     weft specs examples/layouts.mlir --module TwoD
//     weft specs examples/layouts.mlir --module TwoD --mesh data=4,model=2
//     weft-opt   examples/layouts.mlir --weft-split=modules=TwoD --weft-drop-modules -o two-d.mlir
//     weft plan  two-d.mlir --function TwoD.apply

weft.mesh @mesh <"data" = 2, "model" = 4>

weft.module @Replicated {
  weft.linear @linear 512 -> 1024 no_bias kernel_spec [_, _]
  weft.method @apply(%x: tensor<64x512xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) -> tensor<64x1024xf32> {
    %0 = weft.call @linear(%x) : (tensor<64x512xf32>) -> tensor<64x1024xf32>
    weft.return %0 : tensor<64x1024xf32>
  }
}

weft.module @Column {
  weft.linear @linear 512 -> 1024 no_bias kernel_spec [_, "model"]
  weft.method @apply(%x: tensor<64x512xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) -> tensor<64x1024xf32> {
    %0 = weft.call @linear(%x) : (tensor<64x512xf32>) -> tensor<64x1024xf32>
    weft.return %0 : tensor<64x1024xf32>
  }
}

weft.module @Row {
  weft.linear @linear 512 -> 1024 no_bias kernel_spec ["model", _]
  weft.method @apply(%x: tensor<64x512xf32> {weft.sharding = #weft.sharding<@mesh, ["data", "model"]>})
      -> (tensor<64x1024xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) {
    %0 = weft.call @linear(%x) : (tensor<64x512xf32>) -> tensor<64x1024xf32>
    weft.return %0 : tensor<64x1024xf32>
  }
}

weft.module @Fsdp {
  weft.linear @linear 512 -> 1024 no_bias kernel_spec ["data", _]
  weft.method @apply(%x: tensor<4096x512xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
      -> (tensor<4096x1024xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>}) {
    %0 = weft.call @linear(%x) : (tensor<4096x512xf32>) -> tensor<4096x1024xf32>
    weft.return %0 : tensor<4096x1024xf32>
  }
}

weft.module @TwoD {
  weft.linear @linear 512 -> 1024 no_bias kernel_spec ["data", "model"]
  weft.method @apply(%x: tensor<4096x512xf32> {weft.sharding = #weft.sharding<@mesh, ["data", _]>})
      -> (tensor<4096x1024xf32> {weft.sharding = #weft.sharding<@mesh, ["data", "model"]>}) {
    %0 = weft.call @linear(%x) : (tensor<4096x512xf32>) -> tensor<4096x1024xf32>
    weft.return %0 : tensor<4096x1024xf32>
  }
}
