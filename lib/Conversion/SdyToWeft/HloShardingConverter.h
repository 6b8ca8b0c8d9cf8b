//===- HloShardingConverter.h - XLA's tiles as axes of meshes ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_SDYTOWEFT_HLOSHARDINGCONVERTER_H
#define WEFT_LIB_CONVERSION_SDYTOWEFT_HLOSHARDINGCONVERTER_H

#include "weft/Conversion/SdyToWeft/DeviceAxes.h"
#include "weft/Dialect/Sdy/IR/SdyAttrs.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace weft {

/// Turns the strings of a module into shardings on meshes that explain them.
///
/// First every string is added, so that the cuts of all are known; then
/// `declareMeshes`; then shardings can be had. Each distinct string is read
/// once.
class HloShardingConverter {
public:
  explicit HloShardingConverter(mlir::ModuleOp module)
      : module(module), context(module.getContext()) {}

  bool empty() const { return entries.empty(); }

  /// Reads a string, or says what is wrong with it.
  llvm::Error add(mlir::StringAttr text);

  /// Declares the meshes that were found.
  void declareMeshes();

  /// The sharding of a value of type `type`, or why there is none.
  llvm::Expected<sdy::TensorShardingAttr> getSharding(mlir::StringAttr text,
                                                      mlir::Type type);

  /// One sharding for each of `types`, where a tuple has an element for each
  /// and any other string holds for all.
  llvm::Expected<sdy::TensorShardingPerValueAttr>
  getShardings(mlir::StringAttr text, mlir::TypeRange types);

  /// The axes of the mesh called `mesh` that a string says are manual; null if
  /// it does not speak of them.
  sdy::ManualAxesAttr getManualAxes(mlir::StringAttr text,
                                    mlir::Attribute mesh);

private:
  /// A mesh that is being found.
  struct FoundMesh {
    AxisCuts cuts;
    int64_t numDevices;
    llvm::SmallVector<int64_t, 0> deviceIds;  // empty: in order
    mlir::FlatSymbolRefAttr symbol;           // once declared
    llvm::SmallVector<std::string> axisNames; // once declared
  };

  /// A string of the module and what became of it.
  struct Entry {
    HloSharding sharding;
    // If tiled: which mesh, and the stretches on it.
    std::optional<size_t> mesh;
    TileStretches stretches;
    std::vector<Entry> elements; // if a tuple
  };

  mlir::ModuleOp module;
  mlir::MLIRContext *context;
  llvm::MapVector<mlir::StringAttr, Entry> entries;
  llvm::SmallVector<FoundMesh> meshes;
  llvm::DenseMap<int64_t, mlir::FlatSymbolRefAttr> maximalMeshes;

  void findMeshes(Entry &entry);
  void findMesh(Entry &entry);
  size_t addToMesh(int64_t numDevices, llvm::ArrayRef<int64_t> deviceIds,
                   const TileStretches &stretches);

  int64_t getNumPartitions();
  mlir::FlatSymbolRefAttr declare(llvm::StringRef name,
                                  llvm::ArrayRef<sdy::MeshAxisAttr> axes,
                                  llvm::ArrayRef<int64_t> deviceIds);
  mlir::FlatSymbolRefAttr getMaximalMesh(int64_t device);

  void appendAxes(const FoundMesh &mesh, llvm::ArrayRef<Stretch> stretches,
                  llvm::SmallVectorImpl<sdy::AxisRefAttr> &axes);
  llvm::SmallVector<Stretch> getSubgroup(const Entry &entry,
                                         HloSharding::Subgroup subgroup);
  sdy::TensorShardingAttr getUniform(int64_t rank, bool isClosed);
  sdy::TensorShardingAttr getTiled(const Entry &entry);
  llvm::Expected<sdy::TensorShardingAttr> getSharding(const Entry &entry,
                                                      mlir::Type type);
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_SDYTOWEFT_HLOSHARDINGCONVERTER_H
