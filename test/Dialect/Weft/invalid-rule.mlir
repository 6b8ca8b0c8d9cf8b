// RUN: weft-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error@+1 {{two factors are called i}}
"test.op"() {a = #weft.rule<([i]) -> ([i]), [i = 2, i = 3]>} : () -> ()

// -----

// expected-error@+1 {{factor j has no size; list it as 'j = ...'}}
"test.op"() {a = #weft.rule<([i]) -> ([j]), [i = 2]>} : () -> ()

// -----

// expected-error@+1 {{factor i has the negative size -2}}
"test.op"() {a = #weft.rule<([i]) -> ([i]), [i = -2]>} : () -> ()

// -----

// expected-error@+1 {{dimension 1 of operand 0 repeats factor i, which the tensor already holds}}
"test.op"() {a = #weft.rule<([i, i]) -> ([i]), [i = 2]>} : () -> ()

// -----

// expected-error@+1 {{dimension 0 of operand 0 has several factors, of which j has size 1; leave it out}}
"test.op"() {a = #weft.rule<([(i, j)]) -> ([i]), [i = 2, j = 1]>} : () -> ()

// -----

// expected-error@+1 {{factor k is reduced, so result 1 cannot hold it}}
"test.op"() {a = #weft.rule<([i, k]) -> ([i], [k]), [i = 2, k = 2 reduction]>} : () -> ()

// -----

// expected-error@+1 {{unexpected 'permutation' after factor k; a factor has at most one of reduction, need_replication, permutation, then blocked}}
"test.op"() {a = #weft.rule<([k]) -> ([]), [k = 2 reduction permutation]>} : () -> ()

// -----

// expected-error@+1 {{'weft.rule' must be a #weft.rule, not "i"}}
"test.op"() {weft.rule = "i"} : () -> ()

// -----

func.func @operands(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'weft.rule' has 2 operands, but the op has 1}}
  "test.op"(%arg0) {weft.rule = #weft.rule<([i], [i]) -> (), [i = 8]>} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @results(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'weft.rule' has 1 results, but the op has 0}}
  "test.op"(%arg0) {weft.rule = #weft.rule<([i]) -> ([i]), [i = 8]>} : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @rank(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'weft.rule' gives operand 0 2 dimensions, but its rank is 1}}
  "test.op"(%arg0) {weft.rule = #weft.rule<([i, j]) -> (), [i = 8, j = 2]>} : (tensor<8xf32>) -> ()
  return
}
