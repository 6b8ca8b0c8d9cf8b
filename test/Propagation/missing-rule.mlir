// RUN: weft-opt %s --weft-propagate --verify-diagnostics

// An unknown custom call is named once; a callback has no rule by design, and a
// stated rule is as good as a known one.

func.func @unknown(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  // expected-remark @+1 {{the custom call @mine is not known: no sharding passes it; state its rule as 'weft.rule' or 'sdy.sharding_rule'}}
  %0 = stablehlo.custom_call @mine(%x) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.custom_call @mine(%0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %2 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%1) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %3 = stablehlo.custom_call @yours(%2) {weft.rule = #weft.rule<([a, b]) -> ([a, b]), [a = 6, b = 4]>} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return %3 : tensor<6x4xf32>
}
