//===- ChloOps.td - ops of the chlo dialect ---------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CHLO_IR_CHLOOPS_TD
#define WEFT_DIALECT_CHLO_IR_CHLOOPS_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "weft/Dialect/Chlo/IR/ChloAttrs.td"

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

/// The example that closes each description.
class Chlo_Example<string text> {
  string result = "\n\n```mlir\n%r = chlo." # text # "\n```\n";
}

/// Operands and result have compatible types; see Stablehlo_SameTypesOp.
class Chlo_SameTypesOp<string mnemonic, list<Trait> traits = []>
    : Chlo_Op<mnemonic, !listconcat([InferTypeOpInterface,
          Stablehlo_NativeTrait<"CompatibleOperandsAndResultType">,
          Stablehlo_PureIfStatic], traits)> {
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual) {
      return ::weft::stablehlo::areCompatible(inferred, actual);
    }
  }];
}

/// The result types follow from the operands; see Stablehlo_InferredOp.
class Chlo_InferredOp<string mnemonic, list<Trait> traits = []>
    : Chlo_Op<mnemonic, !listconcat([InferTypeOpAdaptor], traits)> {
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual) {
      return ::weft::stablehlo::areCompatible(inferred, actual);
    }
  }];
}

/// A function of one operand.
class Chlo_UnaryOp<string mnemonic, string meaning,
    Type tensor = Stablehlo_FpOrComplexTensor, string exampleType = "f32">
    : Chlo_SameTypesOp<mnemonic> {
  let summary = meaning # " of each element";
  let description = summary # "." # Chlo_Example<
      mnemonic # " %x : tensor<4x" # exampleType # "> -> tensor<4x"
      # exampleType # ">">.result;
  let arguments = (ins tensor:$operand);
  let results = (outs tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

/// A predicate on one operand.
class Chlo_UnaryPredicateOp<string mnemonic, string meaning>
    : Chlo_InferredOp<mnemonic, [Stablehlo_PureIfStatic]> {
  let summary = "Whether each element is " # meaning;
  let description = summary # "." # Chlo_Example<
      mnemonic # " %x : tensor<4xf32> -> tensor<4xi1>">.result;
  let arguments = (ins Stablehlo_FpTensor:$operand);
  let results = (outs Stablehlo_PredTensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
}

/// Two operands of any two shapes that broadcast to one. Without
/// `broadcast_dimensions` the last dimensions are aligned; with it, dimension i
/// of the operand of lower rank is dimension `broadcast_dimensions[i]` of the
/// other.
class Chlo_BroadcastOp<string mnemonic, string meaning,
    Type tensor = Stablehlo_Tensor, Type resultTensor = tensor,
    list<Trait> traits = []>
    : Chlo_InferredOp<"broadcast_" # mnemonic,
          !listconcat([Stablehlo_PureIfStatic], traits)> {
  let summary = meaning # ", element by element, after broadcasting";
  let description = summary # ". Without `broadcast_dimensions` the last "
      "dimensions are aligned; with it, dimension i of the operand of lower "
      "rank is dimension `broadcast_dimensions[i]` of the other."
      # Chlo_Example<"broadcast_" # mnemonic # " %x, %y : "
          "(tensor<3x4xT>, tensor<4xT>) -> tensor<3x4xT>">.result;
  let arguments = (ins tensor:$lhs, tensor:$rhs,
      OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs resultTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location> loc,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      return inferBroadcastBinary<$cppClass>(loc, adaptor, inferred);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Functions of one operand
//===----------------------------------------------------------------------===//

def Chlo_AcosOp : Chlo_UnaryOp<"acos",
    "Arc cosine">;
def Chlo_AcoshOp : Chlo_UnaryOp<"acosh",
    "Inverse hyperbolic cosine">;
def Chlo_AsinOp : Chlo_UnaryOp<"asin",
    "Arc sine">;
def Chlo_AsinhOp : Chlo_UnaryOp<"asinh",
    "Inverse hyperbolic sine">;
def Chlo_AtanOp : Chlo_UnaryOp<"atan",
    "Arc tangent">;
def Chlo_AtanhOp : Chlo_UnaryOp<"atanh",
    "Inverse hyperbolic tangent">;
def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e",
    "Exponentially scaled modified Bessel function of order 1">;
def Chlo_ConjOp : Chlo_UnaryOp<"conj",
    "Complex conjugate">;
def Chlo_CoshOp : Chlo_UnaryOp<"cosh",
    "Hyperbolic cosine">;
def Chlo_DigammaOp : Chlo_UnaryOp<"digamma",
    "Logarithmic derivative of the gamma function",
    Stablehlo_FpTensor>;
def Chlo_ErfOp : Chlo_UnaryOp<"erf",
    "Error function",
    Stablehlo_FpTensor>;
def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv",
    "Inverse of the error function",
    Stablehlo_FpTensor>;
def Chlo_ErfcOp : Chlo_UnaryOp<"erfc",
    "Complementary error function",
    Stablehlo_FpTensor>;
def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma",
    "Logarithm of the absolute value of the gamma function",
    Stablehlo_FpTensor>;
def Chlo_SinhOp : Chlo_UnaryOp<"sinh",
    "Hyperbolic sine">;
def Chlo_SquareOp : Chlo_UnaryOp<"square",
    "Square">;
def Chlo_TanOp : Chlo_UnaryOp<"tan",
    "Tangent">;
def Chlo_AsinAcosKernelOp : Chlo_UnaryOp<"_asin_acos_kernel",
    "Common part of the complex arc sine and arc cosine",
    Stablehlo_ComplexTensor, "complex<f32>">;

def Chlo_IsInfOp : Chlo_UnaryPredicateOp<"is_inf", "infinite">;
def Chlo_IsNegInfOp : Chlo_UnaryPredicateOp<"is_neg_inf", "minus infinity">;
def Chlo_IsPosInfOp : Chlo_UnaryPredicateOp<"is_pos_inf", "plus infinity">;

//===----------------------------------------------------------------------===//
// Functions of two operands
//===----------------------------------------------------------------------===//

/// The operands bear the names that mathematics gives them.
class Chlo_BinaryOp<string mnemonic, string meaning, dag ins, string format,
    Type tensor = Stablehlo_FpTensor> : Chlo_SameTypesOp<mnemonic> {
  let summary = meaning # ", element by element";
  let description = summary # "." # Chlo_Example<mnemonic #
      " %x, %y : tensor<4xT>, tensor<4xT> -> tensor<4xT>">.result;
  let arguments = ins;
  let results = (outs tensor:$result);
  let assemblyFormat = format # " `->` type($result)";
}

def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi",
    "Upper half of the product of two integers",
    (ins Stablehlo_IntTensor:$lhs, Stablehlo_IntTensor:$rhs),
    "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)",
    Stablehlo_IntTensor>;
def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after",
    "The float next to x in the direction of y",
    (ins Stablehlo_FpTensor:$x, Stablehlo_FpTensor:$y),
    "$x `,` $y attr-dict `:` type($x) `,` type($y)">;
def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma",
    "The n-th derivative of the digamma function at x",
    (ins Stablehlo_FpTensor:$n, Stablehlo_FpTensor:$x),
    "$n `,` $x attr-dict `:` type($n) `,` type($x)">;
def Chlo_ZetaOp : Chlo_BinaryOp<"zeta",
    "The Hurwitz zeta function of x and q",
    (ins Stablehlo_FpTensor:$x, Stablehlo_FpTensor:$q),
    "$x `,` $q attr-dict `:` type($x) `,` type($q)">;

//===----------------------------------------------------------------------===//
// Broadcasting ops
//===----------------------------------------------------------------------===//

def Chlo_BroadcastAddOp : Chlo_BroadcastOp<"add",
    "Sum">;
def Chlo_BroadcastAndOp : Chlo_BroadcastOp<"and",
    "Bitwise and", Stablehlo_PredOrIntTensor>;
def Chlo_BroadcastAtan2Op : Chlo_BroadcastOp<"atan2",
    "Angle of the point (rhs, lhs)">;
def Chlo_BroadcastDivideOp : Chlo_BroadcastOp<"divide",
    "Quotient">;
def Chlo_BroadcastMaximumOp : Chlo_BroadcastOp<"maximum",
    "Larger value">;
def Chlo_BroadcastMinimumOp : Chlo_BroadcastOp<"minimum",
    "Smaller value">;
def Chlo_BroadcastMultiplyOp : Chlo_BroadcastOp<"multiply",
    "Product">;
def Chlo_BroadcastNextAfterOp : Chlo_BroadcastOp<"next_after",
    "The float next to lhs in the direction of rhs">;
def Chlo_BroadcastOrOp : Chlo_BroadcastOp<"or",
    "Bitwise or", Stablehlo_PredOrIntTensor>;
def Chlo_BroadcastPolygammaOp : Chlo_BroadcastOp<"polygamma",
    "Derivative of the digamma function">;
def Chlo_BroadcastPowerOp : Chlo_BroadcastOp<"power",
    "lhs to the power of rhs">;
def Chlo_BroadcastRemainderOp : Chlo_BroadcastOp<"remainder",
    "Remainder of a division">;
def Chlo_BroadcastShiftLeftOp : Chlo_BroadcastOp<"shift_left",
    "Bits shifted up">;
def Chlo_BroadcastShiftRightArithmeticOp
    : Chlo_BroadcastOp<"shift_right_arithmetic",
    "Bits shifted down, copying the sign">;
def Chlo_BroadcastShiftRightLogicalOp : Chlo_BroadcastOp<"shift_right_logical",
    "Bits shifted down, filling with zeros">;
def Chlo_BroadcastSubtractOp : Chlo_BroadcastOp<"subtract",
    "Difference">;
def Chlo_BroadcastXorOp : Chlo_BroadcastOp<"xor",
    "Bitwise exclusive or", Stablehlo_PredOrIntTensor>;
def Chlo_BroadcastZetaOp : Chlo_BroadcastOp<"zeta",
    "Hurwitz zeta function", Stablehlo_FpTensor>;
def Chlo_BroadcastComplexOp : Chlo_BroadcastOp<"complex",
    "Complex number of two parts", Stablehlo_Fp32Or64Tensor,
    Stablehlo_ComplexTensor> {
  let extraClassDefinition = "";
}

def Chlo_BroadcastCompareOp : Chlo_BroadcastOp<"compare", "Comparison",
    Stablehlo_Tensor, Stablehlo_PredTensor> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
      Chlo_ComparisonDirectionAttr:$comparison_direction,
      OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
  let extraClassDefinition = "";
}

def Chlo_BroadcastSelectOp : Chlo_InferredOp<"broadcast_select",
    [Stablehlo_PureIfStatic]> {
  let summary = "Chooses between two tensors after broadcasting";
  let description = [{
    As `stablehlo.select`, on operands whose last dimensions are aligned.

    ```mlir
    %r = chlo.broadcast_select %p, %x, %y : (tensor<4xi1>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred, Stablehlo_Tensor:$on_true,
      Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict
      `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def Chlo_ConstantOp : Chlo_InferredOp<"constant", [ConstantLike, Pure]> {
  let summary = "A tensor known at compile time";
  let description = summary # "." # Chlo_Example<
      "constant dense<1.0> : tensor<4xf32>">.result;
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_StaticTensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Chlo_ConstantLikeOp : Chlo_InferredOp<"constant_like",
    [Stablehlo_PureIfStatic]> {
  let summary = "One value in the shape of another tensor";
  let description = [{
    ```mlir
    %r = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<?xi32>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value, Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

def Chlo_TopKOp : Chlo_InferredOp<"top_k", [Stablehlo_PureIfStatic,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "The k largest elements of the last dimension";
  let description = [{
    In descending order, with their positions; of equal elements the one with
    the lower position comes first.

    ```mlir
    %values, %indices = chlo.top_k(%x, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$k);
  let results = (outs Stablehlo_Tensor:$values, Stablehlo_Tensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k `)` attr-dict `:` type($operand) `->`
      `(` type($values) `,` type($indices) `)`
  }];
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Stablehlo_PureIfStatic]> {
  let summary = "Contraction in which groups of rows meet their own matrix";
  let description = [{
    `group_sizes` divides the ragged dimension of `lhs` into consecutive groups.
    A ragged free dimension: group g is multiplied with slice g of `rhs`. A
    ragged contracting dimension: there is one result per group, in a new first
    dimension. A ragged batch dimension: as without groups.

    ```mlir
    %r = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi32>) -> tensor<11x7xf32>
    ```
  }];
  let arguments = (ins
    Stablehlo_Tensor:$lhs,
    Stablehlo_Tensor:$rhs,
    Stablehlo_IntTensor:$group_sizes,
    Chlo_RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers,
    OptionalAttr<TypedArrayAttrBase<Chlo_PrecisionAttr,
        "precision of each operand">>:$precision_config
  );
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_ScanOp : Chlo_Op<"scan", [AttrSizedOperandSegments,
    AttrSizedResultSegments, RecursiveMemoryEffects, DeclareOpInterfaceMethods<
        OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "Runs a body along a dimension, carrying values on";
  let description = [{
    Step i gives the body slice i of each input (without `dimension`) and the
    carried values; it returns slice i of each output and the new carried
    values.

    ```mlir
    %r:2 = chlo.scan(%x) inits (%zero) dimension=0 {
    ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
      %sum = stablehlo.add %input, %carry : tensor<3xf32>
      stablehlo.return %sum, %sum : tensor<3xf32>, tensor<3xf32>
    } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
    ```
  }];
  let arguments = (ins
    Variadic<Stablehlo_Tensor>:$inputs,
    Variadic<Stablehlo_Tensor>:$inits,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$scan_dim_size,
    OptionalAttr<BoolAttr>:$is_reverse,
    OptionalAttr<BoolAttr>:$is_associative
  );
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs,
      Variadic<Stablehlo_Tensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // WEFT_DIALECT_CHLO_IR_CHLOOPS_TD
