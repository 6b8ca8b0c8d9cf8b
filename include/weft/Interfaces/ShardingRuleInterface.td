//===- ShardingRuleInterface.td - factors of an op -------*- tablegen -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_INTERFACES_SHARDINGRULEINTERFACE_TD
#define WEFT_INTERFACES_SHARDINGRULEINTERFACE_TD

include "mlir/IR/Interfaces.td"

def ShardingRuleInterface : OpInterface<"ShardingRuleInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    States which dimensions of an op's operands and results move together. An
    op without this interface (or that returns no rule) is opaque: nothing is
    propagated through it, and it is partitioned by gathering its operands.
  }];
  let methods = [
    InterfaceMethod<[{
        The factors of the op: `(m, k), (k, n) -> (m, n)` with `k` reduced for
        a matrix product. Only called when all tensors have static shapes.
        Ops of one name, one set of properties and types, and one variant (see
        below) must give one rule: it is computed once for all of them. Ops
        with regions are asked one by one.
      }],
      "::std::optional<::weft::FactorRule>", "getShardingRule",
      (ins "const ::weft::RuleOptions &":$options)>,
    InterfaceMethod<[{
        Tells ops of one signature apart whose rule depends on how an operand
        is computed: a concatenation of slices keeps its dimension split.
      }],
      "unsigned", "getRuleVariant", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return 0;">,
    InterfaceMethod<[{
        In which round of op-priority propagation the op takes part, and in
        which direction.
      }],
      "::weft::PropagationClass", "getPropagationClass", (ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return ::weft::PropagationClass::Other;">,
    InterfaceMethod<[{
        Why an op that could have a rule has none, as a clause for a remark:
        "the target @foo is not known". Empty where that is by design.
      }],
      "::std::string", "getMissingRuleReason", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        The directions in which shardings may pass the op at all.
      }],
      "::weft::Direction", "getAllowedDirection", (ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return ::weft::Direction::Both;">,
  ];
}

def DataFlowInterface : OpInterface<"DataFlowInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Ops with regions through which values flow unchanged: loops, branches,
    barriers. All values of one flow have one sharding.
  }];
  let methods = [
    InterfaceMethod<[{
        Calls `visit` once per flow. For value i of a loop the sources are the
        initial operand and what the body returns, and the targets the result
        (the owner, first), and the arguments of condition and body.
      }],
      "void", "visitDataFlow",
      (ins "::llvm::function_ref<void(const ::weft::DataFlow &)>":$visit)>,
    InterfaceMethod<[{
        The sharding that the op itself keeps for flow number `flow`, or null:
        the `in_shardings` and `out_shardings` of a manual region. A loop keeps
        none; the sharding of its results is an attribute as of any op.
      }],
      "::mlir::Attribute", "getFlowSharding", (ins "unsigned":$flow),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        Replaces the sharding that `getFlowSharding` returned.
      }],
      "void", "setFlowSharding",
      (ins "unsigned":$flow, "::mlir::Attribute":$sharding),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
  ];
}

def ShardingCarrierInterface : OpInterface<"ShardingCarrierInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Ops whose meaning includes the sharding of their one result, such as a
    constraint. It is an attribute of their own, not the discardable one.
  }];
  let methods = [
    InterfaceMethod<"The sharding of the result, or null.",
      "::mlir::Attribute", "getCarriedSharding">,
    InterfaceMethod<"Replaces the sharding of the result.",
      "void", "setCarriedSharding", (ins "::mlir::Attribute":$sharding)>,
  ];
}

#endif // WEFT_INTERFACES_SHARDINGRULEINTERFACE_TD
