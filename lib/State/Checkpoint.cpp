//===- Checkpoint.cpp - a state on disk -------------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One .npy file per leaf, so far, and a manifest that says which is which.
//
//===----------------------------------------------------------------------===//

#include "weft/State/Checkpoint.h"

#include "weft/Runtime/NpyFile.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace weft;
using runtime::ArrayType;
using runtime::Box;

static constexpr StringLiteral manifestName = "manifest.json";
static constexpr StringLiteral latestName = "latest";

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static std::string joinPath(StringRef directory, const Twine &name) {
  SmallString<128> path(directory);
  sys::path::append(path, name);
  return path.str().str();
}

static std::string getStepName(int64_t step) {
  return formatv("step-{0,0+8}", step);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

struct CheckpointWriter::Impl {
  std::string directory, temporary;
  CheckpointInfo info;
  std::vector<CheckpointLeaf> leaves;
  std::vector<runtime::NpyWriter> files;
  bool committed = false;

  Error writeManifest();
  Error removeOld(unsigned keep);
};

CheckpointWriter::CheckpointWriter(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}

CheckpointWriter::~CheckpointWriter() {
  impl->files.clear();
  if (!impl->committed)
    sys::fs::remove_directories(impl->temporary);
}

Expected<std::unique_ptr<CheckpointWriter>>
CheckpointWriter::create(StringRef directory, CheckpointInfo info,
                         std::vector<CheckpointLeaf> leaves) {
  StringSet<> paths;
  for (const CheckpointLeaf &leaf : leaves)
    if (!paths.insert(leaf.path).second)
      return makeError("the state has " + leaf.path + " twice");
  std::string name = getStepName(info.step);
  if (sys::fs::exists(joinPath(directory, name)))
    return makeError("'" + directory + "' has a checkpoint of step " +
                     Twine(info.step) + " already; choose another directory");
  auto impl = std::make_unique<Impl>();
  impl->directory = directory.str();
  impl->temporary = joinPath(directory, "." + name + ".tmp");
  impl->info = std::move(info);
  impl->leaves = std::move(leaves);
  sys::fs::remove_directories(impl->temporary);
  if (std::error_code error = sys::fs::create_directories(impl->temporary))
    return makeError("cannot make directory '" + impl->temporary +
                     "': " + error.message());
  std::unique_ptr<CheckpointWriter> writer(
      new CheckpointWriter(std::move(impl)));
  Impl &made = *writer->impl;
  for (auto [i, leaf] : enumerate(made.leaves)) {
    auto file = runtime::NpyWriter::create(
        joinPath(made.temporary, "leaf-" + Twine(i) + ".npy"), leaf.type);
    if (!file)
      return file.takeError();
    made.files.push_back(std::move(*file));
  }
  return writer;
}

Error CheckpointWriter::write(size_t leaf, const Box &box,
                              ArrayRef<uint8_t> bytes) {
  return impl->files[leaf].write(box, bytes);
}

Error CheckpointWriter::Impl::writeManifest() {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, 1);
  json.object([&] {
    json.attribute("weft_checkpoint", 0);
    json.attribute("step", info.step);
    json.attributeObject("notes", [&] {
      for (const auto &[name, value] : info.notes)
        json.attribute(name, json::fixUTF8(value));
    });
    json.attributeArray("leaves", [&] {
      for (const CheckpointLeaf &leaf : leaves)
        json.object([&] {
          json.attribute("path", json::fixUTF8(leaf.path));
          json.attribute("type", runtime::getName(leaf.type.getElementType()));
          json.attributeArray("shape", [&] {
            for (int64_t size : leaf.type.getDims())
              json.value(size);
          });
        });
    });
  });
  auto file = runtime::AtomicFile::create(joinPath(temporary, manifestName));
  if (!file)
    return file.takeError();
  if (Error error = file->append(text))
    return error;
  return file->commit();
}

Error CheckpointWriter::Impl::removeOld(unsigned keep) {
  std::vector<std::string> steps;
  std::error_code error;
  for (sys::fs::directory_iterator it(directory, error), end;
       it != end && !error; it.increment(error))
    if (sys::path::filename(it->path()).starts_with("step-"))
      steps.push_back(it->path());
  sort(steps);
  for (size_t i = 0; keep && i + keep < steps.size(); ++i)
    sys::fs::remove_directories(steps[i]);
  return Error::success();
}

Error CheckpointWriter::commit(unsigned keep) {
  for (runtime::NpyWriter &file : impl->files)
    if (Error error = file.commit())
      return error;
  if (Error error = impl->writeManifest())
    return error;
  std::string name = getStepName(impl->info.step);
  if (std::error_code error =
          sys::fs::rename(impl->temporary, joinPath(impl->directory, name)))
    return makeError("cannot rename '" + impl->temporary +
                     "': " + error.message());
  impl->committed = true;
  auto latest =
      runtime::AtomicFile::create(joinPath(impl->directory, latestName));
  if (!latest)
    return latest.takeError();
  if (Error error = latest->append(name + "\n"))
    return error;
  if (Error error = latest->commit())
    return error;
  return impl->removeOld(keep);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

struct CheckpointReader::Impl {
  std::string directory;
  CheckpointInfo info;
  std::vector<CheckpointLeaf> leaves;
  std::vector<runtime::NpyReader> files;

  Error parse(StringRef text);
  Error addLeaf(const json::Value &entry);
};

CheckpointReader::CheckpointReader(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
CheckpointReader::~CheckpointReader() = default;

const CheckpointInfo &CheckpointReader::getInfo() const { return impl->info; }
ArrayRef<CheckpointLeaf> CheckpointReader::getLeaves() const {
  return impl->leaves;
}

Error CheckpointReader::Impl::addLeaf(const json::Value &entry) {
  const json::Object *object = entry.getAsObject();
  auto path = object ? object->getString("path") : std::nullopt;
  auto typeName = object ? object->getString("type") : std::nullopt;
  const json::Array *shape = object ? object->getArray("shape") : nullptr;
  auto type = typeName ? runtime::parseElementType(*typeName) : std::nullopt;
  if (!path || !type || !shape)
    return makeError("leaf " + Twine(leaves.size()) +
                     " has no path, type or shape");
  ArrayType::Dims dims;
  for (const json::Value &size : *shape)
    dims.push_back(size.getAsInteger().value_or(-1));
  auto array = ArrayType::get(*type, dims);
  if (!array)
    return array.takeError();
  auto file = runtime::NpyReader::open(
      joinPath(directory, "leaf-" + Twine(leaves.size()) + ".npy"), *array);
  if (!file)
    return file.takeError();
  leaves.push_back({path->str(), std::move(*array)});
  files.push_back(std::move(*file));
  return Error::success();
}

Error CheckpointReader::Impl::parse(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  auto step = object ? object->getInteger("step") : std::nullopt;
  const json::Array *list = object ? object->getArray("leaves") : nullptr;
  if (!step || *step < 0 || !list)
    return makeError("it has no step or no leaves");
  info.step = *step;
  if (const json::Object *notes = object->getObject("notes"))
    for (const auto &[name, note] : *notes)
      if (auto words = note.getAsString())
        info.notes[name.str()] = words->str();
  for (const json::Value &entry : *list)
    if (Error error = addLeaf(entry))
      return error;
  return Error::success();
}

Expected<std::unique_ptr<CheckpointReader>>
CheckpointReader::open(StringRef path) {
  auto impl = std::make_unique<Impl>();
  impl->directory = path.str();
  if (auto latest = MemoryBuffer::getFile(joinPath(path, latestName)))
    impl->directory = joinPath(path, (*latest)->getBuffer().trim());
  std::string name = joinPath(impl->directory, manifestName);
  auto text = MemoryBuffer::getFile(name);
  if (!text)
    return makeError("'" + path + "' holds no checkpoint: cannot read '" +
                     name + "': " + text.getError().message());
  if (Error error = impl->parse((*text)->getBuffer()))
    return makeError("'" + name + "': " + toString(std::move(error)));
  return std::unique_ptr<CheckpointReader>(
      new CheckpointReader(std::move(impl)));
}

Error CheckpointReader::read(size_t leaf, const Box &box,
                             MutableArrayRef<uint8_t> target) const {
  return impl->files[leaf].read(box, target);
}
