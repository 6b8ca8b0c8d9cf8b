//===- CheckpointDirectory.cpp - checkpoints beside each other --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointDirectory.h"

#include "weft/Runtime/AtomicFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <unistd.h>

using namespace llvm;
using namespace weft;

static constexpr StringLiteral latestName = "latest";
static constexpr StringLiteral temporaryPrefix = ".weft-tmp-";

static Error makeError(const Twine &message, std::error_code code) {
  return createStringError(code, message + ": " + code.message());
}

std::string weft::getStepName(int64_t step) {
  return formatv("step-{0,0+8}", step);
}

std::optional<int64_t> weft::parseStepName(StringRef name) {
  int64_t step;
  StringRef digits = name;
  if (!digits.consume_front("step-") || digits.getAsInteger(10, step) ||
      step < 0 || getStepName(step) != name)
    return std::nullopt;
  return step;
}

std::string weft::joinPath(StringRef directory, const Twine &name) {
  SmallString<128> path(directory);
  sys::path::append(path, name);
  return path.str().str();
}

static Expected<std::vector<std::string>> listNames(StringRef directory) {
  std::vector<std::string> names;
  std::error_code code;
  for (sys::fs::directory_iterator it(directory, code), end; !code && it != end;
       it.increment(code))
    names.push_back(sys::path::filename(it->path()).str());
  if (code)
    return makeError("cannot read directory '" + directory + "'", code);
  return names;
}

/// `.weft-tmp-<process>-<number>-...` of a process that is no more.
static bool isLeftBehind(StringRef name) {
  int64_t process;
  if (!name.consume_front(temporaryPrefix) ||
      name.consumeInteger(10, process) || process <= 0 || !isInt<32>(process))
    return false;
  return ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

static std::string getTemporaryName(const Twine &what) {
  static std::atomic<unsigned> counter{0};
  return (temporaryPrefix + Twine(::getpid()) + "-" +
          Twine(counter.fetch_add(1)) + "-" + what)
      .str();
}

Expected<std::string> weft::makeTemporary(StringRef directory, int64_t step) {
  if (std::error_code code = sys::fs::create_directories(directory))
    return makeError("cannot make directory '" + directory + "'", code);
  Expected<std::vector<std::string>> names = listNames(directory);
  if (!names)
    return names.takeError();
  for (const std::string &name : *names)
    if (isLeftBehind(name))
      sys::fs::remove_directories(joinPath(directory, name));
  std::string path = joinPath(directory, getTemporaryName(getStepName(step)));
  if (std::error_code code =
          sys::fs::create_directory(path, /*IgnoreExisting=*/false))
    return makeError("cannot make directory '" + path + "'", code);
  return path;
}

Error weft::publish(StringRef directory, StringRef temporary, int64_t step) {
  std::string name = getStepName(step);
  if (std::error_code code =
          sys::fs::rename(temporary, joinPath(directory, name)))
    return makeError("cannot rename '" + temporary + "' to '" + name + "'",
                     code);
  // `latest` must not reach the disk before what it names.
  if (Error error = runtime::flushDirectory(directory))
    return error;
  auto latest = runtime::AtomicFile::create(joinPath(directory, latestName));
  if (!latest)
    return latest.takeError();
  if (Error error = latest->append(name + "\n"))
    return error;
  return latest->commit();
}

/// What `latest` says, or nothing if it says nothing sound.
static std::optional<std::string> readLatest(StringRef directory) {
  auto text = MemoryBuffer::getFile(joinPath(directory, latestName));
  if (!text)
    return std::nullopt;
  StringRef name = (*text)->getBuffer().rtrim('\n');
  // Only names that we give: `latest` does not reach outside its directory.
  if (!parseStepName(name))
    return std::nullopt;
  return name.str();
}

Expected<std::vector<CheckpointEntry>>
weft::listCheckpoints(StringRef directory) {
  Expected<std::vector<std::string>> names = listNames(directory);
  if (!names)
    return names.takeError();
  std::optional<std::string> latest = readLatest(directory);
  std::vector<CheckpointEntry> entries;
  for (const std::string &name : *names)
    if (std::optional<int64_t> step = parseStepName(name))
      entries.push_back({name, *step, latest == name});
  llvm::sort(entries, [](const CheckpointEntry &a, const CheckpointEntry &b) {
    return a.step < b.step;
  });
  return entries;
}

Error weft::removeOldest(StringRef directory, unsigned keep) {
  Expected<std::vector<CheckpointEntry>> entries = listCheckpoints(directory);
  if (!entries)
    return entries.takeError();
  size_t excess = entries->size() > keep ? entries->size() - keep : 0;
  for (const CheckpointEntry &entry : *entries) {
    if (excess == 0)
      break;
    if (entry.isLatest)
      continue;
    --excess;
    // Half removed it must not be taken for a checkpoint.
    std::string path = joinPath(directory, entry.name);
    std::string doomed = joinPath(directory, getTemporaryName(entry.name));
    if (std::error_code code = sys::fs::rename(path, doomed))
      return makeError("cannot remove '" + path + "'", code);
    if (std::error_code code = sys::fs::remove_directories(doomed, false))
      return makeError("cannot remove '" + doomed + "'", code);
  }
  return Error::success();
}

Expected<std::string> weft::findCheckpoint(StringRef path) {
  if (sys::fs::exists(joinPath(path, manifestName)))
    return path.str();
  Expected<std::vector<CheckpointEntry>> entries = listCheckpoints(path);
  if (!entries)
    return entries.takeError();
  if (entries->empty())
    return createStringError("'" + path + "' holds no checkpoint");
  for (const CheckpointEntry &entry : *entries)
    if (entry.isLatest)
      return joinPath(path, entry.name);
  // The writer was stopped before it had named the first one.
  return joinPath(path, entries->back().name);
}
