//===- CheckpointWriter.cpp - saving a state --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices come with their shards in any order and at once. Each gets a place
// behind those before it, under a lock; the bytes are written outside of it.
// The headers of the data files have their room at the front and are filled in
// the end. Nothing has its name before everything is on the disk:
//
//   data files, flushed -> manifest, flushed -> rename of the directory,
//   flushed -> `latest`
//
//===----------------------------------------------------------------------===//

#include "BoxCover.h"
#include "CheckpointDirectory.h"
#include "CheckpointManifest.h"
#include "Safetensors.h"

#include "weft/Runtime/AtomicFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

#include <deque>
#include <mutex>

using namespace llvm;
using namespace weft;
using runtime::ArrayType;
using runtime::AtomicFile;
using runtime::Box;

/// A data file takes no more tensors once it has this many bytes.
static constexpr uint64_t fullFileBytes = uint64_t(1) << 30;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

namespace {

struct DataFile {
  AtomicFile file;
  SafetensorsHeader header;
};

/// A part of a leaf under way.
struct Part {
  size_t leaf = 0;
  CheckpointManifest::Tile tile;
  uint64_t bytes = 0, written = 0;
  /// Bytes of a block that is not complete yet.
  std::vector<uint8_t> rest;
};

} // namespace

struct CheckpointWriter::Impl {
  std::string directory, temporary;
  bool committed = false;
  CheckpointInfo info;
  std::vector<CheckpointLeaf> leaves;
  uint64_t headerRoom = 0;

  /// Guards the lists; their elements stay where they are.
  std::mutex mutex;
  std::deque<DataFile> files;
  std::deque<Part> parts;

  Expected<size_t> begin(size_t leaf, const Box &box);
  Expected<size_t> place(StringRef name, const ArrayType &type);
  Error append(Part &part, ArrayRef<uint8_t> bytes);
  Part &getPart(size_t number) {
    std::lock_guard<std::mutex> lock(mutex);
    return parts[number];
  }
  void estimateHeaders();
  Error checkComplete();
  Expected<CheckpointManifest> finishFiles();
};

CheckpointWriter::CheckpointWriter(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}

CheckpointWriter::~CheckpointWriter() {
  impl->files.clear();
  if (!impl->committed)
    sys::fs::remove_directories(impl->temporary);
}

/// Room for the leaves as four shards each, rounded so that data begins at a
/// page. When it is full the next file begins.
void CheckpointWriter::Impl::estimateHeaders() {
  uint64_t wanted = 0;
  for (const CheckpointLeaf &leaf : leaves)
    wanted += 4 * SafetensorsHeader::estimate(leaf.path, leaf.type);
  headerRoom = std::clamp<uint64_t>(alignTo(wanted, 4096), 4096, 1 << 20);
}

Expected<std::unique_ptr<CheckpointWriter>>
CheckpointWriter::create(StringRef directory, CheckpointInfo info,
                         std::vector<CheckpointLeaf> leaves) {
  StringSet<> paths;
  for (const CheckpointLeaf &leaf : leaves) {
    if (!json::isUTF8(leaf.path))
      return makeError("the path of a leaf is not UTF-8: '" +
                       json::fixUTF8(leaf.path) + "'");
    if (!paths.insert(leaf.path).second)
      return makeError("the state has " + leaf.path + " twice");
  }
  for (auto &[name, note] : info.notes)
    note = json::fixUTF8(note);
  if (info.step < 0)
    return makeError("a checkpoint of step " + Twine(info.step));
  if (sys::fs::exists(joinPath(directory, getStepName(info.step))))
    return makeError("'" + directory + "' has a checkpoint of step " +
                     Twine(info.step) + " already; choose another directory");
  Expected<std::string> temporary = makeTemporary(directory, info.step);
  if (!temporary)
    return temporary.takeError();
  auto impl = std::make_unique<Impl>();
  impl->directory = directory.str();
  impl->temporary = std::move(*temporary);
  impl->info = std::move(info);
  impl->leaves = std::move(leaves);
  impl->estimateHeaders();
  return std::unique_ptr<CheckpointWriter>(
      new CheckpointWriter(std::move(impl)));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Finds a file for one more tensor, which then is the last there.
Expected<size_t> CheckpointWriter::Impl::place(StringRef name,
                                               const ArrayType &type) {
  if (!files.empty() && files.back().header.getDataBytes() < fullFileBytes &&
      files.back().header.add(name, type))
    return files.size() - 1;
  const uint64_t room = std::max(
      headerRoom, alignTo(SafetensorsHeader::estimate(name, type), 4096));
  auto file =
      AtomicFile::create(joinPath(temporary, getDataFileName(files.size())));
  if (!file)
    return file.takeError();
  files.push_back({std::move(*file), SafetensorsHeader(room)});
  if (!files.back().header.add(name, type))
    return makeError("leaf '" + name + "' does not fit the header of a file");
  return files.size() - 1;
}

Expected<size_t> CheckpointWriter::Impl::begin(size_t leaf, const Box &box) {
  const CheckpointLeaf &target = leaves[leaf];
  Expected<ArrayType> type = box.getTypeWithin(target.type);
  if (!type)
    return makeError("leaf '" + target.path +
                     "': " + toString(type.takeError()));
  std::lock_guard<std::mutex> lock(mutex);
  Expected<size_t> file = place(getTileName(target, box), *type);
  if (!file)
    return file.takeError();
  const SafetensorsHeader &header = files[*file].header;
  Part &part = parts.emplace_back();
  part.leaf = leaf;
  part.bytes = type->getNumBytes();
  part.tile.box = box;
  part.tile.file = *file;
  part.tile.begin = header.getRoom() + header.getDataBytes() - part.bytes;
  return parts.size() - 1;
}

Error CheckpointWriter::Impl::append(Part &part, ArrayRef<uint8_t> bytes) {
  if (bytes.size() > part.bytes - part.written)
    return makeError("leaf '" + leaves[part.leaf].path +
                     "': " + Twine(part.written + bytes.size()) +
                     " bytes for a part of " + Twine(part.bytes));
  AtomicFile *file;
  {
    std::lock_guard<std::mutex> lock(mutex);
    file = &files[part.tile.file].file;
  }
  const uint64_t begin = part.tile.begin + part.written;
  if (Error error = file->writeAt(begin, bytes))
    return error;
  part.written += bytes.size();
  constexpr uint64_t blockBytes = CheckpointManifest::blockBytes;
  while (!bytes.empty()) {
    const size_t missing = blockBytes - part.rest.size();
    ArrayRef<uint8_t> now = bytes.take_front(missing);
    bytes = bytes.drop_front(now.size());
    const bool isLast = bytes.empty() && part.written == part.bytes;
    if (now.size() < missing && !isLast) {
      llvm::append_range(part.rest, now);
      break;
    }
    // Whole blocks are summed where they are.
    if (!part.rest.empty()) {
      llvm::append_range(part.rest, now);
      now = part.rest;
    }
    part.tile.checksums.push_back(xxh3_64bits(now));
    part.rest.clear();
  }
  return Error::success();
}

Expected<size_t> CheckpointWriter::begin(size_t leaf, const Box &box) {
  return impl->begin(leaf, box);
}

Error CheckpointWriter::append(size_t part, ArrayRef<uint8_t> bytes) {
  return impl->append(impl->getPart(part), bytes);
}

Error CheckpointWriter::write(size_t leaf, const Box &box,
                              ArrayRef<uint8_t> bytes) {
  // Shards may be empty; a leaf without elements still has its place.
  if (bytes.empty() && impl->leaves[leaf].type.getNumElements() != 0)
    return Error::success();
  Expected<size_t> part = begin(leaf, box);
  if (!part)
    return part.takeError();
  return append(*part, bytes);
}

//===----------------------------------------------------------------------===//
// Committing
//===----------------------------------------------------------------------===//

Error CheckpointWriter::Impl::checkComplete() {
  std::vector<SmallVector<const Box *>> boxes(leaves.size());
  for (const Part &part : parts) {
    if (part.written != part.bytes)
      return makeError("leaf '" + leaves[part.leaf].path + "': only " +
                       Twine(part.written) + " of " + Twine(part.bytes) +
                       " bytes of a part were written");
    boxes[part.leaf].push_back(&part.tile.box);
  }
  for (auto [leaf, covering] : zip_equal(leaves, boxes))
    if (Error error = checkBoxCover(leaf.type, covering))
      return makeError("leaf '" + leaf.path +
                       "': " + toString(std::move(error)));
  return Error::success();
}

/// Writes the headers and flushes the files.
Expected<CheckpointManifest> CheckpointWriter::Impl::finishFiles() {
  CheckpointManifest manifest;
  manifest.info = info;
  manifest.leaves = leaves;
  manifest.tiles.resize(leaves.size());
  for (auto [i, data] : enumerate(files)) {
    std::string header = data.header.print();
    if (Error error = data.file.writeAt(0, arrayRefFromStringRef(header)))
      return error;
    if (Error error = data.file.commit())
      return error;
    manifest.files.push_back({getDataFileName(i),
                              header.size() + data.header.getDataBytes(),
                              header.size(), xxh3_64bits(header)});
  }
  // In the order of their places: threads take turns differently every time.
  for (Part &part : parts)
    manifest.tiles[part.leaf].push_back(std::move(part.tile));
  for (std::vector<CheckpointManifest::Tile> &tiles : manifest.tiles)
    llvm::sort(tiles, [](const auto &a, const auto &b) {
      return a.box.offsets < b.box.offsets;
    });
  return manifest;
}

Error CheckpointWriter::commit(unsigned keep) {
  if (Error error = impl->checkComplete())
    return error;
  Expected<CheckpointManifest> manifest = impl->finishFiles();
  if (!manifest)
    return manifest.takeError();
  auto file = AtomicFile::create(joinPath(impl->temporary, manifestName));
  if (!file)
    return file.takeError();
  if (Error error = file->append(manifest->print()))
    return error;
  if (Error error = file->commit())
    return error;
  if (Error error = publish(impl->directory, impl->temporary, impl->info.step))
    return error;
  impl->committed = true;
  return keep ? removeOldest(impl->directory, keep) : Error::success();
}
