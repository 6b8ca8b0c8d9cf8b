//===- HloShardingConverter.cpp - XLA's tiles as axes of meshes -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HloShardingConverter.h"

#include "weft/Dialect/Sdy/IR/SdyOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;
using namespace weft::sdy;

/// A mesh with an explicit order lists all its devices; no one writes larger
/// ones by hand, and a hostile `[3,2,...]<=[...]` should not fill the memory.
static constexpr int64_t kMaxListedDevices = 1 << 20;

//===----------------------------------------------------------------------===//
// Finding meshes
//===----------------------------------------------------------------------===//

llvm::Error HloShardingConverter::add(StringAttr text) {
  auto [it, isNew] = entries.insert({text, Entry()});
  if (!isNew)
    return llvm::Error::success();
  llvm::Expected<HloSharding> sharding = HloSharding::parse(text.getValue());
  if (!sharding)
    return sharding.takeError();
  it->second.sharding = *sharding;
  findMeshes(it->second);
  return llvm::Error::success();
}

/// For the string itself, or for each element of a tuple.
void HloShardingConverter::findMeshes(Entry &entry) {
  if (entry.sharding.kind == HloSharding::Kind::Tiled)
    findMesh(entry);
  for (const HloSharding &element : entry.sharding.elements) {
    entry.elements.push_back({element, std::nullopt, {}, {}});
    findMeshes(entry.elements.back());
  }
}

void HloShardingConverter::findMesh(Entry &entry) {
  const HloSharding &sharding = entry.sharding;
  int64_t numDevices = sharding.numDevices();
  if (std::optional<TileStretches> stretches = explainTile(sharding)) {
    entry.stretches = *stretches;
    entry.mesh = addToMesh(numDevices, {}, entry.stretches);
    return;
  }
  if (numDevices > kMaxListedDevices)
    return;
  entry.stretches = explainTileByItself(sharding);
  entry.mesh = addToMesh(numDevices, listDevices(sharding), entry.stretches);
}

/// The first mesh with these devices into which the cuts fit; a new one if
/// there is none.
size_t HloShardingConverter::addToMesh(int64_t numDevices,
                                       ArrayRef<int64_t> deviceIds,
                                       const TileStretches &stretches) {
  for (auto [i, mesh] : llvm::enumerate(meshes))
    if (mesh.numDevices == numDevices &&
        ArrayRef<int64_t>(mesh.deviceIds) == deviceIds &&
        mesh.cuts.add(stretches))
      return i;
  meshes.push_back({AxisCuts(numDevices),
                    numDevices,
                    SmallVector<int64_t, 0>(deviceIds),
                    FlatSymbolRefAttr(),
                    {}});
  meshes.back().cuts.add(stretches);
  return meshes.size() - 1;
}

//===----------------------------------------------------------------------===//
// Declaring meshes
//===----------------------------------------------------------------------===//

int64_t HloShardingConverter::getNumPartitions() {
  auto count = module->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
  if (!count || !count.getValue().isSignedIntN(31))
    return 1;
  return std::max<int64_t>(count.getValue().getSExtValue(), 1);
}

/// After the meshes that the module has; `name` gets a number if it is taken.
FlatSymbolRefAttr HloShardingConverter::declare(StringRef name,
                                                ArrayRef<MeshAxisAttr> axes,
                                                ArrayRef<int64_t> deviceIds) {
  std::string unique = name.str();
  for (unsigned i = 0; module.lookupSymbol(unique); ++i)
    unique = (name + "_" + Twine(i)).str();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (auto mesh : module.getOps<MeshOp>())
    builder.setInsertionPointAfter(mesh);
  MeshOp::create(builder, module.getLoc(), unique,
                 sdy::MeshAttr::get(context, axes, deviceIds));
  return FlatSymbolRefAttr::get(context, unique);
}

void HloShardingConverter::declareMeshes() {
  // Something for strings that name no devices to be replicated over.
  if (meshes.empty())
    meshes.push_back(
        {AxisCuts(getNumPartitions()), getNumPartitions(), {}, {}, {}});
  for (FoundMesh &mesh : meshes) {
    SmallVector<MeshAxisAttr> axes;
    for (auto [i, size] : llvm::enumerate(mesh.cuts.axisSizes())) {
      mesh.axisNames.push_back("axis_" + std::to_string(i));
      axes.push_back(MeshAxisAttr::get(context, mesh.axisNames.back(), size));
    }
    mesh.symbol = declare("mesh", axes, mesh.deviceIds);
  }
}

FlatSymbolRefAttr HloShardingConverter::getMaximalMesh(int64_t device) {
  FlatSymbolRefAttr &symbol = maximalMeshes[device];
  if (!symbol)
    symbol = declare(("maximal_mesh_" + Twine(device)).str(), {}, {device});
  return symbol;
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

void HloShardingConverter::appendAxes(const FoundMesh &mesh,
                                      ArrayRef<Stretch> stretches,
                                      SmallVectorImpl<sdy::AxisRefAttr> &axes) {
  for (Stretch stretch : stretches) {
    auto [first, count] = mesh.cuts.axesOf(stretch);
    for (size_t i = first; i < first + count; ++i)
      axes.push_back(sdy::AxisRefAttr::get(context, mesh.axisNames[i], {}));
  }
}

/// The stretches of the last tile dimensions with this meaning, in the order of
/// the mesh.
SmallVector<Stretch>
HloShardingConverter::getSubgroup(const Entry &entry,
                                  HloSharding::Subgroup subgroup) {
  SmallVector<Stretch> result;
  for (auto [i, kind] : llvm::enumerate(entry.sharding.subgroups))
    if (kind == subgroup)
      llvm::append_range(result, entry.stretches[entry.sharding.rank() + i]);
  llvm::sort(result, [](Stretch a, Stretch b) { return a.begin < b.begin; });
  return result;
}

/// A sharding with the same entry for each dimension.
TensorShardingAttr HloShardingConverter::getUniform(int64_t rank,
                                                    bool isClosed) {
  auto dim = DimensionShardingAttr::get(context, {}, isClosed, std::nullopt);
  return TensorShardingAttr::get(context, meshes.front().symbol,
                                 SmallVector<DimensionShardingAttr>(rank, dim),
                                 {}, {}, ReductionKind::Sum);
}

TensorShardingAttr HloShardingConverter::getTiled(const Entry &entry) {
  const FoundMesh &mesh = meshes[*entry.mesh];
  SmallVector<DimensionShardingAttr> dims;
  for (size_t i = 0; i < entry.sharding.rank(); ++i) {
    SmallVector<sdy::AxisRefAttr, 2> axes;
    appendAxes(mesh, entry.stretches[i], axes);
    dims.push_back(
        DimensionShardingAttr::get(context, axes, true, std::nullopt));
  }
  SmallVector<sdy::AxisRefAttr, 2> unreduced;
  appendAxes(mesh, getSubgroup(entry, HloSharding::Subgroup::Unreduced),
             unreduced);
  return TensorShardingAttr::get(context, mesh.symbol, dims, {}, unreduced,
                                 ReductionKind::Sum);
}

static llvm::Error noEquivalent(const Twine &reason) {
  return llvm::createStringError(reason);
}

llvm::Expected<TensorShardingAttr>
HloShardingConverter::getSharding(const Entry &entry, Type type) {
  const HloSharding &sharding = entry.sharding;
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !shaped.hasRank())
    return noEquivalent("the value has no rank");
  int64_t rank = shaped ? shaped.getRank() : 0;
  if (sharding.isShardGroup)
    return noEquivalent("groups are not part of a sharding");
  switch (sharding.kind) {
  case HloSharding::Kind::Replicated:
    return getUniform(rank, /*isClosed=*/true);
  case HloSharding::Kind::Unknown:
    return getUniform(rank, /*isClosed=*/false);
  case HloSharding::Kind::Maximal:
    return TensorShardingAttr::get(context, getMaximalMesh(sharding.device), {},
                                   {}, {}, ReductionKind::Sum);
  case HloSharding::Kind::Manual:
    return noEquivalent("only values of a manual computation are manual");
  case HloSharding::Kind::Unreduced:
    return noEquivalent(
        "it does not say over which axes the value is unreduced");
  case HloSharding::Kind::Tuple:
    return noEquivalent("it is a tuple, but the value is not");
  case HloSharding::Kind::Tiled:
    break;
  }
  if (llvm::is_contained(sharding.subgroups, HloSharding::Subgroup::Manual))
    return noEquivalent("only values of a manual computation are manual");
  if (static_cast<int64_t>(sharding.rank()) != rank)
    return noEquivalent("it splits " + Twine(sharding.rank()) +
                        " dimensions, but the value has rank " + Twine(rank));
  if (!entry.mesh)
    return noEquivalent("no axes explain the order of its " +
                        Twine(sharding.numDevices()) + " devices");
  return getTiled(entry);
}

llvm::Expected<TensorShardingAttr>
HloShardingConverter::getSharding(StringAttr text, Type type) {
  return getSharding(entries.find(text)->second, type);
}

llvm::Expected<TensorShardingPerValueAttr>
HloShardingConverter::getShardings(StringAttr text, TypeRange types) {
  const Entry &entry = entries.find(text)->second;
  bool isTuple = entry.sharding.kind == HloSharding::Kind::Tuple;
  if (isTuple && entry.elements.size() != types.size())
    return noEquivalent("it has " + Twine(entry.elements.size()) +
                        " elements, but the op has " + Twine(types.size()) +
                        " results");
  SmallVector<TensorShardingAttr> shardings;
  for (auto [i, type] : llvm::enumerate(types)) {
    llvm::Expected<TensorShardingAttr> sharding =
        getSharding(isTuple ? entry.elements[i] : entry, type);
    if (!sharding)
      return sharding.takeError();
    shardings.push_back(*sharding);
  }
  return TensorShardingPerValueAttr::get(context, shardings);
}

ManualAxesAttr HloShardingConverter::getManualAxes(StringAttr text,
                                                   Attribute meshRef) {
  const Entry &entry = entries.find(text)->second;
  SmallVector<sdy::AxisRefAttr> axes;
  for (auto [i, mesh] : llvm::enumerate(meshes)) {
    if (mesh.symbol != meshRef)
      continue;
    if (entry.sharding.kind == HloSharding::Kind::Manual && mesh.numDevices > 1)
      appendAxes(mesh, Stretch{1, mesh.numDevices}, axes);
    else if (entry.mesh == i)
      appendAxes(mesh, getSubgroup(entry, HloSharding::Subgroup::Manual), axes);
  }
  if (axes.empty())
    return {};
  return ManualAxesAttr::get(
      context, llvm::map_to_vector(axes, [&](sdy::AxisRefAttr axis) {
        return StringAttr::get(context, axis.getName());
      }));
}
