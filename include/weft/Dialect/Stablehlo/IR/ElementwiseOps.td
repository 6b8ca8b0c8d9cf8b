//===- ElementwiseOps.td - elementwise ops ----------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD

include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

/// The example that closes each description.
class Stablehlo_Example<string text> {
  string result = "\n\n```mlir\n%r = stablehlo." # text # "\n```\n";
}

/// One operand, a result of the same type.
class Stablehlo_UnaryOp<string mnemonic, string meaning, Type tensor,
    string exampleType = "f32", list<Trait> traits = []>
    : Stablehlo_SameTypesOp<mnemonic,
          !listconcat([Stablehlo_PureIfStatic], traits)> {
  let summary = meaning # " of each element";
  let description = summary # "." # Stablehlo_Example<
      mnemonic # " %x : tensor<4x" # exampleType # ">">.result;
  let arguments = (ins tensor:$operand);
  let results = (outs tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
  let hasFolder = 1;
}

/// One operand, a result of the same type, computed as exactly as asked for.
class Stablehlo_TranscendentalOp<string mnemonic, string meaning>
    : Stablehlo_UnaryOp<mnemonic, meaning,
          Stablehlo_FpOrComplexOrQuantizedTensor> {
  let arguments = (ins
    Stablehlo_FpOrComplexOrQuantizedTensor:$operand,
    DefaultValuedOptionalAttr<Stablehlo_ResultAccuracyAttr,
        "::weft::stablehlo::ResultAccuracyAttr::getDefault("
        "$_builder.getContext())">:$result_accuracy
  );
  let hasFolder = 0;
}

/// One operand, a result with other elements.
class Stablehlo_UnaryInferredOp<string mnemonic, Type operandTensor,
    Type resultTensor>
    : Stablehlo_InferredOp<mnemonic, [Stablehlo_PureIfStatic]> {
  let arguments = (ins operandTensor:$operand);
  let results = (outs resultTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
  let hasFolder = 1;
}

/// Two operands, a result of the same type.
class Stablehlo_BinaryOp<string mnemonic, string meaning, Type tensor,
    string exampleType = "f32", list<Trait> traits = []>
    : Stablehlo_SameTypesOp<mnemonic,
          !listconcat([Stablehlo_PureIfStatic], traits)> {
  let summary = meaning # ", element by element";
  let description = summary # "." # Stablehlo_Example<
      mnemonic # " %x, %y : tensor<4x" # exampleType # ">">.result;
  let arguments = (ins tensor:$lhs, tensor:$rhs);
  let results = (outs tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
      custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Arithmetic of one operand
//===----------------------------------------------------------------------===//

def Stablehlo_CeilOp : Stablehlo_UnaryOp<"ceil",
    "Smallest integer not below the value", Stablehlo_FpOrQuantizedTensor>;
def Stablehlo_CountLeadingZerosOp : Stablehlo_UnaryOp<"count_leading_zeros",
    "Number of zero bits above the highest one",
    Stablehlo_IntTensor, "i32">;
def Stablehlo_FloorOp : Stablehlo_UnaryOp<"floor",
    "Largest integer not above the value", Stablehlo_FpOrQuantizedTensor>;
def Stablehlo_NegateOp : Stablehlo_UnaryOp<"negate",
    "Negation (modulo 2^n for integers)",
    Stablehlo_IntOrFpOrComplexOrQuantizedTensor>;
def Stablehlo_NotOp : Stablehlo_UnaryOp<"not",
    "Bitwise complement", Stablehlo_PredOrIntTensor, "i32">;
def Stablehlo_PopcntOp : Stablehlo_UnaryOp<"popcnt",
    "Number of one bits", Stablehlo_IntTensor, "i32">;
def Stablehlo_RoundNearestAfzOp : Stablehlo_UnaryOp<"round_nearest_afz",
    "Nearest integer, ties away from zero,",
    Stablehlo_FpOrQuantizedTensor>;
def Stablehlo_RoundNearestEvenOp : Stablehlo_UnaryOp<"round_nearest_even",
    "Nearest integer, ties to even,",
    Stablehlo_FpOrQuantizedTensor>;
def Stablehlo_SignOp : Stablehlo_UnaryOp<"sign",
    "-1, 0 or 1 by the sign (NaN stays, complex numbers are normalised)",
    Stablehlo_SignedIntOrFpOrComplexOrQuantizedTensor>;

def Stablehlo_AbsOp : Stablehlo_UnaryInferredOp<"abs",
    Stablehlo_SignedIntOrFpOrComplexOrQuantizedTensor,
    Stablehlo_SignedIntOrFpOrQuantizedTensor> {
  let summary = "Absolute value of each element";
  let description = summary # "; the modulus of complex numbers."
      # Stablehlo_Example<
          "abs %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>">.result;
}

def Stablehlo_ImagOp : Stablehlo_UnaryInferredOp<"imag",
    Stablehlo_FpOrComplexTensor, Stablehlo_FpTensor> {
  let summary = "Imaginary part of each element";
  let description = summary # "; zero for real numbers." # Stablehlo_Example<
      "imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>">.result;
}

def Stablehlo_IsFiniteOp : Stablehlo_UnaryInferredOp<"is_finite",
    Stablehlo_FpOrQuantizedTensor, Stablehlo_PredTensor> {
  let summary = "Whether each element is neither infinite nor NaN";
  let description = summary # "." # Stablehlo_Example<
      "is_finite %x : (tensor<4xf32>) -> tensor<4xi1>">.result;
  let arguments = (ins Stablehlo_FpOrQuantizedTensor:$x);
  let results = (outs Stablehlo_PredTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_RealOp : Stablehlo_UnaryInferredOp<"real",
    Stablehlo_FpOrComplexTensor, Stablehlo_FpTensor> {
  let summary = "Real part of each element";
  let description = summary # "." # Stablehlo_Example<
      "real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>">.result;
}

//===----------------------------------------------------------------------===//
// Transcendental functions
//===----------------------------------------------------------------------===//

def Stablehlo_CbrtOp : Stablehlo_TranscendentalOp<"cbrt",
    "Cubic root">;
def Stablehlo_CosineOp : Stablehlo_TranscendentalOp<"cosine",
    "Cosine">;
def Stablehlo_ExponentialOp : Stablehlo_TranscendentalOp<"exponential",
    "Exponential">;
def Stablehlo_ExponentialMinusOneOp
    : Stablehlo_TranscendentalOp<"exponential_minus_one",
    "Exponential minus one (exact near zero)">;
def Stablehlo_LogOp : Stablehlo_TranscendentalOp<"log",
    "Natural logarithm">;
def Stablehlo_LogPlusOneOp : Stablehlo_TranscendentalOp<"log_plus_one",
    "Logarithm of one plus the value (exact near zero)">;
def Stablehlo_LogisticOp : Stablehlo_TranscendentalOp<"logistic",
    "Logistic function 1 / (1 + exp(-x))">;
def Stablehlo_RsqrtOp : Stablehlo_TranscendentalOp<"rsqrt",
    "Reciprocal of the square root">;
def Stablehlo_SineOp : Stablehlo_TranscendentalOp<"sine",
    "Sine">;
def Stablehlo_SqrtOp : Stablehlo_TranscendentalOp<"sqrt",
    "Square root">;
def Stablehlo_TanOp : Stablehlo_TranscendentalOp<"tan",
    "Tangent">;
def Stablehlo_TanhOp : Stablehlo_TranscendentalOp<"tanh",
    "Hyperbolic tangent">;

//===----------------------------------------------------------------------===//
// Arithmetic of two operands
//===----------------------------------------------------------------------===//

def Stablehlo_AddOp : Stablehlo_BinaryOp<"add",
    "Sum (or of i1)", Stablehlo_Tensor, "f32", [Commutative]>;
def Stablehlo_Atan2Op : Stablehlo_BinaryOp<"atan2",
    "Angle of the point (rhs, lhs)",
    Stablehlo_FpOrComplexOrQuantizedTensor> {
  let hasFolder = 0;
}
def Stablehlo_DivideOp : Stablehlo_BinaryOp<"divide",
    "Quotient, towards zero for integers",
    Stablehlo_IntOrFpOrComplexOrQuantizedTensor>;
def Stablehlo_MaximumOp : Stablehlo_BinaryOp<"maximum",
    "Larger value (or of i1, NaN if either is, complex by real part first)",
    Stablehlo_PerTensorTensor, "f32", [Commutative]>;
def Stablehlo_MinimumOp : Stablehlo_BinaryOp<"minimum",
    "Smaller value (and of i1, NaN if either is, complex by real part first)",
    Stablehlo_PerTensorTensor, "f32", [Commutative]>;
def Stablehlo_MultiplyOp : Stablehlo_BinaryOp<"multiply",
    "Product (and of i1)", Stablehlo_PerTensorTensor, "f32", [Commutative]>;
def Stablehlo_PowerOp : Stablehlo_BinaryOp<"power",
    "lhs to the power of rhs", Stablehlo_IntOrFpOrComplexOrQuantizedTensor>;
def Stablehlo_RemainderOp : Stablehlo_BinaryOp<"remainder",
    "Remainder of a division, with the sign of the dividend",
    Stablehlo_IntOrFpOrComplexOrQuantizedTensor>;
def Stablehlo_SubtractOp : Stablehlo_BinaryOp<"subtract",
    "Difference", Stablehlo_IntOrFpOrComplexOrQuantizedTensor>;

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

def Stablehlo_AndOp : Stablehlo_BinaryOp<"and",
    "Bitwise and", Stablehlo_PredOrIntTensor, "i32",
    [Commutative]>;
def Stablehlo_OrOp : Stablehlo_BinaryOp<"or",
    "Bitwise or", Stablehlo_PredOrIntTensor, "i32",
    [Commutative]>;
def Stablehlo_XorOp : Stablehlo_BinaryOp<"xor",
    "Bitwise exclusive or", Stablehlo_PredOrIntTensor, "i32",
    [Commutative]>;
def Stablehlo_ShiftLeftOp : Stablehlo_BinaryOp<"shift_left",
    "Bits shifted up",
    Stablehlo_IntTensor, "i32">;
def Stablehlo_ShiftRightArithmeticOp
    : Stablehlo_BinaryOp<"shift_right_arithmetic",
    "Bits shifted down, copying the sign",
    Stablehlo_IntTensor, "i32">;
def Stablehlo_ShiftRightLogicalOp : Stablehlo_BinaryOp<"shift_right_logical",
    "Bits shifted down, filling with zeros",
    Stablehlo_IntTensor, "i32">;

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

def Stablehlo_ClampOp
    : Stablehlo_InferredOp<"clamp", [Stablehlo_PureIfStatic]> {
  let summary = "Limits each element to a range";
  let description = [{
    The smaller of `max` and the larger of `min` and the operand. The limits are
    scalars or have the shape of the operand.

    ```mlir
    %r = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PerTensorTensor:$min,
      Stablehlo_PerTensorTensor:$operand, Stablehlo_PerTensorTensor:$max);
  let results = (outs Stablehlo_PerTensorTensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
      custom<SameOperandsAndResultType>(type($min), type($operand), type($max),
        type($result))
  }];
  let hasFolder = 1;
}

def Stablehlo_CompareOp
    : Stablehlo_InferredOp<"compare", [Stablehlo_PureIfStatic]> {
  let summary = "Compares two tensors, element by element";
  let description = [{
    `FLOAT` orders as IEEE 754 compares (NaN is unordered), `TOTALORDER` as its
    total order does, `SIGNED` and `UNSIGNED` as integers do.

    ```mlir
    %r = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    ```
  }];
  let arguments = (ins
    Stablehlo_Tensor:$lhs,
    Stablehlo_Tensor:$rhs,
    Stablehlo_ComparisonDirectionAttr:$comparison_direction,
    OptionalAttr<Stablehlo_ComparisonTypeAttr>:$compare_type
  );
  let results = (outs Stablehlo_PredTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
      "::weft::stablehlo::ComparisonDirection":$direction,
      CArg<"::weft::stablehlo::ComparisonType",
           "::weft::stablehlo::ComparisonType::NOTYPE">:$type)>];
  let assemblyFormat = [{
    custom<EnumValue>($comparison_direction) `,` $lhs `,` $rhs
      (`,` custom<EnumValue>($compare_type)^)? attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Stablehlo_ComplexOp
    : Stablehlo_InferredOp<"complex", [Stablehlo_PureIfStatic]> {
  let summary = "Makes complex numbers of real and imaginary parts";
  let description = summary # "." # Stablehlo_Example<
      "complex %re, %im : tensor<4xcomplex<f32>>">.result;
  let arguments = (ins Stablehlo_Fp32Or64Tensor:$lhs,
      Stablehlo_Fp32Or64Tensor:$rhs);
  let results = (outs Stablehlo_ComplexTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
      custom<ComplexOpType>(type($lhs), type($rhs), type($result))
  }];
  let hasFolder = 1;
}

def Stablehlo_ConvertOp : Stablehlo_Op<"convert", [Stablehlo_PureIfStatic]> {
  let summary = "Converts the elements to another type";
  let description = [{
    A number that the new type cannot hold becomes the nearest one between
    floats, is cut off between integers, and has no defined value from float to
    integer. A number becomes `i1` by asking whether it differs from zero.

    ```mlir
    %r = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
    ```
  }];
  let arguments = (ins Stablehlo_UnquantizedTensor:$operand);
  let results = (outs Stablehlo_UnquantizedTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand,
      "::mlir::Type":$elementType)>];
  let assemblyFormat = [{
    $operand attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Stablehlo_ReducePrecisionOp : Stablehlo_SameTypesOp<"reduce_precision",
    [Stablehlo_PureIfStatic]> {
  let summary = "Rounds to a narrower float format and back";
  let description = [{
    The format has the given numbers of exponent and mantissa bits.

    ```mlir
    %r = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
    ```
  }];
  let arguments = (ins
    Stablehlo_FpOrQuantizedTensor:$operand,
    ConfinedAttr<I32Attr, [IntPositive]>:$exponent_bits,
    ConfinedAttr<I32Attr, [IntNonNegative]>:$mantissa_bits
  );
  let results = (outs Stablehlo_FpOrQuantizedTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=`
      custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:`
      custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
}

def Stablehlo_SelectOp
    : Stablehlo_InferredOp<"select", [Stablehlo_PureIfStatic]> {
  let summary = "Chooses between two tensors, element by element";
  let description = [{
    Where the predicate holds, the element of `on_true`. The predicate is a
    scalar or has the shape of the choices.

    ```mlir
    %r = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred,
      Stablehlo_Tensor:$on_true, Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:`
      custom<SelectOpType>(type($pred), type($on_true), type($on_false),
        type($result))
  }];
  let hasFolder = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_ELEMENTWISEOPS_TD
