//===- NpyFile.cpp - arrays in .npy files, whole or in parts ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/NpyFile.h"

#include "MakeError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Errno.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace weft::runtime;

/// Every message about a file begins with its path.
template <typename... Args>
static llvm::Error makeFileError(llvm::StringRef path, const char *format,
                                 Args &&...args) {
  return makeError("'{0}': {1}", path,
                   llvm::formatv(format, std::forward<Args>(args)...).str());
}

static llvm::Error prefixed(llvm::StringRef path, llvm::Error error) {
  return makeError("'{0}': {1}", path, llvm::toString(std::move(error)));
}

//===----------------------------------------------------------------------===//
// Walking a box of an array on disk
//===----------------------------------------------------------------------===//

namespace {

/// The loops over the elements of a box, in the order the file has them.
struct Walk {
  struct Loop {
    int64_t count;
    int64_t fileStride;   // in elements
    int64_t memoryStride; // in elements
  };
  llvm::SmallVector<Loop, 4> loops;
  int64_t fileBegin = 0;

  Walk(const ArrayType &type, const ArrayType &boxType, const Box &box,
       bool fortranOrder);

  /// Calls `run(fileElement, memoryElement)` for each run of `loops.back()`.
  /// Stops at the first error.
  llvm::Error
  forEachRun(llvm::function_ref<llvm::Error(int64_t, int64_t)> run) const;
};

} // namespace

Walk::Walk(const ArrayType &type, const ArrayType &boxType, const Box &box,
           bool fortranOrder) {
  const size_t rank = type.getRank();
  ArrayType::Dims memoryStrides = boxType.getStrides();
  ArrayType::Dims fileStrides = type.getStrides();
  if (fortranOrder) {
    int64_t stride = 1;
    for (size_t i = 0; i < rank; stride *= type.getDims()[i++])
      fileStrides[i] = stride;
  }
  for (size_t i = 0; i < rank; ++i) {
    const size_t dim = fortranOrder ? rank - 1 - i : i;
    fileBegin += box.offsets[dim] * fileStrides[dim];
    const Loop inner{box.sizes[dim], fileStrides[dim], memoryStrides[dim]};
    // Two loops that walk through both sides without a gap are one.
    if (!loops.empty() &&
        loops.back().fileStride == inner.count * inner.fileStride &&
        loops.back().memoryStride == inner.count * inner.memoryStride)
      loops.back() = {loops.back().count * inner.count, inner.fileStride,
                      inner.memoryStride};
    else
      loops.push_back(inner);
  }
  if (loops.empty() || loops.back().fileStride != 1)
    loops.push_back({1, 1, 1});
}

llvm::Error
Walk::forEachRun(llvm::function_ref<llvm::Error(int64_t, int64_t)> run) const {
  const size_t depth = loops.size() - 1;
  llvm::SmallVector<int64_t, 4> index(depth, 0);
  int64_t fileElement = fileBegin, memoryElement = 0;
  while (true) {
    if (llvm::Error error = run(fileElement, memoryElement))
      return error;
    size_t level = depth;
    while (level > 0) {
      const Loop &loop = loops[level - 1];
      fileElement += loop.fileStride;
      memoryElement += loop.memoryStride;
      if (++index[level - 1] < loop.count)
        break;
      fileElement -= loop.count * loop.fileStride;
      memoryElement -= loop.count * loop.memoryStride;
      index[--level] = 0;
    }
    if (level == 0)
      return llvm::Error::success();
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

struct NpyReader::File {
  std::string path;
  int descriptor = -1;
  uint64_t size = 0;

  ~File() {
    if (descriptor >= 0)
      ::close(descriptor);
  }

  llvm::Error readAt(uint64_t offset, llvm::MutableArrayRef<uint8_t> bytes);
};

llvm::Error NpyReader::File::readAt(uint64_t offset,
                                    llvm::MutableArrayRef<uint8_t> bytes) {
  while (!bytes.empty()) {
    // Linux reads at most 2 GiB in one call.
    const size_t wanted = std::min<size_t>(bytes.size(), size_t(1) << 30);
    const ssize_t count =
        ::pread(descriptor, bytes.data(), wanted, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return makeFileError(path, "cannot read: {0}", llvm::sys::StrError());
    if (count == 0)
      return makeFileError(
          path, "became shorter while it was read: no byte {0}", offset);
    offset += count;
    bytes = bytes.drop_front(count);
  }
  return llvm::Error::success();
}

llvm::Expected<std::pair<std::shared_ptr<NpyReader::File>, NpyHeader>>
NpyReader::openFile(llvm::StringRef path) {
  auto file = std::make_shared<File>();
  file->path = path.str();
  // Without O_NONBLOCK the opening of a pipe nobody writes to would never end.
  file->descriptor =
      ::open(file->path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file->descriptor < 0)
    return makeFileError(path, "cannot open: {0}", llvm::sys::StrError());
  struct stat status;
  if (::fstat(file->descriptor, &status) != 0)
    return makeFileError(path, "cannot open: {0}", llvm::sys::StrError());
  if (!S_ISREG(status.st_mode))
    return makeFileError(path, "not a regular file");
  file->size = status.st_size;

  std::vector<uint8_t> bytes(std::min<uint64_t>(file->size, 12));
  if (llvm::Error error = file->readAt(0, bytes))
    return error;
  llvm::Expected<uint64_t> headerSize = NpyHeader::getNumBytes(bytes);
  if (!headerSize)
    return prefixed(path, headerSize.takeError());
  bytes.resize(std::min(*headerSize, file->size));
  if (llvm::Error error = file->readAt(0, bytes))
    return error;
  llvm::Expected<NpyHeader> header = NpyHeader::parse(bytes);
  if (!header)
    return prefixed(path, header.takeError());
  return std::pair(std::move(file), std::move(*header));
}

llvm::Expected<NpyReader> NpyReader::finish(std::shared_ptr<File> file,
                                            NpyHeader header, ArrayType type) {
  // Bytes after the last element are none of our business, as for numpy.
  const uint64_t available = file->size - header.dataOffset;
  if (available < type.getNumBytes())
    return makeFileError(
        file->path, "truncated: {0} takes {1} bytes, {2} follow the header",
        type.str(), type.getNumBytes(), available);
  return NpyReader(std::move(file), std::move(header), std::move(type));
}

llvm::Expected<NpyReader> NpyReader::open(llvm::StringRef path,
                                          const ArrayType &expected) {
  auto opened = openFile(path);
  if (!opened)
    return opened.takeError();
  auto &[file, header] = *opened;
  if (llvm::Error error = header.expect(expected))
    return prefixed(path, std::move(error));
  return finish(std::move(file), std::move(header), expected);
}

llvm::Expected<NpyReader> NpyReader::open(llvm::StringRef path) {
  auto opened = openFile(path);
  if (!opened)
    return opened.takeError();
  auto &[file, header] = *opened;
  llvm::SmallVector<ElementType> types = header.getPossibleTypes();
  if (types.empty())
    return makeFileError(path,
                         "element type '{0}' has no counterpart in programs",
                         header.descriptor);
  if (types.size() > 1)
    return makeFileError(
        path,
        "element type '{0}' stands for several types ({1}, {2}, "
        "...); say which is meant",
        header.descriptor, getName(types[0]), getName(types[1]));
  llvm::Expected<ArrayType> type = ArrayType::get(types.front(), header.dims);
  if (!type)
    return prefixed(path, type.takeError());
  return finish(std::move(file), std::move(header), std::move(*type));
}

namespace {

/// Serves small reads at rising offsets from one larger read.
template <typename File> class Window {
public:
  Window(File &file, uint64_t end) : file(file), end(end) {}

  llvm::Error read(uint64_t offset, llvm::MutableArrayRef<uint8_t> bytes) {
    if (bytes.size() >= capacity)
      return file.readAt(offset, bytes);
    if (offset < begin || offset + bytes.size() > begin + buffer.size()) {
      begin = offset;
      buffer.resize(std::min<uint64_t>(capacity, end - offset));
      if (llvm::Error error = file.readAt(begin, buffer)) {
        buffer.clear();
        return error;
      }
    }
    std::memcpy(bytes.data(), buffer.data() + (offset - begin), bytes.size());
    return llvm::Error::success();
  }

private:
  static constexpr size_t capacity = 256 << 10;
  File &file;
  uint64_t end;
  uint64_t begin = 0;
  std::vector<uint8_t> buffer;
};

} // namespace

/// Copies `count` elements of `width` bytes, `stride` elements apart in memory.
static void scatter(const uint8_t *source, uint8_t *target, int64_t count,
                    int64_t stride, size_t width) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(target + i * stride * width, source + i * width, width);
}

static void swapBytes(ElementType type, llvm::MutableArrayRef<uint8_t> bytes) {
  const size_t width = getByteWidth(getPartType(type));
  if (width == 1)
    return;
  for (size_t i = 0; i < bytes.size(); i += width)
    std::reverse(bytes.begin() + i, bytes.begin() + i + width);
}

llvm::Error NpyReader::read(const Box &box,
                            llvm::MutableArrayRef<uint8_t> target) const {
  llvm::Expected<ArrayType> boxType = box.getTypeWithin(type);
  if (!boxType)
    return prefixed(file->path, boxType.takeError());
  if (target.size() != boxType->getNumBytes())
    return makeFileError(file->path, "{0} takes {1} bytes, not {2}",
                         boxType->str(), boxType->getNumBytes(), target.size());
  if (target.empty())
    return llvm::Error::success();

  const size_t width = getByteWidth(type.getElementType());
  const Walk walk(type, *boxType, box, header.fortranOrder);
  const int64_t count = walk.loops.back().count;
  const int64_t stride = walk.loops.back().memoryStride;
  const bool isDense = stride == 1 || count == 1;
  Window window(*file, header.dataOffset + type.getNumBytes());
  // A run that has to be scattered goes through a scratch buffer in pieces.
  const int64_t piece = isDense ? count : std::min<int64_t>(count, 4096);
  std::vector<uint8_t> scratch(isDense ? 0 : piece * width);
  auto readRun = [&](int64_t fileElement,
                     int64_t memoryElement) -> llvm::Error {
    for (int64_t i = 0; i < count; i += piece) {
      const int64_t now = std::min(piece, count - i);
      const uint64_t offset = header.dataOffset + (fileElement + i) * width;
      uint8_t *begin = target.data() + (memoryElement + i * stride) * width;
      llvm::MutableArrayRef<uint8_t> bytes(isDense ? begin : scratch.data(),
                                           now * width);
      if (llvm::Error error = window.read(offset, bytes))
        return error;
      if (!isDense)
        scatter(scratch.data(), begin, now, stride, width);
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = walk.forEachRun(readRun))
    return error;
  if (header.bigEndian)
    swapBytes(type.getElementType(), target);
  normalizeStorage(type.getElementType(), target);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

llvm::Expected<NpyWriter> NpyWriter::create(llvm::StringRef path,
                                            const ArrayType &type) {
  llvm::Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  const std::string header = NpyHeader::format(type);
  if (type.getNumBytes() > uint64_t(INT64_MAX) - header.size())
    return makeFileError(path, "{0} is too large for a file", type.str());
  if (llvm::Error error = file->append(header))
    return error;
  if (llvm::Error error = file->resize(header.size() + type.getNumBytes()))
    return error;
  return NpyWriter(std::move(*file), type, header.size());
}

llvm::Error NpyWriter::write(const Box &box, llvm::ArrayRef<uint8_t> source) {
  llvm::Expected<ArrayType> boxType = box.getTypeWithin(type);
  if (!boxType)
    return prefixed(file.getPath(), boxType.takeError());
  if (source.size() != boxType->getNumBytes())
    return makeFileError(file.getPath(), "{0} takes {1} bytes, not {2}",
                         boxType->str(), boxType->getNumBytes(), source.size());
  if (source.empty())
    return llvm::Error::success();
  const size_t width = getByteWidth(type.getElementType());
  const Walk walk(type, *boxType, box, /*fortranOrder=*/false);
  const int64_t count = walk.loops.back().count;
  llvm::Error error =
      walk.forEachRun([&](int64_t fileElement, int64_t memoryElement) {
        return file.writeAt(dataOffset + fileElement * width,
                            source.slice(memoryElement * width, count * width));
      });
  if (!error)
    numWritten->fetch_add(boxType->getNumElements());
  return error;
}

llvm::Error NpyWriter::commit() {
  if (numWritten->load() < type.getNumElements())
    return makeFileError(file.getPath(),
                         "only {0} of {1} elements were written",
                         numWritten->load(), type.getNumElements());
  return file.commit();
}
