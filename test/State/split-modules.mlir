// Which modules are split.
// RUN: weft-opt %s --weft-split | FileCheck %s --check-prefix=ROOTS
// RUN: weft-opt %s --weft-split=modules=Part | FileCheck %s --check-prefix=PART
// RUN: not weft-opt %s --weft-split=modules=Parts 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// After lowering nobody needs them.
// RUN: weft-opt %s --weft-split --weft-drop-modules | FileCheck %s --check-prefix=DROPPED

// ROOTS: func.func private @Part.apply
// ROOTS: func.func @Whole.apply
// ROOTS: func.func @Whole.init

// PART: func.func @Part.apply
// PART: func.func @Part.init
// PART-NOT: func.func

// UNKNOWN: error: there is no module @Parts; did you mean @Part?

// DROPPED-NOT: weft.module
// DROPPED-NOT: weft.spec_rules
// DROPPED-NOT: weft.method
// DROPPED: func.func @Whole.apply

weft.spec_rules ["**" -> []]
weft.module @Part {
  weft.param @w : tensor<f32> init ones
  weft.method @apply() -> tensor<f32> {
    %w = weft.get @w : tensor<f32>
    weft.return %w : tensor<f32>
  }
}
weft.module @Whole {
  weft.submodule @part : @Part
  weft.method @apply() -> tensor<f32> {
    %0 = weft.call @part() : () -> tensor<f32>
    weft.return %0 : tensor<f32>
  }
}
