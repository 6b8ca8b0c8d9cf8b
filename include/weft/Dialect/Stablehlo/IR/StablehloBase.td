//===- StablehloBase.td - dialect and types ---------------*- tablegen -*--===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every op family builds on: the dialect, the op base class, the types,
// and the constraints on element types that the specification names.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD
#define WEFT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let summary = "the published StableHLO op set";
  let description = [{
    The ops, types and attributes of the StableHLO specification, with the
    textual forms that JAX prints, so that a program lowered by JAX is read
    unchanged and what Weft prints is read by jaxlib.
  }];
  let cppNamespace = "::weft::stablehlo";
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // Each family instantiates its op classes in its own source file, which
  // keeps the heavy templates apart and the dialect's own source small.
  let extraClassDeclaration = [{
    void addElementwiseOps();
    void addMovementOps();
    void addContractionOps();
    void addReductionOps();
    void addWindowOps();
    void addGatherOps();
    void addControlFlowOps();
    void addCollectiveOps();
    void addDynamicOps();
    void addLinearAlgebraOps();

  private:
    void addTypes();
    void addAttributes();
  }];
}

/// A trait written in C++, in TypeInference.h.
class Stablehlo_NativeTrait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::weft::stablehlo";
}

/// Without side effects; may be moved across control flow only when all shapes
/// are static, since shapes that disagree at run time are undefined behaviour.
def Stablehlo_PureIfStatic : TraitList<[NoMemoryEffect,
    ConditionallySpeculatable, Stablehlo_NativeTrait<"SpeculatableIfStatic">]>;

/// An op of the dialect; every op family derives from it.
class Stablehlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stablehlo_Dialect, mnemonic, traits>;

/// An op whose result types follow from its operands and attributes. The types
/// written in the program may be less exact (a dynamic size where a static one
/// is inferred) or quantized otherwise, but must be compatible.
class Stablehlo_InferredOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, !listconcat([InferTypeOpAdaptor], traits)> {
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual) {
      return ::weft::stablehlo::areCompatible(inferred, actual);
    }
  }];
}

/// An op whose operands and result have compatible types; the most specific of
/// the operands' types is the inferred type of the result.
class Stablehlo_SameTypesOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, !listconcat([InferTypeOpInterface,
          Stablehlo_NativeTrait<"CompatibleOperandsAndResultType">], traits)> {
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual) {
      return ::weft::stablehlo::areCompatible(inferred, actual);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Stablehlo_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Stablehlo_Token : Stablehlo_Type<"Token", "token"> {
  let summary = "Orders ops that have side effects";
  let description = [{
    Holds no data: an op that takes a token runs after the one that made it.

    ```mlir
    !stablehlo.token
    ```
  }];
}

def Stablehlo_Future : Stablehlo_Type<"Future", "future"> {
  let summary = "The results of an op that was started and not yet awaited";
  let description = [{
    Made by `stablehlo.async_start`, consumed by `stablehlo.async_done`.

    ```mlir
    !stablehlo.future<tensor<4xf32>, tensor<2xi32>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

class Stablehlo_Element<string predicate, string summary>
    : Type<CPred<"::weft::stablehlo::" # predicate # "($_self)">, summary>;

def Stablehlo_Pred : Stablehlo_Element<"isPredType", "pred (i1)">;
def Stablehlo_Int : Stablehlo_Element<"isIntType",
    "2/4/8/16/32/64-bit integer">;
def Stablehlo_SignedInt : Stablehlo_Element<"isSignedIntType",
    "2/4/8/16/32/64-bit signed integer">;
def Stablehlo_Float : Stablehlo_Element<"isFloatType",
    "4/6/8/16/32/64-bit float">;
def Stablehlo_Float32Or64 : Stablehlo_Element<"isFloat32Or64Type",
    "32/64-bit float">;
def Stablehlo_Complex : Stablehlo_Element<"isComplexType",
    "complex of 32/64-bit float">;
def Stablehlo_QuantizedInt : Stablehlo_Element<"isPerTensorQuantizedType",
    "per-tensor quantized integer">;
def Stablehlo_PerAxisQuantizedInt : Stablehlo_Element<"isPerAxisQuantizedType",
    "per-axis quantized integer">;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The axis of a per-axis quantized type is one of the tensor's dimensions, and
/// there are as many scales as the size of that dimension.
def Stablehlo_HasValidAxis
    : CPred<"::weft::stablehlo::hasValidQuantizationAxis($_self)">;

/// A tensor of any element type; `predicates` and `shapes` narrow its shape.
class Stablehlo_TensorOf<list<Pred> predicates = [],
    string shapes = "ranked tensor">
    : RankedTensorOf<[Stablehlo_Pred, Stablehlo_Int, Stablehlo_Float,
          Stablehlo_Complex, Stablehlo_QuantizedInt,
          Stablehlo_PerAxisQuantizedInt],
          !listconcat(predicates, [Stablehlo_HasValidAxis]), shapes>;

def Stablehlo_Tensor : Stablehlo_TensorOf;
def Stablehlo_StaticTensor
    : Stablehlo_TensorOf<[HasStaticShapePred], "statically shaped tensor">;
/// Static but for one dimension at most, which then has a bound.
def Stablehlo_StaticOrBoundedTensor : Stablehlo_TensorOf<
    [CPred<"::weft::stablehlo::isStaticOrBounded($_self)">],
    "tensor with a static shape or a single, bounded dynamic dimension">;
/// As above without types quantized along an axis.
def Stablehlo_PerTensorTensor : RankedTensorOf<[Stablehlo_Pred, Stablehlo_Int,
    Stablehlo_Float, Stablehlo_Complex, Stablehlo_QuantizedInt]>;
def Stablehlo_PredTensor : RankedTensorOf<[Stablehlo_Pred]>;
def Stablehlo_IntTensor : RankedTensorOf<[Stablehlo_Int]>;
def Stablehlo_PredOrIntTensor
    : RankedTensorOf<[Stablehlo_Pred, Stablehlo_Int]>;
def Stablehlo_FpTensor : RankedTensorOf<[Stablehlo_Float]>;
def Stablehlo_Fp32Or64Tensor : RankedTensorOf<[Stablehlo_Float32Or64]>;
def Stablehlo_ComplexTensor : RankedTensorOf<[Stablehlo_Complex]>;
def Stablehlo_FpOrComplexTensor
    : RankedTensorOf<[Stablehlo_Float, Stablehlo_Complex]>;
def Stablehlo_QuantizedTensor : RankedTensorOf<[Stablehlo_QuantizedInt,
    Stablehlo_PerAxisQuantizedInt], [Stablehlo_HasValidAxis]>;
def Stablehlo_FpOrAnyQuantizedTensor : RankedTensorOf<[Stablehlo_Float,
    Stablehlo_QuantizedInt, Stablehlo_PerAxisQuantizedInt],
    [Stablehlo_HasValidAxis]>;
def Stablehlo_FpOrQuantizedTensor
    : RankedTensorOf<[Stablehlo_Float, Stablehlo_QuantizedInt]>;
def Stablehlo_FpOrComplexOrQuantizedTensor : RankedTensorOf<[Stablehlo_Float,
    Stablehlo_Complex, Stablehlo_QuantizedInt]>;
def Stablehlo_IntOrFpOrComplexOrQuantizedTensor : RankedTensorOf<[Stablehlo_Int,
    Stablehlo_Float, Stablehlo_Complex, Stablehlo_QuantizedInt]>;
def Stablehlo_StaticIntOrFpOrComplexOrQuantizedTensor : RankedTensorOf<[
    Stablehlo_Int, Stablehlo_Float, Stablehlo_Complex, Stablehlo_QuantizedInt],
    [HasStaticShapePred], "statically shaped tensor">;
def Stablehlo_SignedIntOrFpOrQuantizedTensor : RankedTensorOf<[
    Stablehlo_SignedInt, Stablehlo_Float, Stablehlo_QuantizedInt]>;
def Stablehlo_SignedIntOrFpOrComplexOrQuantizedTensor : RankedTensorOf<[
    Stablehlo_SignedInt, Stablehlo_Float, Stablehlo_Complex,
    Stablehlo_QuantizedInt]>;
def Stablehlo_UnquantizedTensor : RankedTensorOf<[Stablehlo_Pred, Stablehlo_Int,
    Stablehlo_Float, Stablehlo_Complex]>;

class Stablehlo_0DTensorOf<list<Type> elements>
    : RankedTensorOf<elements, [HasAnyRankOfPred<[0]>], "0D tensor">;
def Stablehlo_ScalarI32Tensor : Stablehlo_0DTensorOf<[I32]>;
def Stablehlo_ScalarIntTensor : Stablehlo_0DTensorOf<[Stablehlo_Int]>;
def Stablehlo_ScalarTensor : Stablehlo_0DTensorOf<[Stablehlo_Pred,
    Stablehlo_Int, Stablehlo_Float, Stablehlo_Complex, Stablehlo_QuantizedInt,
    Stablehlo_PerAxisQuantizedInt]>;
/// The run-time sizes of dimensions.
def Stablehlo_DimensionTensor : RankedTensorOf<[Index, Stablehlo_Int],
    [HasAnyRankOfPred<[1]>], "1D tensor">;

def Stablehlo_Tuple : NestedTupleOf<[Stablehlo_Tensor, Stablehlo_Token]>;
def Stablehlo_TensorOrToken : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token]>;
def Stablehlo_TensorOrTokenOrTuple
    : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token, Stablehlo_Tuple]>;

#endif // WEFT_DIALECT_STABLEHLO_IR_STABLEHLOBASE_TD
