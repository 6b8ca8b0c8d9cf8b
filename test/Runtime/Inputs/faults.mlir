// What goes wrong between devices. Device 2 of 4 goes its own way in each.
weft.mesh @mesh <"x" = 4>

func.func private @is_two() -> tensor<i1> attributes {weft.local} {
  %0 = weft.axis_index over ["x"] : tensor<i32>
  %1 = stablehlo.constant dense<2> : tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %2 : tensor<i1>
}

func.func @kinds() -> tensor<4xf32> attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = func.call @is_two() : () -> tensor<i1>
  %2 = "stablehlo.if"(%1) ({
    %3 = weft.all_reduce add %0 over ["x"] : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    %3 = weft.broadcast %0 over ["x"] from 0 : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func @sizes() -> tensor<4xf32> attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = func.call @is_two() : () -> tensor<i1>
  %2 = "stablehlo.if"(%1) ({
    %4 = stablehlo.iota dim = 0 : tensor<8xf32>
    %5 = weft.all_reduce add %4 over ["x"] : tensor<8xf32>
    %3 = stablehlo.slice %5 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    %3 = weft.all_reduce add %0 over ["x"] : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func @types() -> tensor<4xf32> attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = func.call @is_two() : () -> tensor<i1>
  %2 = "stablehlo.if"(%1) ({
    %4 = stablehlo.iota dim = 0 : tensor<4xi32>
    %5 = weft.all_reduce add %4 over ["x"] : tensor<4xi32>
    %3 = stablehlo.convert %5 : (tensor<4xi32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    %3 = weft.all_reduce add %0 over ["x"] : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func @order() -> (tensor<4xf32>, tensor<4xf32>) attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = func.call @is_two() : () -> tensor<i1>
  %2:2 = "stablehlo.if"(%1) ({
    %3 = weft.permute %0 over ["x"] rotate 1 : tensor<4xf32>
    %4 = weft.all_reduce max %0 over ["x"] : tensor<4xf32>
    stablehlo.return %4, %3 : tensor<4xf32>, tensor<4xf32>
  }, {
    %3 = weft.all_reduce max %0 over ["x"] : tensor<4xf32>
    %4 = weft.permute %0 over ["x"] rotate 1 : tensor<4xf32>
    stablehlo.return %3, %4 : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
  return %2#0, %2#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @missing() -> tensor<4xf32> attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = func.call @is_two() : () -> tensor<i1>
  %2 = "stablehlo.if"(%1) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %3 = weft.all_reduce add %0 over ["x"] : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Device 2 runs out of memory while the others wait for it.
func.func @fails() -> tensor<4xf32> attributes {weft.local} {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = func.call @is_two() : () -> tensor<i1>
  %2 = "stablehlo.if"(%1) ({
    %4 = stablehlo.iota dim = 0 : tensor<100000xf32>
    %3 = stablehlo.slice %4 [0:4] : (tensor<100000xf32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %5 = weft.all_reduce add %2 over ["x"] : tensor<4xf32>
  return %5 : tensor<4xf32>
}
