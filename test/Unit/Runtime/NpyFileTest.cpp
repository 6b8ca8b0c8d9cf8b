//===- NpyFileTest.cpp - arrays in files, good and bad ----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/NpyFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <fstream>
#include <numeric>
#include <random>
#include <sys/stat.h>
#include <thread>

using namespace weft::runtime;

namespace {

class NpyFile : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("weft-npy", directory));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(directory); }

  std::string getPath(llvm::StringRef name) {
    llvm::SmallString<128> path(directory);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }

  std::string write(llvm::StringRef content) {
    const std::string path = getPath("in.npy");
    std::ofstream(path, std::ios::binary).write(content.data(), content.size());
    return path;
  }

  /// A file with that dictionary and that data.
  std::string writeArray(llvm::StringRef dictionary, llvm::StringRef data,
                         int version = 1) {
    std::string text = "\x93NUMPY";
    text += char(version);
    text += '\0';
    const uint32_t length = dictionary.size() + 1;
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
      text += char(length >> (8 * i));
    return write(text + dictionary.str() + "\n" + data.str());
  }

  /// The message of opening `path` as `type`, without the path.
  std::string getMessage(const std::string &path, const ArrayType &type) {
    llvm::Expected<NpyReader> file = NpyReader::open(path, type);
    return getMessage(path, std::move(file));
  }
  std::string getMessage(const std::string &path,
                         llvm::Expected<NpyReader> file) {
    if (file)
      return "no error";
    const std::string message = llvm::toString(file.takeError());
    const std::string prefix = "'" + path + "': ";
    EXPECT_EQ(message.substr(0, prefix.size()), prefix);
    return message.substr(std::min(message.size(), prefix.size()));
  }

  std::vector<std::string> listDirectory() {
    std::vector<std::string> names;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(directory, error), end;
         it != end && !error; it.increment(error))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    return names;
  }

  llvm::SmallString<128> directory;
};

ArrayType typeOf(ElementType element, llvm::ArrayRef<int64_t> dims) {
  return llvm::cantFail(ArrayType::get(element, dims));
}

std::vector<uint8_t> countingBytes(const ArrayType &type) {
  std::vector<uint8_t> bytes(type.getNumBytes());
  std::iota(bytes.begin(), bytes.end(), 0);
  normalizeStorage(type.getElementType(), bytes);
  return bytes;
}

std::string contentOf(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "unreadable";
}

std::string padded(std::string header, size_t size) {
  header.resize(size - 1, ' ');
  return header + "\n";
}

} // namespace

TEST(NpyHeader, IsByteForByteWhatNumpyWrites) {
  auto prefix = [](char length) {
    return std::string("\x93NUMPY\x01\0", 8) + length + '\0';
  };
  EXPECT_EQ(NpyHeader::format(typeOf(ElementType::F32, {3, 2})),
            padded(prefix('v') + "{'descr': '<f4', 'fortran_order': False, "
                                 "'shape': (3, 2), }",
                   128));
  EXPECT_EQ(NpyHeader::format(typeOf(ElementType::I1, {2})),
            padded(prefix('v') + "{'descr': '|b1', 'fortran_order': False, "
                                 "'shape': (2,), }",
                   128));
  EXPECT_EQ(NpyHeader::format(typeOf(ElementType::BF16, {})),
            padded(prefix('v') + "{'descr': '<V2', 'fortran_order': False, "
                                 "'shape': (), }",
                   128));
  EXPECT_EQ(NpyHeader::format(typeOf(ElementType::I4, {0})),
            padded(prefix('v') + "{'descr': '<V1', 'fortran_order': False, "
                                 "'shape': (0,), }",
                   128));
}

TEST(NpyHeader, HugeRanksUseVersion2) {
  ArrayType type = typeOf(ElementType::F32, std::vector<int64_t>(30000, 1));
  const std::string header = NpyHeader::format(type);
  EXPECT_EQ(header[6], 2);
  EXPECT_EQ(header.size() % 64, 0u);
  llvm::Expected<NpyHeader> parsed = NpyHeader::parse(
      {reinterpret_cast<const uint8_t *>(header.data()), header.size()});
  ASSERT_TRUE(bool(parsed));
  EXPECT_FALSE(bool(parsed->expect(type)));
}

TEST_F(NpyFile, EveryElementTypeRoundTrips) {
  for (ElementType element : getAllElementTypes())
    for (const ArrayType &type :
         {typeOf(element, {2, 1, 3}), typeOf(element, {0, 4})}) {
      const std::string path = getPath("x.npy");
      std::vector<uint8_t> bytes = countingBytes(type);
      NpyWriter writer = llvm::cantFail(NpyWriter::create(path, type));
      ASSERT_FALSE(bool(writer.write(bytes)));
      ASSERT_FALSE(bool(writer.commit()));
      NpyReader reader = llvm::cantFail(NpyReader::open(path, type));
      std::vector<uint8_t> found(type.getNumBytes());
      ASSERT_FALSE(bool(reader.read(found)));
      EXPECT_EQ(found, bytes) << type.str();
    }
}

TEST_F(NpyFile, VersionsOneToThreeAndOddSpellings) {
  ArrayType type = typeOf(ElementType::UI8, {2});
  for (int version : {1, 2, 3})
    EXPECT_EQ(getMessage(writeArray("{'descr': '|u1', 'fortran_order': False, "
                                    "'shape': (2,), }",
                                    "ab", version),
                         type),
              "no error");
  for (const char *dictionary :
       {"{\"shape\":(2,),\"descr\":\"u1\",\"fortran_order\":False}",
        "  { 'descr' : '<u1' , 'fortran_order' : True , 'shape' : ( 2 , ) , } ",
        "{'descr': '=u1', 'fortran_order': False, 'shape': (2L,), }"})
    EXPECT_EQ(getMessage(writeArray(dictionary, "ab"), type), "no error");
}

TEST_F(NpyFile, MalformedFilesAreRefused) {
  ArrayType type = typeOf(ElementType::F32, {2});
  auto message = [&](llvm::StringRef dictionary) {
    return getMessage(writeArray(dictionary, "01234567"), type);
  };
  EXPECT_EQ(getMessage(write(""), type),
            "not a .npy file: it has only 0 bytes");
  EXPECT_EQ(getMessage(write("\x93NUMPY"), type),
            "not a .npy file: it has only 6 bytes");
  EXPECT_EQ(getMessage(write("hello, world"), type),
            "not a .npy file: it does not begin with \\x93NUMPY");
  EXPECT_EQ(getMessage(write(std::string("\x93NUMPY\x04\0zz\0\0", 12)), type),
            "version 4.0 of the .npy format is unknown; versions 1.0, 2.0 and "
            "3.0 can be read");
  EXPECT_EQ(getMessage(write(std::string("\x93NUMPY\x02\0zz", 10)), type),
            "truncated: the file ends inside its header");
  EXPECT_EQ(
      getMessage(write("\x93NUMPY\x02" + std::string("\0\xff\xff\xff\xff", 5)),
                 type),
      "the header claims to have 4294967295 bytes; at most 1048576 are "
      "read");
  EXPECT_EQ(
      getMessage(write("\x93NUMPY\x01" + std::string("\0\xff\xff{", 4)), type),
      "truncated: the header should end at byte 65545, the file has 11");
  EXPECT_EQ(message(""), "header ends where '{' should be");
  EXPECT_EQ(message("[1]"), "header has '[' at column 0, where '{' should be");
  EXPECT_EQ(message("{"), "header ends where a string should be");
  EXPECT_EQ(message("{}"), "header has no 'descr'");
  EXPECT_EQ(message("{'descr': '<f4', 'shape': (2,)}"),
            "header has no 'fortran_order'");
  EXPECT_EQ(message("{'descr': '<f4', 'fortran_order': False}"),
            "header has no 'shape'");
  EXPECT_EQ(message("{'descr': '<f4', 'descr': '<f4'}"),
            "header has 'descr' twice");
  EXPECT_EQ(message("{'color': 1}"), "header has an unknown key 'color'");
  EXPECT_EQ(message("{'descr' '<f4'}"),
            "header has ''' at column 9, where ':' should be");
  EXPECT_EQ(message("{'descr': '<f4"),
            "header ends where a plain ASCII character should be");
  EXPECT_EQ(message("{'descr': '<f\xc3\xa9'}"),
            "header has byte 0xc3 at column 13, where a plain ASCII character "
            "should be");
  EXPECT_EQ(message("{'descr': '<f4', 'fortran_order': 0}"),
            "header has '0' at column 34, where True or False should be");
  EXPECT_EQ(message("{'shape': 2}"),
            "header has '2' at column 10, where the tuple of dimensions should "
            "be");
  EXPECT_EQ(message("{'shape': (2)}"),
            "header has a number where the tuple of dimensions should be");
  EXPECT_EQ(message("{'shape': (2.5,)}"),
            "header has '.' at column 12, where ',' or ')' should be");
  EXPECT_EQ(message("{'shape': (True,)}"),
            "header has 'T' at column 11, where a dimension should be");
  EXPECT_EQ(message("{'shape': (3, -2)}"), "dimension 1 is negative: -2");
  EXPECT_EQ(message("{'shape': (99999999999999999999,)}"),
            "dimension 0 does not fit into 63 bits: 99999999999999999999");
  EXPECT_EQ(message("{'descr': [('a', '<f4')]}"),
            "elements are records with fields (a structured dtype); only plain "
            "numbers can be read");
  EXPECT_EQ(message("{'descr': '|O'}"),
            "elements are pickled Python objects; only plain numbers can be "
            "read");
  EXPECT_EQ(message("{'descr': 'f'}"), "'f' is not a numpy type");
  EXPECT_EQ(message("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), "
                    "} x"),
            "header has 'x' at column 58, where the end should be");
}

TEST_F(NpyFile, DifferencesAreNamedOneByOne) {
  const std::string path = writeArray(
      "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", "");
  EXPECT_EQ(getMessage(path, typeOf(ElementType::F32, {2, 4})),
            "does not hold tensor<2x4xf32>: element type 'f8' (f64), expected "
            "'f4' (f32); dimension 1 is 3, expected 4");
  EXPECT_EQ(getMessage(path, typeOf(ElementType::F64, {6})),
            "does not hold tensor<6xf64>: rank 2 (2x3), expected rank 1 (6)");
  EXPECT_EQ(getMessage(path, typeOf(ElementType::F64, {2, 3})),
            "truncated: tensor<2x3xf64> takes 48 bytes, 0 follow the header");
  const std::string bytes = writeArray(
      "{'descr': '|V1', 'fortran_order': False, 'shape': (), }", "a");
  EXPECT_EQ(getMessage(bytes, typeOf(ElementType::I8, {})),
            "does not hold tensor<i8>: element type 'V1' (a type of ml_dtypes "
            "in one byte), expected 'i1' (i8)");
  EXPECT_EQ(getMessage(bytes, NpyReader::open(bytes)),
            "element type 'V1' stands for several types (i2, i4, ...); say "
            "which is meant");
  const std::string dates = writeArray(
      "{'descr': '<M8[s]', 'fortran_order': False, 'shape': (), }", "01234567");
  EXPECT_EQ(getMessage(dates, typeOf(ElementType::I64, {})),
            "does not hold tensor<i64>: element type 'M8[s]' (no type of a "
            "program), expected 'i8' (i64)");
  EXPECT_EQ(getMessage(dates, NpyReader::open(dates)),
            "element type 'M8[s]' has no counterpart in programs");
}

TEST_F(NpyFile, HugeShapesAreRefused) {
  const std::string path = writeArray("{'descr': '<f4', 'fortran_order': False,"
                                      " 'shape': (4294967296, 4294967296), }",
                                      "");
  EXPECT_EQ(getMessage(path, NpyReader::open(path)),
            "an array of 4294967296x4294967296 elements of type f32 has 2^63 "
            "bytes or more");
  const std::string large = writeArray(
      "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296,), }", "");
  EXPECT_EQ(getMessage(large, NpyReader::open(large)),
            "truncated: tensor<4294967296xf32> takes 17179869184 bytes, 0 "
            "follow the header");
}

TEST_F(NpyFile, OnlyRegularFilesAreRead) {
  ArrayType type = typeOf(ElementType::F32, {});
  EXPECT_EQ(getMessage(getPath("none.npy"), type),
            "cannot open: No such file or directory");
  EXPECT_EQ(getMessage(directory.str().str(), type), "not a regular file");
  const std::string pipe = getPath("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(getMessage(pipe, type), "not a regular file");
}

TEST_F(NpyFile, MlDtypesAreReadAsNumpySavesThem) {
  auto read = [&](const char *descriptor, llvm::StringRef data,
                  ElementType element) {
    const std::string path =
        writeArray("{'descr': '" + std::string(descriptor) +
                       "', 'fortran_order': False, 'shape': (2,), }",
                   data);
    std::vector<uint8_t> bytes(data.size());
    llvm::Expected<NpyReader> file =
        NpyReader::open(path, typeOf(element, {2}));
    if (!file) {
      ADD_FAILURE() << llvm::toString(file.takeError());
      return bytes;
    }
    EXPECT_FALSE(bool(file->read(bytes)));
    return bytes;
  };
  using Bytes = std::vector<uint8_t>;
  const Bytes one = {0x80, 0x3f, 0x00, 0x40};
  for (const char *descriptor : {"<V2", "|V2", ">V2"})
    EXPECT_EQ(read(descriptor, {"\x80\x3f\x00\x40", 4}, ElementType::BF16),
              one);
  EXPECT_EQ(read("<V1", "\xfc\x03", ElementType::I4), (Bytes{0xc, 3}));
  EXPECT_EQ(read("|V1", "\xfc\x03", ElementType::F8E4M3FN), (Bytes{0xfc, 3}));
  EXPECT_EQ(read("<f1", "\xfc\x03", ElementType::F8E5M2), (Bytes{0xfc, 3}));
  EXPECT_EQ(read("<V1", "\xfc\x03", ElementType::F8E5M2), (Bytes{0xfc, 3}));
  EXPECT_EQ(read("|b1", {"\x07\x00", 2}, ElementType::I1), (Bytes{1, 0}));
}

TEST_F(NpyFile, BigEndianElementsAreSwapped) {
  const std::string path = writeArray(
      "{'descr': '>c8', 'fortran_order': False, 'shape': (1,), }", "abcdefgh");
  NpyReader file = llvm::cantFail(
      NpyReader::open(path, typeOf(ElementType::ComplexF32, {1})));
  std::vector<uint8_t> bytes(8);
  ASSERT_FALSE(bool(file.read(bytes)));
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "dcbahgfe");
}

/// The element at each index of `box`, computed the slow way.
static std::vector<uint8_t> sliceByHand(const ArrayType &type,
                                        llvm::ArrayRef<uint8_t> bytes,
                                        const Box &box, bool fortranOrder) {
  const size_t width = getByteWidth(type.getElementType());
  std::vector<uint8_t> result;
  ArrayType part = llvm::cantFail(box.getTypeWithin(type));
  for (uint64_t i = 0; i < part.getNumElements(); ++i) {
    int64_t rest = i, element = 0, fortran = 0;
    ArrayType::Dims index(type.getRank());
    for (size_t d = type.getRank(); d-- > 0; rest /= box.sizes[d])
      index[d] = box.offsets[d] + rest % box.sizes[d];
    for (size_t d = 0; d < type.getRank(); ++d)
      element = element * type.getDims()[d] + index[d];
    for (size_t d = type.getRank(); d-- > 0;)
      fortran = fortran * type.getDims()[d] + index[d];
    const uint8_t *begin = &bytes[(fortranOrder ? fortran : element) * width];
    result.insert(result.end(), begin, begin + width);
  }
  return result;
}

TEST_F(NpyFile, AnyBoxOfAnyOrderCanBeReadAlone) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const bool fortranOrder = round % 2;
    ArrayType::Dims dims(random() % 5);
    for (int64_t &dim : dims)
      dim = 1 + random() % 6;
    if (round % 50 == 0)
      dims = {70, 90, 31}; // larger than the window and the scratch buffer
    ArrayType type =
        typeOf(round % 3 ? ElementType::I16 : ElementType::F64, dims);
    std::vector<uint8_t> bytes(type.getNumBytes());
    for (uint8_t &byte : bytes)
      byte = random();
    std::string dictionary =
        "{'descr': '" + std::string(round % 3 ? "<i2" : "<f8") +
        "', 'fortran_order': " + (fortranOrder ? "True" : "False") +
        ", 'shape': (";
    for (int64_t dim : dims)
      dictionary += std::to_string(dim) + ",";
    const std::string path = writeArray(
        dictionary + ")}",
        {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    Box box = Box::whole(type);
    for (size_t i = 0; i < dims.size(); ++i) {
      box.sizes[i] = random() % (dims[i] + 1);
      box.offsets[i] = random() % (dims[i] - box.sizes[i] + 1);
    }
    NpyReader file = llvm::cantFail(NpyReader::open(path, type));
    ArrayType part = llvm::cantFail(box.getTypeWithin(type));
    std::vector<uint8_t> found(part.getNumBytes());
    ASSERT_FALSE(bool(file.read(box, found)));
    EXPECT_EQ(found, sliceByHand(type, bytes, box, fortranOrder)) << type.str();
  }
}

TEST_F(NpyFile, ShardsAreWrittenFromManyThreads) {
  ArrayType type = typeOf(ElementType::I32, {6, 8});
  std::vector<uint8_t> bytes = countingBytes(type);
  const std::string path = getPath("x.npy");
  NpyWriter writer = llvm::cantFail(NpyWriter::create(path, type));
  std::vector<std::thread> threads;
  for (int64_t shard = 0; shard < 4; ++shard)
    threads.emplace_back([&, shard] {
      Box box{{shard / 2 * 3, shard % 2 * 4}, {3, 4}};
      llvm::cantFail(writer.write(box, sliceByHand(type, bytes, box, false)));
    });
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_FALSE(bool(writer.commit()));
  EXPECT_EQ(contentOf(path).substr(128),
            std::string(bytes.begin(), bytes.end()));
  EXPECT_EQ(listDirectory(), std::vector<std::string>{"x.npy"});
}

TEST_F(NpyFile, NothingIsSeenBeforeTheCommit) {
  ArrayType type = typeOf(ElementType::UI8, {4});
  const std::string path = getPath("x.npy");
  std::ofstream(path) << "old";
  {
    NpyWriter writer = llvm::cantFail(NpyWriter::create(path, type));
    llvm::cantFail(writer.write(Box{{0}, {2}}, {1, 2}));
    EXPECT_EQ(contentOf(path), "old");
    EXPECT_EQ(llvm::toString(writer.commit()),
              "'" + path + "': only 2 of 4 elements were written");
  }
  EXPECT_EQ(contentOf(path), "old");
  EXPECT_EQ(listDirectory(), std::vector<std::string>{"x.npy"});
}

TEST_F(NpyFile, WriterRefusesWrongSizes) {
  ArrayType type = typeOf(ElementType::UI16, {4});
  const std::string path = getPath("x.npy");
  NpyWriter writer = llvm::cantFail(NpyWriter::create(path, type));
  EXPECT_EQ(llvm::toString(writer.write(Box{{0}, {2}}, {1, 2})),
            "'" + path + "': tensor<2xui16> takes 4 bytes, not 2");
  EXPECT_EQ(llvm::toString(writer.write(Box{{3}, {2}}, {1, 2, 3, 4})),
            "'" + path +
                "': elements 3 to 5 of dimension 0 are outside "
                "tensor<4xui16>");
  auto bad = NpyWriter::create(getPath("no/such/x.npy"), type);
  EXPECT_EQ(llvm::toString(bad.takeError()),
            "'" + getPath("no/such/x.npy") +
                "': cannot create the file: No such file or directory");
  auto device = NpyWriter::create("/dev/null", type);
  EXPECT_EQ(llvm::toString(device.takeError()),
            "'/dev/null': cannot be replaced: it is not a regular file");
}

TEST_F(NpyFile, LinksAreFollowed) {
  const std::string target = getPath("target.npy"), link = getPath("link.npy");
  std::ofstream(target) << "old";
  ASSERT_EQ(::symlink(target.c_str(), link.c_str()), 0);
  ArrayType type = typeOf(ElementType::UI8, {});
  NpyWriter writer = llvm::cantFail(NpyWriter::create(link, type));
  llvm::cantFail(writer.write({7}));
  llvm::cantFail(writer.commit());
  EXPECT_EQ(contentOf(target).back(), 7);
}
