//===- AtomicFile.cpp - a file that appears whole or not at all -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/AtomicFile.h"

#include "MakeError.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace weft::runtime;

static llvm::Error makeSystemError(llvm::StringRef path, const char *action,
                                   int code) {
  return makeError("'{0}': cannot {1}: {2}", path, action,
                   llvm::sys::StrError(code));
}

llvm::Error AtomicFile::fail(const char *action) const {
  return makeSystemError(path, action, errno);
}

llvm::Error weft::runtime::flushDirectory(llvm::StringRef directory) {
  std::string path = directory.empty() ? "." : directory.str();
  const int descriptor =
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return makeSystemError(path, "flush the directory", errno);
  // Some file systems cannot flush a directory and say EINVAL; the rename is
  // then as durable as they make it.
  const int code = ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
  ::close(descriptor);
  if (code != 0)
    return makeSystemError(path, "flush the directory", code);
  return llvm::Error::success();
}

llvm::Expected<AtomicFile> AtomicFile::create(llvm::StringRef requested) {
  std::string path = requested.str();
  if (path.find('\0') != std::string::npos)
    return makeSystemError(requested, "create the file", EINVAL);
  // Replacing a link would leave the file it names as it was.
  llvm::SmallString<128> resolved;
  if (!llvm::sys::fs::real_path(path, resolved))
    path = resolved.str().str();
  struct stat status;
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return makeError("'{0}': cannot be replaced: it is not a regular file",
                     requested);
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string temporary = path + ".tmp-" + std::to_string(::getpid()) + "-" +
                            std::to_string(counter.fetch_add(1));
    // The user's umask decides the permissions, as for any other new file.
    const int descriptor = ::open(
        temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      return AtomicFile(std::move(path), std::move(temporary), descriptor);
    if (errno != EEXIST)
      return makeSystemError(requested, "create the file", errno);
  }
  return makeSystemError(requested, "create the file", EEXIST);
}

AtomicFile::AtomicFile(AtomicFile &&other)
    : path(std::move(other.path)), temporary(std::move(other.temporary)),
      descriptor(std::exchange(other.descriptor, -1)), end(other.end) {}

AtomicFile::~AtomicFile() {
  if (descriptor < 0)
    return;
  ::close(descriptor);
  ::unlink(temporary.c_str());
}

llvm::Error AtomicFile::resize(uint64_t size) {
  if (::ftruncate(descriptor, static_cast<off_t>(size)) != 0)
    return fail("set the size");
  return llvm::Error::success();
}

llvm::Error AtomicFile::writeAt(uint64_t offset,
                                llvm::ArrayRef<uint8_t> bytes) {
  while (!bytes.empty()) {
    // Linux writes at most 2 GiB in one call.
    const size_t size = std::min<size_t>(bytes.size(), size_t(1) << 30);
    const ssize_t written =
        ::pwrite(descriptor, bytes.data(), size, static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail("write");
    offset += written;
    bytes = bytes.drop_front(written);
  }
  return llvm::Error::success();
}

llvm::Error AtomicFile::append(llvm::StringRef text) {
  llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(text.data()),
                                text.size());
  if (llvm::Error error = writeAt(end, bytes))
    return error;
  end += text.size();
  return llvm::Error::success();
}

llvm::Error AtomicFile::commit() {
  if (::fsync(descriptor) != 0)
    return fail("write to the disk");
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    return fail("rename the temporary file");
  ::close(std::exchange(descriptor, -1));
  return flushDirectory(llvm::sys::path::parent_path(path));
}
