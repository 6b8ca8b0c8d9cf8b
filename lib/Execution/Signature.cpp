//===- Signature.cpp - what goes in and comes out ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/Signature.h"

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Reference/Program.h"
#include "weft/Runtime/Machine.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace weft;
using namespace weft::execution;

bool weft::execution::isLocal(FunctionOpInterface function) {
  return function->hasAttr("weft.local");
}

namespace {
/// Reads the ports of one function.
class SignatureReader {
public:
  explicit SignatureReader(FunctionOpInterface function) : function(function) {}

  FailureOr<Signature> read();

private:
  FailureOr<Port> readPort(const Twine &name, Location location, Type type,
                           DictionaryAttr attributes);
  FailureOr<Placement> readPlacement(const Twine &name, Location location,
                                     ArrayType local,
                                     DictionaryAttr attributes);
  LogicalResult readRange(const Twine &name, Location location,
                          DictionaryAttr attributes, RandomRange &range);
  LogicalResult noteMesh(const MeshBinding &binding);
  LogicalResult countDevices(Signature &signature);

  FunctionOpInterface function;
  bool local = false;
  SymbolTableCollection tables;
  std::optional<int64_t> meshDevices;
};
} // namespace

static int64_t getCount(FunctionOpInterface function, StringRef name) {
  auto module = function->getParentOfType<ModuleOp>();
  auto count = module ? module->getAttrOfType<IntegerAttr>(name) : nullptr;
  return count && count.getInt() > 0 ? count.getInt() : 1;
}

LogicalResult SignatureReader::noteMesh(const MeshBinding &binding) {
  Mesh mesh = toMesh(binding.mesh);
  if (mesh.isMaximal())
    return success();
  if (meshDevices && *meshDevices != mesh.numDevices())
    return binding.note(function.emitError()
                        << "a per-shard program runs on one set of devices, "
                           "but its meshes have "
                        << *meshDevices << " and " << mesh.numDevices());
  meshDevices = mesh.numDevices();
  return success();
}

FailureOr<Placement> SignatureReader::readPlacement(const Twine &name,
                                                    Location location,
                                                    ArrayType local,
                                                    DictionaryAttr attributes) {
  auto sharding =
      attributes ? attributes.getAs<ShardingAttr>("weft.sharding") : nullptr;
  if (!this->local || !sharding)
    return Placement::replicated(std::move(local));
  MeshBinding binding = lookupMesh(function, sharding.getMesh(), &tables);
  if (!binding)
    return emitError(location)
           << name << " has a sharding over a mesh that the file does not have";
  if (failed(noteMesh(binding)))
    return failure();
  ArrayType whole = local;
  auto wholeType = attributes.getAs<TypeAttr>("weft.whole");
  if (wholeType) {
    auto type = reference::toArrayType(wholeType.getValue());
    if (!type)
      return emitError(location)
             << name << ": 'weft.whole': " << llvm::toString(type.takeError());
    whole = *type;
  }
  Mesh mesh = toMesh(binding.mesh);
  llvm::Expected<Sharding> value = toSharding(mesh, sharding);
  if (!value)
    return emitError(location)
           << name << ": " << llvm::toString(value.takeError());
  auto placement = Placement::get(std::move(whole), std::move(local),
                                  std::move(mesh), std::move(*value));
  if (placement)
    return std::move(*placement);
  InFlightDiagnostic diagnostic = emitError(location)
                                  << name << ": "
                                  << llvm::toString(placement.takeError());
  if (!wholeType)
    diagnostic.attachNote()
        << "state the type of all shards together as 'weft.whole'";
  return diagnostic;
}

LogicalResult SignatureReader::readRange(const Twine &name, Location location,
                                         DictionaryAttr attributes,
                                         RandomRange &range) {
  Attribute stated = attributes ? attributes.get("weft.range") : nullptr;
  if (!stated)
    return success();
  auto bounds = dyn_cast<DenseF64ArrayAttr>(stated);
  if (!bounds || bounds.size() != 2 || !(bounds[0] < bounds[1]))
    return emitError(location)
           << name
           << ": 'weft.range' needs two numbers, the smaller one first, as in "
              "array<f64: 0.5, 2.0>, not "
           << stated;
  range = {bounds[0], bounds[1]};
  return success();
}

FailureOr<Port> SignatureReader::readPort(const Twine &name, Location location,
                                          Type type,
                                          DictionaryAttr attributes) {
  if (isa<stablehlo::TokenType>(type))
    return Port();
  auto array = reference::toArrayType(type);
  if (!array)
    return emitError(location)
           << name << ": " << llvm::toString(array.takeError());
  RandomRange range = RandomRange::getDefault(array->getElementType());
  if (failed(readRange(name, location, attributes, range)))
    return failure();
  FailureOr<Placement> placement =
      readPlacement(name, location, std::move(*array), attributes);
  if (failed(placement))
    return failure();
  return Port{std::move(*placement), range};
}

LogicalResult SignatureReader::countDevices(Signature &signature) {
  if (!signature.isLocal)
    return success();
  if (!meshDevices)
    if (MeshBinding implied = lookupImpliedMesh(function))
      if (failed(noteMesh(implied)))
        return failure();
  const int64_t replicas = getCount(function, "mhlo.num_replicas");
  const int64_t partitions = getCount(function, "mhlo.num_partitions");
  const int64_t stated = replicas * partitions;
  if (meshDevices && stated != 1 && *meshDevices != stated)
    return function.emitError()
           << "the mesh has " << *meshDevices
           << " devices, but mhlo.num_replicas x mhlo.num_partitions is "
           << replicas << " x " << partitions;
  const int64_t count = meshDevices.value_or(stated);
  if (count > runtime::Machine::maxDevices)
    return function.emitError()
           << "the program is for " << count << " devices; at most "
           << runtime::Machine::maxDevices << " can be simulated";
  signature.numDevices = count;
  return success();
}

FailureOr<Signature> SignatureReader::read() {
  Signature signature;
  signature.isLocal = local = isLocal(function);
  if (function.isExternal()) {
    function.emitError() << "the function has no body to run";
    return failure();
  }
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    FailureOr<Port> port =
        readPort("argument " + Twine(i), argument.getLoc(), argument.getType(),
                 function_interface_impl::getArgAttrDict(function, i));
    if (failed(port))
      return failure();
    signature.arguments.push_back(std::move(*port));
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    FailureOr<Port> port =
        readPort("result " + Twine(i), function.getLoc(), type,
                 function_interface_impl::getResultAttrDict(function, i));
    if (failed(port))
      return failure();
    signature.results.push_back(std::move(*port));
  }
  if (failed(countDevices(signature)))
    return failure();
  return signature;
}

FailureOr<Signature> Signature::get(FunctionOpInterface function) {
  return SignatureReader(function).read();
}
