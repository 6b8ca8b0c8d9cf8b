// With `explain`, remarks say where every axis comes from and why others are
// missing: as text, and as YAML for a program. Without, there are none.

// RUN: weft-opt %s --weft-propagate=explain=true --remarks-filter=weft-propagate -o /dev/null 2>&1 | FileCheck %s
// RUN: weft-opt %s --weft-propagate=explain=true --remarks-filter=weft-propagate --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: weft-opt %s --weft-propagation-pipeline=explain=true --remarks-filter=weft-propagate -o /dev/null 2>&1 | FileCheck %s
// RUN: weft-opt %s --weft-propagate --remarks-filter=weft-propagate -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty

weft.mesh @mesh <"a" = 2>

// CHECK: remark: [Passed] Sharded | Category:weft-propagate | Function=main | Axis="a", Dimension=0, Origin="stated for dimension 0 of argument 0 of @main
// CHECK: remark: [Missed] Refused | Category:weft-propagate | Function=main | Axis="a", Dimension=1, Kind=conflict
// CHECK-SAME: Reason=""a" splits dimension 0 of the value already; dimension 1 of argument 1 of @main has "a", and lost at stablehlo.add
// CHECK-SAME: Suggestion="free the axis on dimension 0, or split by another one"

// YAML: --- !Missed
// YAML-NEXT: Pass: {{ *}}weft-propagate
// YAML-NEXT: Name: {{ *}}Refused
// YAML: Function: {{ *}}main
// YAML: - Kind:
// YAML: - Reason:
// YAML: - Suggestion:

// QUIET-NOT: remark
func.func @main(%x: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [("a", ?), ?]>}, %y: tensor<8x8xf32> {weft.sharding = #weft.sharding<@mesh, [?, ("a", ?)]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
