//===- HoverRelay.cpp - adds to the answers of a server ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoverRelay.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

using namespace llvm;
using namespace weft;

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

void HoverRelay::start() {
  int requests[2], answers[2];
  if (pipe(requests) != 0)
    return;
  if (pipe(answers) != 0) {
    close(requests[0]);
    close(requests[1]);
    return;
  }
  // A server that has gone is noticed when writing fails.
  std::signal(SIGPIPE, SIG_IGN);
  clientInput = dup(STDIN_FILENO);
  clientOutput = dup(STDOUT_FILENO);
  dup2(requests[0], STDIN_FILENO);
  dup2(answers[1], STDOUT_FILENO);
  close(requests[0]);
  close(answers[1]);
  toServer = requests[1];
  fromServer = answers[0];
  requestReader = std::thread([this] { readRequests(); });
  answerReader = std::thread([this] { readAnswers(); });
}

void HoverRelay::finish() {
  if (!answerReader.joinable())
    return;
  outs().flush();
  // The answers end here.
  dup2(clientOutput, STDOUT_FILENO);
  answerReader.join();
  bool isDone;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDone = clientIsDone;
  }
  // A client that says nothing more would be waited for in vain.
  if (isDone)
    requestReader.join();
  else
    requestReader.detach();
}

/// Parses an object; null for anything else.
static std::optional<json::Object> parseObject(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value) {
    consumeError(value.takeError());
    return std::nullopt;
  }
  if (json::Object *object = value->getAsObject())
    return std::move(*object);
  return std::nullopt;
}

void HoverRelay::readRequests() {
  std::FILE *file = fdopen(clientInput, "r");
  raw_fd_ostream out(toServer, /*shouldClose=*/true);
  lsp::JSONTransportInputOverFile input(file, style);
  std::string text;
  bool isExit = false;
  while (!isExit && !input.isEndOfInput() && !input.hasError()) {
    if (failed(input.readMessage(text)))
      continue;
    if (std::optional<json::Object> message = parseObject(text)) {
      noteRequest(*message);
      isExit = message->getString("method") == "exit";
    }
    if (style == lsp::JSONStreamStyle::Delimited)
      out << text << "\n// -----\n";
    else
      out << "Content-Length: " << text.size() << "\r\n\r\n" << text;
    out.flush();
    if (out.has_error())
      break;
  }
  out.clear_error();
  std::lock_guard<std::mutex> lock(mutex);
  clientIsDone = true;
}

void HoverRelay::readAnswers() {
  std::FILE *file = fdopen(fromServer, "r");
  raw_fd_ostream out(clientOutput, /*shouldClose=*/false);
  lsp::JSONTransportInputOverFile input(file);
  std::string text;
  while (!input.isEndOfInput() && !input.hasError()) {
    if (failed(input.readMessage(text)))
      continue;
    std::optional<json::Object> message = parseObject(text);
    if (message && extend(*message))
      text = style == lsp::JSONStreamStyle::Delimited
                 ? formatv("{0:2}\n", json::Value(std::move(*message))).str()
                 : formatv("{0}", json::Value(std::move(*message))).str();
    out << "Content-Length: " << text.size() << "\r\n\r\n" << text;
    out.flush();
  }
  std::fclose(file);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The number or string that names a request, as text.
static std::optional<std::string> getId(const json::Object &message) {
  if (const json::Value *id = message.get("id"))
    return formatv("{0}", *id).str();
  return std::nullopt;
}

static std::optional<StringRef> getUri(const json::Object &parameters) {
  if (const json::Object *document = parameters.getObject("textDocument"))
    return document->getString("uri");
  return std::nullopt;
}

void HoverRelay::noteRequest(const json::Object &message) {
  std::optional<StringRef> method = message.getString("method");
  const json::Object *parameters = message.getObject("params");
  if (!method || !parameters)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (*method == "textDocument/hover")
    noteHover(message);
  else if (method->starts_with("textDocument/did"))
    noteText(*method, *parameters);
}

void HoverRelay::noteHover(const json::Object &message) {
  const json::Object *parameters = message.getObject("params");
  std::optional<StringRef> uri = getUri(*parameters);
  std::optional<std::string> id = getId(message);
  const json::Object *position = parameters->getObject("position");
  if (!uri || !id || !position)
    return;
  auto text = texts.find(*uri);
  std::optional<int64_t> line = position->getInteger("line");
  std::optional<int64_t> character = position->getInteger("character");
  if (text != texts.end() && line && character)
    requests[*id] = {uri->str(), text->second,
                     lsp::Position(int(*line), int(*character))};
}

void HoverRelay::noteText(StringRef method, const json::Object &parameters) {
  std::optional<StringRef> uri = getUri(parameters);
  if (!uri)
    return;
  if (method == "textDocument/didClose") {
    texts.erase(*uri);
  } else if (method == "textDocument/didOpen") {
    if (auto text = parameters.getObject("textDocument")->getString("text"))
      texts[*uri] = std::make_shared<std::string>(text->str());
  } else if (method == "textDocument/didChange") {
    std::vector<lsp::TextDocumentContentChangeEvent> changes;
    json::Path::Root root;
    const json::Value *list = parameters.get("contentChanges");
    auto known = texts.find(*uri);
    if (!list || known == texts.end() || !fromJSON(*list, changes, root))
      return;
    std::string text = *known->second;
    if (succeeded(lsp::TextDocumentContentChangeEvent::applyTo(changes, text)))
      known->second = std::make_shared<std::string>(std::move(text));
  }
}

bool HoverRelay::extend(json::Object &message) {
  std::optional<std::string> id = getId(message);
  json::Value *result = message.get("result");
  if (!id || !result)
    return false;
  Request request;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = requests.find(*id);
    if (it == requests.end())
      return false;
    request = std::move(it->second);
    requests.erase(it);
  }
  if (request.text != hoverText) {
    hoverText = request.text;
    hover = std::make_unique<ShardingHover>(*hoverText, request.uri);
  }
  std::optional<std::string> added = hover->describe(request.position);
  if (!added)
    return false;
  if (!result->getAsObject())
    *result = json::Object{
        {"contents", json::Object{{"kind", "markdown"}, {"value", ""}}}};
  json::Object *contents = result->getAsObject()->getObject("contents");
  std::optional<StringRef> before =
      contents ? contents->getString("value") : std::nullopt;
  if (!before)
    return false;
  std::string text = before->str();
  if (!text.empty())
    text += "\n***\n";
  (*contents)["value"] = text + *added;
  return true;
}
