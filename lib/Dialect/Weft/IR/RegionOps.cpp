//===- RegionOps.cpp - regions with their own view of devices ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/RegionOps.h"
#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/OpSyntax.h"
#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Dialect/Weft/IR/WeftDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace weft;

/// Checks the numbers of block arguments and returned values.
static LogicalResult verifySignature(Operation *op) {
  Block &body = op->getRegion(0).front();
  if (body.getNumArguments() != op->getNumOperands())
    return op->emitOpError()
           << "has " << op->getNumOperands() << " operands, but its region has "
           << body.getNumArguments() << " arguments";
  auto terminator = dyn_cast<ReturnOp>(body.back());
  if (!terminator)
    return op->emitOpError() << "region must end in 'weft.return', not in '"
                             << body.back().getName() << "'";
  if (terminator.getNumOperands() != op->getNumResults())
    return terminator.emitOpError()
           << "returns " << terminator.getNumOperands()
           << " values, but the enclosing '" << op->getName() << "' has "
           << op->getNumResults() << " results";
  return success();
}

//===----------------------------------------------------------------------===//
// ManualOp
//===----------------------------------------------------------------------===//

Attribute ManualOp::getMeshRef() {
  if (Attribute mesh = getMeshAttr())
    return mesh;
  for (ShardingsAttr shardings : {getInShardings(), getOutShardings()})
    if (shardings.size() != 0)
      return shardings[0].getMesh();
  return {};
}

/// The entry for a result, which an op that is not verified yet may lack.
static ShardingAttr entryOf(ShardingsAttr shardings, unsigned number) {
  return shardings && number < shardings.size() ? shardings[number]
                                                : ShardingAttr();
}

ShardingAttr ManualOp::getResultSharding(unsigned number) {
  return entryOf(getOutShardings(), number);
}

LogicalResult ManualOp::verifyRegions() { return verifySignature(*this); }

namespace {

/// Checks a manual op once its mesh is known.
class ManualVerifier {
public:
  ManualVerifier(ManualOp op, MeshBinding binding)
      : op(op), binding(binding), mesh(toMesh(binding.mesh)) {}

  LogicalResult verifyAxes();
  /// The types inside against the types outside. `what` is "operand" or
  /// "result", `inside` says how the local values are called.
  LogicalResult verifyTypes(ShardingsAttr shardings, TypeRange whole,
                            TypeRange local, StringRef what, StringRef inside);

private:
  LogicalResult report(const Twine &message) {
    return binding.note(op.emitOpError(message));
  }
  LogicalResult verifyNesting(AxisRef axis);
  FailureOr<Type> localType(Type whole, ShardingAttr sharding,
                            const Twine &what);
  FailureOr<int64_t> manualShards(const AxisList &axes, const Twine &where);

  ManualOp op;
  MeshBinding binding;
  Mesh mesh;
  AxisList manual;
};

} // namespace

LogicalResult ManualVerifier::verifyNesting(AxisRef axis) {
  StringRef name = mesh.axes()[axis.axis].name;
  for (auto outer = op->getParentOfType<ManualOp>(); outer;
       outer = outer->getParentOfType<ManualOp>())
    for (AxisRefAttr other : outer.getManualAxes())
      if (other.getName() == name) {
        InFlightDiagnostic diagnostic =
            op.emitOpError() << "axis \"" << name << "\" is already manual";
        diagnostic.attachNote(outer.getLoc())
            << "the enclosing manual region is here";
        return diagnostic;
      }
  return success();
}

LogicalResult ManualVerifier::verifyAxes() {
  llvm::Expected<AxisList> axes =
      toAxisList(mesh, op.getManualAxes().getAxes());
  if (!axes)
    return report(llvm::toString(axes.takeError()));
  manual = *axes;
  for (AxisRef axis : manual) {
    if (!mesh.isWhole(axis))
      return report("manual axes are whole, but " + mesh.toString(axis) +
                    " is a part of one");
    if (failed(verifyNesting(axis)))
      return failure();
  }
  return success();
}

/// How many shards the manual axes at the front of a dimension make.
FailureOr<int64_t> ManualVerifier::manualShards(const AxisList &axes,
                                                const Twine &where) {
  int64_t count = 1;
  bool sawOther = false;
  for (AxisRef axis : axes) {
    if (!manual.overlaps(axis)) {
      sawOther = true;
      continue;
    }
    if (!mesh.isWhole(axis))
      return report(where + " uses the part " + mesh.toString(axis) +
                    " of a manual axis");
    if (sawOther)
      return report(where + " is split over " + mesh.toString(axes) +
                    "; the manual axis " + mesh.toString(axis) +
                    " must come first");
    count *= axis.size;
  }
  return count;
}

FailureOr<Type> ManualVerifier::localType(Type whole, ShardingAttr sharding,
                                          const Twine &what) {
  auto tensor = dyn_cast<RankedTensorType>(whole);
  if (!tensor)
    return whole;
  llvm::Expected<Sharding> value = toSharding(mesh, sharding);
  if (!value)
    return report(what + ": " + llvm::toString(value.takeError()));
  SmallVector<int64_t> shape(tensor.getShape());
  for (auto [i, dim] : llvm::enumerate(value->dims)) {
    FailureOr<int64_t> count =
        manualShards(dim.axes, what + ": dimension " + Twine(i));
    if (failed(count))
      return failure();
    if (ShapedType::isDynamic(shape[i]))
      continue;
    if (shape[i] % *count != 0)
      return report(what + ": dimension " + Twine(i) + " has size " +
                    Twine(shape[i]) + ", which the " + Twine(*count) +
                    " shards of the manual axes do not divide");
    shape[i] /= *count;
  }
  return Type(tensor.clone(shape));
}

LogicalResult ManualVerifier::verifyTypes(ShardingsAttr shardings,
                                          TypeRange whole, TypeRange local,
                                          StringRef what, StringRef inside) {
  for (auto [i, sharding, outer, inner] :
       llvm::enumerate(shardings, whole, local)) {
    FailureOr<Type> expected =
        localType(outer, sharding, what + " " + Twine(i));
    if (failed(expected))
      return failure();
    if (inner != *expected)
      return binding.note(op.emitOpError()
                          << inside << " " << i << " has type " << inner
                          << ", but the shard of " << what << " " << i
                          << " has type " << *expected);
  }
  return success();
}

LogicalResult ManualOp::verifySymbolUses(SymbolTableCollection &tables) {
  Attribute meshRef = getMeshRef();
  if (!meshRef)
    return emitOpError()
           << "has no shardings that say which mesh its axes belong to; write "
              "the mesh before the axes";
  MeshBinding binding = lookupMesh(*this, meshRef, &tables);
  if (!binding)
    return emitOpError() << "mesh " << meshRef << " is not declared";

  if (failed(verifyShardings(*this, getInShardings().getShardings(),
                             getInputs().getTypes(), "operand", &tables)) ||
      failed(verifyShardings(*this, getOutShardings().getShardings(),
                             getOutputs().getTypes(), "result", &tables)))
    return failure();
  SmallVector<ShardingAttr> all(getInShardings().getShardings());
  llvm::append_range(all, getOutShardings().getShardings());
  all.push_back(ShardingAttr::get(getContext(), meshRef, {}));
  if (failed(verifyOneMesh(*this, all, &tables)))
    return failure();

  ManualVerifier verifier(*this, binding);
  Block &body = getBody().front();
  if (failed(verifier.verifyAxes()) ||
      failed(verifier.verifyTypes(getInShardings(), getInputs().getTypes(),
                                  body.getArgumentTypes(), "operand",
                                  "block argument")))
    return failure();
  return verifier.verifyTypes(getOutShardings(), getOutputs().getTypes(),
                              body.back().getOperandTypes(), "result",
                              "returned value");
}

//===----------------------------------------------------------------------===//
// ScopeOp
//===----------------------------------------------------------------------===//

ShardingAttr ScopeOp::getResultSharding(unsigned number) {
  return entryOf(getOutShardingsAttr(), number);
}

LogicalResult ScopeOp::verifyRegions() {
  if (failed(verifySignature(*this)))
    return failure();
  Block &body = getBody().front();
  for (auto [i, outer, inner] :
       llvm::enumerate(getInputs().getTypes(), body.getArgumentTypes()))
    if (outer != inner)
      return emitOpError() << "operand " << i << " has type " << outer
                           << ", but block argument " << i << " has type "
                           << inner;
  for (auto [i, outer, inner] :
       llvm::enumerate(getOutputs().getTypes(), body.back().getOperandTypes()))
    if (outer != inner)
      return emitOpError() << "result " << i << " has type " << outer
                           << ", but returned value " << i << " has type "
                           << inner;
  return success();
}

LogicalResult ScopeOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (std::optional<ShardingsAttr> in = getInShardings())
    if (failed(verifyShardings(*this, in->getShardings(),
                               getInputs().getTypes(), "operand", &tables)))
      return failure();
  if (std::optional<ShardingsAttr> out = getOutShardings())
    return verifyShardings(*this, out->getShardings(), getOutputs().getTypes(),
                           "result", &tables);
  return success();
}

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/RegionOps.cpp.inc"

void WeftDialect::registerRegionOps() {
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/RegionOps.cpp.inc"
      >();
}
