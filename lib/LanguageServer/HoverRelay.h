//===- HoverRelay.h - adds to the answers of a server -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server is a library with one entry point, which speaks on the
// standard streams of the process. The relay takes these streams over: it gives
// the server a pipe for each, and passes on every message in both directions.
// On the way it keeps the text of every open document, notes which requests are
// hovers, and adds what Weft knows to their answers.
//
//     client --stdin--> [read requests] --pipe--> server
//     client <-stdout-- [read answers]  <--pipe-- server
//
// Two threads, one per direction; the documents and the open requests are what
// they share.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LANGUAGESERVER_HOVERRELAY_H
#define WEFT_LIB_LANGUAGESERVER_HOVERRELAY_H

#include "ShardingHover.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Transport.h"

#include <memory>
#include <mutex>
#include <thread>

namespace weft {

class HoverRelay {
public:
  /// `style` is how the client writes its messages.
  explicit HoverRelay(llvm::lsp::JSONStreamStyle style) : style(style) {}

  /// Puts the relay between the standard streams and the server. Leaves them as
  /// they are if the system has no pipes left.
  void start();

  /// To be called when the server has returned: passes on its last answers.
  void finish();

private:
  void readRequests();
  void readAnswers();
  void noteRequest(const llvm::json::Object &message);
  void noteHover(const llvm::json::Object &message);
  void noteText(llvm::StringRef method, const llvm::json::Object &parameters);
  /// Adds the sharding if `message` answers a hover; whether it did.
  bool extend(llvm::json::Object &message);

  using Text = std::shared_ptr<const std::string>;
  /// A hover that the server has not answered.
  struct Request {
    std::string uri;
    Text text;
    llvm::lsp::Position position;
  };

  llvm::lsp::JSONStreamStyle style;
  std::thread requestReader, answerReader;
  /// The ends of pipes and copies of the standard streams.
  int clientInput = -1, clientOutput = -1, toServer = -1, fromServer = -1;
  /// Set when the client has said its last word.
  bool clientIsDone = false;

  std::mutex mutex;
  llvm::StringMap<Text> texts;
  llvm::StringMap<Request> requests;
  /// The last document that was asked about; only the answering thread.
  Text hoverText;
  std::unique_ptr<ShardingHover> hover;
};

} // namespace weft

#endif // WEFT_LIB_LANGUAGESERVER_HOVERRELAY_H
