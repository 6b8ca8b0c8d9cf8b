//===- ControlFlowOps.td - branches, loops, calls and functions as arguments -*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_STABLEHLO_IR_CONTROLFLOWOPS_TD
#define WEFT_DIALECT_STABLEHLO_IR_CONTROLFLOWOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "weft/Dialect/Stablehlo/IR/StablehloAttrs.td"

/// Memory that JAX passes by reference.
def Stablehlo_Buffer : MemRefOf<[Stablehlo_Pred, Stablehlo_Int,
    Stablehlo_Float, Stablehlo_Complex, Stablehlo_QuantizedInt]>;
def Stablehlo_TensorOrTokenOrBuffer
    : AnyTypeOf<[Stablehlo_Tensor, Stablehlo_Token, Stablehlo_Buffer]>;
def Stablehlo_AnyValue : AnyTypeOf<[AnyTensor, Stablehlo_Token,
    Stablehlo_Buffer, Stablehlo_Future, Stablehlo_Tuple]>;

/// What all ops that choose a branch can be asked.
defvar Stablehlo_BranchMethods = [{
  bool areTypesCompatible(::mlir::Type lhs, ::mlir::Type rhs) {
    return ::weft::stablehlo::areCompatible(lhs, rhs);
  }
  /// The branch that the constant `selector` chooses; null when it is no
  /// constant.
  ::mlir::Region *getChosenBranch(::mlir::Attribute selector);
}];

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

def Stablehlo_ReturnOp : Stablehlo_Op<"return", [Pure, Terminator,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>]> {
  let summary = "Ends a region";
  let description = [{
    ```mlir
    stablehlo.return %0, %1 : tensor<f32>, tensor<i32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def Stablehlo_WhileOp : Stablehlo_Op<"while", [SingleBlock,
    RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let summary = "Repeats a body while a condition holds";
  let description = [{
    Both regions take the values of the iteration; `cond` gives a predicate,
    `do` the values of the next iteration. The last values are the results.

    ```mlir
    %0:2 = stablehlo.while(%i = %zero, %sum = %init) : tensor<i32>, tensor<f32>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %1, %sum : tensor<i32>, tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_TensorOrTokenOrBuffer>:$operand);
  let results = (outs Variadic<Stablehlo_TensorOrTokenOrBuffer>);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCanonicalizer = 1;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Stablehlo_CaseOp : Stablehlo_Op<"case", [SingleBlock,
    RecursiveMemoryEffects, DeclareOpInterfaceMethods<RegionBranchOpInterface,
        ["getEntrySuccessorRegions", "getRegionInvocationBounds"]>]> {
  let summary = "Runs one of several branches";
  let description = [{
    An index out of range chooses the last branch.

    ```mlir
    %0 = "stablehlo.case"(%index) ({
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %b : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I32]>:$index);
  let results = (outs Variadic<Stablehlo_TensorOrToken>);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = Stablehlo_BranchMethods;
}

def Stablehlo_IfOp : Stablehlo_Op<"if", [SingleBlock, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
        ["getEntrySuccessorRegions", "getRegionInvocationBounds"]>]> {
  let summary = "Runs one of two branches";
  let description = [{
    ```mlir
    %0 = "stablehlo.if"(%pred) ({
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %b : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred);
  let results = (outs Variadic<Stablehlo_TensorOrToken>);
  let regions = (region SizedRegion<1>:$true_branch,
      SizedRegion<1>:$false_branch);
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = Stablehlo_BranchMethods;
}

def Stablehlo_MapOp : Stablehlo_Op<"map", [SingleBlock,
    RecursiveMemoryEffects]> {
  let summary = "Applies a function to every element";
  let description = [{
    ```mlir
    %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
}

def Stablehlo_SortOp : Stablehlo_Op<"sort", [SingleBlock,
    RecursiveMemoryEffects]> {
  let summary = "Sorts along one dimension";
  let description = [{
    All inputs are permuted alike. The comparator takes two elements of each
    input and says whether the first ones come first.

    ```mlir
    %0:2 = "stablehlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%k0: tensor<f32>, %k1: tensor<f32>, %v0: tensor<i32>, %v1: tensor<i32>):
      %1 = stablehlo.compare LT, %k0, %k1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$comparator);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

def Stablehlo_OptimizationBarrierOp
    : Stablehlo_Op<"optimization_barrier", [Pure]> {
  let summary = "Keeps ops from being moved across";
  let description = [{
    The ops that make the operands run before those that use the results.

    ```mlir
    %0:2 = stablehlo.optimization_barrier %a, %b : tensor<4xf32>, tensor<i32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_TensorOrToken>:$operand);
  let results = (outs Variadic<Stablehlo_TensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))) : (`(` `)`)?
  }];
  let hasVerifier = 1;
}

def Stablehlo_AfterAllOp : Stablehlo_Op<"after_all", [Pure]> {
  let summary = "Joins tokens";
  let description = [{
    ```mlir
    %0 = stablehlo.after_all %a, %b : !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Token>:$inputs);
  let results = (outs Stablehlo_Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:`
    custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))
  }];
  let hasFolder = 1;
}

def Stablehlo_CreateTokenOp : Stablehlo_Op<"create_token", [Pure]> {
  let summary = "Makes a token (deprecated)";
  let description = [{
    ```mlir
    %0 = stablehlo.create_token : !stablehlo.token
    ```
  }];
  let results = (outs Stablehlo_Token:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

def Stablehlo_TupleOp : Stablehlo_InferredOp<"tuple", [Pure]> {
  let summary = "Makes a tuple";
  let description = [{
    ```mlir
    %0 = stablehlo.tuple %a, %b : tuple<tensor<4xf32>, tensor<i32>>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_TensorOrTokenOrTuple>:$val);
  let results = (outs Stablehlo_Tuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleOpType>(type($val), type($result))
  }];
}

def Stablehlo_GetTupleElementOp
    : Stablehlo_InferredOp<"get_tuple_element", [Pure]> {
  let summary = "Reads one element of a tuple";
  let description = [{
    ```mlir
    %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
    ```
  }];
  let arguments = (ins Stablehlo_Tuple:$operand, I32Attr:$index);
  let results = (outs Stablehlo_TensorOrTokenOrTuple:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A permutation of the dimensions, minor to major: `dense<[1, 0]> : tensor<2xindex>`.
def Stablehlo_LayoutAttr : Attr<And<[
    CPred<"::llvm::isa<::mlir::DenseIntElementsAttr>($_self)">,
    CPred<"::llvm::cast<::mlir::DenseIntElementsAttr>($_self).getElementType().isIndex()">,
    CPred<"::llvm::cast<::mlir::DenseIntElementsAttr>($_self).getType().getRank() == 1">]>,
    "one-dimensional tensor of index values"> {
  let storageType = "::mlir::DenseIntElementsAttr";
  let convertFromStorage = "$_self";
}
def Stablehlo_LayoutArrayAttr
    : TypedArrayAttrBase<Stablehlo_LayoutAttr, "array of layouts">;
def Stablehlo_SymbolArrayAttr
    : TypedArrayAttrBase<FlatSymbolRefAttr, "array of symbols">;
def Stablehlo_OutputOperandAliasArrayAttr : TypedArrayAttrBase<
    Stablehlo_OutputOperandAliasAttr, "array of output operand aliases">;

def Stablehlo_CustomCallOp : Stablehlo_Op<"custom_call",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Calls code that is not part of the program";
  let description = [{
    The target is found by name when the program is run. What it is given
    beside the operands depends on the version of its interface.

    ```mlir
    %0 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32,
           backend_config = {uplo = 76 : ui8}} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_AnyValue>:$inputs,
      StrAttr:$call_target_name,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
      OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
      DefaultValuedOptionalAttr<Stablehlo_CustomCallApiVersionAttr,
          "::weft::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">
          :$api_version,
      DefaultValuedOptionalAttr<Stablehlo_SymbolArrayAttr, "{}">
          :$called_computations,
      OptionalAttr<Stablehlo_LayoutArrayAttr>:$operand_layouts,
      OptionalAttr<Stablehlo_LayoutArrayAttr>:$result_layouts,
      DefaultValuedOptionalAttr<Stablehlo_OutputOperandAliasArrayAttr, "{}">
          :$output_operand_aliases);
  let results = (outs Variadic<Stablehlo_AnyValue>);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_CompositeOp : Stablehlo_Op<"composite",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "An op made of others";
  let description = [{
    Means the same as a call of its decomposition; the name and attributes tell
    a compiler that knows it what it is.

    ```mlir
    %0 = stablehlo.composite "my.gelu" %x {composite_attributes = {approximate = true},
           decomposition = @my_gelu, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_TensorOrTokenOrTuple>:$inputs,
      StrAttr:$name,
      DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
      FlatSymbolRefAttr:$decomposition,
      DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Stablehlo_TensorOrTokenOrTuple>);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let assemblyFormat = [{
    $name custom<CompositeArguments>($inputs, $composite_regions) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

def Stablehlo_InfeedOp : Stablehlo_Op<"infeed"> {
  let summary = "Reads from the host";
  let description = [{
    ```mlir
    %0:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}>
      : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    ```
  }];
  let arguments = (ins Stablehlo_Token:$token,
      DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
      OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_TensorOrToken>);
  let hasVerifier = 1;
}

def Stablehlo_OutfeedOp : Stablehlo_Op<"outfeed"> {
  let summary = "Writes to the host";
  let description = [{
    ```mlir
    %0 = "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}>
      : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      Stablehlo_Token:$token,
      DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs Stablehlo_Token:$result);
}

def Stablehlo_SendOp : Stablehlo_Op<"send"> {
  let summary = "Sends over a channel";
  let description = [{
    ```mlir
    %0 = "stablehlo.send"(%x, %token) <{
           channel_handle = #stablehlo.channel_handle<handle = 0, type = 2>,
           is_host_transfer = true}>
      : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      Stablehlo_Token:$token, Stablehlo_ChannelHandleAttr:$channel_handle,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
      OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Stablehlo_Token:$result);
  let hasVerifier = 1;
}

def Stablehlo_RecvOp : Stablehlo_Op<"recv"> {
  let summary = "Receives over a channel";
  let description = [{
    ```mlir
    %0:2 = "stablehlo.recv"(%token) <{
             channel_handle = #stablehlo.channel_handle<handle = 0, type = 3>,
             is_host_transfer = true}>
      : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    ```
  }];
  let arguments = (ins Stablehlo_Token:$token,
      Stablehlo_ChannelHandleAttr:$channel_handle,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
      OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Stablehlo_TensorOrToken>);
  let hasVerifier = 1;
}

#endif // WEFT_DIALECT_STABLEHLO_IR_CONTROLFLOWOPS_TD
