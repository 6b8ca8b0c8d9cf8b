// RUN: weft plan %s --function placed | FileCheck %s --check-prefix=PLACED
// RUN: weft plan %s --function loop | FileCheck %s --check-prefix=LOOP

// A call that says where a value is kept makes no copy of it.

// PLACED: 64 bytes of arguments, 64 bytes of results, 128 bytes at the peak
func.func @placed(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<16xf32>
  %1 = stablehlo.custom_call @annotate_device_placement(%0) {has_side_effect = true} : (tensor<16xf32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// Constants that a loop reads are no values that it holds: there are the
// arguments, a variable as large as the first, the counter, and the condition.

// LOOP: 4100 bytes of arguments, 4 KiB of results, 8201 bytes at the peak
func.func @loop(%x: tensor<1024xf32>, %n: tensor<i32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<1024xf32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1024xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %t = stablehlo.add %s, %ones : tensor<1024xf32>
      stablehlo.return %next, %t : tensor<i32>, tensor<1024xf32>
    }
  return %r#1 : tensor<1024xf32>
}
