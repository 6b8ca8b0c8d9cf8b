//===- LeafPattern.cpp - which leaves a rule is for -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Sharding/LeafPattern.h"

#include "weft/Support/Suggestion.h"

#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace weft;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// The names of a path, which `.` or `/` separate. A separator within braces
/// belongs to the name.
static SmallVector<StringRef> splitPath(StringRef path) {
  SmallVector<StringRef> names;
  size_t begin = 0, depth = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    depth += path[i] == '{';
    depth -= path[i] == '}' && depth;
    if (depth || (path[i] != '.' && path[i] != '/'))
      continue;
    names.push_back(path.slice(begin, i));
    begin = i + 1;
  }
  names.push_back(path.drop_front(begin));
  return names;
}

/// `64x*`: a size, or any.
static Expected<SmallVector<std::optional<int64_t>>>
parseShape(StringRef value) {
  SmallVector<std::optional<int64_t>> shape;
  SmallVector<StringRef> sizes;
  if (!value.empty())
    value.split(sizes, 'x');
  for (StringRef size : sizes) {
    int64_t number;
    if (size == "*" || size == "?")
      shape.push_back(std::nullopt);
    else if (!size.getAsInteger(10, number) && number >= 0)
      shape.push_back(number);
    else
      return makeError("'shape=" + value + "' has '" + size +
                       "' for a size; write a number, or * for any");
  }
  return shape;
}

Error LeafPattern::addCondition(StringRef condition) {
  auto [name, value] = condition.split('=');
  name = name.trim();
  value = value.trim();
  if (name == "rank") {
    int64_t number;
    if (value.getAsInteger(10, number) || number < 0)
      return makeError("'rank=" + value + "' needs a number of dimensions");
    rank = number;
    return Error::success();
  }
  if (name == "shape") {
    auto sizes = parseShape(value);
    if (!sizes)
      return sizes.takeError();
    shape = std::move(*sizes);
    return Error::success();
  }
  if (name == "kind" && !value.empty()) {
    kind = value;
    return Error::success();
  }
  return makeError("unknown condition '" + condition.trim() +
                   "'; there are rank=2, shape=64x* and kind=linear" +
                   didYouMean(name, {"rank", "shape", "kind"}));
}

Expected<LeafPattern> LeafPattern::parse(StringRef written) {
  LeafPattern result;
  result.text = std::make_shared<const std::string>(written.trim().str());
  auto [path, conditions] = StringRef(*result.text).split(':');
  // Far beyond what anybody writes; braces multiply.
  constexpr size_t maxAlternatives = 1024;
  for (StringRef name : splitPath(path.trim())) {
    if (name.empty())
      return makeError("'" + written + "' has an empty name in its path" +
                       (path.trim().empty() ? "; write ** for any path" : ""));
    if (name == "**") {
      result.names.push_back(std::nullopt);
      continue;
    }
    Expected<GlobPattern> glob = GlobPattern::create(name, maxAlternatives);
    if (!glob)
      return makeError("'" + name + "' is no pattern for a name: " +
                       toString(glob.takeError()));
    result.names.push_back(std::move(*glob));
  }
  SmallVector<StringRef> parts;
  if (result.text->find(':') != std::string::npos)
    conditions.split(parts, ',');
  for (StringRef part : parts)
    if (Error error = result.addCondition(part))
      return std::move(error);
  return result;
}

/// `open[i]` is whether the names so far can be the first `i` of the pattern.
bool LeafPattern::matchesPath(StringRef path) const {
  auto skipAny = [&](BitVector &open) {
    for (size_t i = 0; i < names.size(); ++i)
      if (open[i] && !names[i])
        open.set(i + 1);
  };
  BitVector open(names.size() + 1);
  open.set(0);
  skipAny(open);
  for (StringRef name : splitPath(path)) {
    BitVector next(names.size() + 1);
    for (size_t i = 0; i < names.size(); ++i) {
      if (!open[i])
        continue;
      if (!names[i])
        next.set(i);
      else if (names[i]->match(name))
        next.set(i + 1);
    }
    skipAny(next);
    open = std::move(next);
  }
  return open[names.size()];
}

bool LeafPattern::matches(const Facts &facts) const {
  if (rank && *rank != static_cast<int64_t>(facts.shape.size()))
    return false;
  if (kind && *kind != facts.kind)
    return false;
  if (shape) {
    if (shape->size() != facts.shape.size())
      return false;
    for (auto [wanted, size] : zip(*shape, facts.shape))
      if (wanted && *wanted != size)
        return false;
  }
  return matchesPath(facts.path);
}
