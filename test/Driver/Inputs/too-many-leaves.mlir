weft.module @Nothing {
}
weft.module @Empty {
  weft.submodule @a x 1000000000 : @Nothing
}
weft.module @Part {
  weft.linear @a 4 -> 4
}
weft.module @Parts {
  weft.submodule @b x 100000 : @Part
}
weft.module @Large {
  weft.param @a : tensor<4611686018427387904xi8>
  weft.param @b : tensor<4611686018427387904xi8>
}
weft.module @Root {
  weft.submodule @c x 100000 : @Parts
  weft.submodule @empty : @Empty
  weft.submodule @large : @Large
}
