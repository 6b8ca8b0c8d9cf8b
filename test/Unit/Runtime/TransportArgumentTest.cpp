//===- TransportArgumentTest.cpp - calls that contradict themselves -*- C++
//-*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Machine.h"

#include "gtest/gtest.h"

using namespace weft::runtime;

static llvm::Error
keepFirst(void *result, llvm::ArrayRef<const void *> operands, size_t count) {
  std::copy_n(static_cast<const uint8_t *>(operands[0]), count,
              static_cast<uint8_t *>(result));
  return llvm::Error::success();
}

TEST(TransportArguments, AreCheckedBeforeAnybodyIsMet) {
  auto message = [](llvm::function_ref<llvm::Error(Device &)> program) {
    MachineOptions options;
    options.numDevices = 2;
    auto machine = llvm::cantFail(Machine::create(options));
    return llvm::toString(machine->run([&](Device &device) {
      return device.getId() == 0 ? program(device) : llvm::Error::success();
    }));
  };
  auto groupOf = [](Device &device, llvm::ArrayRef<unsigned> members) {
    llvm::Expected<const Group *> group =
        device.getTransport().getGroup(members);
    return group ? llvm::Error::success() : group.takeError();
  };
  EXPECT_EQ(message([&](Device &device) { return groupOf(device, {}); }),
            "a group needs at least one device");
  EXPECT_EQ(message([&](Device &device) { return groupOf(device, {0, 2}); }),
            "device 2 of group [0, 2] does not exist; there are 2 devices");
  EXPECT_EQ(message([&](Device &device) { return groupOf(device, {1, 0, 1}); }),
            "device 1 is twice in group [1, 0, 1]");

  std::vector<uint8_t> a(8), b(8);
  const CallSite site{{"op", "m.mlir:1:1"}, 0};
  using Bytes = llvm::MutableArrayRef<uint8_t>;
  auto check =
      [&](llvm::function_ref<llvm::Error(Device &, Transport &, const Group &)>
              call) {
        return message([&](Device &device) {
          Transport &transport = device.getTransport();
          return call(device, transport,
                      *llvm::cantFail(transport.getGroup({0})));
        });
      };
  EXPECT_EQ(check([&](Device &device, Transport &transport, const Group &) {
              return transport.barrier(
                  device, site, *llvm::cantFail(transport.getGroup({1})));
            }),
            "barrier (op at m.mlir:1:1): device 0 is not in its group [1]");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.allReduce(device, site, group, ElementType::F32,
                                   Bytes(a).drop_back(1), Bytes(b).drop_back(1),
                                   keepFirst);
      }),
      "all_reduce (op at m.mlir:1:1): 7 and 7 bytes are not whole "
      "elements of type f32");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.allReduce(device, site, group, ElementType::F32, a,
                                   Bytes(b).drop_back(4), keepFirst);
      }),
      "all_reduce (op at m.mlir:1:1): the output has 4 bytes, not 8");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.allReduce(device, site, group, ElementType::UI8,
                                   Bytes(a).drop_back(1),
                                   Bytes(a).drop_front(1), keepFirst);
      }),
      "all_reduce (op at m.mlir:1:1): input and output overlap");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.allGather(device, site, group, ElementType::UI8, 3, a,
                                   b);
      }),
      "all_gather (op at m.mlir:1:1): 8 elements are not 3 equal blocks");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.reduceScatter(device, site, group, ElementType::UI8, 1,
                                       a, Bytes(b).drop_back(2), keepFirst);
      }),
      "reduce_scatter (op at m.mlir:1:1): the input has 8 bytes, not 6 "
      "for each of 1 devices");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.allToAll(device, site, group, ElementType::UI8,
                                  AllToAllLayout(), a, b);
      }),
      "all_to_all (op at m.mlir:1:1): the layout is not that of 8 bytes "
      "for 1 devices");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.permute(device, site, group, ElementType::UI8,
                                 {{0, 1}}, a, b);
      }),
      "collective_permute (op at m.mlir:1:1): device 1 is not in the "
      "group [0]");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.permute(device, site, group, ElementType::UI8,
                                 {{0, 0}, {0, 0}}, a, b);
      }),
      "collective_permute (op at m.mlir:1:1): device 0 is the target of "
      "two pairs");
  EXPECT_EQ(
      check([&](Device &device, Transport &transport, const Group &group) {
        return transport.broadcast(device, site, group, ElementType::UI8, 1, a,
                                   b);
      }),
      "collective_broadcast (op at m.mlir:1:1): the root, device 1, is "
      "not in the group [0]");
  EXPECT_EQ(check([&](Device &device, Transport &transport, const Group &) {
              return transport.send(device, site, 0, ElementType::UI8, a);
            }),
            "device 0 cannot exchange a message with itself");
  EXPECT_EQ(check([&](Device &device, Transport &transport, const Group &) {
              return transport.receive(device, site, 9, ElementType::UI8, a);
            }),
            "there is no device 9 to exchange a message with; there are 2 "
            "devices");
}

TEST(AllToAllLayout, RefusesWhatDoesNotSplit) {
  ArrayType type = llvm::cantFail(ArrayType::get(ElementType::F32, {4, 6}));
  auto message = [&](unsigned split, unsigned concat, unsigned parts) {
    return llvm::toString(
        AllToAllLayout::get(type, split, concat, parts).takeError());
  };
  EXPECT_EQ(message(2, 0, 2), "all_to_all splits dimension 2 and concatenates "
                              "along dimension 0 of tensor<4x6xf32>");
  EXPECT_EQ(message(1, 0, 4), "dimension 1 of tensor<4x6xf32> cannot be split "
                              "into 4 equal parts");
  EXPECT_EQ(message(1, 0, 0), "dimension 1 of tensor<4x6xf32> cannot be split "
                              "into 0 equal parts");
}
