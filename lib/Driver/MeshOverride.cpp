//===- MeshOverride.cpp - --mesh data=2,model=4 -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Driver/Program.h"
#include "weft/Support/Suggestion.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {
struct Override {
  StringRef name;
  int64_t size;
  bool used = false;
};
} // namespace

static llvm::Expected<SmallVector<Override>> parseOverrides(StringRef text) {
  SmallVector<Override> overrides;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [name, size] = part.split('=');
    int64_t number;
    if (name.trim().empty() || size.trim().getAsInteger(10, number))
      return makeError("option '--mesh' needs NAME=SIZE, as in "
                       "data=2,model=4, not '" +
                       part + "'");
    if (llvm::any_of(overrides, [&](const Override &other) {
          return other.name == name.trim();
        }))
      return makeError("option '--mesh' gives axis '" + name.trim() +
                       "' twice");
    overrides.push_back({name.trim(), number});
  }
  return overrides;
}

/// Builds the mesh, or says why it cannot be one.
static llvm::Expected<MeshAttr> makeMesh(MLIRContext *context,
                                         ArrayRef<Override> axes) {
  std::string message;
  // A checked attribute reports through a diagnostic.
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(context)); };
  SmallVector<MeshAxisAttr> attrs;
  for (const Override &axis : axes) {
    attrs.push_back(
        MeshAxisAttr::getChecked(emitError, context, axis.name, axis.size));
    if (!attrs.back())
      return makeError("option '--mesh': " + message);
  }
  auto mesh = MeshAttr::getChecked(emitError, context, ArrayRef(attrs),
                                   ArrayRef<int64_t>());
  if (!mesh)
    return makeError("option '--mesh': " + message);
  return mesh;
}

llvm::Error weft::overrideMesh(ModuleOp module, StringRef text) {
  llvm::Expected<SmallVector<Override>> overrides = parseOverrides(text);
  if (!overrides)
    return overrides.takeError();
  SmallVector<StringRef> known;
  llvm::Error error = llvm::Error::success();
  module.walk([&](MeshOp op) {
    if (error || op.getMesh().getAxes().empty())
      return;
    SmallVector<Override> axes;
    bool changed = false;
    for (MeshAxisAttr axis : op.getMesh().getAxes()) {
      known.push_back(axis.getName());
      axes.push_back({axis.getName(), axis.getSize()});
      for (Override &entry : *overrides) {
        if (entry.name != axis.getName())
          continue;
        axes.back().size = entry.size;
        entry.used = true;
        changed |= entry.size != axis.getSize();
      }
    }
    // An explicit order of the devices is one of the old sizes.
    if (!changed)
      return;
    llvm::Expected<MeshAttr> mesh = makeMesh(op.getContext(), axes);
    if (mesh)
      op.setMeshAttr(*mesh);
    else
      error = mesh.takeError();
  });
  if (error)
    return error;
  if (known.empty()) {
    llvm::Expected<MeshAttr> mesh = makeMesh(module.getContext(), *overrides);
    if (!mesh)
      return mesh.takeError();
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    MeshOp::create(builder, module.getLoc(), "mesh", *mesh,
                   /*is_default=*/true);
    return llvm::Error::success();
  }
  for (const Override &entry : *overrides)
    if (!entry.used)
      return makeError("option '--mesh': the file has no axis '" + entry.name +
                       "'; it has " + listNames(known) +
                       didYouMean(entry.name, known));
  return llvm::Error::success();
}
