//===- NpyFile.h - arrays in .npy files, whole or in parts ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_NPYFILE_H
#define WEFT_RUNTIME_NPYFILE_H

#include "weft/Runtime/AtomicFile.h"
#include "weft/Runtime/NpyHeader.h"

#include <atomic>
#include <memory>
#include <string>

namespace weft::runtime {

/// An open .npy file whose header has been read and whose length has been
/// checked against it. Parts can be read without holding the whole array; what
/// `read` needs beside the result is bounded by a small window. Every message
/// begins with the path.
///
/// Move-only; `read` may be called from several threads at once.
///
///   Expected<NpyReader> file = NpyReader::open("x.npy", *expectedType);
///   if (!file)
///     return file.takeError();
///   Error error = file->read(shard, bytes);
class NpyReader {
public:
  /// Opens `path` and checks that it holds exactly `expected`.
  static llvm::Expected<NpyReader> open(llvm::StringRef path,
                                        const ArrayType &expected);

  /// Opens `path` and takes its shape and element type as they come. A
  /// descriptor that several types share ("V1") needs `open` with a type.
  static llvm::Expected<NpyReader> open(llvm::StringRef path);

  const ArrayType &getType() const { return type; }

  /// Reads the elements of `box` into `target`, in row-major order and in the
  /// layout ElementType.h describes, whatever order the file has them in.
  /// `target` has exactly the bytes of the box.
  llvm::Error read(const Box &box, llvm::MutableArrayRef<uint8_t> target) const;

  /// Reads everything.
  llvm::Error read(llvm::MutableArrayRef<uint8_t> target) const {
    return read(Box::whole(type), target);
  }

private:
  struct File;
  NpyReader(std::shared_ptr<File> file, NpyHeader header, ArrayType type)
      : file(std::move(file)), header(std::move(header)),
        type(std::move(type)) {}
  static llvm::Expected<std::pair<std::shared_ptr<File>, NpyHeader>>
  openFile(llvm::StringRef path);
  static llvm::Expected<NpyReader> finish(std::shared_ptr<File> file,
                                          NpyHeader header, ArrayType type);

  std::shared_ptr<File> file;
  NpyHeader header;
  ArrayType type;
};

/// A .npy file being written from parts that may come in any order and from
/// any thread. It appears at its path when `commit` succeeds; before, and when
/// the object is dropped, nothing is seen of it.
class NpyWriter {
public:
  static llvm::Expected<NpyWriter> create(llvm::StringRef path,
                                          const ArrayType &type);

  /// Writes the elements of `box`, given in row-major order.
  llvm::Error write(const Box &box, llvm::ArrayRef<uint8_t> source);
  llvm::Error write(llvm::ArrayRef<uint8_t> source) {
    return write(Box::whole(type), source);
  }

  /// Makes the file visible. Fails when fewer elements were written than the
  /// array has: a forgotten shard must not become zeros.
  llvm::Error commit();

private:
  NpyWriter(AtomicFile file, ArrayType type, uint64_t dataOffset)
      : file(std::move(file)), type(std::move(type)), dataOffset(dataOffset),
        numWritten(std::make_unique<std::atomic<uint64_t>>(0)) {}

  AtomicFile file;
  ArrayType type;
  uint64_t dataOffset;
  std::unique_ptr<std::atomic<uint64_t>> numWritten;
};

} // namespace weft::runtime

#endif // WEFT_RUNTIME_NPYFILE_H
