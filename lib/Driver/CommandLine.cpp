//===- CommandLine.cpp - options of one subcommand --------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Driver/CommandLine.h"
#include "weft/Support/Suggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace weft;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static Error makeUnknownOption(StringRef argument,
                               ArrayRef<OptionSpec> options) {
  SmallVector<std::string> names;
  for (const OptionSpec &option : options)
    names.push_back("--" + option.name.str());
  SmallVector<StringRef> candidates(names.begin(), names.end());
  StringRef name = argument.take_until([](char c) { return c == '='; });
  return makeError("unknown option '" + name + "'" +
                   didYouMean(name, candidates));
}

Expected<CommandLine> CommandLine::parse(ArrayRef<StringRef> arguments,
                                         ArrayRef<OptionSpec> options) {
  CommandLine result;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "--") {
      for (StringRef rest : arguments.drop_front(i + 1))
        result.rest.push_back(rest.str());
      break;
    }
    if (!argument.starts_with("-") || argument == "-") {
      result.rest.push_back(argument.str());
      continue;
    }
    auto [name, value] = argument.split('=');
    bool hasValue = name.size() != argument.size();
    const OptionSpec *option = find_if(options, [&](const OptionSpec &option) {
      return name.starts_with("--") && name.drop_front(2) == option.name;
    });
    if (option == options.end())
      return makeUnknownOption(argument, options);
    if (option->value.empty() && hasValue)
      return makeError("option '" + name + "' takes no value, but '" + value +
                       "' is given");
    if (!option->value.empty() && !hasValue) {
      if (i + 1 == arguments.size())
        return makeError("option '" + name + "' needs a value: " + name + " " +
                         option->value);
      value = arguments[++i];
    }
    std::vector<std::string> &values = result.values[option->name];
    if (!values.empty() && !option->repeats)
      return makeError("option '" + name + "' is given twice");
    values.push_back(value.str());
  }
  return result;
}

std::optional<StringRef> CommandLine::get(StringRef name) const {
  auto found = values.find(name);
  if (found == values.end())
    return std::nullopt;
  return StringRef(found->second.back());
}

ArrayRef<std::string> CommandLine::getAll(StringRef name) const {
  auto found = values.find(name);
  if (found == values.end())
    return {};
  return found->second;
}

Expected<std::optional<double>> CommandLine::getNumber(StringRef name) const {
  std::optional<StringRef> text = get(name);
  if (!text)
    return std::nullopt;
  double number;
  if (text->getAsDouble(number) || !(number >= 0))
    return makeError("option '--" + name +
                     "' needs a number that is not negative, not '" + *text +
                     "'");
  return number;
}

Expected<int64_t> CommandLine::getInteger(StringRef name,
                                          int64_t otherwise) const {
  std::optional<StringRef> text = get(name);
  if (!text)
    return otherwise;
  int64_t number;
  if (text->getAsInteger(10, number) || number < 0)
    return makeError("option '--" + name +
                     "' needs a whole number from 0 to 2^63 - 1, not '" +
                     *text + "'");
  return number;
}

Expected<StringRef> CommandLine::getOnly(StringRef what) const {
  if (rest.empty())
    return makeError("expected " + what);
  if (rest.size() > 1)
    return makeError("expected one " + what + ", but '" + rest[1] +
                     "' follows '" + rest[0] + "'");
  return StringRef(rest.front());
}
