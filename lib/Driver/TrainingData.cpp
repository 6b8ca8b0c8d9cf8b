//===- TrainingData.cpp - batches from files --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainingData.h"

#include "llvm/Support/FormatVariadic.h"

#include <numeric>
#include <random>

using namespace weft;
using execution::ArraySource;
using runtime::ArrayType;
using runtime::Box;
using runtime::NpyReader;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {

/// Which row of the files is row `i` of all rounds together.
class RowOrder {
public:
  RowOrder(int64_t numRows, std::optional<uint64_t> shuffle)
      : numRows(numRows), shuffle(shuffle) {}

  /// The rows `first` and following.
  std::vector<int64_t> get(int64_t first, int64_t count) const {
    std::vector<int64_t> rows, order;
    for (int64_t i = first; i < first + count; ++i) {
      if (shuffle && (order.empty() || i % numRows == 0))
        order = permute(i / numRows);
      rows.push_back(shuffle ? order[i % numRows] : i % numRows);
    }
    return rows;
  }

private:
  std::vector<int64_t> permute(uint64_t round) const {
    std::vector<int64_t> order(numRows);
    std::iota(order.begin(), order.end(), 0);
    // Not std::shuffle, whose order differs between libraries.
    std::mt19937_64 random(*shuffle * 0x9e3779b97f4a7c15ull + round);
    for (int64_t i = numRows - 1; i > 0; --i)
      std::swap(order[i], order[random() % (i + 1)]);
    return order;
  }

  int64_t numRows;
  std::optional<uint64_t> shuffle;
};

/// Chosen rows of a file as one array.
class RowSource : public ArraySource {
public:
  RowSource(const NpyReader &file, std::vector<int64_t> rows)
      : file(file), rows(std::move(rows)) {}

  llvm::Error read(const Box &box,
                   llvm::MutableArrayRef<uint8_t> target) const override {
    if (box.sizes.empty() || box.sizes.front() == 0)
      return llvm::Error::success();
    const size_t bytes = target.size() / box.sizes.front();
    for (int64_t i = 0; i < box.sizes.front(); ++i) {
      Box row = box;
      row.offsets.front() = rows[box.offsets.front() + i];
      row.sizes.front() = 1;
      if (llvm::Error error = file.read(row, target.slice(i * bytes, bytes)))
        return error;
    }
    return llvm::Error::success();
  }

private:
  const NpyReader &file;
  std::vector<int64_t> rows;
};

class FileData : public TrainingData {
public:
  FileData(std::vector<NpyReader> files, int64_t batch, RowOrder order,
           std::string words)
      : files(std::move(files)), batch(batch), order(order),
        words(std::move(words)) {}

  std::unique_ptr<ArraySource> getBatch(unsigned argument,
                                        int64_t step) const override {
    return std::make_unique<RowSource>(files[argument],
                                       order.get(step * batch, batch));
  }
  std::string describe() const override { return words; }

private:
  std::vector<NpyReader> files;
  int64_t batch;
  RowOrder order;
  std::string words;
};

} // namespace

/// The rows of a file whose batch is `type`; what does not fit is an error.
static llvm::Expected<int64_t>
countRows(llvm::StringRef path, const NpyReader &file, const ArrayType &type) {
  const ArrayType &data = file.getType();
  if (data.getElementType() != type.getElementType() || data.getRank() == 0 ||
      data.getRank() != type.getRank() ||
      data.getDims().drop_front() != type.getDims().drop_front())
    return makeError("'" + path + "' holds " + data.str() +
                     ", but the method takes " + type.str() +
                     "; only the first size, the number of rows, may differ");
  if (data.getDims().front() == 0)
    return makeError("'" + path + "' has no rows");
  return data.getDims().front();
}

llvm::Expected<std::unique_ptr<TrainingData>>
weft::openTrainingFiles(llvm::ArrayRef<std::string> paths,
                        llvm::ArrayRef<ArrayType> arguments,
                        std::optional<uint64_t> shuffle) {
  if (paths.size() != arguments.size())
    return makeError(llvm::formatv("the method takes {0} arrays, but {1} {2} "
                                   "given with --data",
                                   arguments.size(), paths.size(),
                                   paths.size() == 1 ? "is" : "are"));
  std::vector<NpyReader> files;
  std::optional<int64_t> numRows, batch;
  for (auto [path, type] : llvm::zip_equal(paths, arguments)) {
    llvm::Expected<NpyReader> file = NpyReader::open(path);
    if (!file)
      return file.takeError();
    if (type.getRank() == 0)
      return makeError("the method takes " + type.str() + " for '" + path +
                       "', which has no rows");
    llvm::Expected<int64_t> rows = countRows(path, *file, type);
    if (!rows)
      return rows.takeError();
    if (numRows && *numRows != *rows)
      return makeError(llvm::formatv("'{0}' has {1} rows, but '{2}' has {3}",
                                     path, *rows, paths.front(), *numRows));
    if (batch && *batch != type.getDims().front())
      return makeError(llvm::formatv(
          "the arguments of the method have {0} and {1} rows; a batch has one "
          "number of rows",
          *batch, type.getDims().front()));
    numRows = *rows;
    batch = type.getDims().front();
    files.push_back(std::move(*file));
  }
  std::string words = llvm::join(paths, ", ");
  if (shuffle)
    words += " shuffled by " + std::to_string(*shuffle);
  if (files.empty())
    return std::make_unique<FileData>(std::move(files), 0,
                                      RowOrder(1, std::nullopt), words);
  return std::make_unique<FileData>(std::move(files), *batch,
                                    RowOrder(*numRows, shuffle), words);
}
