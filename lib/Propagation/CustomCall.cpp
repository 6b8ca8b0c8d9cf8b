//===- CustomCall.cpp - rules of well-known custom calls --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A custom call is known by the name of its target only. Those that compilers
// and JAX emit are listed here by what they do; for any other the program can
// state a rule (`weft.rule`, `sdy.sharding_rule`).
//
//===----------------------------------------------------------------------===//

#include "RuleModels.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Dialect/Stablehlo/IR/LinearAlgebraOps.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;
using Place = FactorRuleBuilder::Place;

namespace {
/// What a target does with the dimensions of its tensors.
enum class CallKind {
  Unknown,
  /// Has no tensors that move together, by design: a callback, a log.
  Opaque,
  Elementwise,
  /// Gives its operand on, in other memory: as cheap as nothing.
  Move,
  /// Works on the last two dimensions; those before are independent.
  Matrix,
  /// The same on the last dimension of its first operand.
  Vector,
  TopK,
  /// Reduces one dimension to a few candidates.
  PartialReduce,
  Combine,
};
} // namespace

/// `lapack_sgeqrf_ffi` and `blas_strsm`: the routine without its wrapping and
/// the letter of its element type, `geqrf`.
static StringRef getLapackRoutine(StringRef target) {
  if (!target.consume_front("lapack_") && !target.consume_front("blas_"))
    return {};
  target.consume_back("_ffi");
  return target.drop_front(target.empty() ? 0 : 1);
}

static CallKind classifyLapack(StringRef routine) {
  return llvm::StringSwitch<CallKind>(routine)
      .Cases({"geev", "gees", "gehrd", "geqp3", "geqrf", "gesdd", "gesvd",
              "getrf", "heevd", "hetrd", "orgqr", "ormqr", "potrf", "syevd",
              "sytrd", "trsm", "ungqr", "unmqr"},
             CallKind::Matrix)
      .Case("gtsv", CallKind::Vector)
      .Default(CallKind::Unknown);
}

static CallKind classify(StringRef target) {
  if (StringRef routine = getLapackRoutine(target); !routine.empty())
    return classifyLapack(routine);
  if (target.starts_with("InvertDiagBlocks"))
    return CallKind::Matrix;
  return llvm::StringSwitch<CallKind>(target)
      .Cases({"InspectSharding", "LayoutConstraint", "X64SplitHigh",
              "X64SplitLow", "annotate_device_placement", "mhlo.acos",
              "mhlo.acosh", "mhlo.asin", "mhlo.asinh", "mhlo.atan",
              "mhlo.atanh", "mhlo.bessel_i1e", "mhlo.cosh", "mhlo.digamma",
              "mhlo.erf", "mhlo.lgamma", "mhlo.sinh", "mhlo.tan",
              "xla.megascale.provide_metadata"},
             CallKind::Elementwise)
      .Cases({"MoveToDevice", "MoveToHost"}, CallKind::Move)
      .Cases({"Cholesky", "CompactWyHelper", "Eigh", "LuDecomposition",
              "ProductOfElementaryHouseholderReflectors", "Qr",
              "QrDecompositionBlock"},
             CallKind::Matrix)
      .Cases({"TopK", "mhlo.topk"}, CallKind::TopK)
      .Cases({"ApproxTopK", "PartialReduce"}, CallKind::PartialReduce)
      .Case("X64Combine", CallKind::Combine)
      .Cases({"tpu_custom_call", "xla.debug.Log",
              "xla_ffi_partitioned_python_cpu_callback",
              "xla_ffi_python_cpu_callback", "xla_ffi_python_gpu_callback",
              "xla_python_cpu_callback", "xla_python_gpu_callback"},
             CallKind::Opaque)
      .Default(CallKind::Unknown);
}

static FactorRule getElementwiseRule(Operation *op, bool isFixed = false) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  ArrayRef<int64_t> shape = op->getNumResults()
                                ? getShapeOrEmpty(op->getResult(0))
                                : ArrayRef<int64_t>();
  for (auto [dim, size] : llvm::enumerate(shape)) {
    SmallVector<Place> places;
    for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor)
      if (rule.getShape(tensor).size() == shape.size() &&
          rule.getShape(tensor)[dim] == size)
        places.push_back({tensor, unsigned(dim)});
    rule.addFactor(size, places,
                   isFixed ? FactorKind::NeedReplication
                           : FactorKind::PassThrough,
                   isFixed);
  }
  return std::move(rule).build();
}

/// The dimensions before the last `coreRank` of the first operand are shared by
/// all tensors that begin with them. The others belong to one algorithm, which
/// sees them whole; tensors of one shape still lie alike.
static FactorRule getBatchRule(Operation *op, unsigned coreRank) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  ArrayRef<int64_t> first = rule.getShape(0);
  unsigned numBatch = first.size() < coreRank ? 0 : first.size() - coreRank;
  auto hasBatch = [&](unsigned tensor) {
    return rule.getShape(tensor).size() >= numBatch &&
           rule.getShape(tensor).take_front(numBatch) ==
               first.take_front(numBatch);
  };
  for (unsigned dim = 0; dim != numBatch; ++dim) {
    SmallVector<Place> places;
    for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor)
      if (hasBatch(tensor))
        places.push_back({tensor, dim});
    rule.addFactor(first[dim], places);
  }
  SmallVector<bool> done(rule.getNumTensors());
  for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor) {
    if (done[tensor])
      continue;
    ArrayRef<int64_t> shape = rule.getShape(tensor);
    for (unsigned dim = hasBatch(tensor) ? numBatch : 0; dim < shape.size();
         ++dim) {
      SmallVector<Place> places;
      for (unsigned other = tensor; other != rule.getNumTensors(); ++other)
        if (other == tensor || rule.getShape(other) == shape) {
          places.push_back({other, dim});
          done[other] = true;
        }
      rule.addFactor(shape[dim], places, FactorKind::NeedReplication);
    }
  }
  return std::move(rule).build();
}

/// Inputs and outputs differ in one dimension, which is searched as a whole.
static FactorRule getPartialReduceRule(Operation *op) {
  FactorRuleBuilder rule = createRuleBuilder(op);
  ArrayRef<int64_t> shape = rule.getShape(0);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    SmallVector<Place> inputs, outputs;
    int64_t reduced = size;
    for (unsigned tensor = 0; tensor != rule.getNumTensors(); ++tensor) {
      if (rule.getShape(tensor).size() != shape.size())
        continue;
      bool isResult = tensor >= rule.getNumOperands();
      (isResult ? outputs : inputs).push_back({tensor, unsigned(dim)});
      if (isResult)
        reduced = rule.getShape(tensor)[dim];
    }
    if (reduced == size) {
      llvm::append_range(inputs, outputs);
      rule.addFactor(size, inputs);
      continue;
    }
    rule.addFactor(size, inputs, FactorKind::NeedReplication);
    rule.addFactor(reduced, outputs, FactorKind::NeedReplication,
                   /*blocked=*/true);
  }
  return std::move(rule).build();
}

namespace {
struct CustomCallRule
    : ShardingRuleInterface::ExternalModel<CustomCallRule, CustomCallOp> {
  unsigned getRuleVariant(Operation *op) const { return feedsGenerator(op); }

  std::optional<FactorRule> getShardingRule(Operation *op,
                                            const RuleOptions &) const {
    if (op->getNumOperands() == 0 || op->getNumResults() == 0)
      return std::nullopt;
    switch (getKind(op)) {
    case CallKind::Unknown:
    case CallKind::Opaque:
      return std::nullopt;
    case CallKind::Elementwise:
    case CallKind::Move:
      return getElementwiseRule(op);
    case CallKind::Combine:
      return getElementwiseRule(op, feedsGenerator(op));
    case CallKind::Matrix:
      return getBatchRule(op, 2);
    case CallKind::Vector:
      return getBatchRule(op, 1);
    case CallKind::TopK:
      return getTopKRule(op);
    case CallKind::PartialReduce:
      return getPartialReduceRule(op);
    }
    return std::nullopt;
  }
  std::string getMissingRuleReason(Operation *op) const {
    if (getKind(op) != CallKind::Unknown)
      return {};
    return ("the custom call @" + cast<CustomCallOp>(op).getCallTargetName() +
            " is not known")
        .str();
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return getKind(op) == CallKind::Move ? PropagationClass::PassThrough
                                         : PropagationClass::Other;
  }

private:
  static CallKind getKind(Operation *op) {
    return classify(cast<CustomCallOp>(op).getCallTargetName());
  }
  /// The state of a random number generator in two halves: it stays whole.
  static bool feedsGenerator(Operation *op) {
    return getKind(op) == CallKind::Combine &&
           llvm::any_of(op->getUsers(), [](Operation *user) {
             return isa<RngBitGeneratorOp>(user);
           });
  }
};
} // namespace

void weft::attachCustomCallRules(MLIRContext &context) {
  CustomCallOp::attachInterface<CustomCallRule>(context);
}
