// RUN: weft-opt --weft-evaluate -o /dev/null %s | FileCheck %s

// CHECK: @erf_inv: tensor<5xf64> [0, 0.4769362762044699, -inf, inf, nan]
func.func @erf_inv() -> tensor<5xf64> {
  %0 = stablehlo.constant dense<[0.0, 0.5, -1.0, 1.0, 1.5]> : tensor<5xf64>
  %1 = chlo.erf_inv %0 : tensor<5xf64> -> tensor<5xf64>
  return %1 : tensor<5xf64>
}

// The neighbours in the format of the elements, whatever they are computed as.
// CHECK: @next_after: tensor<4xbf16> [1.0078125, 0.99609375, 9.1835{{[0-9]*}}e-41, inf]
// CHECK: @next_after: tensor<2xf8E4M3FNUZ> [1.125, 0]
func.func @next_after() -> (tensor<4xbf16>, tensor<2xf8E4M3FNUZ>) {
  %0 = stablehlo.constant dense<[1.0, 1.0, 0.0, 0x7F80]> : tensor<4xbf16>
  %1 = stablehlo.constant dense<[2.0, 0.0, 1.0, 0x7F80]> : tensor<4xbf16>
  %2 = chlo.next_after %0, %1 : tensor<4xbf16>, tensor<4xbf16> -> tensor<4xbf16>
  %3 = stablehlo.constant dense<[1.0, -0.0009765625]> : tensor<2xf8E4M3FNUZ>
  %4 = stablehlo.constant dense<[2.0, 1.0]> : tensor<2xf8E4M3FNUZ>
  %5 = chlo.next_after %3, %4 : tensor<2xf8E4M3FNUZ>, tensor<2xf8E4M3FNUZ> -> tensor<2xf8E4M3FNUZ>
  return %2, %5 : tensor<4xbf16>, tensor<2xf8E4M3FNUZ>
}

// CHECK: @mulhi: tensor<2xi8> [-2, 0]
// CHECK: @mulhi: tensor<1xui64> [18446744073709551614]
// CHECK: @mulhi: tensor<1xi4> [3]
func.func @mulhi() -> (tensor<2xi8>, tensor<1xui64>, tensor<1xi4>) {
  %0 = stablehlo.constant dense<[-100, 3]> : tensor<2xi8>
  %1 = stablehlo.constant dense<[5, 5]> : tensor<2xi8>
  %2 = chlo.mulhi %0, %1 : tensor<2xi8>, tensor<2xi8> -> tensor<2xi8>
  %3 = stablehlo.constant dense<18446744073709551615> : tensor<1xui64>
  %4 = chlo.mulhi %3, %3 : tensor<1xui64>, tensor<1xui64> -> tensor<1xui64>
  %5 = stablehlo.constant dense<7> : tensor<1xi4>
  %6 = chlo.mulhi %5, %5 : tensor<1xi4>, tensor<1xi4> -> tensor<1xi4>
  return %2, %4, %6 : tensor<2xi8>, tensor<1xui64>, tensor<1xi4>
}

// CHECK: @predicates: tensor<3xi1> [true, true, false]
// CHECK: @predicates: tensor<3xi1> [false, true, false]
// CHECK: @predicates: tensor<3xi1> [true, false, false]
func.func @predicates() -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>) {
  %0 = stablehlo.constant dense<[0x7C00, 0xFC00, 1.0]> : tensor<3xf16>
  %1 = chlo.is_inf %0 : tensor<3xf16> -> tensor<3xi1>
  %2 = chlo.is_neg_inf %0 : tensor<3xf16> -> tensor<3xi1>
  %3 = chlo.is_pos_inf %0 : tensor<3xf16> -> tensor<3xi1>
  return %1, %2, %3 : tensor<3xi1>, tensor<3xi1>, tensor<3xi1>
}

// CHECK: @scan: tensor<4x2xi32> [{{\[}}1, 2], [4, 6], [9, 12], [16, 20]]
// CHECK: @scan: tensor<2xi32> [16, 20]
// CHECK: @scan: tensor<4x2xi32> [{{\[}}16, 20], [15, 18], [12, 14], [7, 8]]
func.func @scan() -> (tensor<4x2xi32>, tensor<2xi32>, tensor<4x2xi32>) {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %1 = stablehlo.constant dense<0> : tensor<2xi32>
  %2:2 = chlo.scan(%0) inits (%1) dimension=0 {
  ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
    %4 = stablehlo.add %input, %carry : tensor<2xi32>
    stablehlo.return %4, %4 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<4x2xi32>, tensor<2xi32>) -> (tensor<4x2xi32>, tensor<2xi32>)
  %3:2 = chlo.scan(%0) inits (%1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%input: tensor<2xi32>, %carry: tensor<2xi32>):
    %4 = stablehlo.add %input, %carry : tensor<2xi32>
    stablehlo.return %4, %4 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<4x2xi32>, tensor<2xi32>) -> (tensor<4x2xi32>, tensor<2xi32>)
  return %2#0, %2#1, %3#0 : tensor<4x2xi32>, tensor<2xi32>, tensor<4x2xi32>
}

// Far to the left of the poles, where the sum has too many terms; and powers
// that a double does not hold on the way.
// CHECK: @zeta: tensor<4xf64> [9.86960340109035{{[0-9]*}}, -62.0125532356933{{[0-9]*}}, 4.990013735013{{[0-9]*}}e-07, 259.75757609067{{[0-9]*}}]
// CHECK: @zeta: tensor<1xf64> [-4.35081927059710{{[0-9]*}}e-228]
func.func @zeta() -> (tensor<4xf64>, tensor<1xf64>) {
  %x = stablehlo.constant dense<[2.0, 3.0, 3.0, 4.0]> : tensor<4xf64>
  %q = stablehlo.constant dense<[-1000000.5, -2000.25, -1000.5, -12345.75]> : tensor<4xf64>
  %0 = chlo.zeta %x, %q : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  %n = stablehlo.constant dense<200.0> : tensor<1xf64>
  %y = stablehlo.constant dense<1000.0> : tensor<1xf64>
  %1 = chlo.polygamma %n, %y : tensor<1xf64>, tensor<1xf64> -> tensor<1xf64>
  return %0, %1 : tensor<4xf64>, tensor<1xf64>
}
