//===- Tensor.h - the values of the interpreter -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REFERENCE_TENSOR_H
#define WEFT_REFERENCE_TENSOR_H

#include "weft/Runtime/ArrayType.h"
#include "weft/Runtime/DeviceMemory.h"

#include <cassert>
#include <memory>
#include <vector>

namespace weft::reference {

using runtime::ArrayType;
using runtime::ElementType;

/// A dense row-major array in the memory of a device. Copies share the
/// elements, so passing one on is free; who wants to write needs the only one
/// (`isUnique`). The layout of the elements is that of ElementType.h.
class Tensor {
public:
  Tensor(ArrayType type, runtime::Buffer buffer)
      : type(std::move(type)),
        buffer(std::make_shared<runtime::Buffer>(std::move(buffer))) {}

  const ArrayType &getType() const { return type; }
  ElementType getElementType() const { return type.getElementType(); }
  llvm::ArrayRef<int64_t> getDims() const { return type.getDims(); }
  uint64_t getNumElements() const { return type.getNumElements(); }
  bool isScalar() const { return type.getRank() == 0; }

  llvm::ArrayRef<uint8_t> bytes() const {
    return {buffer->data(), static_cast<size_t>(type.getNumBytes())};
  }
  const uint8_t *data() const { return buffer->data(); }

  /// The elements as a host type of the same width.
  template <typename T> llvm::ArrayRef<T> as() const {
    assert(sizeof(T) == runtime::getByteWidth(getElementType()) &&
           "the host type has another width than the elements");
    return llvm::ArrayRef<T>(reinterpret_cast<const T *>(buffer->data()),
                             static_cast<size_t>(getNumElements()));
  }

  /// Whether nobody else holds the elements.
  bool isUnique() const { return buffer.use_count() == 1; }

  /// For writing; only while `isUnique`.
  uint8_t *mutableData() {
    assert(isUnique() && "somebody else reads these elements");
    return buffer->data();
  }
  template <typename T> llvm::MutableArrayRef<T> mutableAs() {
    llvm::ArrayRef<T> elements = as<T>();
    mutableData();
    return llvm::MutableArrayRef<T>(const_cast<T *>(elements.data()),
                                    elements.size());
  }

  /// The same bytes as another type that takes as many: a reshape, which costs
  /// nothing.
  void setType(ArrayType other) {
    assert(other.getNumBytes() == type.getNumBytes() &&
           "a view has the bytes of what it views");
    type = std::move(other);
  }

private:
  ArrayType type;
  std::shared_ptr<runtime::Buffer> buffer;
};

/// What an SSA value stands for while a program runs: a tensor, a tuple of
/// data, or nothing but order (a token). Cheap to copy.
class Datum {
public:
  using Tuple = std::vector<Datum>;

  /// A token; also the state of a value that was moved away.
  Datum() = default;
  Datum(Tensor tensor) : tensor(std::move(tensor)) {}
  static Datum makeTuple(Tuple elements) {
    Datum datum;
    datum.tuple = std::make_shared<const Tuple>(std::move(elements));
    return datum;
  }

  bool isTensor() const { return tensor.has_value(); }
  bool isTuple() const { return tuple != nullptr; }

  const Tensor &getTensor() const {
    assert(isTensor() && "not a tensor");
    return *tensor;
  }
  /// Leaves a token behind.
  Tensor takeTensor() {
    assert(isTensor() && "not a tensor");
    Tensor taken = std::move(*tensor);
    tensor.reset();
    return taken;
  }
  llvm::ArrayRef<Datum> getElements() const {
    assert(isTuple() && "not a tuple");
    return *tuple;
  }

private:
  std::optional<Tensor> tensor;
  std::shared_ptr<const Tuple> tuple;
};

} // namespace weft::reference

#endif // WEFT_REFERENCE_TENSOR_H
