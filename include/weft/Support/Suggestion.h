//===- Suggestion.h - help with misspelt names ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SUPPORT_SUGGESTION_H
#define WEFT_SUPPORT_SUGGESTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace weft {

/// The candidate that `name` most likely meant, if one is near enough: at most
/// a third of its letters differ. The first of equally near ones wins.
std::optional<llvm::StringRef>
closestName(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

/// The end of a message about an unknown name: `; did you mean 'model'?`, or
/// nothing if no candidate is near. `open` and `close` go around the name.
std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> candidates,
                       llvm::StringRef open = "'", llvm::StringRef close = "'");

/// `"a", "b" and "c"`: at most `limit` names, then how many more there are.
std::string listNames(llvm::ArrayRef<llvm::StringRef> names,
                      llvm::StringRef open = "'", llvm::StringRef close = "'",
                      size_t limit = 12);

} // namespace weft

#endif // WEFT_SUPPORT_SUGGESTION_H
