//===- MeshTest.cpp - devices along named axes ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMesh.h"

using namespace weft;

namespace {

TEST(Mesh, CreationSaysWhatIsWrong) {
  auto message = [](llvm::ArrayRef<MeshAxis> axes,
                    llvm::ArrayRef<int64_t> ids = {}) {
    return messageOf(Mesh::create(axes, ids));
  };
  EXPECT_EQ(message({{"", 2}}), "the name of a mesh axis must not be empty");
  EXPECT_EQ(message({{"a", 0}}),
            "axis \"a\" has size 0; it must be at least 1");
  EXPECT_EQ(message({{"a", 1ll << 40}}),
            "axis \"a\" has size 1099511627776; the largest is 2147483647");
  EXPECT_EQ(message({{"a", 2}, {"a", 2}}),
            "the mesh has two axes called \"a\"");
  EXPECT_EQ(message({{"a", 1 << 30}, {"b", 1 << 30}, {"c", 1 << 30}}),
            "the mesh has more than 2^63 devices");
  EXPECT_EQ(message({{"a", 2}, {"b", 2}}, {0, 1, 2}),
            "device_ids lists 3 devices, but the axes of the mesh make 4");
  EXPECT_EQ(message({{"a", 2}}, {0, 2}),
            "device_ids holds 2; the devices are 0 to 1");
  EXPECT_EQ(message({{"a", 2}}, {1, 1}), "device_ids holds device 1 twice");
  EXPECT_EQ(message({}, {1, 2}), "a mesh without axes holds one device, but "
                                 "device_ids lists 2");
  EXPECT_EQ(message({}, {-1}), "device id -1 is negative");
  EXPECT_EQ(message({}), "");
  EXPECT_EQ(message({}, {7}), "");
}

TEST(Mesh, ResolveSaysWhatIsWrong) {
  Mesh mesh =
      llvm::cantFail(Mesh::create({MeshAxis{"a", 8}, MeshAxis{"b", 2}}));
  EXPECT_EQ(messageOf(mesh.resolve("c")),
            "axis \"c\" is not in the mesh; its axes are \"a\", \"b\"");
  EXPECT_EQ(messageOf(Mesh().resolve("c")),
            "axis \"c\" is not in the mesh, which has no axes");
  EXPECT_EQ(messageOf(mesh.resolve("a", 2, 3)),
            "sub-axis \"a\":(2)3 does not fit: 2 * 3 does not divide the size "
            "8 of axis \"a\"");
  EXPECT_EQ(messageOf(mesh.resolve("a", 1, 8)),
            "sub-axis \"a\":(1)8 is the whole axis; write \"a\"");
  EXPECT_EQ(messageOf(mesh.resolve("a", 0, 2)),
            "sub-axis \"a\":(0)2 must have a pre-size of at least 1 and a size "
            "of at least 2");
  EXPECT_NE(messageOf(mesh.resolve("a", INT64_MAX, INT64_MAX)), "");
  EXPECT_EQ(*mesh.resolve("a", 2, 4), (AxisRef{0, 2, 4}));
}

TEST(Mesh, PositionsAndCoordinatesAreInverse) {
  Random random(5);
  for (int i = 0; i != 100; ++i) {
    Mesh mesh = random.mesh();
    std::vector<int64_t> order = random.order(mesh.numDevices());
    Mesh ordered = llvm::cantFail(Mesh::create(mesh.axes(), order));
    for (int64_t p = 0; p != mesh.numDevices(); ++p) {
      EXPECT_EQ(mesh.positionAt(mesh.coordinates(p)), p);
      EXPECT_EQ(mesh.positionOf(mesh.deviceAt(p)), p);
      EXPECT_EQ(ordered.positionOf(ordered.deviceAt(p)), p);
      for (auto [axis, at] : llvm::enumerate(mesh.coordinates(p)))
        EXPECT_EQ(mesh.coordinate(p, mesh.whole(axis)), at);
    }
    EXPECT_EQ(mesh.positionOf(mesh.numDevices()), std::nullopt);
    EXPECT_EQ(ordered.positionOf(-1), std::nullopt);
  }
}

TEST(Mesh, PartsOfAnAxisAreDigitsOfItsCoordinate) {
  Random random(6);
  for (int i = 0; i != 100; ++i) {
    Mesh mesh = random.mesh();
    AxisRef whole = mesh.whole(random.below(mesh.axes().size()));
    int32_t major = random.divisor(whole.size);
    AxisRef parts[] = {whole.prefix(major), whole.suffix(major)};
    for (int64_t p = 0; p != mesh.numDevices(); ++p)
      EXPECT_EQ(mesh.shardIndex(p, parts), mesh.shardIndex(p, whole));
  }
}

TEST(Mesh, ALargeMeshCostsNothing) {
  Mesh mesh = llvm::cantFail(
      Mesh::create({MeshAxis{"a", 1 << 30}, MeshAxis{"b", 1 << 30}}));
  EXPECT_EQ(mesh.numDevices(), 1ll << 60);
  EXPECT_EQ(mesh.coordinate((1ll << 60) - 1, mesh.whole(0)), (1 << 30) - 1);
}

} // namespace
