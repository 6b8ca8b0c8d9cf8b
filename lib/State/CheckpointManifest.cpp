//===- CheckpointManifest.cpp - what a checkpoint says it holds -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointManifest.h"

#include "BoxCover.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace weft;
using runtime::ArrayType;
using runtime::Box;

static constexpr int64_t currentVersion = 1;

std::string weft::getDataFileName(size_t number) {
  return formatv("data-{0,0+5}.safetensors", number);
}

std::string weft::getTileName(const CheckpointLeaf &leaf, const Box &box) {
  if (ArrayRef<int64_t>(box.sizes) == leaf.type.getDims())
    return leaf.path;
  std::string name = leaf.path + "[";
  for (auto [i, offset] : enumerate(box.offsets))
    name += (i ? "," : "") + std::to_string(offset) + ":" +
            std::to_string(offset + box.sizes[i]);
  return name + "]";
}

uint64_t weft::getBoxBytes(const ArrayType &type, const Box &box) {
  // Bounded by the bytes of the array, since no size is larger than its own.
  uint64_t bytes = runtime::getByteWidth(type.getElementType());
  for (int64_t size : box.sizes)
    bytes *= size;
  return bytes;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string toHex(uint64_t checksum) {
  return formatv("{0:x-16}", checksum);
}

static void printNumbers(json::OStream &json, StringRef key,
                         ArrayRef<int64_t> numbers) {
  json.attributeArray(key, [&] {
    for (int64_t number : numbers)
      json.value(number);
  });
}

static void print(json::OStream &json, const CheckpointManifest::Tile &tile) {
  json.object([&] {
    printNumbers(json, "offsets", tile.box.offsets);
    printNumbers(json, "sizes", tile.box.sizes);
    json.attribute("file", static_cast<int64_t>(tile.file));
    json.attribute("begin", static_cast<int64_t>(tile.begin));
    json.attributeArray("checksums", [&] {
      for (uint64_t checksum : tile.checksums)
        json.value(toHex(checksum));
    });
  });
}

static void print(json::OStream &json, const CheckpointLeaf &leaf,
                  ArrayRef<CheckpointManifest::Tile> tiles) {
  json.object([&] {
    json.attribute("path", leaf.path);
    json.attribute("type", runtime::getName(leaf.type.getElementType()));
    printNumbers(json, "shape", leaf.type.getDims());
    json.attributeArray("tiles", [&] {
      for (const CheckpointManifest::Tile &tile : tiles)
        print(json, tile);
    });
  });
}

static void print(json::OStream &json, const CheckpointManifest::File &file) {
  json.object([&] {
    json.attribute("name", file.name);
    json.attribute("bytes", static_cast<int64_t>(file.bytes));
    json.attribute("header_bytes", static_cast<int64_t>(file.headerBytes));
    json.attribute("header_checksum", toHex(file.headerChecksum));
  });
}

/// A file, a leaf or a note per line, for people who look at it.
template <typename Range, typename Print>
static void printLines(raw_ostream &os, StringRef key, char open, char close,
                       Range &&range, Print printOne) {
  os << '"' << key << "\": " << open;
  bool isFirst = true;
  for (size_t i = 0, n = range.size(); i < n; ++i) {
    os << (isFirst ? "\n  " : ",\n  ");
    isFirst = false;
    printOne(i);
  }
  os << "\n" << close << ",\n";
}

/// The last line: a checksum of the lines before it.
static std::string printChecksum(StringRef lines) {
  return formatv("\"checksum\": \"{0:x-16}\"}\n", xxh3_64bits(lines));
}

std::string CheckpointManifest::print() const {
  std::string text;
  raw_string_ostream os(text);
  os << "{\"weft_checkpoint\": " << currentVersion
     << ",\n\"step\": " << info.step << ",\n\"block_bytes\": " << blockBytes
     << ",\n";
  std::vector<std::pair<std::string, std::string>> notes(info.notes.begin(),
                                                         info.notes.end());
  printLines(os, "notes", '{', '}', notes, [&](size_t i) {
    os << json::Value(notes[i].first) << ": " << json::Value(notes[i].second);
  });
  printLines(os, "files", '[', ']', files, [&](size_t i) {
    json::OStream json(os);
    ::print(json, files[i]);
  });
  printLines(os, "leaves", '[', ']', leaves, [&](size_t i) {
    json::OStream json(os);
    ::print(json, leaves[i], tiles[i]);
  });
  return text + printChecksum(text);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static Error checkChecksum(StringRef text) {
  const size_t lastLine = text.rtrim('\n').rfind('\n') + 1;
  if (text.drop_front(lastLine) != printChecksum(text.take_front(lastLine)))
    return makeError("its last line is not the checksum of those before it; it "
                     "is damaged, cut short or was changed");
  return Error::success();
}

/// LLVM's parser recurses; what we write is five levels deep.
static bool isDeep(StringRef text) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString && c == '\\')
      ++i;
    else if (c == '"')
      inString = !inString;
    else if (inString)
      continue;
    else if ((c == '[' || c == '{') && ++depth > 64)
      return true;
    else if ((c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return false;
}

namespace {

/// Takes a manifest apart. Every message says where in it the mistake is.
class ManifestParser {
public:
  explicit ManifestParser(CheckpointManifest &manifest) : manifest(manifest) {}

  Error parse(const json::Value &value);

private:
  Error parseNotes(const json::Object &object);
  Error parseFile(const json::Value &value);
  Error parseLeaf(const json::Value &value);
  Error parseTile(const json::Value &value, const CheckpointLeaf &leaf);
  Error checkFiles();

  static std::optional<uint64_t> getSize(const json::Object &object,
                                         StringRef key);
  static std::optional<uint64_t> getChecksum(const json::Value *value);
  static std::optional<ArrayType::Dims> getNumbers(const json::Object &object,
                                                   StringRef key);

  CheckpointManifest &manifest;
  StringSet<> paths;
};

} // namespace

std::optional<uint64_t> ManifestParser::getSize(const json::Object &object,
                                                StringRef key) {
  std::optional<int64_t> number = object.getInteger(key);
  if (!number || *number < 0)
    return std::nullopt;
  return *number;
}

std::optional<uint64_t> ManifestParser::getChecksum(const json::Value *value) {
  std::optional<StringRef> text = value ? value->getAsString() : std::nullopt;
  uint64_t checksum;
  if (!text || text->size() != 16 || text->getAsInteger(16, checksum))
    return std::nullopt;
  return checksum;
}

std::optional<ArrayType::Dims>
ManifestParser::getNumbers(const json::Object &object, StringRef key) {
  const json::Array *array = object.getArray(key);
  if (!array)
    return std::nullopt;
  ArrayType::Dims numbers;
  for (const json::Value &value : *array) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number < 0)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

Error ManifestParser::parseNotes(const json::Object &object) {
  const json::Object *notes = object.getObject("notes");
  if (!notes)
    return makeError("it has no notes");
  for (const auto &[name, note] : *notes) {
    std::optional<StringRef> text = note.getAsString();
    if (!text)
      return makeError("note '" + Twine(name.str()) + "' is no text");
    manifest.info.notes[name.str()] = text->str();
  }
  return Error::success();
}

Error ManifestParser::parseFile(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  const size_t number = manifest.files.size();
  // Only names that we give: a manifest does not reach outside its directory.
  CheckpointManifest::File file{getDataFileName(number)};
  if (!object || object->getString("name") != StringRef(file.name))
    return makeError("data file number " + Twine(number) + " is not called '" +
                     file.name + "'");
  auto bytes = getSize(*object, "bytes");
  auto headerBytes = getSize(*object, "header_bytes");
  auto checksum = getChecksum(object->get("header_checksum"));
  if (!bytes || !headerBytes || !checksum || *headerBytes > *bytes)
    return makeError("data file '" + file.name +
                     "' has no sound sizes or no checksum");
  file.bytes = *bytes;
  file.headerBytes = *headerBytes;
  file.headerChecksum = *checksum;
  manifest.files.push_back(std::move(file));
  return Error::success();
}

Error ManifestParser::parseTile(const json::Value &value,
                                const CheckpointLeaf &leaf) {
  std::vector<CheckpointManifest::Tile> &tiles = manifest.tiles.back();
  auto complain = [&](const Twine &message) {
    return makeError("leaf '" + leaf.path + "', tile " + Twine(tiles.size()) +
                     ": " + message);
  };
  const json::Object *object = value.getAsObject();
  auto offsets = object ? getNumbers(*object, "offsets") : std::nullopt;
  auto sizes = object ? getNumbers(*object, "sizes") : std::nullopt;
  auto number = object ? getSize(*object, "file") : std::nullopt;
  auto begin = object ? getSize(*object, "begin") : std::nullopt;
  const json::Array *sums = object ? object->getArray("checksums") : nullptr;
  if (!offsets || !sizes || !number || !begin || !sums)
    return complain("no sound offsets, sizes, place or checksums");
  CheckpointManifest::Tile tile{{*offsets, *sizes}, *number, *begin, {}};
  if (Expected<ArrayType> type = tile.box.getTypeWithin(leaf.type); !type)
    return complain(toString(type.takeError()));
  if (tile.file >= manifest.files.size())
    return complain("there is no data file number " + Twine(tile.file));
  const uint64_t bytes = getBoxBytes(leaf.type, tile.box);
  const CheckpointManifest::File &file = manifest.files[tile.file];
  if (tile.begin < file.headerBytes || tile.begin > file.bytes ||
      bytes > file.bytes - tile.begin)
    return complain(Twine(bytes) + " bytes from " + Twine(tile.begin) +
                    " on are not within the data of '" + file.name + "'");
  if (sums->size() != getNumBlocks(bytes))
    return complain(Twine(sums->size()) + " checksums for " +
                    Twine(getNumBlocks(bytes)) + " blocks");
  for (const json::Value &sum : *sums) {
    std::optional<uint64_t> checksum = getChecksum(&sum);
    if (!checksum)
      return complain("a checksum is not 16 hexadecimal digits");
    tile.checksums.push_back(*checksum);
  }
  tiles.push_back(std::move(tile));
  return Error::success();
}

Error ManifestParser::parseLeaf(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  auto path = object ? object->getString("path") : std::nullopt;
  if (!path || !paths.insert(*path).second)
    return makeError("leaf " + Twine(manifest.leaves.size()) +
                     (path ? ": the path '" + path->str() + "' is there twice"
                           : std::string(" has no path")));
  auto complain = [&](const Twine &message) {
    return makeError("leaf '" + Twine(*path) + "': " + message);
  };
  auto name = object->getString("type");
  auto element = name ? runtime::parseElementType(*name) : std::nullopt;
  if (!element)
    return complain("no known element type");
  auto shape = getNumbers(*object, "shape");
  const json::Array *tiles = object->getArray("tiles");
  if (!shape || !tiles)
    return complain("no sound shape or no tiles");
  Expected<ArrayType> type = ArrayType::get(*element, *shape);
  if (!type)
    return complain(toString(type.takeError()));
  manifest.leaves.push_back({path->str(), *type});
  manifest.tiles.emplace_back();
  for (const json::Value &tile : *tiles)
    if (Error error = parseTile(tile, manifest.leaves.back()))
      return error;
  SmallVector<const Box *> boxes;
  for (const CheckpointManifest::Tile &tile : manifest.tiles.back())
    boxes.push_back(&tile.box);
  if (Error error = checkBoxCover(*type, boxes))
    return complain(toString(std::move(error)));
  return Error::success();
}

/// Tiles lie one after the other in each file, without holes.
Error ManifestParser::checkFiles() {
  struct Extent {
    size_t file;
    uint64_t begin, end;
    size_t leaf;
    bool operator<(const Extent &other) const {
      return std::tie(file, begin, end) <
             std::tie(other.file, other.begin, other.end);
    }
  };
  std::vector<Extent> extents;
  for (auto [i, leaf] : enumerate(manifest.leaves))
    for (const CheckpointManifest::Tile &tile : manifest.tiles[i])
      extents.push_back({tile.file, tile.begin,
                         tile.begin + getBoxBytes(leaf.type, tile.box), i});
  llvm::sort(extents);
  std::vector<uint64_t> ends;
  for (const CheckpointManifest::File &file : manifest.files)
    ends.push_back(file.headerBytes);
  for (const Extent &extent : extents) {
    if (extent.begin != ends[extent.file])
      return makeError("leaf '" + manifest.leaves[extent.leaf].path +
                       "': the data at byte " + Twine(extent.begin) + " of '" +
                       manifest.files[extent.file].name + "' does not begin " +
                       "where that before it ends, at " +
                       Twine(ends[extent.file]));
    ends[extent.file] = extent.end;
  }
  for (auto [file, end] : zip_equal(manifest.files, ends))
    if (end != file.bytes)
      return makeError("data file '" + file.name + "' has " +
                       Twine(file.bytes) + " bytes, its tiles end at " +
                       Twine(end));
  return Error::success();
}

Error ManifestParser::parse(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  auto version = object ? object->getInteger("weft_checkpoint") : std::nullopt;
  if (!version)
    return makeError("it is not the manifest of a checkpoint");
  if (*version != currentVersion)
    return makeError("it has version " + Twine(*version) +
                     ", this program reads version " + Twine(currentVersion));
  auto step = getSize(*object, "step");
  if (!step)
    return makeError("it has no step");
  manifest.info.step = *step;
  if (getSize(*object, "block_bytes") != CheckpointManifest::blockBytes)
    return makeError("its blocks do not have " +
                     Twine(CheckpointManifest::blockBytes) + " bytes");
  if (Error error = parseNotes(*object))
    return error;
  const json::Array *files = object->getArray("files");
  const json::Array *leaves = object->getArray("leaves");
  if (!files || !leaves)
    return makeError("it has no files or no leaves");
  for (const json::Value &file : *files)
    if (Error error = parseFile(file))
      return error;
  for (const json::Value &leaf : *leaves)
    if (Error error = parseLeaf(leaf))
      return error;
  return checkFiles();
}

Expected<CheckpointManifest> CheckpointManifest::parse(StringRef text) {
  if (Error error = checkChecksum(text))
    return error;
  if (isDeep(text))
    return makeError("it is nested too deeply");
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  CheckpointManifest manifest;
  if (Error error = ManifestParser(manifest).parse(*value))
    return error;
  return manifest;
}
