//===- Printing.cpp - tensors as text ---------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Reference/Printing.h"

#include "Lanes.h"

#include "llvm/ADT/STLExtras.h"

#include <charconv>
#include <cmath>

using namespace weft;
using namespace weft::reference;

template <typename T> static void printNumber(llvm::raw_ostream &os, T number) {
  if constexpr (std::is_same_v<T, bool>) {
    os << (number ? "true" : "false");
  } else if constexpr (IsComplex<T>::value) {
    os << '(';
    printNumber(os, number.real());
    os << ", ";
    printNumber(os, number.imag());
    os << ')';
  } else {
    if constexpr (std::is_floating_point_v<T>)
      if (std::isnan(number)) {
        os << "nan";
        return;
      }
    char text[64];
    os.write(text, std::to_chars(text, text + sizeof(text), number).ptr - text);
  }
}

void weft::reference::printElement(llvm::raw_ostream &os, const Tensor &tensor,
                                   size_t index) {
  const ElementType type = tensor.getElementType();
  dispatchElement(type, [&]<typename C>() {
    LaneReader<C> reader(tensor, tensor.getNumElements());
    printNumber(os, *reader.load(index, 1));
  });
}

static void printNested(llvm::raw_ostream &os, const Tensor &tensor,
                        llvm::ArrayRef<int64_t> dims, size_t &next) {
  if (dims.empty())
    return printElement(os, tensor, next++);
  os << '[';
  for (int64_t i = 0; i < dims.front(); ++i) {
    if (i != 0)
      os << ", ";
    printNested(os, tensor, dims.drop_front(), next);
  }
  os << ']';
}

void weft::reference::printElements(llvm::raw_ostream &os,
                                    const Tensor &tensor) {
  size_t next = 0;
  printNested(os, tensor, tensor.getDims(), next);
}

void weft::reference::print(llvm::raw_ostream &os, const Datum &datum) {
  if (datum.isTensor()) {
    os << datum.getTensor().getType().str() << ' ';
    printElements(os, datum.getTensor());
  } else if (datum.isTuple()) {
    os << '(';
    llvm::interleaveComma(datum.getElements(), os,
                          [&](const Datum &element) { print(os, element); });
    os << ')';
  } else {
    os << "token";
  }
}
