//===- ModuleOps.td - modules, parameters, methods ---------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_MODULEOPS_TD
#define WEFT_DIALECT_WEFT_IR_MODULEOPS_TD

include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/Dialect/Weft/IR/ModuleBase.td"

def Weft_AxisRulesOp : Weft_Op<"axis_rules",
    [ParentOneOf<["::mlir::ModuleOp", "ModuleDefOp"]>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Maps logical axes to mesh axes";
  let description = [{
    Specs may name logical axes, as what a dimension means: `"embed"`, `"mlp"`.
    The rules say over which mesh axes each is split, `_` for none, so that
    another layout is another list of rules and no change of the model. The
    rules hold for the specs of the module they are in, and of the modules in
    it that have no rules of their own.

    ```mlir
    weft.axis_rules ["batch" -> "data", "mlp" -> "model", "embed" -> _]
    ```

    An axis can split one dimension of a tensor only. The rules are tried in
    order: a rule whose axes already split another dimension is passed over, so
    a second rule for the same name is its second choice. A name that no rule
    has is a mesh axis.
  }];
  let arguments = (ins Weft_AxisRuleArrayAttr:$rules);
  let assemblyFormat = "custom<AxisRules>($rules) attr-dict";
  let hasVerifier = 1;
}

def Weft_SpecRulesOp : Weft_Op<"spec_rules", [HasParent<"::mlir::ModuleOp">]> {
  let summary = "Gives specs to leaves by their path and kind";
  let description = [{
    Says how parameters are split without touching the modules that declare
    them: one list serves any model whose parameters have the usual names. The
    first rule that matches a leaf decides. A path is that of the leaf in the
    module that is initialised, trained or shown.

    ```mlir
    weft.spec_rules ["**/kernel:rank=2" -> [_, "model"],
                     "**/bias" -> ["model"], "**" -> [?]]
    ```

    A leaf that has a spec where it is declared keeps it, unless the list says
    `override`. The state of an optimiser follows its parameter unless a rule
    matches its own path.

    ```mlir
    weft.spec_rules override ["head/**" -> [_, _]]
    ```
  }];
  let arguments = (ins Weft_SpecRuleArrayAttr:$rules, UnitAttr:$override);
  let assemblyFormat = "(`override` $override^)? custom<SpecRules>($rules) attr-dict";
}

def Weft_ModuleDefOp : Weft_Op<"module",
    [Symbol, SymbolTable, IsolatedFromAbove, NoTerminator, SingleBlock,
     NoRegionArguments, RegionKindInterface,
     ParentOneOf<["::mlir::ModuleOp", "ModuleDefOp"]>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A model, or a part of one";
  let description = [{
    Holds parameters, layers and submodules, which together make its state, and
    methods, which compute with them. Modules may be nested; a name that a
    module does not define is looked up in the module around it.

    ```mlir
    weft.module @Mlp {
      weft.param @kernel : tensor<64x256xf32> init lecun_normal spec [_, "model"]
      weft.linear @down 256 -> 10 kernel_spec ["model", _]
      weft.method @apply(%x: tensor<32x64xf32>) -> tensor<32x10xf32> {
        ...
      }
    }
    ```

    Specs refer to the mesh after `on`, or else to that of the module around
    it, or else to the default mesh, or else to the only one. Without a mesh
    they have no effect.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<FlatSymbolRefAttr>:$mesh);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`on` $mesh^)? attr-dict-with-keyword $body
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The member called `name`, or null.
    ::mlir::Operation *lookupMember(::mlir::StringAttr name,
                                    ::mlir::SymbolTableCollection &symbols);

    /// Members may refer to ones further down.
    static ::mlir::RegionKind getRegionKind(unsigned) {
      return ::mlir::RegionKind::Graph;
    }
  }];
}

def Weft_ParamOp : Weft_ProviderOp<"param"> {
  let summary = "A parameter of a module";
  let description = [{
    One leaf of the state: its type, its first value and how it is split. Any
    further attributes travel with the leaf as metadata.

    ```mlir
    weft.param @kernel : tensor<64x256xf32> init lecun_normal spec [_, "model"]
    weft.param @table : tensor<8x4xbf16> init normal<0.02> {frozen}
    ```

    A leaf is trained if it has floating-point or complex elements, unless the
    parameter, the layer or a submodule around it has the attribute `frozen`.

    Without an initialiser the value must come from a checkpoint. Without a spec
    every device holds the whole parameter.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<AnyStaticShapeTensor>:$type,
      OptionalAttr<Weft_InitializerInterface>:$init,
      OptionalAttr<Weft_SpecAttr>:$spec);
  let assemblyFormat = [{
    $sym_name `:` $type
    oilist(`init` custom<Initializer>($init) | `spec` custom<Spec>($spec))
    attr-dict
  }];
  let hasVerifier = 1;
}

def Weft_SubmoduleOp : Weft_ProviderOp<"submodule",
    [DeclareOpInterfaceMethods<Weft_CallTargetInterface>]> {
  let summary = "An instance of another module";
  let description = [{
    Each instance has its own state. `x 12` makes twelve, whose leaves are
    `blocks.0.…` to `blocks.11.…`.

    ```mlir
    weft.submodule @encoder : @Encoder
    weft.submodule @blocks x 12 : @Block
    ```

    Calling it twice uses the same state twice. `weft.alias` gives one instance
    a second name.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<I64Attr>:$count,
                       SymbolRefAttr:$module);
  let assemblyFormat = "$sym_name (`x` $count^)? `:` $module attr-dict";
  let hasVerifier = 1;
}

def Weft_AliasOp : Weft_Op<"alias",
    [Symbol, HasParent<"ModuleDefOp">,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A second name for a member";
  let description = [{
    Shares a parameter, a layer or a submodule: both names mean the same state,
    which is counted once, under the first name.

    ```mlir
    weft.submodule @encoder : @Encoder
    weft.alias @tokens = @encoder::@embed
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, SymbolRefAttr:$target);
  let assemblyFormat = "$sym_name `=` $target attr-dict";
}

def Weft_MethodOp : Weft_Op<"method",
    [FunctionOpInterface, IsolatedFromAbove, HasParent<"ModuleDefOp">,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<Weft_CallTargetInterface>]> {
  let summary = "A function of the state of a module and its arguments";
  let description = [{
    Reads parameters with `weft.get`, calls layers, submodules and other methods
    with `weft.call`, and ends in `weft.return`. `@apply` is the method that a
    call of the submodule itself means. Arguments and results may carry
    `weft.sharding`.

    With `remat` the values inside are computed again in the backward pass
    instead of being kept.

    ```mlir
    weft.method @apply(%x: tensor<32x64xf32>) -> tensor<32x10xf32> {
      %w = weft.get @kernel : tensor<64x10xf32>
      ...
      weft.return %y : tensor<32x10xf32>
    }
    weft.method remat @block(%x: tensor<8xf32>) -> tensor<8xf32> { ... }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs, UnitAttr:$remat);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

def Weft_GetOp : Weft_Op<"get",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Reads a leaf of the state";
  let description = [{
    Names a parameter, or a leaf of a layer or of a submodule by its path.

    ```mlir
    %0 = weft.get @kernel : tensor<64x256xf32>
    %1 = weft.get @attention::@query::@kernel : tensor<64x4x16xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$leaf);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$leaf attr-dict `:` type($result)";
}

def Weft_SetOp : Weft_Op<"set",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Changes a leaf of the state";
  let description = [{
    What is read after it is the new value: running averages, counters, a cache.
    The leaf is named as in `weft.get`.

    ```mlir
    weft.set @steps, %next : tensor<i32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$leaf, AnyStaticShapeTensor:$value);
  let assemblyFormat = "$leaf `,` $value attr-dict `:` type($value)";
}

def Weft_CallOp : Weft_Op<"call",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Calls a layer, a submodule or a method";
  let description = [{
    `@name` calls a method or a layer of the module, or `@apply` of a submodule;
    `@name::@method` calls another method of it.

    ```mlir
    %0 = weft.call @down(%h) : (tensor<32x256xf32>) -> tensor<32x10xf32>
    %1 = weft.call @encoder::@encode(%x) : (tensor<8x16xf32>) -> tensor<8x4xf32>
    %2 = weft.call @blocks[3](%x) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %3 = weft.call @blocks(%x, %m) : (tensor<8x16xf32>, tensor<8xi1>) -> tensor<8x16xf32>
    ```

    A repeated submodule is called by its number, or, without one, each
    instance in turn: the results of one are the first arguments of the next,
    and all get the remaining arguments as they are.
  }];
  let arguments = (ins SymbolRefAttr:$callee, OptionalAttr<I64Attr>:$index,
                       Variadic<AnyType>:$operands);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<Callee>($callee, $index) `(` $operands `)` attr-dict `:`
    functional-type($operands, $results)
  }];
}

#endif // WEFT_DIALECT_WEFT_IR_MODULEOPS_TD
