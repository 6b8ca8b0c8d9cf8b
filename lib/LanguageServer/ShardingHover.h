//===- ShardingHover.h - the sharding of a value in a text ------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LANGUAGESERVER_SHARDINGHOVER_H
#define WEFT_LIB_LANGUAGESERVER_SHARDINGHOVER_H

#include "llvm/Support/LSP/Protocol.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// Answers for one text, which may be several programs with `// -----` between
/// them. A program is propagated when it is first asked about; one that is
/// wrong has no answers, since the editor shows what is wrong with it anyway.
class ShardingHover {
public:
  ShardingHover(llvm::StringRef text, llvm::StringRef name);
  ~ShardingHover();

  /// The sharding of the value whose name is at `position`, and for each axis
  /// of it the steps to the annotation that it comes from, as Markdown.
  std::optional<std::string> describe(llvm::lsp::Position position);

private:
  class Program;
  struct Part {
    /// The line of the text that the part begins on.
    int firstLine;
    std::string text;
    std::unique_ptr<Program> program;
  };

  std::string name;
  std::vector<Part> parts;
};

} // namespace weft

#endif // WEFT_LIB_LANGUAGESERVER_SHARDINGHOVER_H
