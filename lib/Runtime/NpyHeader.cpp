//===- NpyHeader.cpp - the head of a .npy file ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/NpyHeader.h"

#include "MakeError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <optional>

using namespace weft::runtime;

//===----------------------------------------------------------------------===//
// The text of the header
//===----------------------------------------------------------------------===//

namespace {

/// Reads the subset of Python literals that numpy writes: a dictionary from
/// strings to strings, booleans and tuples of integers.
class HeaderParser {
public:
  HeaderParser(llvm::StringRef text, NpyHeader &header)
      : text(text), header(header) {}

  llvm::Error parse();

private:
  llvm::Error parseEntry();
  llvm::Expected<llvm::StringRef> parseString();
  llvm::Error parseDescriptor();
  llvm::Error parseOrder();
  llvm::Error parseShape();
  llvm::Error parseDimension();

  void skipBlanks() {
    while (position < text.size() && llvm::isSpace(text[position]))
      ++position;
  }
  bool consume(char c) {
    skipBlanks();
    if (position >= text.size() || text[position] != c)
      return false;
    ++position;
    return true;
  }
  bool consumeWord(llvm::StringRef word) {
    skipBlanks();
    if (!text.substr(position).starts_with(word))
      return false;
    position += word.size();
    return true;
  }
  llvm::Error expected(const char *what) {
    skipBlanks();
    if (position >= text.size())
      return makeError("header ends where {0} should be", what);
    const unsigned char c = text[position];
    std::string found = llvm::isPrint(c)
                            ? std::string{'\'', static_cast<char>(c), '\''}
                            : llvm::formatv("byte {0:x2}", unsigned(c)).str();
    return makeError("header has {0} at column {1}, where {2} should be", found,
                     position, what);
  }

  llvm::StringRef text;
  size_t position = 0;
  NpyHeader &header;
  bool sawDescriptor = false, sawOrder = false, sawShape = false;
};

} // namespace

llvm::Error HeaderParser::parse() {
  if (!consume('{'))
    return expected("'{'");
  while (!consume('}')) {
    if (llvm::Error error = parseEntry())
      return error;
    if (consume(','))
      continue;
    if (!consume('}'))
      return expected("',' or '}'");
    break;
  }
  skipBlanks();
  if (position != text.size())
    return expected("the end");
  for (auto [saw, key] :
       {std::pair(sawDescriptor, "descr"), std::pair(sawOrder, "fortran_order"),
        std::pair(sawShape, "shape")})
    if (!saw)
      return makeError("header has no '{0}'", key);
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseEntry() {
  llvm::Expected<llvm::StringRef> key = parseString();
  if (!key)
    return key.takeError();
  bool *saw = *key == "descr"           ? &sawDescriptor
              : *key == "fortran_order" ? &sawOrder
              : *key == "shape"         ? &sawShape
                                        : nullptr;
  if (!saw)
    return makeError("header has an unknown key '{0}'", *key);
  if (std::exchange(*saw, true))
    return makeError("header has '{0}' twice", *key);
  if (!consume(':'))
    return expected("':'");
  if (saw == &sawDescriptor)
    return parseDescriptor();
  return saw == &sawOrder ? parseOrder() : parseShape();
}

llvm::Expected<llvm::StringRef> HeaderParser::parseString() {
  skipBlanks();
  const char quote = position < text.size() ? text[position] : 0;
  if (quote != '\'' && quote != '"')
    return expected("a string");
  const size_t begin = ++position;
  while (position < text.size() && text[position] != quote) {
    if (!llvm::isPrint(text[position]) || text[position] == '\\')
      return expected("a plain ASCII character");
    ++position;
  }
  if (position >= text.size())
    return makeError("header has a string without end at column {0}",
                     begin - 1);
  return text.slice(begin, position++);
}

llvm::Error HeaderParser::parseDescriptor() {
  skipBlanks();
  if (position < text.size() &&
      (text[position] == '[' || text[position] == '('))
    return makeError("elements are records with fields (a structured dtype); "
                     "only plain numbers can be read");
  llvm::Expected<llvm::StringRef> string = parseString();
  if (!string)
    return string.takeError();
  llvm::StringRef descriptor = *string;
  if (descriptor.size() < 2)
    return makeError("'{0}' is not a numpy type", descriptor);
  const char order = descriptor.front();
  if (llvm::StringRef("<>|=").contains(order))
    descriptor = descriptor.drop_front();
  if (descriptor == "O")
    return makeError("elements are pickled Python objects; only plain numbers "
                     "can be read");
  header.descriptor = descriptor.str();
  // Raw bytes have no byte order; ml_dtypes never swaps its types.
  header.bigEndian = order == '>' && descriptor.front() != 'V';
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseOrder() {
  if (consumeWord("True"))
    header.fortranOrder = true;
  else if (!consumeWord("False"))
    return expected("True or False");
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseShape() {
  if (!consume('('))
    return expected("the tuple of dimensions");
  while (!consume(')')) {
    if (llvm::Error error = parseDimension())
      return error;
    const bool comma = consume(',');
    if (consume(')')) {
      // (3) is a number in Python; a tuple of one is (3,).
      if (!comma && header.dims.size() == 1)
        return makeError("header has a number where the tuple of dimensions "
                         "should be");
      break;
    }
    if (!comma)
      return expected("',' or ')'");
  }
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseDimension() {
  skipBlanks();
  const size_t begin = position;
  if (position < text.size() && text[position] == '-')
    ++position;
  while (position < text.size() && llvm::isDigit(text[position]))
    ++position;
  llvm::StringRef digits = text.slice(begin, position);
  if (digits.empty() || digits == "-") {
    position = begin;
    return expected("a dimension");
  }
  if (digits.starts_with("-"))
    return makeError("dimension {0} is negative: {1}", header.dims.size(),
                     digits);
  int64_t dim;
  if (digits.getAsInteger(10, dim))
    return makeError("dimension {0} does not fit into 63 bits: {1}",
                     header.dims.size(), digits.take_front(40));
  header.dims.push_back(dim);
  // Python 2 wrote long integers as 10L.
  if (position < text.size() && text[position] == 'L')
    ++position;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The bytes around it
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral magic = "\x93NUMPY";

llvm::Expected<uint64_t> NpyHeader::getNumBytes(llvm::ArrayRef<uint8_t> start) {
  llvm::StringRef text(reinterpret_cast<const char *>(start.data()),
                       start.size());
  if (text.size() < magic.size() + 4)
    return makeError("not a .npy file: it has only {0} bytes", text.size());
  if (!text.starts_with(magic))
    return makeError("not a .npy file: it does not begin with \\x93NUMPY");
  const unsigned major = start[6], minor = start[7];
  if (major < 1 || major > 3 || minor != 0)
    return makeError("version {0}.{1} of the .npy format is unknown; versions "
                     "1.0, 2.0 and 3.0 can be read",
                     major, minor);
  if (major == 1)
    return 10 + uint64_t(llvm::support::endian::read16le(start.data() + 8));
  if (start.size() < 12)
    return makeError("truncated: the file ends inside its header");
  const uint64_t length = llvm::support::endian::read32le(start.data() + 8);
  if (length > maxBytes)
    return makeError("the header claims to have {0} bytes; at most {1} are "
                     "read",
                     length, maxBytes);
  return 12 + length;
}

llvm::Expected<NpyHeader> NpyHeader::parse(llvm::ArrayRef<uint8_t> bytes) {
  llvm::Expected<uint64_t> size = getNumBytes(bytes);
  if (!size)
    return size.takeError();
  if (bytes.size() != *size)
    return makeError("truncated: the header should end at byte {0}, the file "
                     "has {1}",
                     *size, bytes.size());
  const size_t begin = bytes[6] == 1 ? 10 : 12;
  llvm::StringRef text(reinterpret_cast<const char *>(bytes.data()) + begin,
                       bytes.size() - begin);
  NpyHeader header;
  header.dataOffset = *size;
  if (llvm::Error error = HeaderParser(text, header).parse())
    return error;
  return header;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// The descriptor numpy uses, without byte order. What numpy has no type for is
/// raw bytes.
static std::string getDescriptor(ElementType type) {
  const unsigned bytes = getByteWidth(type);
  auto descriptor = [&](char kind) { return kind + std::to_string(bytes); };
  switch (getClass(type)) {
  case ElementClass::Boolean:
    return descriptor('b');
  case ElementClass::SignedInteger:
    return descriptor(getBitWidth(type) < 8 ? 'V' : 'i');
  case ElementClass::UnsignedInteger:
    return descriptor(getBitWidth(type) < 8 ? 'V' : 'u');
  case ElementClass::Float:
    return descriptor(type == ElementType::BF16 || bytes == 1 ? 'V' : 'f');
  case ElementClass::Complex:
    return descriptor('c');
  }
  return "";
}

llvm::SmallVector<ElementType> NpyHeader::getPossibleTypes() const {
  if (descriptor == "f1")
    return {ElementType::F8E5M2};
  llvm::SmallVector<ElementType> types;
  for (ElementType type : getAllElementTypes())
    if (getDescriptor(type) == descriptor)
      types.push_back(type);
  return types;
}

/// 'f4' (f32), 'V1' (an 8-bit or narrower type of ml_dtypes), 'U3'.
static std::string describe(const NpyHeader &header) {
  llvm::SmallVector<ElementType> types = header.getPossibleTypes();
  std::string quoted = "'" + header.descriptor + "'";
  if (types.empty())
    return quoted + " (no type of a program)";
  if (types.size() == 1)
    return quoted + " (" + getName(types.front()).str() + ")";
  return quoted + " (a type of ml_dtypes in one byte)";
}

llvm::Error NpyHeader::expect(const ArrayType &expected) const {
  llvm::SmallVector<std::string> differences;
  if (!llvm::is_contained(getPossibleTypes(), expected.getElementType()))
    differences.push_back(
        llvm::formatv("element type {0}, expected '{1}' ({2})", describe(*this),
                      getDescriptor(expected.getElementType()),
                      getName(expected.getElementType()))
            .str());
  if (dims.size() != expected.getRank())
    differences.push_back(
        llvm::formatv("rank {0} ({1}), expected rank {2} ({3})", dims.size(),
                      formatDims(dims), expected.getRank(),
                      formatDims(expected.getDims()))
            .str());
  else
    for (size_t i = 0; i < dims.size(); ++i)
      if (dims[i] != expected.getDims()[i])
        differences.push_back(llvm::formatv("dimension {0} is {1}, expected "
                                            "{2}",
                                            i, dims[i], expected.getDims()[i])
                                  .str());
  if (differences.empty())
    return llvm::Error::success();
  return makeError("does not hold {0}: {1}", expected.str(),
                   llvm::join(differences, "; "));
}

std::string NpyHeader::format(const ArrayType &type) {
  const std::string descriptor = getDescriptor(type.getElementType());
  const bool hasOrder = descriptor.front() == 'V' || descriptor.back() != '1';
  std::string text = "{'descr': '" + std::string(hasOrder ? "<" : "|") +
                     descriptor + "', 'fortran_order': False, 'shape': (";
  for (auto [index, dim] : llvm::enumerate(type.getDims()))
    text += (index ? ", " : "") + std::to_string(dim);
  text += type.getRank() == 1 ? ",), }" : "), }";
  // numpy leaves room for the first dimension to grow to 21 digits, so that
  // files can be extended in place; the same bytes make files comparable.
  if (type.getRank() != 0)
    text.append(21 - std::to_string(type.getDims().front()).size(), ' ');
  auto wrap = [&](unsigned version, unsigned lengthBytes) {
    const size_t prefix = 8 + lengthBytes;
    const size_t padding = 64 - (prefix + text.size() + 1) % 64;
    const uint64_t length = text.size() + padding + 1;
    std::string result = magic.str() + char(version) + '\0';
    for (unsigned i = 0; i < lengthBytes; ++i)
      result += static_cast<char>(length >> (8 * i));
    return result + text + std::string(padding, ' ') + '\n';
  };
  std::string first = wrap(1, 2);
  return first.size() - 10 <= UINT16_MAX ? first : wrap(2, 4);
}
