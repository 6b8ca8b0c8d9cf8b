//===- HloShardings.cpp - mhlo.sharding strings to sdy ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strings name devices, not axes, so axes have to be found that explain
// them all (see DeviceAxes.h): first every string of the module is read and its
// cuts are added to a mesh, then the meshes are declared and the shardings are
// written. Each distinct string is read once.
//
//===----------------------------------------------------------------------===//

#include "CustomCalls.h"
#include "ImportPhases.h"
#include "weft/Conversion/SdyToWeft/DeviceAxes.h"

#include "weft/Dialect/Sdy/IR/MeshLookup.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::sdy;

static constexpr StringLiteral kHloSharding = "mhlo.sharding";

/// A mesh with an explicit order lists all its devices; no one writes larger
/// ones by hand, and a hostile `[3,2,...]<=[...]` should not fill the memory.
static constexpr int64_t kMaxListedDevices = 1 << 20;

namespace {

/// A mesh that is being found.
struct FoundMesh {
  AxisCuts cuts;
  int64_t numDevices;
  SmallVector<int64_t, 0> deviceIds; // empty: in order
  FlatSymbolRefAttr symbol;          // once declared
  SmallVector<std::string> axisNames;
};

/// A string of the module and what became of it.
struct Entry {
  HloSharding sharding;
  // If tiled: which mesh, and the stretches on it.
  std::optional<size_t> mesh;
  TileStretches stretches;
  std::vector<Entry> elements; // if a tuple
};

class Importer {
public:
  explicit Importer(ModuleOp module)
      : module(module), context(module.getContext()) {}

  LogicalResult run() {
    if (failed(collect()))
      return failure();
    if (entries.empty())
      return success();
    declareMeshes();
    for (const Site &site : sites)
      if (failed(rewrite(site)))
        return failure();
    return success();
  }

private:
  /// A place where a string was found.
  struct Site {
    enum Kind { OnOp, OnArgument, OnResult } kind;
    Operation *op;
    unsigned index;
    StringAttr text;
  };

  ModuleOp module;
  MLIRContext *context;
  llvm::MapVector<StringAttr, Entry> entries;
  SmallVector<Site> sites;
  SmallVector<FoundMesh> meshes;
  DenseMap<int64_t, FlatSymbolRefAttr> maximalMeshes;

  //===--------------------------------------------------------------------===//
  // Finding
  //===--------------------------------------------------------------------===//

  LogicalResult collect() {
    WalkResult result = module.walk([&](Operation *op) -> WalkResult {
      if (Attribute text = op->getDiscardableAttr(kHloSharding))
        if (failed(add(Site::OnOp, op, 0, text)))
          return WalkResult::interrupt();
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (!function)
        return WalkResult::advance();
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (Attribute text = function.getArgAttr(i, kHloSharding))
          if (failed(add(Site::OnArgument, op, i, text)))
            return WalkResult::interrupt();
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        if (Attribute text = function.getResultAttr(i, kHloSharding))
          if (failed(add(Site::OnResult, op, i, text)))
            return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult add(Site::Kind kind, Operation *op, unsigned index,
                    Attribute value) {
    auto text = dyn_cast<StringAttr>(value);
    if (!text)
      return op->emitError("'mhlo.sharding' must be a string, found ") << value;
    sites.push_back({kind, op, index, text});
    auto [it, isNew] = entries.insert({text, Entry()});
    if (!isNew)
      return success();
    llvm::Expected<HloSharding> sharding = HloSharding::parse(text.getValue());
    if (!sharding)
      return op->emitError("cannot read 'mhlo.sharding' = ")
             << text << ": " << llvm::toString(sharding.takeError());
    it->second.sharding = *sharding;
    findMeshes(it->second);
    return success();
  }

  /// Finds meshes for a string, or for each element of a tuple.
  void findMeshes(Entry &entry) {
    if (entry.sharding.kind == HloSharding::Kind::Tiled)
      findMesh(entry);
    for (const HloSharding &element : entry.sharding.elements) {
      entry.elements.push_back({element, std::nullopt, {}, {}});
      findMeshes(entry.elements.back());
    }
  }

  void findMesh(Entry &entry) {
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
  size_t addToMesh(int64_t numDevices, ArrayRef<int64_t> deviceIds,
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

  //===--------------------------------------------------------------------===//
  // Declaring
  //===--------------------------------------------------------------------===//

  /// `name`, or with a number if the module has it already.
  std::string uniqueName(StringRef name) {
    std::string result = name.str();
    for (unsigned i = 0; module.lookupSymbol(result); ++i)
      result = (name + "_" + Twine(i)).str();
    return result;
  }

  FlatSymbolRefAttr declare(StringRef name, ArrayRef<MeshAxisAttr> axes,
                            ArrayRef<int64_t> deviceIds) {
    std::string unique = uniqueName(name);
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    for (Operation &op : *module.getBody())
      if (isa<MeshOp>(op))
        builder.setInsertionPointAfter(&op);
    MeshOp::create(builder, module.getLoc(), unique,
                   sdy::MeshAttr::get(context, axes, deviceIds));
    return FlatSymbolRefAttr::get(context, unique);
  }

  void declareMeshes() {
    // Something for strings that name no devices to be replicated over.
    if (meshes.empty())
      meshes.push_back(
          {AxisCuts(numPartitions()), numPartitions(), {}, {}, {}});
    for (FoundMesh &mesh : meshes) {
      SmallVector<MeshAxisAttr> axes;
      for (auto [i, size] : llvm::enumerate(mesh.cuts.axisSizes())) {
        mesh.axisNames.push_back("axis_" + std::to_string(i));
        axes.push_back(MeshAxisAttr::get(context, mesh.axisNames.back(), size));
      }
      // A mesh of one device has no cuts; it still needs an axis to differ from
      // the empty mesh only if a tile names it, and then nothing is split.
      mesh.symbol = declare("mesh", axes, mesh.deviceIds);
    }
  }

  int64_t numPartitions() {
    auto count = module->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
    if (!count || !count.getValue().isSignedIntN(31))
      return 1;
    return std::max<int64_t>(count.getValue().getSExtValue(), 1);
  }

  FlatSymbolRefAttr getMaximalMesh(int64_t device) {
    FlatSymbolRefAttr &symbol = maximalMeshes[device];
    if (!symbol)
      symbol = declare(("maximal_mesh_" + Twine(device)).str(), {}, {device});
    return symbol;
  }

  //===--------------------------------------------------------------------===//
  // Writing
  //===--------------------------------------------------------------------===//

  void appendAxes(const FoundMesh &mesh, ArrayRef<Stretch> stretches,
                  SmallVectorImpl<sdy::AxisRefAttr> &axes) {
    for (Stretch stretch : stretches) {
      auto [first, count] = mesh.cuts.axesOf(stretch);
      for (size_t i = first; i < first + count; ++i)
        axes.push_back(sdy::AxisRefAttr::get(context, mesh.axisNames[i], {}));
    }
  }

  /// A sharding with the same entry for each dimension.
  TensorShardingAttr uniform(int64_t rank, bool isClosed) {
    auto dim = DimensionShardingAttr::get(context, {}, isClosed, std::nullopt);
    return TensorShardingAttr::get(
        context, meshes.front().symbol,
        SmallVector<DimensionShardingAttr>(rank, dim), {}, {},
        ReductionKind::Sum);
  }

  TensorShardingAttr tiled(const Entry &entry) {
    const FoundMesh &mesh = meshes[*entry.mesh];
    SmallVector<DimensionShardingAttr> dims;
    size_t rank = entry.sharding.rank();
    for (size_t i = 0; i < rank; ++i) {
      SmallVector<sdy::AxisRefAttr, 2> axes;
      appendAxes(mesh, entry.stretches[i], axes);
      dims.push_back(
          DimensionShardingAttr::get(context, axes, true, std::nullopt));
    }
    SmallVector<Stretch> unreduced;
    for (auto [i, subgroup] : llvm::enumerate(entry.sharding.subgroups))
      if (subgroup == HloSharding::Subgroup::Unreduced)
        llvm::append_range(unreduced, entry.stretches[rank + i]);
    llvm::sort(unreduced,
               [](Stretch a, Stretch b) { return a.begin < b.begin; });
    SmallVector<sdy::AxisRefAttr, 2> unreducedAxes;
    appendAxes(mesh, unreduced, unreducedAxes);
    return TensorShardingAttr::get(context, mesh.symbol, dims, {},
                                   unreducedAxes, ReductionKind::Sum);
  }

  /// The sharding of a value of type `type`, or why there is none.
  llvm::Expected<TensorShardingAttr> getSharding(const Entry &entry,
                                                 Type type) {
    const HloSharding &sharding = entry.sharding;
    auto none = [](const Twine &reason) -> llvm::Error {
      return llvm::createStringError(reason);
    };
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && !shaped.hasRank())
      return none("the value has no rank");
    int64_t rank = shaped ? shaped.getRank() : 0;
    if (sharding.isShardGroup)
      return none("groups are not part of a sharding");
    switch (sharding.kind) {
    case HloSharding::Kind::Replicated:
      return uniform(rank, /*isClosed=*/true);
    case HloSharding::Kind::Unknown:
      return uniform(rank, /*isClosed=*/false);
    case HloSharding::Kind::Maximal:
      return TensorShardingAttr::get(context, getMaximalMesh(sharding.device),
                                     {}, {}, {}, ReductionKind::Sum);
    case HloSharding::Kind::Manual:
      return none("only values of a manual computation are manual");
    case HloSharding::Kind::Unreduced:
      return none("it does not say over which axes the value is unreduced");
    case HloSharding::Kind::Tuple:
      return none("it is a tuple, but the value is not");
    case HloSharding::Kind::Tiled:
      break;
    }
    if (llvm::is_contained(sharding.subgroups, HloSharding::Subgroup::Manual))
      return none("only values of a manual computation are manual");
    if (static_cast<int64_t>(sharding.rank()) != rank)
      return none("it splits " + Twine(sharding.rank()) +
                  " dimensions, but the value has rank " + Twine(rank));
    if (!entry.mesh)
      return none("no axes explain the order of its " +
                  Twine(sharding.numDevices()) + " devices");
    return tiled(entry);
  }

  /// Says that a string stays, and why.
  void warn(const Site &site, llvm::Error reason) {
    site.op->emitWarning("'mhlo.sharding' = ")
        << site.text << " has no equivalent and stays: "
        << llvm::toString(std::move(reason));
  }

  LogicalResult rewrite(const Site &site) {
    if (site.kind == Site::OnOp)
      return rewriteOp(site);
    auto function = cast<FunctionOpInterface>(site.op);
    bool isArgument = site.kind == Site::OnArgument;
    Type type = isArgument ? function.getArgumentTypes()[site.index]
                           : function.getResultTypes()[site.index];
    auto name = StringAttr::get(context, kHloSharding);
    // Where both are written the newer form counts; it may say more.
    bool isKnown =
        isArgument
            ? function.getArgAttr(site.index, kShardingAttrName) != nullptr
            : function.getResultAttr(site.index, kShardingAttrName) != nullptr;
    if (isKnown)
      return success();
    llvm::Expected<TensorShardingAttr> sharding =
        getSharding(entries.find(site.text)->second, type);
    if (!sharding) {
      warn(site, sharding.takeError());
    } else if (isArgument) {
      function.removeArgAttr(site.index, name);
      function.setArgAttr(site.index, kShardingAttrName, *sharding);
    } else {
      function.removeResultAttr(site.index, name);
      function.setResultAttr(site.index, kShardingAttrName, *sharding);
    }
    return success();
  }

  /// One sharding for each result.
  llvm::Expected<TensorShardingPerValueAttr> getShardings(const Site &site) {
    Operation *op = site.op;
    const Entry &entry = entries.find(site.text)->second;
    // A string that is not a tuple holds for all results.
    bool isTuple = entry.sharding.kind == HloSharding::Kind::Tuple;
    size_t count =
        isTuple ? entry.elements.size() : std::max(op->getNumResults(), 1u);
    if (op->getNumResults() && count != op->getNumResults())
      return llvm::createStringError("it has " + Twine(count) +
                                     " elements, but the op has " +
                                     Twine(op->getNumResults()) + " results");
    SmallVector<TensorShardingAttr> shardings;
    for (size_t i = 0; i < count; ++i) {
      Type type = i < op->getNumResults() ? op->getResult(i).getType()
                                          : Type(NoneType::get(context));
      llvm::Expected<TensorShardingAttr> sharding =
          getSharding(isTuple ? entry.elements[i] : entry, type);
      if (!sharding)
        return sharding.takeError();
      shardings.push_back(*sharding);
    }
    return TensorShardingPerValueAttr::get(context, shardings);
  }

  LogicalResult rewriteOp(const Site &site) {
    Operation *op = site.op;
    if (op->hasAttr(kShardingAttrName))
      return success();
    llvm::Expected<TensorShardingPerValueAttr> shardings = getShardings(site);
    if (!shardings) {
      warn(site, shardings.takeError());
      return success();
    }
    if (getCustomCallTarget(op) == "Sharding") {
      if (failed(verifyIdentityCall(op)))
        return failure();
      FailureOr<TensorShardingAttr> sharding =
          openUnspecified(op, (*shardings).getShardings().front());
      if (failed(sharding))
        return failure();
      replaceByConstraint(op, *sharding);
      return success();
    }
    op->removeDiscardableAttr(kHloSharding);
    op->setDiscardableAttr(kShardingAttrName, *shardings);
    return success();
  }

  /// `backend_config = "unspecified_dims=[0,1]"` of a constraint: these
  /// dimensions are for propagation to choose.
  FailureOr<TensorShardingAttr> openUnspecified(Operation *op,
                                                TensorShardingAttr sharding) {
    auto config = op->getAttrOfType<StringAttr>("backend_config");
    if (!config || config.getValue().empty())
      return sharding;
    StringRef list = config.getValue();
    SmallVector<StringRef> numbers;
    if (!list.consume_front("unspecified_dims=[") || !list.consume_back("]"))
      return op->emitError("cannot read the 'backend_config' ")
             << config << " of @Sharding; expected unspecified_dims=[...]";
    list.split(numbers, ',');
    SmallVector<DimensionShardingAttr> dims(sharding.getDimShardings());
    for (StringRef number : numbers) {
      size_t dim;
      if (number.trim().getAsInteger(10, dim) || dim >= dims.size())
        return op->emitError("'backend_config' ")
               << config << " of @Sharding names dimension '" << number
               << "', but the tensor has rank " << dims.size();
      dims[dim] = DimensionShardingAttr::get(context, dims[dim].getAxes(),
                                             /*isClosed=*/false, std::nullopt);
    }
    return TensorShardingAttr::get(
        context, sharding.getMeshOrRef(), dims, sharding.getReplicatedAxes(),
        sharding.getUnreducedAxes(), sharding.getReductionKind());
  }
};

} // namespace

LogicalResult weft::importHloShardings(ModuleOp module) {
  return Importer(module).run();
}
