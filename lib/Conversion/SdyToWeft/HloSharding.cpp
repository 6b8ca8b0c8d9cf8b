//===- HloSharding.cpp - shardings as XLA writes them -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/SdyToWeft/HloSharding.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace weft;
using llvm::StringRef;
using llvm::Twine;

using Numbers = llvm::SmallVectorImpl<int64_t>;

int64_t HloSharding::numDevices() const {
  int64_t count = 1;
  for (int64_t size : tile)
    count *= size;
  return count;
}

namespace {

/// Reads one string from left to right. Every function returns true on error,
/// after which `message` says what is wrong.
class Parser {
public:
  explicit Parser(StringRef text) : text(text), rest(text) {}

  llvm::Expected<HloSharding> parse() {
    HloSharding sharding;
    bool failed = parseSharding(sharding, /*allowTuple=*/true);
    if (!failed && !next().empty())
      failed = fail("expected the end");
    if (failed)
      return llvm::createStringError(message);
    return sharding;
  }

private:
  StringRef text, rest;
  std::string message;

  bool fail(const Twine &what) {
    message =
        (what + " at character " + Twine(text.size() - rest.size())).str();
    return true;
  }

  /// What is left, without blanks and comments such as `/*index=5*/`.
  StringRef next() {
    while (true) {
      rest = rest.ltrim();
      if (!rest.starts_with("/*"))
        return rest;
      size_t end = rest.find("*/", 2);
      rest = end == StringRef::npos ? StringRef() : rest.drop_front(end + 2);
    }
  }

  bool consume(StringRef token) {
    next();
    return rest.consume_front(token);
  }
  bool expect(StringRef token) {
    return !consume(token) && fail("expected '" + token + "'");
  }

  /// A word such as `last_tile_dims`; empty if none is next.
  StringRef word() {
    StringRef result =
        next().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(result.size());
    return result;
  }

  bool parseNumber(int64_t &number) {
    StringRef digits = next().take_while(llvm::isDigit);
    if (digits.empty())
      return fail("expected a number");
    if (digits.getAsInteger(10, number))
      return fail("number " + digits + " is too large");
    rest = rest.drop_front(digits.size());
    return false;
  }

  /// `2,1,4`.
  bool parseNumbers(Numbers &numbers) {
    do {
      if (parseNumber(numbers.emplace_back()))
        return true;
    } while (consume(","));
    return false;
  }

  /// `[2,1,4]`, whose product is a number of devices.
  bool parseSizes(Numbers &sizes, int64_t &product) {
    if (expect("[") || parseNumbers(sizes) || expect("]"))
      return true;
    product = 1;
    for (int64_t size : sizes) {
      if (size == 0)
        return fail("a size of 0 is not allowed");
      if (llvm::MulOverflow(product, size, product))
        return fail("more than 2^63 devices");
    }
    return false;
  }

  bool parsePermutation(HloSharding &sharding) {
    size_t rank = sharding.iotaDims.size();
    if (expect("(") || parseNumbers(sharding.permutation) || expect(")"))
      return true;
    llvm::BitVector seen(rank);
    if (sharding.permutation.size() != rank)
      return fail("expected a permutation of " + Twine(rank) + " dimensions");
    for (int64_t dim : sharding.permutation) {
      if (dim >= static_cast<int64_t>(rank) || seen.test(dim))
        return fail("expected a permutation of 0 to " + Twine(rank - 1));
      seen.set(dim);
    }
    return false;
  }

  bool checkDevices(const HloSharding &sharding, int64_t count) {
    if (static_cast<int64_t>(sharding.devices.size()) != count)
      return fail("the tile has " + Twine(count) + " devices, but " +
                  Twine(sharding.devices.size()) + " are listed");
    llvm::BitVector seen(count);
    for (int64_t device : sharding.devices) {
      if (device >= count || seen.test(device))
        return fail("expected each device from 0 to " + Twine(count - 1) +
                    " once, found " + Twine(device));
      seen.set(device);
    }
    return false;
  }

  /// `[2,4]<=[8]`, `[4,2]<=[2,4]T(1,0)` or `[2,2]0,1,2,3`.
  bool parseTile(HloSharding &sharding) {
    int64_t count = 1, iotaCount = 1;
    sharding.kind = HloSharding::Kind::Tiled;
    if (parseSizes(sharding.tile, count))
      return true;
    if (!consume("<="))
      return parseNumbers(sharding.devices) || checkDevices(sharding, count);
    if (parseSizes(sharding.iotaDims, iotaCount))
      return true;
    if (count != iotaCount)
      return fail("the tile has " + Twine(count) + " devices, but " +
                  Twine(iotaCount) + " are given");
    if (consume("T"))
      return parsePermutation(sharding);
    for (size_t i = 0; i < sharding.iotaDims.size(); ++i)
      sharding.permutation.push_back(i);
    return false;
  }

  /// `{manual, replicated}`.
  bool parseSubgroups(HloSharding &sharding) {
    if (expect("{"))
      return true;
    do {
      StringRef name = word();
      if (name == "replicated")
        sharding.subgroups.push_back(HloSharding::Subgroup::Replicated);
      else if (name == "manual")
        sharding.subgroups.push_back(HloSharding::Subgroup::Manual);
      else if (name == "unreduced")
        sharding.subgroups.push_back(HloSharding::Subgroup::Unreduced);
      else
        return fail("expected replicated, manual or unreduced");
    } while (consume(","));
    return expect("}");
  }

  /// What may follow the kind: `last_tile_dim_replicate`, `metadata={...}`, ...
  bool parseTrailer(HloSharding &sharding, StringRef name) {
    int64_t number = 0;
    if (name == "last_tile_dim_replicate") {
      sharding.subgroups.push_back(HloSharding::Subgroup::Replicated);
      return false;
    }
    if (name == "last_tile_dims")
      return expect("=") || parseSubgroups(sharding);
    if (name == "metadata")
      return expect("=") || skipBraces();
    if (name == "shard_as" || name == "shard_like") {
      sharding.isShardGroup = true;
      return parseNumber(number);
    }
    return fail("expected '}'");
  }

  /// Notes on where a sharding came from have no meaning here.
  bool skipBraces() {
    if (expect("{"))
      return true;
    size_t depth = 1, length = 0;
    for (; length < rest.size() && depth; ++length)
      depth += rest[length] == '{' ? 1 : rest[length] == '}' ? -1 : 0;
    rest = rest.drop_front(length);
    return depth && fail("expected '}'");
  }

  bool parseKind(HloSharding &sharding) {
    StringRef name = word();
    if (name == "replicated")
      sharding.kind = HloSharding::Kind::Replicated;
    else if (name == "manual")
      sharding.kind = HloSharding::Kind::Manual;
    else if (name == "unknown")
      sharding.kind = HloSharding::Kind::Unknown;
    else if (name == "unreduced")
      sharding.kind = HloSharding::Kind::Unreduced;
    else if (name == "devices")
      return expect("=") || parseTile(sharding);
    else if (name == "maximal") {
      sharding.kind = HloSharding::Kind::Maximal;
      return expect("device") || expect("=") || parseNumber(sharding.device);
    } else
      return fail("expected replicated, maximal, manual, unknown, unreduced "
                  "or devices");
    return false;
  }

  bool parseTuple(HloSharding &sharding) {
    sharding.kind = HloSharding::Kind::Tuple;
    if (consume("}"))
      return false;
    do {
      // Tuples of tuples are flat in this form, so this ends.
      if (parseSharding(sharding.elements.emplace_back(),
                        /*allowTuple=*/false))
        return true;
    } while (consume(","));
    return expect("}");
  }

  bool parseSharding(HloSharding &sharding, bool allowTuple) {
    if (expect("{"))
      return true;
    bool isTuple = next().starts_with("{") || rest.starts_with("}");
    if (isTuple && allowTuple)
      return parseTuple(sharding);
    if (parseKind(sharding))
      return true;
    while (!consume("}"))
      if (parseTrailer(sharding, word()))
        return true;
    if (sharding.subgroups.size() > sharding.tile.size())
      return fail("the tile has " + Twine(sharding.tile.size()) +
                  " dimensions, but " + Twine(sharding.subgroups.size()) +
                  " are said to be its last");
    return false;
  }
};

} // namespace

llvm::Expected<HloSharding> HloSharding::parse(StringRef text) {
  return Parser(text).parse();
}
