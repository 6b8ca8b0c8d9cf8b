module attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @main() -> tensor<i32> attributes {weft.local} {
    %0 = stablehlo.constant dense<7> : tensor<i32>
    return %0 : tensor<i32>
  }
}
