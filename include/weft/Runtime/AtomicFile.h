//===- AtomicFile.h - a file that appears whole or not at all ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_ATOMICFILE_H
#define WEFT_RUNTIME_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace weft::runtime {

/// Output that replaces `path` in one step. Bytes go to a temporary file beside
/// it; `commit` flushes them to the disk and renames. Whoever looks at `path`
/// sees the old file or the new one, never a part, whenever the process is
/// killed. An object that is destroyed without `commit` removes its temporary.
///
/// `writeAt` may be called from several threads at once; the rest is for one.
class AtomicFile {
public:
  /// Starts a file at `path`, through symbolic links. Fails when the directory
  /// cannot be written, or when `path` exists and is not a regular file.
  static llvm::Expected<AtomicFile> create(llvm::StringRef path);

  AtomicFile(AtomicFile &&other);
  AtomicFile &operator=(AtomicFile &&) = delete;
  ~AtomicFile();

  /// Makes the file `size` bytes long, zero where nothing was written.
  llvm::Error resize(uint64_t size);
  llvm::Error writeAt(uint64_t offset, llvm::ArrayRef<uint8_t> bytes);
  llvm::Error append(llvm::StringRef text);

  /// Makes the file visible at its path and closes it.
  llvm::Error commit();

  llvm::StringRef getPath() const { return path; }

private:
  AtomicFile(std::string path, std::string temporary, int descriptor)
      : path(std::move(path)), temporary(std::move(temporary)),
        descriptor(descriptor) {}
  llvm::Error fail(const char *action) const;

  std::string path;
  std::string temporary;
  int descriptor;
  uint64_t end = 0;
};

/// Makes durable which names `directory` has: a name that was given or taken
/// away is so on the disk only once the directory was flushed.
llvm::Error flushDirectory(llvm::StringRef directory);

} // namespace weft::runtime

#endif // WEFT_RUNTIME_ATOMICFILE_H
