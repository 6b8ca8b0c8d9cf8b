// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @too_few_bytes() -> tensor<128xi1> {
  // expected-error @+1 {{has 3 bytes, but 'tensor<128xi1>' needs 128}}
  %0 = stablehlo.constant dense<"0x010001"> : tensor<128xi1>
  return %0 : tensor<128xi1>
}

// -----

func.func @no_hexadecimal_digits() -> tensor<128xi1> {
  // expected-error @+1 {{expected the hexadecimal bytes of 'tensor<128xi1>'}}
  %0 = stablehlo.constant dense<"0x01zz"> : tensor<128xi1>
  return %0 : tensor<128xi1>
}

// -----

func.func @unknown_size() -> tensor<?xi1> {
  // expected-error @+1 {{expected the hexadecimal bytes of 'tensor<?xi1>'}}
  %0 = stablehlo.constant dense<"0x0100"> : tensor<?xi1>
  return %0 : tensor<?xi1>
}
