//===- Timeline.cpp - a run as a picture in the browser ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/Timeline.h"

#include "weft/Runtime/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <chrono>

using namespace weft::runtime;

Tracer::~Tracer() = default;

uint64_t Tracer::now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Timeline::Timeline(unsigned numDevices, size_t maxEvents)
    : maxEvents(maxEvents), start(now()), rows(numDevices) {}

void Timeline::record(const TraceEvent &event) {
  assert(event.device < rows.size() && "the timeline has fewer devices");
  Row &row = rows[event.device];
  if (row.events.size() < maxEvents)
    row.events.push_back(event);
  else
    ++row.numDropped;
}

static llvm::StringRef getCategory(TraceEvent::Kind kind) {
  switch (kind) {
  case TraceEvent::Kind::Op:
    return "op";
  case TraceEvent::Kind::Collective:
    return "collective";
  case TraceEvent::Kind::Wait:
    return "wait";
  }
  return "";
}

/// Locations come from files and may hold any bytes.
static std::string toUtf8(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// The format counts in microseconds, with fractions.
static llvm::json::Value inMicroseconds(uint64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1000;
}

static void printName(llvm::json::OStream &json, unsigned device) {
  json.object([&] {
    json.attribute("ph", "M");
    json.attribute("name", "thread_name");
    json.attribute("pid", 0);
    json.attribute("tid", device);
    json.attributeObject("args", [&] {
      json.attribute("name", "device " + std::to_string(device));
    });
  });
}

static void printEvent(llvm::json::OStream &json, const TraceEvent &event,
                       uint64_t start) {
  const bool isWait = event.kind == TraceEvent::Kind::Wait;
  json.object([&] {
    json.attribute("ph", "X");
    json.attribute("name", isWait ? "wait" : toUtf8(event.label.op));
    json.attribute("cat", getCategory(event.kind));
    json.attribute("pid", 0);
    json.attribute("tid", event.device);
    json.attribute("ts",
                   inMicroseconds(event.begin - std::min(event.begin, start)));
    json.attribute("dur", inMicroseconds(event.end - event.begin));
    json.attributeObject("args", [&] {
      if (!event.label.location.empty())
        json.attribute("location", toUtf8(event.label.location));
      if (event.kind != TraceEvent::Kind::Collective)
        return;
      json.attribute("bytes", event.bytes);
      json.attribute("devices", event.groupSize);
    });
  });
}

void Timeline::print(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os);
  uint64_t numDropped = 0;
  json.object([&] {
    json.attribute("displayTimeUnit", "ms");
    json.attributeArray("traceEvents", [&] {
      for (auto [device, row] : llvm::enumerate(rows)) {
        printName(json, device);
        for (const TraceEvent &event : row.events)
          printEvent(json, event, start);
        numDropped += row.numDropped;
      }
    });
    json.attributeObject(
        "otherData", [&] { json.attribute("events_left_out", numDropped); });
  });
  os << "\n";
}

llvm::Error Timeline::write(llvm::StringRef path) const {
  llvm::Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  if (llvm::Error error = file->append(text))
    return error;
  return file->commit();
}
