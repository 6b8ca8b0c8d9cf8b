// Import and export are inverse to each other: everything that the dialect can
// say comes back byte for byte.
//
// RUN: weft-opt %S/../../Dialect/Sdy/ops.mlir > %t.before
// RUN: weft-opt %S/../../Dialect/Sdy/ops.mlir --weft-import-sdy --weft-export-sdy > %t.after
// RUN: diff %t.before %t.after

// So it does through the text and the bytecode of the weft dialect.
//
// RUN: weft-opt %S/../../Dialect/Sdy/ops.mlir --weft-import-sdy | weft-opt --weft-export-sdy > %t.text
// RUN: diff %t.before %t.text
// RUN: weft-opt %S/../../Dialect/Sdy/ops.mlir --weft-import-sdy -emit-bytecode | weft-opt --weft-export-sdy > %t.bytecode
// RUN: diff %t.before %t.bytecode

// Nothing of sdy is left in between but notes.
//
// RUN: weft-opt %S/../../Dialect/Sdy/ops.mlir --weft-import-sdy | FileCheck %s
// CHECK-NOT: sdy.{{[a-z_]*}} @
// CHECK-NOT: = sdy.
// CHECK-NOT: #sdy.sharding
// CHECK-NOT: #sdy.op_sharding_rule
