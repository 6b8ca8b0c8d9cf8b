//===- CheckpointReader.cpp - restoring a state -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A box is put together from the tiles that it meets. Bytes are read block by
// block and compared with their checksum before anybody sees them, so what is
// needed beside the result is one block, however large the tiles are.
//
//===----------------------------------------------------------------------===//

#include "CheckpointDirectory.h"
#include "CheckpointManifest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <cstring>

using namespace llvm;
using namespace weft;
using runtime::ArrayType;
using runtime::Box;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

namespace {

/// An open data file.
class DataFile {
public:
  static Expected<DataFile> open(const std::string &path);
  DataFile(DataFile &&other)
      : path(std::move(other.path)), handle(other.handle), size(other.size) {
    other.handle = sys::fs::kInvalidFile;
  }
  DataFile &operator=(DataFile &&) = delete;
  ~DataFile() {
    if (handle != sys::fs::kInvalidFile)
      sys::fs::closeFile(handle);
  }

  uint64_t getSize() const { return size; }
  Error readAt(uint64_t offset, MutableArrayRef<uint8_t> bytes) const;

private:
  DataFile(std::string path, sys::fs::file_t handle, uint64_t size)
      : path(std::move(path)), handle(handle), size(size) {}

  std::string path;
  sys::fs::file_t handle;
  uint64_t size;
};

} // namespace

Expected<DataFile> DataFile::open(const std::string &path) {
  sys::fs::file_status status;
  std::error_code code = sys::fs::status(path, status);
  if (!code && !sys::fs::is_regular_file(status))
    return makeError("'" + path + "' is not a regular file");
  Expected<sys::fs::file_t> handle = sys::fs::openNativeFileForRead(path);
  if (!handle)
    return makeError("cannot open '" + path +
                     "': " + toString(handle.takeError()));
  return DataFile(path, *handle, status.getSize());
}

Error DataFile::readAt(uint64_t offset, MutableArrayRef<uint8_t> bytes) const {
  while (!bytes.empty()) {
    Expected<size_t> count = sys::fs::readNativeFileSlice(
        handle,
        {reinterpret_cast<char *>(bytes.data()),
         std::min<size_t>(bytes.size(), size_t(1) << 30)},
        offset);
    if (!count)
      return makeError("cannot read '" + path +
                       "': " + toString(count.takeError()));
    if (*count == 0)
      return makeError("'" + path + "' ends at byte " + Twine(offset));
    offset += *count;
    bytes = bytes.drop_front(*count);
  }
  return Error::success();
}

struct CheckpointReader::Impl {
  std::string directory;
  CheckpointManifest manifest;
  std::vector<DataFile> files;

  Error openFiles();
};

namespace {

/// Gives bytes of one tile, at rising places, and checks them.
class TileReader {
public:
  TileReader(const CheckpointManifest &manifest, ArrayRef<DataFile> files,
             size_t leaf, const CheckpointManifest::Tile &tile)
      : manifest(manifest), leaf(manifest.leaves[leaf]), tile(tile),
        file(files[tile.file]), bytes(getBoxBytes(this->leaf.type, tile.box)) {}

  Error read(uint64_t begin, MutableArrayRef<uint8_t> target);
  Error verify();

private:
  static constexpr uint64_t blockBytes = CheckpointManifest::blockBytes;

  uint64_t getBlockSize(uint64_t block) const {
    return std::min(blockBytes, bytes - block * blockBytes);
  }
  Error readBlock(uint64_t block, MutableArrayRef<uint8_t> target);

  const CheckpointManifest &manifest;
  const CheckpointLeaf &leaf;
  const CheckpointManifest::Tile &tile;
  const DataFile &file;
  uint64_t bytes;
  /// The block that is held, if any.
  std::vector<uint8_t> held;
  std::optional<uint64_t> heldBlock;
};

} // namespace

Error TileReader::readBlock(uint64_t block, MutableArrayRef<uint8_t> target) {
  if (Error error = file.readAt(tile.begin + block * blockBytes, target))
    return error;
  if (xxh3_64bits(target) != tile.checksums[block])
    return makeError(
        "tile '" + getTileName(leaf, tile.box) + "' is damaged: block " +
        Twine(block) + " of " + Twine(tile.checksums.size()) + ", at byte " +
        Twine(tile.begin + block * blockBytes) + " of '" +
        manifest.files[tile.file].name + "', does not have its checksum");
  return Error::success();
}

Error TileReader::read(uint64_t begin, MutableArrayRef<uint8_t> target) {
  while (!target.empty()) {
    const uint64_t block = begin / blockBytes, first = begin % blockBytes;
    const uint64_t size = getBlockSize(block);
    MutableArrayRef<uint8_t> now =
        target.take_front(std::min<uint64_t>(target.size(), size - first));
    if (now.size() == size) {
      if (Error error = readBlock(block, now))
        return error;
    } else {
      if (heldBlock != block) {
        heldBlock.reset();
        held.resize(size);
        if (Error error = readBlock(block, held))
          return error;
        heldBlock = block;
      }
      std::memcpy(now.data(), held.data() + first, now.size());
    }
    begin += now.size();
    target = target.drop_front(now.size());
  }
  return Error::success();
}

Error TileReader::verify() {
  for (uint64_t block = 0; block < tile.checksums.size(); ++block) {
    held.resize(getBlockSize(block));
    if (Error error = readBlock(block, held))
      return error;
  }
  return Error::success();
}

namespace {

/// The part that a tile and a wanted box have in common, as runs of bytes that
/// lie next to each other in both.
class CommonPart {
public:
  CommonPart(const ArrayType &type, const Box &tile, const Box &wanted);

  /// Calls `visit` with the first byte in the tile, that in the wanted box, and
  /// the length of each run, at rising places.
  Error
  forEachRun(function_ref<Error(uint64_t, uint64_t, uint64_t)> visit) const {
    return isEmpty ? Error::success() : walk(0, 0, 0, visit);
  }

private:
  struct Dim {
    /// How many there are, where they begin, and how far apart they are.
    uint64_t count, tileBegin, wantedBegin, tileStride, wantedStride;
  };
  Error walk(size_t dim, uint64_t tileByte, uint64_t wantedByte,
             function_ref<Error(uint64_t, uint64_t, uint64_t)> visit) const;

  SmallVector<Dim> dims;
  bool isEmpty = false;
  uint64_t width;
};

} // namespace

CommonPart::CommonPart(const ArrayType &type, const Box &tile,
                       const Box &wanted)
    : width(runtime::getByteWidth(type.getElementType())) {
  uint64_t tileStride = width, wantedStride = width;
  for (size_t i = type.getRank(); i-- > 0;) {
    const int64_t begin = std::max(tile.offsets[i], wanted.offsets[i]);
    const int64_t end = std::min(tile.offsets[i] + tile.sizes[i],
                                 wanted.offsets[i] + wanted.sizes[i]);
    if (begin >= end) {
      isEmpty = true;
      return;
    }
    dims.push_back({static_cast<uint64_t>(end - begin),
                    (begin - tile.offsets[i]) * tileStride,
                    (begin - wanted.offsets[i]) * wantedStride, tileStride,
                    wantedStride});
    tileStride *= tile.sizes[i];
    wantedStride *= wanted.sizes[i];
  }
  std::reverse(dims.begin(), dims.end());
  // Dimensions that lie in one piece in both become part of the element.
  while (!dims.empty() && dims.back().tileStride == width &&
         dims.back().wantedStride == width && dims.size() > 1 &&
         dims[dims.size() - 2].tileStride == width * dims.back().count &&
         dims[dims.size() - 2].wantedStride == width * dims.back().count) {
    width *= dims.back().count;
    dims.pop_back();
  }
}

Error CommonPart::walk(
    size_t dim, uint64_t tileByte, uint64_t wantedByte,
    function_ref<Error(uint64_t, uint64_t, uint64_t)> visit) const {
  if (dim == dims.size())
    return visit(tileByte, wantedByte, width);
  const Dim &now = dims[dim];
  tileByte += now.tileBegin;
  wantedByte += now.wantedBegin;
  if (dim + 1 == dims.size())
    return visit(tileByte, wantedByte, width * now.count);
  for (uint64_t i = 0; i < now.count; ++i)
    if (Error error = walk(dim + 1, tileByte + i * now.tileStride,
                           wantedByte + i * now.wantedStride, visit))
      return error;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// CheckpointReader
//===----------------------------------------------------------------------===//

CheckpointReader::CheckpointReader(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
CheckpointReader::~CheckpointReader() = default;

const CheckpointInfo &CheckpointReader::getInfo() const {
  return impl->manifest.info;
}
ArrayRef<CheckpointLeaf> CheckpointReader::getLeaves() const {
  return impl->manifest.leaves;
}
StringRef CheckpointReader::getDirectory() const { return impl->directory; }

std::vector<CheckpointTile> CheckpointReader::getTiles(size_t leaf) const {
  std::vector<CheckpointTile> tiles;
  for (const CheckpointManifest::Tile &tile : impl->manifest.tiles[leaf])
    tiles.push_back({tile.box, impl->manifest.files[tile.file].name,
                     getTileName(impl->manifest.leaves[leaf], tile.box)});
  return tiles;
}

Error CheckpointReader::Impl::openFiles() {
  for (const CheckpointManifest::File &file : manifest.files) {
    std::string path = joinPath(directory, file.name);
    Expected<DataFile> opened = DataFile::open(path);
    if (!opened)
      return opened.takeError();
    if (opened->getSize() != file.bytes)
      return makeError("'" + path + "' has " + Twine(opened->getSize()) +
                       " bytes, the manifest says " + Twine(file.bytes));
    std::vector<uint8_t> header(file.headerBytes);
    if (Error error = opened->readAt(0, header))
      return error;
    if (xxh3_64bits(header) != file.headerChecksum)
      return makeError("'" + path +
                       "' is damaged: its header does not have "
                       "its checksum");
    files.push_back(std::move(*opened));
  }
  return Error::success();
}

Expected<std::unique_ptr<CheckpointReader>>
CheckpointReader::open(StringRef path) {
  Expected<std::string> directory = findCheckpoint(path);
  if (!directory)
    return directory.takeError();
  std::string name = joinPath(*directory, manifestName);
  auto text = MemoryBuffer::getFile(name, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true);
  if (!text)
    return makeError("cannot read '" + name +
                     "': " + text.getError().message());
  Expected<CheckpointManifest> manifest =
      CheckpointManifest::parse((*text)->getBuffer());
  if (!manifest)
    return makeError("'" + name + "': " + toString(manifest.takeError()));
  auto impl = std::make_unique<Impl>();
  impl->directory = std::move(*directory);
  impl->manifest = std::move(*manifest);
  if (Error error = impl->openFiles())
    return error;
  return std::unique_ptr<CheckpointReader>(
      new CheckpointReader(std::move(impl)));
}

Error CheckpointReader::read(size_t leaf, const Box &box,
                             MutableArrayRef<uint8_t> target) const {
  const CheckpointManifest &manifest = impl->manifest;
  const CheckpointLeaf &source = manifest.leaves[leaf];
  Expected<ArrayType> type = box.getTypeWithin(source.type);
  if (!type)
    return makeError("leaf '" + source.path +
                     "': " + toString(type.takeError()));
  if (target.size() != type->getNumBytes())
    return makeError("leaf '" + source.path + "': " + type->str() + " takes " +
                     Twine(type->getNumBytes()) + " bytes, not " +
                     Twine(target.size()));
  for (const CheckpointManifest::Tile &tile : manifest.tiles[leaf]) {
    TileReader reader(manifest, impl->files, leaf, tile);
    CommonPart common(source.type, tile.box, box);
    if (Error error = common.forEachRun(
            [&](uint64_t tileByte, uint64_t byte, uint64_t count) {
              return reader.read(tileByte, target.slice(byte, count));
            }))
      return error;
  }
  return Error::success();
}

Error CheckpointReader::verify(size_t leaf) const {
  for (const CheckpointManifest::Tile &tile : impl->manifest.tiles[leaf])
    if (Error error =
            TileReader(impl->manifest, impl->files, leaf, tile).verify())
      return error;
  return Error::success();
}
