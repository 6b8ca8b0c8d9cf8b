//===- LossHistory.cpp - how a training run went ----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LossHistory.h"

#include "weft/Runtime/AtomicFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;
using namespace weft;

static Error writeText(StringRef path, StringRef text) {
  auto file = runtime::AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = file->append(text))
    return error;
  return file->commit();
}

Error LossHistory::readJson(StringRef path, int64_t lastStep) {
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return Error::success();
  Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  const json::Array *steps = object ? object->getArray("steps") : nullptr;
  if (!steps)
    return createStringError(inconvertibleErrorCode(),
                             "'" + path +
                                 "' is no history of a run: it has no "
                                 "\"steps\"");
  for (const json::Value &entry : *steps) {
    const json::Object *fields = entry.getAsObject();
    auto step = fields ? fields->getInteger("step") : std::nullopt;
    if (!step || *step > lastStep)
      continue;
    add({*step, fields->getNumber("loss").value_or(std::nan("")),
         fields->getNumber("ms").value_or(0)});
  }
  return Error::success();
}

Error LossHistory::writeJson(StringRef path) const {
  std::string text;
  raw_string_ostream os(text);
  os << "{\"steps\": [";
  ListSeparator separator(",");
  for (const Entry &entry : entries) {
    os << separator << "\n  {\"step\": " << entry.step << ", \"loss\": ";
    // Enough digits to tell the numbers apart.
    if (std::isfinite(entry.loss))
      os << format("%.9g", entry.loss);
    else
      os << "null";
    os << ", \"ms\": " << format("%.3f", entry.milliseconds) << "}";
  }
  os << "\n]}\n";
  return writeText(path, text);
}

namespace {
/// From numbers to places in the picture.
struct Scale {
  double low, high, from, to;
  double operator()(double value) const {
    return from + (to - from) * (value - low) / (high - low);
  }
};
} // namespace

static Scale makeScale(double low, double high, double from, double to) {
  if (!(high > low))
    high = low + 1;
  return {low, high, from, to};
}

static void printLabel(raw_ostream &os, double x, double y, StringRef anchor,
                       const Twine &text) {
  os << format("<text x=\"%.1f\" y=\"%.1f\"", x, y) << " text-anchor=\""
     << anchor << "\">" << text << "</text>\n";
}

Error LossHistory::writeSvg(StringRef path, StringRef title) const {
  constexpr double width = 640, height = 360, left = 64, right = 24, top = 36,
                   bottom = 44;
  std::vector<Entry> shown;
  for (const Entry &entry : entries)
    if (std::isfinite(entry.loss))
      shown.push_back(entry);
  double low = 0, high = 1, first = 0, last = 1;
  if (!shown.empty()) {
    auto less = [](const Entry &a, const Entry &b) { return a.loss < b.loss; };
    low = std::min_element(shown.begin(), shown.end(), less)->loss;
    high = std::max_element(shown.begin(), shown.end(), less)->loss;
    first = static_cast<double>(shown.front().step);
    last = static_cast<double>(shown.back().step);
  }
  Scale x = makeScale(first, last, left, width - right);
  Scale y = makeScale(low, high, height - bottom, top);

  std::string text;
  raw_string_ostream os(text);
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"640\" height=\"360\" fill=\"white\"/>\n";
  std::string escaped;
  raw_string_ostream escapedOs(escaped);
  printHTMLEscaped(title, escapedOs);
  printLabel(os, left, 22, "start", escaped);
  for (int i = 0; i <= 4; ++i) {
    double value = y.low + (y.high - y.low) * i / 4;
    os << format("<path d=\"M%.1f %.1fH%.1f\" stroke=\"#ddd\"/>\n", left,
                 y(value), width - right);
    std::string number;
    raw_string_ostream(number) << format("%.4g", value);
    printLabel(os, left - 6, y(value) + 4, "end", number);
  }
  for (double step : {x.low, x.high})
    printLabel(os, x(step), height - bottom + 18, "middle",
               Twine(static_cast<int64_t>(step)));
  printLabel(os, (left + width - right) / 2, height - 10, "middle", "step");
  os << "<polyline fill=\"none\" stroke=\"#1f5fbf\" stroke-width=\"1.5\" "
        "points=\"";
  ListSeparator separator(" ");
  for (const Entry &entry : shown)
    os << separator
       << format("%.2f,%.2f", x(static_cast<double>(entry.step)),
                 y(entry.loss));
  os << "\"/>\n</svg>\n";
  return writeText(path, text);
}
