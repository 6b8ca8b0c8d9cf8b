// RUN: weft-opt --weft-evaluate -o /dev/null --split-input-file --verify-diagnostics %s

func.func @reshape() -> tensor<3x2xi32> {
  %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %1 = stablehlo.iota dim = 0 : tensor<6xi32>
  // expected-error @+1 {{the sizes at run time are [2, 3], but the result has type tensor<3x2xi32>}}
  %2 = stablehlo.dynamic_reshape %1, %0 : (tensor<6xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %2 : tensor<3x2xi32>
}

// -----

func.func @interior_padding() -> tensor<1xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error @+1 {{interior padding -1 of dimension 0 is negative}}
  %3 = stablehlo.dynamic_pad %0, %1, %2, %2, %2 : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi32>
  return %3 : tensor<1xi32>
}

// -----

func.func @large_padding() -> tensor<1xi32> {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>
  // expected-error @+1 {{padding dimension 0 by 9223372036854775807, 9223372036854775807 and 9223372036854775807 gives too large a size}}
  %3 = stablehlo.dynamic_pad %0, %1, %2, %2, %2 : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi32>
  return %3 : tensor<1xi32>
}

// -----

func.func @slice_bounds() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %1 = stablehlo.constant dense<4> : tensor<1xi32>
  %2 = stablehlo.constant dense<6> : tensor<1xi32>
  %3 = stablehlo.constant dense<1> : tensor<1xi32>
  // expected-error @+1 {{slice [4, 6) with stride 1 of dimension 0 is not within [0, 5)}}
  %4 = stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<5xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %4 : tensor<2xi32>
}

// -----

func.func @dimension_size() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  // expected-error @+1 {{size 3 of dimension 0 is not within [0, 2]}}
  %2 = stablehlo.set_dimension_size %0, %1, dim = 0 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}

// -----

func.func @conv_padding() -> tensor<1x3x1xf32> {
  %0 = stablehlo.constant dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<2x1x1xf32>
  %2 = stablehlo.constant dense<[[9223372036854775807, 1]]> : tensor<1x2xi64>
  // expected-error @+1 {{padding 9223372036854775807 of spatial dimension 0 is too large}}
  %3 = "stablehlo.dynamic_conv"(%0, %1, %2) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    batch_group_count = 1 : i64, feature_group_count = 1 : i64}>
    : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>
  return %3 : tensor<1x3x1xf32>
}

// -----

func.func @ellipsis() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<1> : tensor<2x3xi32>
  // expected-error @+1 {{the interpreter does not run an einsum with an ellipsis: "...a->..."}}
  %1 = stablehlo.unary_einsum %0, config = "...a->..." : (tensor<2x3xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// -----

func.func @repeated_letter() -> tensor<2x2xi32> {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  // expected-error @+1 {{the letter 'a' occurs twice in the result of einsum "a->aa"}}
  %1 = stablehlo.unary_einsum %0, config = "a->aa" : (tensor<2xi32>) -> tensor<2x2xi32>
  return %1 : tensor<2x2xi32>
}

// -----

func.func @send() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.constant dense<1> : tensor<2xi32>
  // expected-error @+1 {{the interpreter does not run 'stablehlo.send' between devices; use 'stablehlo.collective_permute'}}
  %2 = "stablehlo.send"(%1, %0) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %2 : !stablehlo.token
}
