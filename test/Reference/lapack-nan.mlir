// LAPACK refuses a matrix with a NaN by ending the process; here the call says so
// in its last result, and what comes after it still runs.
// RUN: weft run --whole %s | FileCheck %s

// CHECK: result 0: tensor<i1>
// CHECK-SAME: true
func.func @main() -> tensor<i1> {
  %m = stablehlo.constant dense<[[(0x7FF8000000000000, 0.0), (1.0, 0.0)], [(2.0, 0.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %0:4 = stablehlo.custom_call @lapack_zgeev_ffi(%m) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xcomplex<f64>>) -> (tensor<2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.compare LT, %0#3, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %1 : tensor<i1>
}
