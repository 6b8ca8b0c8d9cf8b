//===- RandomKeysTest.cpp - keys and numbers against JAX's ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expected numbers were printed by JAX 0.10.2.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/WeftToStablehlo/RandomKeys.h"

#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"
#include "weft/InitAll.h"
#include "weft/Interfaces/LoweringAttrInterfaces.h"
#include "weft/Reference/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace weft;

namespace {

class RandomKeys : public testing::Test {
protected:
  RandomKeys() : context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadDialect<func::FuncDialect, WeftDialect>();
  }

  static DialectRegistry registry() {
    DialectRegistry registry;
    weft::registerAllDialects(registry);
    return registry;
  }

  /// What `weft-evaluate` prints for a function that returns what `build` makes
  /// from the key of `seed`.
  std::string evaluate(int64_t seed,
                       llvm::function_ref<Value(OpBuilder &, Value)> build) {
    Location loc = UnknownLoc::get(&context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    auto function = func::FuncOp::create(builder, loc, "f",
                                         builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
    auto type = RankedTensorType::get({}, builder.getI64Type());
    Value number = stablehlo::ConstantOp::create(
        builder, loc, type,
        DenseElementsAttr::get(type, builder.getI64IntegerAttr(seed)));
    Value result = build(builder, makeSeedKey(builder, loc, number));
    func::ReturnOp::create(builder, loc, result);
    function.setFunctionType(builder.getFunctionType({}, result.getType()));
    PassManager passes(&context);
    passes.addPass(createEvaluate());
    testing::internal::CaptureStdout();
    bool failed = mlir::failed(passes.run(*module));
    llvm::outs().flush();
    std::string text = testing::internal::GetCapturedStdout();
    return failed ? "failed" : text;
  }

  MLIRContext context;
};

TEST_F(RandomKeys, OfASeed) {
  auto self = [](OpBuilder &, Value key) { return key; };
  EXPECT_EQ(evaluate(42, self), "@f: tensor<2xui32> [0, 42]\n");
  EXPECT_EQ(evaluate(7 * (int64_t(1) << 32) + 5, self),
            "@f: tensor<2xui32> [7, 5]\n");
}

TEST_F(RandomKeys, FoldedWithANumber) {
  EXPECT_EQ(evaluate(42,
                     [](OpBuilder &builder, Value key) {
                       return foldIn(builder, key.getLoc(), key, 7);
                     }),
            "@f: tensor<2xui32> [2547012911, 1371500959]\n");
}

TEST_F(RandomKeys, Split) {
  EXPECT_EQ(evaluate(1,
                     [](OpBuilder &builder, Value key) {
                       return splitKey(builder, key.getLoc(), key, 3)[2];
                     }),
            "@f: tensor<2xui32> [2441914641, 3819641963]\n");
}

TEST_F(RandomKeys, OfAParameter) {
  auto build = [](OpBuilder &builder, Value key) -> Value {
    Attribute uniform = UniformInitAttr::get(builder.getContext(),
                                             builder.getF64FloatAttr(1.0));
    auto type = RankedTensorType::get({2, 2}, builder.getF32Type());
    return *cast<InitializerLoweringInterface>(uniform).buildInitialValue(
        builder, key.getLoc(), type, key);
  };
  EXPECT_EQ(evaluate(5, build),
            "@f: tensor<2x2xf32> [[0.46637988, 0.92088103], "
            "[0.73581016, 0.09508145]]\n");
}

} // namespace
