//===- SessionTest.cpp - programs on devices, again and again ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/Session.h"

#include "weft/InitAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <random>
#include <thread>

using namespace mlir;
using namespace weft;
using namespace weft::execution;

namespace {

/// Shakes the order of events: devices sleep or give way between ops.
class Shaker : public runtime::Tracer {
public:
  void record(const runtime::TraceEvent &event) override {
    thread_local std::mt19937 random(event.device);
    if (random() % 64 == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 50));
    else if (random() % 4 == 0)
      std::this_thread::yield();
  }
};

/// Every kind of collective, with sums that depend on their order.
constexpr const char *heavy = R"(
weft.mesh @mesh <"x" = 2, "y" = 4>
func.func @main(%a: tensor<4x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>, weft.whole = tensor<8x16xf32>})
    -> (tensor<4x4xf32> {weft.sharding = #weft.sharding<@mesh, ["x", "y"]>, weft.whole = tensor<8x16xf32>},
        tensor<4x4xf32>) attributes {weft.local} {
  %0 = weft.all_reduce add %a over ["x", "y"] : tensor<4x4xf32>
  %1 = weft.permute %a over ["y"] rotate 1 : tensor<4x4xf32>
  %2 = weft.all_gather %1 over ["y"] dim 1 : tensor<4x4xf32> -> tensor<4x16xf32>
  %3 = weft.reduce_scatter add %2 over ["y"] dim 1 : tensor<4x16xf32> -> tensor<4x4xf32>
  %4 = weft.all_to_all %3 over ["x"] split 0 concat 1 : tensor<4x4xf32> -> tensor<2x8xf32>
  %5 = weft.all_to_all %4 over ["x"] split 1 concat 0 : tensor<2x8xf32> -> tensor<4x4xf32>
  %6 = weft.broadcast %5 over ["y"] from 2 : tensor<4x4xf32>
  %7 = stablehlo.add %5, %6 : tensor<4x4xf32>
  return %7, %0 : tensor<4x4xf32>, tensor<4x4xf32>
}
)";

TEST(Session, ThousandRunsGiveTheSameBits) {
  DialectRegistry registry;
  weft::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(heavy, &context);
  ASSERT_TRUE(module);
  FunctionOpInterface function = *module->getOps<FunctionOpInterface>().begin();
  FailureOr<Signature> signature = Signature::get(function);
  ASSERT_TRUE(succeeded(signature));
  std::vector<std::unique_ptr<ArraySource>> sources;
  const Port &port = signature->arguments[0];
  sources.push_back(std::make_unique<RandomSource>(port.placement->getWhole(),
                                                   port.range, 3, 0));
  Shaker shaker;
  Session::Options options;
  options.tracer = &shaker;
  auto session = Session::create(function, *signature, std::move(options));
  ASSERT_TRUE(static_cast<bool>(session));
  std::vector<uint8_t> first[2];
  for (int i = 0; i < 1000; ++i) {
    llvm::cantFail((*session)->place(sources));
    llvm::cantFail((*session)->step());
    for (unsigned result = 0; result < 2; ++result) {
      ASSERT_EQ((*session)->findDifferentCopies(result), std::nullopt);
      reference::Tensor whole = llvm::cantFail((*session)->gather(result));
      if (i == 0)
        first[result] = whole.bytes().vec();
      ASSERT_EQ(llvm::ArrayRef(first[result]), whole.bytes()) << i;
    }
  }
}

} // namespace
