//===- MatrixCall.h - custom calls on batches of matrices -------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_MATRIXCALL_H
#define WEFT_LIB_REFERENCE_MATRIXCALL_H

#include "Strided.h"

#include "weft/Dialect/Stablehlo/IR/ControlFlowOps.h"
#include "weft/Reference/Evaluation.h"

#include "llvm/ADT/DenseMap.h"

#include <cstring>

namespace weft::reference {

/// A custom call on matrices that lie column by column, one item of a batch at
/// a time. A signature says what it takes and gives:
///
///   "T[m,n] -> T[m,n] I[k]"
///
/// `T` are numbers of the call's own type, `R` their real parts, `C` complex
/// ones, `I` is i32. A letter in brackets is a size, the same wherever it
/// occurs; `k` is the smaller of m and n, `l` is n - 1. All values have the
/// same batch dimensions before these.
class MatrixCall {
public:
  static llvm::Expected<MatrixCall>
  get(Evaluation &evaluation, ElementType number, llvm::StringRef signature);

  /// How many items the batch has.
  int64_t getBatchSize() const { return batchSize; }
  /// Also gives back what the item before has worked in.
  void setItem(int64_t item) {
    this->item = item;
    work.clear();
  }

  /// Room for `count` numbers in the memory of the device, zeros at first; for
  /// the current item.
  template <typename T> llvm::Expected<T *> getWork(size_t count) {
    auto buffer = evaluation.getDevice().allocate(count * sizeof(T),
                                                  evaluation.getLabel());
    if (!buffer)
      return buffer.takeError();
    std::memset(buffer->data(), 0, buffer->size());
    work.push_back(std::move(*buffer));
    return work.back().as<T>().data();
  }

  /// A size of the signature.
  int getSize(char letter) const { return sizes.lookup(letter); }
  /// A leading dimension: how far apart columns are; not 0 in LAPACK.
  int getStride(char letter) const { return std::max(1, getSize(letter)); }

  /// The elements of an operand or a result of the current item.
  template <typename T> const T *getOperand(unsigned i) const {
    return reinterpret_cast<const T *>(operands[i].data()) +
           item * itemSizes[i];
  }
  template <typename T> T *getResult(unsigned i) {
    return reinterpret_cast<T *>(results[i].mutableData()) +
           item * itemSizes[operands.size() + i];
  }
  /// Begins a result as a copy of an operand of the same shape.
  void copy(unsigned operand, unsigned result);
  void clear(unsigned result);

  /// An attribute of the call: a letter of `allowed`, a number, a truth value.
  llvm::Expected<char> getFlag(llvm::StringRef name,
                               llvm::StringRef allowed) const;
  llvm::Expected<int> getNumber(llvm::StringRef name) const;

  /// Hands the results to the op.
  llvm::Error finish();

private:
  explicit MatrixCall(Evaluation &evaluation) : evaluation(evaluation) {}
  llvm::Error addValue(llvm::StringRef text, mlir::Type type,
                       ElementType number);
  mlir::Attribute getAttribute(llvm::StringRef name) const;

  Evaluation &evaluation;
  int64_t batchSize = 1, item = 0;
  std::optional<Dims> batch;
  llvm::DenseMap<char, int> sizes;
  /// Matrices by columns.
  llvm::SmallVector<Tensor> operands, results;
  llvm::SmallVector<int64_t> itemSizes;
  llvm::SmallVector<runtime::Buffer, 4> work;
};

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_MATRIXCALL_H
