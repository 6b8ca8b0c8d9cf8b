//===- InitializerAttrs.td - first values of parameters ----*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_INITIALIZERATTRS_TD
#define WEFT_DIALECT_WEFT_IR_INITIALIZERATTRS_TD

include "weft/Dialect/Weft/IR/ModelAttrInterfaces.td"
include "weft/Dialect/Weft/IR/ShardingAttrs.td"

// Numbers are kept as f64 attributes, which are hashed and compared by bits.
class Weft_InitAttr<string name, string attrMnemonic,
                    list<string> interfaceMethods = []>
    : Weft_Attr<name # "Init", attrMnemonic,
        [DeclareAttrInterfaceMethods<Weft_InitializerInterface,
                                     interfaceMethods>]> {
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_ZerosInitAttr : Weft_InitAttr<"Zeros", "zeros"> {
  let summary = "Every element 0";
  let description = "`#weft.zeros`, or `zeros` inside ops.";
  let hasCustomAssemblyFormat = 0;
  let genVerifyDecl = 0;
}

def Weft_OnesInitAttr : Weft_InitAttr<"Ones", "ones"> {
  let summary = "Every element 1";
  let description = "`#weft.ones`, or `ones` inside ops.";
  let hasCustomAssemblyFormat = 0;
  let genVerifyDecl = 0;
}

def Weft_ConstantInitAttr : Weft_InitAttr<"Constant", "constant"> {
  let summary = "Every element the same number";
  let description = "`#weft.constant<0.5>`, or `constant<0.5>` inside ops.";
  let parameters = (ins "::mlir::FloatAttr":$value);
}

def Weft_NormalInitAttr : Weft_InitAttr<"Normal", "normal"> {
  let summary = "Normal distribution around 0";
  let description = [{
    `#weft.normal<0.02>`, or `normal<0.02>` inside ops, with the standard
    deviation.
  }];
  let parameters = (ins "::mlir::FloatAttr":$stddev);
}

def Weft_TruncatedNormalInitAttr
    : Weft_InitAttr<"TruncatedNormal", "truncated_normal"> {
  let summary = "Normal distribution, cut off on both sides";
  let description = [{
    `truncated_normal<0.02, -2.0, 2.0>`: a standard normal variable between the
    two bounds, times the first number. The bounds may be left out; they are
    then -2 and 2. The result is not rescaled to that standard deviation.
  }];
  let parameters = (ins "::mlir::FloatAttr":$stddev, "::mlir::FloatAttr":$lower,
                        "::mlir::FloatAttr":$upper);
}

def Weft_UniformInitAttr : Weft_InitAttr<"Uniform", "uniform"> {
  let summary = "Uniform distribution from 0 to a number";
  let description = "`uniform<0.01>`: from 0, included, to 0.01, excluded.";
  let parameters = (ins "::mlir::FloatAttr":$scale);
}

def Weft_FanIn : I32EnumAttrCase<"FanIn", 0, "fan_in">;
def Weft_FanOut : I32EnumAttrCase<"FanOut", 1, "fan_out">;
def Weft_FanAvg : I32EnumAttrCase<"FanAvg", 2, "fan_avg">;
def Weft_FanGeoAvg : I32EnumAttrCase<"FanGeoAvg", 3, "fan_geo_avg">;
def Weft_FanMode : I32EnumAttr<"FanMode", "which fan a variance is divided by",
    [Weft_FanIn, Weft_FanOut, Weft_FanAvg, Weft_FanGeoAvg]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}

def Weft_DistTruncatedNormal
    : I32EnumAttrCase<"TruncatedNormal", 0, "truncated_normal">;
def Weft_DistNormal : I32EnumAttrCase<"Normal", 1, "normal">;
def Weft_DistUniform : I32EnumAttrCase<"Uniform", 2, "uniform">;
def Weft_Distribution : I32EnumAttr<"Distribution",
    "a distribution of mean 0",
    [Weft_DistTruncatedNormal, Weft_DistNormal, Weft_DistUniform]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}

def Weft_VarianceScalingInitAttr
    : Weft_InitAttr<"VarianceScaling", "variance_scaling", ["withFanAxes"]> {
  let summary = "Random, with a variance that suits the fan of the kernel";
  let description = [{
    The variance is `scale` over the fan, and the fan is that of the whole
    parameter, however it is split. Fan-in is the product of the sizes of
    `in_axis`, fan-out of `out_axis`; every other axis, except those of
    `batch_axis`, multiplies both. Negative axes count from the end; the
    defaults are -2, -1 and none.

    ```mlir
    #weft.variance_scaling<2.0, fan_in, truncated_normal>
    #weft.variance_scaling<1.0, fan_avg, uniform, in_axis = [0], out_axis = [1, 2]>
    ```

    Inside ops the usual settings have names, with the axes in `<...>` if any:

    | name | scale | mode |
    |---|---|---|
    | `lecun_normal`, `lecun_uniform` | 1 | `fan_in` |
    | `glorot_normal`, `glorot_uniform` (also `xavier_...`) | 1 | `fan_avg` |
    | `he_normal`, `he_uniform` (also `kaiming_...`) | 2 | `fan_in` |
  }];
  let parameters = (ins "::mlir::FloatAttr":$scale,
      EnumParameter<Weft_FanMode>:$mode,
      EnumParameter<Weft_Distribution>:$distribution,
      OptionalArrayRefParameter<"int64_t">:$inAxis,
      OptionalArrayRefParameter<"int64_t">:$outAxis,
      OptionalArrayRefParameter<"int64_t">:$batchAxis);
  let extraClassDeclaration = [{
    /// The fans of a parameter of `shape`, in double precision as the products
    /// of sizes may be large. The axes must exist in the shape.
    std::pair<double, double>
    computeFans(::llvm::ArrayRef<int64_t> shape) const;
  }];
}

def Weft_OrthogonalInitAttr : Weft_InitAttr<"Orthogonal", "orthogonal"> {
  let summary = "A random matrix with orthogonal rows or columns";
  let description = [{
    `orthogonal<1.0>` or `orthogonal<1.0, column_axis = 0>`. The parameter is
    seen as a matrix whose columns are `column_axis` (the last axis by default)
    and whose rows are all other axes together.
  }];
  let parameters = (ins "::mlir::FloatAttr":$scale,
                        DefaultValuedParameter<"int64_t", "-1">:$columnAxis);
}

#endif // WEFT_DIALECT_WEFT_IR_INITIALIZERATTRS_TD
