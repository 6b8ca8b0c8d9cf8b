//===- weft-npy-fuzzer.cpp - arrays from anywhere ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes as a .npy file: it is refused with a message, or all of it can be
// read, and so can any part.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/NpyFile.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace weft::runtime;

/// The part of the array that one of its bytes happens to select.
static Box chooseBox(const ArrayType &type, uint8_t choice) {
  Box box = Box::whole(type);
  for (size_t i = 0; i < type.getRank(); ++i) {
    box.offsets[i] = std::min<int64_t>(choice % 3, box.sizes[i]);
    box.sizes[i] = (box.sizes[i] - box.offsets[i]) / (1 + choice % 2);
  }
  return box;
}

static void readBox(const NpyReader &reader, const Box &box) {
  llvm::Expected<ArrayType> type = box.getTypeWithin(reader.getType());
  if (!type)
    std::abort();
  std::vector<uint8_t> bytes(type->getNumBytes());
  if (reader.read(box, bytes))
    std::abort();
}

static void readAll(llvm::Expected<NpyReader> reader, uint8_t choice) {
  if (!reader) {
    if (llvm::toString(reader.takeError()).empty())
      std::abort();
    return;
  }
  readBox(*reader, Box::whole(reader->getType()));
  readBox(*reader, chooseBox(reader->getType(), choice));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int descriptor = memfd_create("npy", MFD_CLOEXEC);
  if (ftruncate(descriptor, 0) != 0 ||
      pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  const uint8_t choice = size ? data[size - 1] : 0;
  readAll(NpyReader::open(path), choice);
  // As a type of ml_dtypes, which files do not name, with the file's own shape.
  llvm::ArrayRef<uint8_t> bytes(data, size);
  llvm::Expected<uint64_t> length =
      NpyHeader::getNumBytes(bytes.take_front(12));
  if (!length || *length > size) {
    llvm::consumeError(length.takeError());
    return 0;
  }
  llvm::Expected<NpyHeader> header =
      NpyHeader::parse(bytes.take_front(*length));
  if (!header) {
    llvm::consumeError(header.takeError());
    return 0;
  }
  llvm::Expected<ArrayType> type =
      ArrayType::get(ElementType::F6E2M3FN, header->dims);
  if (type)
    readAll(NpyReader::open(path, *type), choice);
  else
    llvm::consumeError(type.takeError());
  return 0;
}
