// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @reduce(
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum across dimensions = [0, 1] {mhlo.note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.multiply across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
func.func @reduce(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0, 1] {mhlo.note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%a init: %i) applies stablehlo.multiply across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @reduce_dynamic(
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
func.func @reduce_dynamic(%a: tensor<?x3xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// Two inputs: the arguments of each are side by side in the text.
// CHECK-LABEL: func.func @reduce_pair(
// CHECK: %{{.*}}:2 = stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [1] {mhlo.note} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
// CHECK: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>) (%{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>)  {
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>
func.func @reduce_pair(%a: tensor<2x3xf32>, %i: tensor<f32>, %b: tensor<2x3xi32>, %j: tensor<i32>) {
  %0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [1] {mhlo.note} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>)  {
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1, %w : tensor<f32>, tensor<i32>
  }
  return
}

// The order of the operands and the attributes of the inner op must survive.
// CHECK-LABEL: func.func @reduce_written_out(
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>)  {
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: stablehlo.return %{{.*}} : tensor<f32>
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>)  {
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} {mhlo.note} : tensor<f32>
// CHECK: stablehlo.return %{{.*}} : tensor<f32>
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
// CHECK: reducer(%{{.*}}: tensor<f64>, %{{.*}}: tensor<f64>)  {
// CHECK: %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f64>
// CHECK: stablehlo.return %{{.*}} : tensor<f64>
// CHECK: %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK: reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>)  {
// CHECK: stablehlo.return %{{.*}} : tensor<f32>
func.func @reduce_written_out(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %1 = stablehlo.add %y, %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  %2 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %1 = stablehlo.add %x, %y {mhlo.note} : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  %3 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
   reducer(%x: tensor<f64>, %y: tensor<f64>)  {
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }
  %4 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    stablehlo.return %i : tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @batch_norm(
// CHECK: %{{.*}}, %{{.*}}, %{{.*}} = "stablehlo.batch_norm_training"(%{{.*}}, %{{.*}}, %{{.*}}) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
// CHECK: %{{.*}} = "stablehlo.batch_norm_inference"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: %{{.*}}, %{{.*}}, %{{.*}} = "stablehlo.batch_norm_grad"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
func.func @batch_norm(%a: tensor<2x3xf32>, %s: tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %1 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
